module tertius.dev/native

go 1.26.0
