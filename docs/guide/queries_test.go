package guide_test

import (
	"fmt"
	"log"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// Sheep graze.
type Sheep struct{}

func (*Sheep) Priority() int                                           { return 0 }
func (*Sheep) Wants() []message.AnyToken                               { return nil }
func (*Sheep) Handle(*simulation.Self, *message.List, *message.Outbox) {}

// Belled marks a sheep that a wolf hears from farther away.
type Belled struct{ Sheep }

// Eaten is a message for a sheep.
type Eaten struct{}

var Eats = message.Type[Eaten]("guide.eaten")

var (
	sheep  = []simulation.ComponentType{simulation.TypeOf[*Sheep](), simulation.TypeOf[*Belled]()}
	wolves = []simulation.ComponentType{simulation.TypeOf[*Wolf]()}
)

// Wolf eats the sheep within 10 m that are not wolves in disguise.
type Wolf struct{ meals int }

func (*Wolf) Priority() int             { return 0 }
func (*Wolf) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

func (w *Wolf) Handle(self *simulation.Self, _ *message.List, out *message.Outbox) {
	prey := simulation.Query{
		Any:  sheep,
		None: wolves,
		In:   self.Frame(),
		Near: simulation.Near{Center: self.Pose().Position, RadiusMeters: 10},
	}
	for e := range self.Snapshot().Find(&prey) {
		Eats.Send(out, message.To(e), Eaten{})
		w.meals++
	}
}

func Example_queries() {
	w, frame, err := house()
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	put := func(x float64, components ...simulation.Component) handle.Entity {
		e, err := w.Spawn(&simulation.SpawnDesc{
			Frame: frame, Pose: geom.At(geom.Vec3{X: x}), Components: components,
		})
		if err != nil {
			log.Fatal(err)
		}
		return e
	}
	wolf := &Wolf{}
	put(0, wolf)
	put(3, &Wolf{}, &Sheep{})
	lamb := put(5, &Sheep{})
	put(9, &Belled{})
	put(20, &Sheep{})

	high := simulation.Query{All: sheep[:1], Where: func(r *simulation.QueryRow) bool {
		return r.Position().X > 4
	}}
	first, _ := w.Snapshot().First(&high)
	fmt.Println("the first sheep beyond 4 m is the lamb:", first == lamb)
	fmt.Println("sheep beyond 4 m:", w.Snapshot().Count(&high))
	for e := range w.Snapshot().Within(frame, geom.Vec3{X: 20}, 11) {
		fmt.Println("near the far sheep:", e)
	}
	fmt.Print(high.Plan(w.Snapshot()))
	// Output:
	// the first sheep beyond 4 m is the lamb: true
	// sheep beyond 4 m: 2
	// near the far sheep: 4:1
	// near the far sheep: 5:1
	// start: the 3 entities with *tertius.dev/docs/guide_test.Sheep
	// then: Where
}

func Example_wolf() {
	w, err := simulation.New(simulation.Options{Messages: []message.AnyToken{Eats}})
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	owner, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	if err != nil {
		log.Fatal(err)
	}
	frame, _ := w.FrameOf(owner)
	wolf := &Wolf{}
	for _, d := range []simulation.SpawnDesc{
		{Frame: frame, Pose: geom.At(geom.Vec3{X: 1}), Components: []simulation.Component{wolf}},
		{Frame: frame, Pose: geom.At(geom.Vec3{X: 2}), Components: []simulation.Component{&Sheep{}, &Wolf{}}},
		{Frame: frame, Pose: geom.At(geom.Vec3{X: 4}), Components: []simulation.Component{&Belled{}}},
		{Frame: frame, Pose: geom.At(geom.Vec3{X: 40}), Components: []simulation.Component{&Sheep{}}},
	} {
		if _, err := w.Spawn(&d); err != nil {
			log.Fatal(err)
		}
	}
	w.Tick()
	fmt.Println("meals:", wolf.meals)
	// Output: meals: 1
}
