// Command trial is a program of the host with the scenes of package trial.
package main

import (
	"os"

	"tertius.dev/host"
	"tertius.dev/testing/trial"
)

func main() {
	os.Exit(host.Main(host.Program{Name: "trial", Scenes: trial.Scenes()}, os.Args[1:]))
}
