// Command trial is a program of the host with the scenes that the suite of the host needs: some that work, and one for
// each way in which a scene or its components go wrong.
package main

import (
	"errors"
	"os"

	"tertius.dev/core/message"
	"tertius.dev/host"
)

func main() {
	os.Exit(host.Main(host.Program{Name: "trial", Scenes: []host.Scene{
		{Name: "pile", Summary: "boxes that fall, spawn and go", Messages: []message.AnyToken{tells, asks}, Build: buildPile},
		{Name: "talk", Summary: "entities that answer", Messages: []message.AnyToken{tells, asks}, Build: buildTalk},
		{Name: "bomb", Summary: "a component that panics in tick 5", Build: buildBomb},
		{Name: "still", Summary: "a floor and a box at rest", Build: buildStill},
		{Name: "blind", Summary: "no camera", Build: buildBlind},
		{Name: "broken", Summary: "cannot be built", Build: func(*host.Builder) error { return errors.New("a part is missing") }},
		{Name: "badly-named", Summary: "gives one id twice", Build: buildBadlyNamed},
		{Name: "panicking", Summary: "panics while it is built", Build: func(*host.Builder) error { panic("no plan") }},
	}}, os.Args[1:]))
}
