// Command hop is the game that the guide "A first game" builds: a ship with a thruster slides through a yard, with a crate in it.
package main

import (
	"os"

	"tertius.dev/core/message"
	"tertius.dev/core/render"
	"tertius.dev/host"
)

var program = host.Program{Name: "hop", Scenes: []host.Scene{{
	Name: "yard", Summary: "a ship with a thruster and a crate in it",
	Messages: []message.AnyToken{Throttles},
	Exposure: render.ExposureOfFixedExposure(render.FixedExposure{Stops: 0.5}),
	Build:    buildYard,
}}}

func main() {
	os.Exit(host.Main(program, os.Args[1:]))
}
