# What Tertius needs, how each thing is recognized, and which Debian package brings it.
#
# One line for each need:  name | needed by | Debian package | what it is for | probe
# Needed by: `demo` is required for `make demo`; `jolt` is required for it while the Jolt library is not built yet;
# `test` is required for `make test`; `window` for whatever opens one, in `make play` and in tests.
needs() {
	cat <<'TABLE'
go 1.26|demo|-|compiles everything|go_version 1 26
git|test|git|version control, read by the checks|program git
C compiler|jolt|gcc|compiles Jolt, and the window's cgo|program cc
C++ compiler|jolt|g++|compiles Jolt|program c++
make|jolt|make|drives CMake's build|program make
cmake|jolt|cmake|configures the build of Jolt|program cmake
cargo|jolt|cargo|fetches the source of Jolt|program cargo
Vulkan loader|demo|libvulkan1|finds the Vulkan driver|library libvulkan.so.1
vulkaninfo|demo|vulkan-tools|checks the driver and its layers|program vulkaninfo
ffmpeg|demo|ffmpeg|writes the videos|encoder libx264rgb
ffprobe|test|ffmpeg|reads the videos back in tests|program ffprobe
Vulkan registry|test|libvulkan-dev|the source of the generated binding|path /usr/share/vulkan/registry/vk.xml
Vulkan headers|test|libvulkan-dev|the C layouts that the binding is tested against|header vulkan/vulkan.h
validation layer|test|vulkan-validationlayers|checks every Vulkan call in tests|layer VK_LAYER_KHRONOS_validation
glslc|test|glslc|compiles shaders|program glslc
spirv-val|test|spirv-tools|checks compiled shaders|program spirv-val
X11 headers|window|libx11-dev|GLFW's window|header X11/Xlib.h
Xcursor headers|window|libxcursor-dev|GLFW's window|header X11/Xcursor/Xcursor.h
Xrandr headers|window|libxrandr-dev|GLFW's window|header X11/extensions/Xrandr.h
Xinerama headers|window|libxinerama-dev|GLFW's window|header X11/extensions/Xinerama.h
XInput headers|window|libxi-dev|GLFW's window|header X11/extensions/XInput2.h
XF86VidMode headers|window|libxxf86vm-dev|GLFW's window|header X11/Xlib.h X11/extensions/xf86vmode.h
OpenGL headers|window|libgl1-mesa-dev|GLFW's window|header GL/gl.h
xkbcommon headers|window|libxkbcommon-dev|GLFW's window|header xkbcommon/xkbcommon.h
Xvfb|test|xvfb|the display that window tests start|program Xvfb
xdotool|test|xdotool|presses keys in window tests|program xdotool
imagemagick|test|imagemagick|takes pictures of windows in tests|program import
TABLE
	# Last, because they ask programs that the lines above name.
	cat <<'TABLE'
Vulkan driver|demo|mesa-vulkan-drivers|draws: Vulkan 1.3 or newer, in software Mesa 25 or newer|driver
Jolt library|demo|-|moves the bodies; built by go run ./native/cmd/joltbuild|jolt_ready
Jolt library with asserts|test|-|finds misuse of Jolt in tests; built by go run ./native/cmd/joltbuild -asserts|asserts_ready
TABLE
}

program() {
	command -v "$1" >/dev/null 2>&1
}

path() {
	[ -e "${TERTIUS_SETUP_ROOT:-}$1" ]
}

library() {
	PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null | grep -q "^[[:space:]]*$1 "
}

header() {
	printf '#include <%s>\n' "$@" | cc -E - >/dev/null 2>&1
}

encoder() {
	ffmpeg -hide_banner -v error -h "encoder=$1" 2>/dev/null | grep -q "^Encoder $1"
}

layer() {
	vulkan_summary
	grep -q "^$1 " <<<"$summary"
}

# driver succeeds when one device offers Vulkan 1.3, or 1.4 when it is Mesa's software device, because the software
# device of Mesa 22 claims 1.3 and has no descriptor indexing.
driver() {
	vulkan_summary
	awk '
		/^GPU[0-9]+:/ { version = 0 }
		/apiVersion/ { split($3, v, "."); version = v[1] * 1000 + v[2] }
		/driverName/ { if (version >= ($3 == "llvmpipe" ? 1004 : 1003)) found = 1 }
		END { exit !found }' <<<"$summary"
}

# vulkan_summary asks vulkaninfo once between two installations; forget_summary makes the next probe ask again.
vulkan_summary() {
	[ -n "${summary:-}" ] || summary=$(vulkaninfo --summary 2>/dev/null || true; echo end)
}

forget_summary() {
	summary=
}

# go_version MAJOR MINOR asks the go command in the repository, so that it may fetch the toolchain that go.work names.
go_version() {
	local have
	have=$(go env GOVERSION 2>/dev/null) || return 1
	have=${have#go}
	[ "${have%%.*}" -gt "$1" ] 2>/dev/null && return 0
	have=${have#"$1".}
	[ "${have%%[!0-9]*}" -ge "$2" ] 2>/dev/null
}

# bring_jolt tells whether its builds failed. Before it has run they count as there.
jolt_ready() {
	[ -z "${jolt_failed:-}" ]
}

asserts_ready() {
	[ -z "${asserts_failed:-}" ]
}

# find_missing fills `missing` with the lines of the needs whose probe fails.
find_missing() {
	local line
	missing=()
	forget_summary
	while IFS= read -r line; do
		# The probe is a function of this file and its words, so it is split on purpose.
		# shellcheck disable=SC2086
		${line##*|} </dev/null || missing+=("$line")
	done < <(needs)
}

# report prints a line for each need that is still missing and exits with 1 when the demo needs one of them.
report() {
	local line name level package purpose probe stopped=0
	for line in ${missing[@]+"${missing[@]}"}; do
		IFS='|' read -r name level package purpose probe <<<"$line"
		[ "$level" = jolt ] && jolt_ready && level=test
		case $level in
		demo | jolt) stopped=1 level='make demo' ;;
		test) level='make test' ;;
		window) level='make play, make test' ;;
		esac
		[ "$package" = - ] && package= || package=", Debian package $package"
		printf 'missing: %s (%s; needed by %s%s)\n' "$name" "$purpose" "$level" "$package"
	done
	if [ "$stopped" = 1 ]; then
		echo 'setup: not complete: make demo cannot run without what is named above'
		exit 1
	fi
	if [ ${#missing[@]} -gt 0 ]; then
		echo 'setup: make demo can run; what is named above is missing for the rest'
	else
		echo 'setup: everything is there'
	fi
}
