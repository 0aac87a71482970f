module tertius.dev/simulation

go 1.26.0
