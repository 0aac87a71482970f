package container_test

import (
	"fmt"
	"log"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
	"tertius.dev/simulation/container"
)

// Heat warms what it reaches.
type Heat struct{ Kelvin float32 }

// Heats is how heat is sent.
var Heats = message.Type[Heat]("example.heat")

// Blade is a component of a sword that glows when it is warm.
type Blade struct{ kelvin float32 }

// Priority is the usual one.
func (*Blade) Priority() int { return 0 }

// Wants names what the blade feels.
func (*Blade) Wants() []message.AnyToken { return []message.AnyToken{Heats} }

// Handle feels it.
func (b *Blade) Handle(_ *simulation.Self, events *message.List, _ *message.Outbox) {
	for h := range Heats.In(events) {
		b.kelvin += h.Kelvin
	}
}

// A ship is a frame, and a chest lies aboard. A sword from ashore goes into the chest, and is aboard then; the heat that the chest
// feels reaches it. When the ship is gone, the chest lies where it was, with the sword still in it.
func Example() {
	w, err := simulation.New(simulation.Options{Messages: append(container.Messages(), Heats)})
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	spawn := func(d simulation.SpawnDesc) handle.Entity {
		e, err := w.Spawn(&d)
		if err != nil {
			log.Fatal(err)
		}
		return e
	}
	sea, _ := w.FrameOf(spawn(simulation.SpawnDesc{Owns: &simulation.FrameSpec{}}))
	ship := spawn(simulation.SpawnDesc{Frame: sea, Pose: geom.At(geom.Vec3{X: 100}), Owns: &simulation.FrameSpec{}})
	aboard, _ := w.FrameOf(ship)
	hold := &container.Container{Forwards: []message.AnyToken{Heats}}
	chest := spawn(simulation.SpawnDesc{Frame: aboard, Pose: geom.At(geom.Vec3{X: 2}), Components: []simulation.Component{hold}})
	blade, stowed := new(Blade), &container.Item{In: chest}
	sword := spawn(simulation.SpawnDesc{Frame: sea, Pose: geom.IdentityPose, Components: []simulation.Component{blade, stowed}})
	ticks := func(n int) {
		for range n {
			w.Tick()
		}
	}

	ticks(6)
	where, _ := w.Snapshot().Transform(sword)
	fmt.Println("the sword is in the chest:", stowed.Holder() == chest, "and aboard:", where.Frame == aboard)
	w.Post(Heats.Event(w.Messages(), message.To(chest), Heat{Kelvin: 40}))
	ticks(2)
	fmt.Println("the blade is warmer by", blade.kelvin, "K")
	if err := w.Destroy(ship); err != nil {
		log.Fatal(err)
	}
	ticks(1)
	where, _ = w.Snapshot().Transform(chest)
	fmt.Println("the chest lies at", where.Pose.Position.X, "m in the sea:", where.Frame == sea, "and holds", hold.Len())
	w.Post(container.Takes.Event(w.Messages(), message.To(chest), container.Take{Item: sword}))
	ticks(3)
	where, _ = w.Snapshot().Transform(sword)
	fmt.Println("the sword lies at", where.Pose.Position.X, "m")
	// Output:
	// the sword is in the chest: true and aboard: true
	// the blade is warmer by 40 K
	// the chest lies at 102 m in the sea: true and holds 1
	// the sword lies at 102 m
}
