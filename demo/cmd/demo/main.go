// Command demo runs the template game: its scenes in a window, and scripts of them.
package main

import (
	"os"

	"tertius.dev/demo/scene"
	"tertius.dev/host"
)

func main() {
	os.Exit(host.Main(host.Program{Name: "demo", Scenes: scene.All()}, os.Args[1:]))
}
