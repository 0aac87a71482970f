package guide_test

import (
	"fmt"
	"log"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/physics/jolt"
	"tertius.dev/simulation"
)

// walls are what the lamp's beam is stopped by: everything solid but sheep.
var walls = simulation.Query{Groups: physics.Solid, None: sheep[:1]}

// The tags of the lamp's questions.
const (
	beam uint32 = iota
	step
	around
)

// Lamp looks where its beam ends, how far it could move along it, and who is around.
type Lamp struct{ lines []string }

func (*Lamp) Priority() int { return 0 }
func (*Lamp) Wants() []message.AnyToken {
	return []message.AnyToken{message.Spawns, message.RayHits, message.ShapeHits, message.OverlapHits}
}

func (l *Lamp) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	if message.Spawns.First(events) != nil {
		l.look(self)
	}
	l.hear(events)
}

func (*Lamp) look(self *simulation.Self) {
	at, ahead := self.Pose(), geom.Vec3{Z: -1}
	self.CastRay(physics.Ray{Origin: at.Position, Direction: ahead, LengthMeters: 100}, &walls, beam)
	self.CastShape(physics.ShapeCast{
		Shape: physics.NewQueryBox(0.5, 1, 0.5), Start: at, Direction: ahead, LengthMeters: 10,
	}, nil, step)
	self.Overlap(physics.Overlap{Shape: physics.NewQuerySphere(8), Pose: at}, nil, around)
}

func (l *Lamp) hear(events *message.List) {
	for hit := range message.RayHits.In(events) {
		if hit.Entity.IsNone() {
			l.say("the beam meets nothing within %.2f m", hit.DistanceMeters)
		} else {
			l.say("the beam ends at %v after %.2f m", hit.Entity, hit.DistanceMeters)
		}
	}
	for hit := range message.ShapeHits.In(events) {
		l.say("it could go %.2f m", hit.DistanceMeters)
	}
	for hit := range message.OverlapHits.In(events) {
		l.say("%v is around", hit.Entity)
	}
}

func (l *Lamp) say(format string, args ...any) {
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}

func Example_questions() {
	backend, err := jolt.Open(jolt.DefaultOptions())
	if err != nil {
		log.Fatal(err)
	}
	w, err := simulation.New(simulation.Options{Backend: backend})
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	owner, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	if err != nil {
		log.Fatal(err)
	}
	f, _ := w.FrameOf(owner)
	lamp := &Lamp{}
	post := physics.Body(physics.NewBox(0.1, 1, 0.1), physics.Static)
	stand(w, f, 0, &post, lamp)
	wool := physics.Body(physics.NewSphere(0.5), physics.Static)
	stand(w, f, -6, &wool, &Sheep{})
	wall := physics.Body(physics.NewBox(5, 2, 0.5), physics.Static)
	stand(w, f, -30, &wall)
	w.Tick()
	w.Tick()
	for _, line := range lamp.lines {
		fmt.Println(line)
	}
	// Output:
	// the beam ends at 3:1 after 29.50 m
	// it could go 5.00 m
	// 2:1 is around
}

// stand puts a body at (0, 0, z) of the frame.
func stand(w *simulation.World, f handle.Frame, z float64, body *physics.BodyDesc, c ...simulation.Component) {
	d := simulation.SpawnDesc{Frame: f, Pose: geom.At(geom.Vec3{Z: z}), Body: body, Components: c}
	if _, err := w.Spawn(&d); err != nil {
		log.Fatal(err)
	}
}
