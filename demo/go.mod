module tertius.dev/demo

go 1.26.0
