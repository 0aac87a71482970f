module tertius.dev/rendering

go 1.26.0
