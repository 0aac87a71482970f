package guide_test

import (
	"fmt"
	"log"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/core/rails"
	"tertius.dev/simulation"
	"tertius.dev/simulation/ride"
)

// Ferry goes along +X from a place at a steady speed.
type Ferry struct{ startMeters, metersPerSecond float64 }

func (*Ferry) Priority() int             { return 0 }
func (*Ferry) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

func (f *Ferry) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	atEnd := self.TimeAt(self.Tick() + 2) // of the next step, which this move is for
	self.MoveKinematic(geom.At(geom.Vec3{X: f.startMeters + f.metersPerSecond*atEnd}))
}

// Passenger looks out of the window.
type Passenger struct {
	shore handle.Frame
	seen  geom.Pose
	moved []message.FrameChanged
}

func (*Passenger) Priority() int { return 0 }
func (*Passenger) Wants() []message.AnyToken {
	return []message.AnyToken{message.Ticks, message.FramesChanged}
}

func (p *Passenger) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	p.seen = self.PoseIn(p.shore)
	for change := range message.FramesChanged.In(events) {
		p.moved = append(p.moved, *change)
	}
}

// Thruster pushes along its own -Z.
type Thruster struct{ newtons float32 }

func (*Thruster) Priority() int             { return 0 }
func (*Thruster) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

func (t *Thruster) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	if body := self.Body(); body.CanPush() {
		body.AddLocalForce(geom.Forward.Single().Scale(t.newtons))
	}
}

var (
	Ignites = message.Type[Ignite]("guide.ignite")
	orbits  = simulation.TypeOf[*ride.KeplerMotion]()
)

// Ignite tells a ship to leave its rails under thrust.
type Ignite struct{ Newtons float32 }

// Drive starts the engines of a ship that was on an orbit, and pushes it along its own -Z.
type Drive struct{ newtons float32 }

var _ simulation.Component = (*Drive)(nil)

func (*Drive) Priority() int             { return 0 }
func (*Drive) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks, Ignites} }

func (d *Drive) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	body := self.Body()
	for ignite := range Ignites.In(events) {
		self.RemoveType(orbits)
		body.SetMotion(physics.Dynamic)
		d.newtons = ignite.Newtons
	}
	if d.newtons > 0 {
		body.AddLocalForce(geom.Forward.Single().Scale(d.newtons))
	}
}

func Example_frames() {
	w, shore, err := house()
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	put := func(d simulation.SpawnDesc) handle.Entity {
		e, err := w.Spawn(&d)
		if err != nil {
			log.Fatal(err)
		}
		return e
	}

	owner := put(simulation.SpawnDesc{
		Frame: shore, Pose: geom.At(geom.Vec3{X: 100}), Owns: &simulation.FrameSpec{},
		Components: []simulation.Component{&Ferry{startMeters: 100, metersPerSecond: 120}},
	})
	ferry, _ := w.FrameOf(owner)
	passenger := &Passenger{shore: shore}
	e := put(simulation.SpawnDesc{
		Frame: ferry, Pose: geom.At(geom.Vec3{Z: 3}), Components: []simulation.Component{passenger},
	})
	hat := put(simulation.SpawnDesc{AttachTo: e, Offset: geom.At(geom.Vec3{Y: 1.8})})

	for range 3 {
		w.Tick()
	}
	fmt.Println("the passenger has seen", passenger.seen.Position)
	if v, ok := w.Snapshot().VelocityIn(e, shore); ok {
		fmt.Printf("and moves at %.0f m/s along the shore\n", v.X)
	}

	if err := w.Destroy(owner); err != nil {
		log.Fatal(err)
	}
	w.Tick()
	if pose, ok := w.Snapshot().PoseIn(hat, shore); ok {
		fmt.Println("without the ferry, the hat is at", pose.Position)
	}
	change := passenger.moved[0]
	fmt.Println("the passenger heard it once:", len(passenger.moved) == 1 && change.From == ferry && change.To == shore)
	// Output:
	// the passenger has seen {104 0 3}
	// and moves at 120 m/s along the shore
	// without the ferry, the hat is at {106 1.8 3}
	// the passenger heard it once: true
}

func Example_station() {
	orbit := rails.Orbit{SemiMajorAxisMeters: 7e6, Attitude: rails.AttitudeOfFacesParent(rails.FacesParent{})}
	w, err := simulation.New(simulation.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	pull := field.GravityOfPoint(field.Point{Mu: 3.986004418e14, RadiusMeters: 6.371e6})
	center, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: pull}})
	if err != nil {
		log.Fatal(err)
	}
	earth, _ := w.FrameOf(center)

	station := simulation.SpawnDesc{Frame: earth, Owns: &simulation.FrameSpec{}}
	owner, err := ride.SpawnOnOrbit(w, &station, &orbit)
	if err != nil {
		log.Fatal(err)
	}
	inside, _ := w.FrameOf(owner)
	for range 60 {
		w.Tick()
	}
	felt, _ := w.Snapshot().ProperAcceleration(inside)
	velocity, _ := w.Snapshot().VelocityIn(owner, earth)
	fmt.Printf("at %.0f m/s, it feels %v\n", velocity.Length(), felt)
	// Output:
	// at 7546 m/s, it feels {0 0 0}
}

func Example_parts() {
	w, frame, err := house()
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	ship, err := w.Spawn(&simulation.SpawnDesc{Frame: frame, Pose: geom.IdentityPose})
	if err != nil {
		log.Fatal(err)
	}
	jet := simulation.SpawnDesc{
		AttachTo: ship, Offset: geom.At(geom.Vec3{X: -2}),
		Components: []simulation.Component{&Thruster{newtons: 500}},
	}
	if _, err := w.Spawn(&jet); err != nil {
		log.Fatal(err)
	}
	w.Tick() // this ship has no body, so its jet does not push
	if err := w.Destroy(ship); err != nil {
		log.Fatal(err)
	}
	count := 0
	for range w.Entities() {
		count++
	}
	fmt.Println("the jet went with its ship; left is the owner of the frame:", count == 1)
	// Output:
	// the jet went with its ship; left is the owner of the frame: true
}
