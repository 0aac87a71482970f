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

// A sword lies in a chest, and the chest in a ship. Heat that the ship feels goes through both; when the ship is gone, the
// chest lies where it was, with the sword still in it.
func Example() {
	w, err := simulation.New(simulation.Options{Messages: append(container.Messages(), Heats)})
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	owner, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	if err != nil {
		log.Fatal(err)
	}
	sea, _ := w.FrameOf(owner)
	spawn := func(x float64, c ...simulation.Component) handle.Entity {
		e, err := w.Spawn(&simulation.SpawnDesc{Frame: sea, Pose: geom.At(geom.Vec3{X: x}), Components: c})
		if err != nil {
			log.Fatal(err)
		}
		return e
	}
	warm := []message.AnyToken{Heats}
	ship := spawn(100, &container.Container{Forwards: warm})
	hold := new(container.Container)
	hold.Forwards = warm
	chest := spawn(0, hold, &container.Item{In: ship})
	blade, stowed := new(Blade), &container.Item{In: chest}
	sword := spawn(0, blade, stowed)
	ticks := func(n int) {
		for range n {
			w.Tick()
		}
	}

	ticks(8)
	fmt.Println("the sword is in the chest:", stowed.Holder() == chest)
	w.Post(Heats.Event(w.Messages(), message.To(ship), Heat{Kelvin: 40}))
	ticks(4)
	fmt.Println("the blade is warmer by", blade.kelvin, "K")
	if err := w.Destroy(ship); err != nil {
		log.Fatal(err)
	}
	ticks(2)
	where, _ := w.Snapshot().Transform(chest)
	fmt.Println("the chest lies at", where.Pose.Position.X, "m, and holds", hold.Len())
	w.Post(container.Takes.Event(w.Messages(), message.To(chest), container.Take{Item: sword}))
	ticks(4)
	where, _ = w.Snapshot().Transform(sword)
	fmt.Println("the sword lies at", where.Pose.Position.X, "m")
	// Output:
	// the sword is in the chest: true
	// the blade is warmer by 40 K
	// the chest lies at 100 m, and holds 1
	// the sword lies at 100 m
}
