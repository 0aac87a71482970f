package guide_test

import (
	"fmt"
	"log"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// Mooring docks at a port as soon as it is near.
type Mooring struct {
	port   handle.Frame
	near   bool
	docked bool
	why    message.DockResult
}

func (*Mooring) Priority() int { return 0 }
func (*Mooring) Wants() []message.AnyToken {
	return []message.AnyToken{message.Ticks, message.DockAnswers}
}

func (m *Mooring) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	for answer := range message.DockAnswers.In(events) {
		m.docked = answer.Result == message.Docked
		if answer.Result.Refused() {
			m.why = answer.Result // its text says why
		}
	}
	if m.near && !m.docked {
		self.Dock(m.port) // the frame that self owns becomes a part of the frame m.port
	}
}

func Example_docking() {
	w, err := simulation.New(simulation.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	put := func(d simulation.SpawnDesc) (handle.Entity, handle.Frame) {
		e, err := w.Spawn(&d)
		if err != nil {
			log.Fatal(err)
		}
		f, _ := w.FrameOf(e)
		return e, f
	}
	_, space := put(simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	bubble := &simulation.FrameSpec{Bounds: geom.Vec3{X: 20, Y: 20, Z: 20}}
	_, port := put(simulation.SpawnDesc{Frame: space, Pose: geom.IdentityPose, Owns: bubble})
	m := &Mooring{port: port, near: true}
	ship, _ := put(simulation.SpawnDesc{Frame: space, Pose: geom.At(geom.Vec3{X: 8}), Owns: bubble, Components: []simulation.Component{m}})

	w.Tick() // it asks
	at, is := w.DockedAt(ship)
	fmt.Println("docked at the port:", is && at == port)
	w.Tick() // it hears of it
	fmt.Println("the ship knows:", m.docked)
	// Output:
	// docked at the port: true
	// the ship knows: true
}
