module tertius.dev/testing

go 1.26.0
