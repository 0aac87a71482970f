module tertius.dev/host

go 1.26.0
