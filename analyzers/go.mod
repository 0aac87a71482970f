module tertius.dev/analyzers

go 1.26.0
