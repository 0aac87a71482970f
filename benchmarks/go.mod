module tertius.dev/benchmarks

go 1.26.0
