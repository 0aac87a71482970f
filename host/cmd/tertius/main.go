// Command tertius is the host by itself, with two small scenes: it shows that an engine is there, and runs scripts of
// these scenes. A game is a program like this one with scenes of its own.
package main

import (
	"os"

	"tertius.dev/host"
)

func main() {
	os.Exit(host.Main(host.Program{Name: "tertius", Scenes: scenes()}, os.Args[1:]))
}
