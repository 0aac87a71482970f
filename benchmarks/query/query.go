// Package query measures entity queries beside a look at every entity, and the upkeep of what they start from.
package query

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// The component types of the crowd: each entity is common, one in 2 is half, one in 100 is rare.
type (
	common struct{ idle }
	half   struct{ idle }
	rare   struct{ idle }
	idle   struct{}
)

func (idle) Priority() int                                           { return 0 }
func (idle) Wants() []message.AnyToken                               { return nil }
func (idle) Handle(*simulation.Self, *message.List, *message.Outbox) {}

var (
	commons = simulation.TypeOf[common]()
	halves  = simulation.TypeOf[half]()
	rares   = simulation.TypeOf[rare]()
)

// jumper goes back and forth along X in each tick, so far.
type jumper struct {
	idle
	meters float64
}

func (*jumper) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

func (j *jumper) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	p := self.Pose()
	p.Position.X += j.meters
	j.meters = -j.meters
	self.SetTransform(p)
}

// still is physics in which nothing moves, so that bodies cost nothing.
type still struct{ physics.Backend }

func (still) ShapeProblem(physics.Shape) error     { return nil }
func (still) CenterOfMass(physics.Shape) geom.Vec3 { return geom.Vec3{} }
func (still) Apply(*physics.Changes) []error       { return nil }
func (still) Prepare(*physics.StepInput) int       { return 0 }
func (still) Finish(*physics.StepOutput)           {}
func (still) Close() error                         { return nil }

// crowd is a world of entities in one cube of one frame, and a few in a frame of their own.
type crowd struct {
	world *simulation.World
	frame handle.Frame
	cabin handle.Frame // with 50 entities
	all   []handle.Entity
	edge  float64 // of the cube, in meters
	seed  uint64
}

// number returns a number from 0 to below 1, by Knuth's generator.
func (c *crowd) number() float64 {
	c.seed = c.seed*6364136223846793005 + 1442695040888963407
	return float64(c.seed>>11) * 0x1p-53
}

func (c *crowd) place() geom.Vec3 {
	return geom.Vec3{X: c.number() * c.edge, Y: c.number() * c.edge, Z: c.number() * c.edge}
}

// newCrowd fills a world. Of the entities, 1 in 50 has a body in the group 2.
func newCrowd(entities int, edgeMeters float64, workers int, extra func() simulation.Component) (*crowd, error) {
	w, err := simulation.New(simulation.Options{Workers: workers, Backend: still{}})
	if err != nil {
		return nil, err
	}
	c := &crowd{world: w, edge: edgeMeters}
	for _, f := range []*handle.Frame{&c.frame, &c.cabin} {
		owner, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
		if err != nil {
			return nil, err
		}
		*f, _ = w.FrameOf(owner)
	}
	body := physics.Body(physics.NewSphere(1), physics.Static)
	body.Collision.Groups = 2
	for i := range entities {
		d := simulation.SpawnDesc{Frame: c.frame, Pose: geom.At(c.place()), Components: []simulation.Component{common{}}}
		if i%2 == 0 {
			d.Components = append(d.Components, half{})
		}
		if i%100 == 0 {
			d.Components = append(d.Components, rare{})
		}
		if extra != nil {
			d.Components = append(d.Components, extra())
		} else if i%50 == 0 {
			d.Body = &body
		}
		if i%(entities/50) == 1 {
			d.Frame = c.cabin
		}
		e, err := w.Spawn(&d)
		if err != nil {
			return nil, err
		}
		c.all = append(c.all, e)
	}
	w.Tick()
	return c, nil
}

// question is a query with the same question asked of each entity in turn.
type question struct {
	name  string
	make  func(c *crowd) simulation.Query
	brute func(c *crowd, s *simulation.Snapshot, q *simulation.Query, e handle.Entity) bool
}

func of(types ...simulation.ComponentType) []simulation.ComponentType { return types }

func isNear(s *simulation.Snapshot, q *simulation.Query, e handle.Entity) bool {
	row, _ := s.Transform(e)
	return row.Frame == q.In && row.Pose.Position.Sub(q.Near.Center).LengthSquared() <= q.Near.RadiusMeters*q.Near.RadiusMeters
}

func near(c *crowd, meters float64, all ...simulation.ComponentType) simulation.Query {
	return simulation.Query{In: c.frame, Near: simulation.Near{Center: c.place(), RadiusMeters: meters}, All: all}
}

var questions = []question{
	{"within 20 m", func(c *crowd) simulation.Query { return near(c, 20) },
		func(_ *crowd, s *simulation.Snapshot, q *simulation.Query, e handle.Entity) bool {
			return isNear(s, q, e)
		}},
	{"within 50 m", func(c *crowd) simulation.Query { return near(c, 50) },
		func(_ *crowd, s *simulation.Snapshot, q *simulation.Query, e handle.Entity) bool {
			return isNear(s, q, e)
		}},
	{"within 200 m", func(c *crowd) simulation.Query { return near(c, 200) },
		func(_ *crowd, s *simulation.Snapshot, q *simulation.Query, e handle.Entity) bool {
			return isNear(s, q, e)
		}},
	{"within 50 m, half", func(c *crowd) simulation.Query { return near(c, 50, halves) },
		func(_ *crowd, s *simulation.Snapshot, q *simulation.Query, e handle.Entity) bool {
			return s.Has(e, halves) && isNear(s, q, e)
		}},
	{"within 200 m, rare", func(c *crowd) simulation.Query { return near(c, 200, rares) },
		func(_ *crowd, s *simulation.Snapshot, q *simulation.Query, e handle.Entity) bool {
			return s.Has(e, rares) && isNear(s, q, e)
		}},
	{"rare", func(*crowd) simulation.Query { return simulation.Query{All: of(rares)} },
		func(_ *crowd, s *simulation.Snapshot, _ *simulation.Query, e handle.Entity) bool {
			return s.Has(e, rares)
		}},
	{"half and rare", func(*crowd) simulation.Query { return simulation.Query{All: of(halves, rares)} },
		func(_ *crowd, s *simulation.Snapshot, _ *simulation.Query, e handle.Entity) bool {
			return s.Has(e, halves) && s.Has(e, rares)
		}},
	{"half but not rare", func(*crowd) simulation.Query { return simulation.Query{All: of(halves), None: of(rares)} },
		func(_ *crowd, s *simulation.Snapshot, _ *simulation.Query, e handle.Entity) bool {
			return s.Has(e, halves) && !s.Has(e, rares)
		}},
	{"a group", func(*crowd) simulation.Query { return simulation.Query{Groups: 2} },
		func(_ *crowd, s *simulation.Snapshot, _ *simulation.Query, e handle.Entity) bool {
			body, ok := s.BodyOf(e)
			return ok && body.Collision.Groups&2 != 0
		}},
	{"a small frame", func(c *crowd) simulation.Query { return simulation.Query{In: c.cabin} },
		func(c *crowd, s *simulation.Snapshot, _ *simulation.Query, e handle.Entity) bool {
			row, _ := s.Transform(e)
			return row.Frame == c.cabin
		}},
	{"everything", func(*crowd) simulation.Query { return simulation.Query{} },
		func(_ *crowd, s *simulation.Snapshot, _ *simulation.Query, e handle.Entity) bool { return s.Live(e) }},
}

// Print measures and prints. Each run asks at another place, where the quickest of many counts tells; the times are medians of the runs.
func Print(out io.Writer, entities, runs, workers int) error {
	const edgeMeters = 1500
	c, err := newCrowd(entities, edgeMeters, 1, nil)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "queries among %d entities in a cube of %d m, medians of %d places, beside a look at every entity:\n",
		entities, edgeMeters, runs)
	for i := range questions {
		if err := c.ask(out, &questions[i], runs); err != nil {
			return err
		}
	}
	if err := c.world.Close(); err != nil {
		return err
	}
	fmt.Fprintf(out, "step 8 of the sync point (rows copied, cells followed) of %d entities that all move:\n", entities)
	for _, jump := range []float64{0.5, 40} {
		for _, n := range slices.Compact([]int{1, 2, workers}) {
			if err := follow(out, entities, edgeMeters, jump, n, runs); err != nil {
				return err
			}
		}
	}
	return nil
}

// ask runs one query at several places, and the look at every entity.
func (c *crowd) ask(out io.Writer, q *question, runs int) error {
	s := c.world.Snapshot()
	var fast, slow, ratios []float64
	found := 0
	for range runs {
		asked := q.make(c)
		quick, n := quickest(s, &asked)
		begin := time.Now()
		matches := 0
		for _, e := range c.all {
			if q.brute(c, s, &asked, e) {
				matches++
			}
		}
		long := float64(time.Since(begin).Nanoseconds())
		if owners := n - matches; owners != 0 && !(owners == 2 && q.name == "everything") {
			return fmt.Errorf("the query %q finds %d entities, and a look at every entity %d", q.name, n, matches)
		}
		fast, slow, ratios = append(fast, quick), append(slow, long), append(ratios, long/quick)
		found += matches
	}
	asked := q.make(c)
	start, _, _ := strings.Cut(asked.Plan(s), "\n")
	each := ""
	if found > 0 {
		each = fmt.Sprintf(", %.1f ns per match", median(fast)*float64(runs)/float64(found))
	}
	fmt.Fprintf(out, "  %-19s %9.0f ns for %.1f matches%s; the look takes %.0f ns, %.1f times as long; %s\n",
		q.name, median(fast), float64(found)/float64(runs), each, median(slow), median(ratios), start)
	return nil
}

// quickest counts the matches of a query often, and returns the least nanoseconds that one count took, in batches so large that the
// clock costs little, and the matches.
func quickest(s *simulation.Snapshot, q *simulation.Query) (nanoseconds float64, matches int) {
	const batch = 8
	nanoseconds = math.Inf(1)
	for start := time.Now(); time.Since(start) < 5*time.Millisecond; {
		begin := time.Now()
		for range batch {
			matches = s.Count(q)
		}
		nanoseconds = min(nanoseconds, float64(time.Since(begin).Nanoseconds())/batch)
	}
	return nanoseconds, matches
}

// follow ticks a world in which everything moves so far and back.
func follow(out io.Writer, entities int, edgeMeters, jump float64, workers, runs int) error {
	c, err := newCrowd(entities, edgeMeters, workers, func() simulation.Component { return &jumper{meters: jump} })
	if err != nil {
		return err
	}
	defer c.world.Close()
	for range 10 {
		c.world.Tick()
	}
	var times []float64
	for range 4 * runs {
		c.world.MeasureTicks(true)
		c.world.Tick()
		p := c.world.Profile()
		times = append(times, float64(p.Last[simulation.LapPublish].Nanoseconds()))
	}
	fmt.Fprintf(out, "  by %4.1f m, %2d workers: %.3f ms, %.1f ns per entity (least %.1f)\n", jump, workers, median(times)/1e6,
		median(times)/float64(entities), slices.Min(times)/float64(entities))
	return nil
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
