module tertius.dev/physics

go 1.26.0

require (
	github.com/ebitengine/purego v0.11.3
	tertius.dev/core v0.0.0
)

require gonum.org/v1/gonum v0.17.0 // indirect

replace tertius.dev/core => ../core
