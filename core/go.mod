module tertius.dev/core

go 1.26.0
