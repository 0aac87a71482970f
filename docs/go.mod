module tertius.dev/docs

go 1.26.0

require (
	tertius.dev/core v0.0.0
	tertius.dev/host v0.0.0
	tertius.dev/physics v0.0.0
	tertius.dev/simulation v0.0.0
)

require (
	github.com/ebitengine/purego v0.11.3 // indirect
	github.com/go-gl/glfw/v3.3/glfw v0.0.0-20260823155953-d41da22a9587 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
	tertius.dev/rendering v0.0.0 // indirect
)

replace (
	tertius.dev/core => ../core
	tertius.dev/host => ../host
	tertius.dev/physics => ../physics
	tertius.dev/rendering => ../rendering
	tertius.dev/simulation => ../simulation
)
