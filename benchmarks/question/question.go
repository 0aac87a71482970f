// Package question measures what components ask of physics: rays, shape casts and overlaps, from the question in a tick to
// the answer on its way.
package question

import (
	"fmt"
	"io"
	"slices"
	"time"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/physics/jolt"
	"tertius.dev/simulation"
)

// timed is Jolt with the time that its answers took.
type timed struct {
	*jolt.Backend
	took  time.Duration
	asked int
	hits  int
}

// Ask answers the questions.
func (b *timed) Ask(in *physics.Questions, out *physics.Answers) {
	begin := time.Now()
	b.Backend.Ask(in, out)
	b.took += time.Since(begin)
	b.asked += len(in.Asked)
	b.hits += len(out.Hits)
}

// form is a way to ask.
type form struct {
	name string
	ask  func(self *simulation.Self, at, along geom.Vec3, of *simulation.Query)
}

var forms = []form{
	{"nearest of a ray of 50 m", func(self *simulation.Self, at, along geom.Vec3, of *simulation.Query) {
		self.CastRay(physics.Ray{Origin: at, Direction: along, LengthMeters: 50}, of, 0)
	}},
	{"all of a ray of 50 m", func(self *simulation.Self, at, along geom.Vec3, of *simulation.Query) {
		self.CastRayAll(physics.Ray{Origin: at, Direction: along, LengthMeters: 50}, of, 0)
	}},
	{"sphere cast over 20 m", func(self *simulation.Self, at, along geom.Vec3, of *simulation.Query) {
		self.CastShape(physics.ShapeCast{
			Shape: physics.NewQuerySphere(0.5), Start: geom.At(at), Direction: along, LengthMeters: 20,
		}, of, 0)
	}},
	{"box cast over 20 m", func(self *simulation.Self, at, along geom.Vec3, of *simulation.Query) {
		self.CastShape(physics.ShapeCast{
			Shape: physics.NewQueryBox(0.5, 0.5, 0.5), Start: geom.At(at), Direction: along, LengthMeters: 20,
		}, of, 0)
	}},
	{"overlap of a sphere of 3 m", func(self *simulation.Self, at, _ geom.Vec3, of *simulation.Query) {
		self.Overlap(physics.Overlap{Shape: physics.NewQuerySphere(3), Pose: geom.At(at)}, of, 0)
	}},
}

// asker asks once in each tick, of another place each time, and hears the answers.
type asker struct {
	form  *form
	of    *simulation.Query
	edge  float64 // of the cube in which it asks, in meters
	seed  uint64
	heard int
}

// number returns a number from 0 to below 1, by Knuth's generator.
func (a *asker) number() float64 {
	a.seed = a.seed*6364136223846793005 + 1442695040888963407
	return float64(a.seed>>11) * 0x1p-53
}

func (a *asker) place() geom.Vec3 {
	return geom.Vec3{X: a.number() * a.edge, Y: a.number() * a.edge, Z: a.number() * a.edge}
}

func (*asker) Priority() int { return 0 }
func (*asker) Wants() []message.AnyToken {
	return []message.AnyToken{message.Ticks, message.RayHits, message.ShapeHits, message.OverlapHits}
}

func (a *asker) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	a.heard += events.Len() - 1 // but the tick
	half := geom.Vec3{X: a.edge / 2, Y: a.edge / 2, Z: a.edge / 2}
	a.form.ask(self, a.place(), a.place().Sub(half), a.of)
}

// Print measures and prints. The times are medians of the runs.
func Print(out io.Writer, bodies, askers, runs int) error {
	const edgeMeters = 100
	fmt.Fprintf(out, "questions of %d entities in each tick among %d bodies in a cube of %d m, one worker, medians of %d runs:\n",
		askers, bodies, edgeMeters, runs)
	for i := range forms {
		for _, filtered := range []bool{false, true} {
			if err := measure(out, &forms[i], filtered, bodies, askers, edgeMeters, runs); err != nil {
				return err
			}
		}
	}
	return nil
}

// measure runs a world in which everyone asks in one form.
func measure(out io.Writer, f *form, filtered bool, bodies, askers int, edgeMeters float64, runs int) error {
	library, err := jolt.Open(jolt.Options{})
	if err != nil {
		return err
	}
	backend := &timed{Backend: library}
	w, err := simulation.New(simulation.Options{Workers: 1, Backend: backend})
	if err != nil {
		return err
	}
	defer w.Close()
	all, err := fill(w, f, filtered, bodies, askers, edgeMeters)
	if err != nil {
		return err
	}
	const ticks = 10
	var step9, native []float64
	for range 5 {
		w.Tick()
	}
	for range runs {
		backend.took, backend.asked, backend.hits = 0, 0, 0
		w.MeasureTicks(true)
		for range ticks {
			w.Tick()
		}
		n := float64(ticks * askers)
		step9 = append(step9, float64(w.Profile().Total[simulation.LapQuestions].Nanoseconds())/n)
		native = append(native, float64(backend.took.Nanoseconds())/n)
	}
	if backend.asked != ticks*askers || backend.hits == 0 || all[0].heard == 0 {
		return fmt.Errorf("%d questions with %d hits reached Jolt, and the first asker heard %d answers", backend.asked,
			backend.hits, all[0].heard)
	}
	name := f.name
	if filtered {
		name += ", by type"
	}
	whole, alone := median(step9), median(native)
	fmt.Fprintf(out, "  %-35s %7.0f ns, of which Jolt %7.0f (%.2f); least %7.0f and %.0f; %.2f hits\n",
		name, whole, alone, alone/whole, slices.Min(step9), slices.Min(native), float64(backend.hits)/float64(backend.asked))
	return nil
}

// fill gives a world its bodies, static crates and balls, one in 4 with a component, and its askers.
func fill(w *simulation.World, f *form, filtered bool, bodies, askers int, edgeMeters float64) ([]*asker, error) {
	owner, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	if err != nil {
		return nil, err
	}
	frame, _ := w.FrameOf(owner)
	if err := fillBodies(w, frame, bodies, edgeMeters); err != nil {
		return nil, err
	}
	var of *simulation.Query
	if filtered {
		of = &simulation.Query{All: []simulation.ComponentType{simulation.TypeOf[mark]()}}
	}
	var all []*asker
	for i := range askers {
		a := &asker{form: f, of: of, edge: edgeMeters, seed: uint64(i)}
		d := simulation.SpawnDesc{Frame: frame, Pose: geom.IdentityPose, Components: []simulation.Component{a}}
		if _, err := w.Spawn(&d); err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

func fillBodies(w *simulation.World, frame handle.Frame, bodies int, edgeMeters float64) error {
	shapes := []physics.Shape{physics.NewBox(0.5, 0.5, 0.5), physics.NewSphere(0.5)}
	places := &asker{edge: edgeMeters, seed: 1 << 40}
	for i := range bodies {
		desc := physics.Body(shapes[i%2], physics.Static)
		d := simulation.SpawnDesc{Frame: frame, Pose: geom.At(places.place()), Body: &desc}
		if i%4 == 0 {
			d.Components = []simulation.Component{mark{}}
		}
		if _, err := w.Spawn(&d); err != nil {
			return err
		}
	}
	return nil
}

// mark is a component that does nothing.
type mark struct{}

func (mark) Priority() int                                           { return 0 }
func (mark) Wants() []message.AnyToken                               { return nil }
func (mark) Handle(*simulation.Self, *message.List, *message.Outbox) {}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
