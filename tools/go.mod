module tertius.dev/tools

go 1.26.0
