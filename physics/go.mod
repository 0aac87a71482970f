module tertius.dev/physics

go 1.26.0
