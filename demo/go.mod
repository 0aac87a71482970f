module tertius.dev/demo

go 1.26.0

require (
	tertius.dev/core v0.0.0
	tertius.dev/host v0.0.0
	tertius.dev/simulation v0.0.0
)

require gonum.org/v1/gonum v0.17.0 // indirect

replace (
	tertius.dev/core => ../core
	tertius.dev/host => ../host
	tertius.dev/physics => ../physics
	tertius.dev/rendering => ../rendering
	tertius.dev/simulation => ../simulation
)
