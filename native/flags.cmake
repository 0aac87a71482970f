# The flags that Jolt sets for itself alone, and with which all that links it must agree, above all on contraction and on RTTI.
# Jolt's package brings its definitions and processor flags.
add_library(tertius_flags INTERFACE)
if(NOT MSVC)
	target_compile_options(tertius_flags INTERFACE -O3 -ffp-contract=off -fno-exceptions -fno-rtti -Wall -Wextra)
endif()
