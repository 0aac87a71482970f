package simulation_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// The component types of random worlds. They do nothing.
type (
	kind0 struct{ actor }
	kind1 struct{ actor }
	kind2 struct{ actor }
	kind3 struct{ actor }
	kind4 struct{ actor }
	kind5 struct{ actor }
)

// kinds are component types, with how to make one. No world meets the last.
var kinds = []struct {
	of   simulation.ComponentType
	make func() simulation.Component
}{
	{simulation.TypeOf[*kind0](), func() simulation.Component { return new(kind0) }},
	{simulation.TypeOf[*kind1](), func() simulation.Component { return new(kind1) }},
	{simulation.TypeOf[*kind2](), func() simulation.Component { return new(kind2) }},
	{simulation.TypeOf[*kind3](), func() simulation.Component { return new(kind3) }},
	{simulation.TypeOf[*kind4](), func() simulation.Component { return new(kind4) }},
	{simulation.TypeOf[*kind5](), nil},
}

// wild is a world that its seed makes, and that queries are compared in.
type wild struct {
	t       testing.TB
	random  *rand.Rand
	world   *simulation.World
	frames  []handle.Frame
	owners  []handle.Entity
	present []handle.Entity
	size    float64 // of the place, in meters
}

func newWild(t testing.TB, seed uint64) *wild {
	r := rand.New(rand.NewPCG(seed, 4))
	o := simulation.Options{Workers: 1, DebugChecks: seed%8 == 0, Thresholds: simulation.Thresholds{Rows: 1}}
	if seed%2 == 0 {
		o.Backend = newFakePhysics()
	}
	if seed%500 == 0 {
		o.Workers = 8
	}
	w, err := simulation.New(o)
	if err != nil {
		t.Fatal(err)
	}
	c := &wild{t: t, random: r, world: w, size: []float64{10, 60, 300, 1e5, 1e18}[r.IntN(5)]}
	for k := range 1 + r.IntN(4) {
		d := simulation.SpawnDesc{Owns: &simulation.FrameSpec{}, Components: c.components()}
		if k > 0 && r.IntN(2) == 0 {
			d.Frame, d.Pose = c.frame(), geom.At(c.place())
		}
		owner := c.spawn(d)
		f, _ := w.FrameOf(owner)
		c.frames, c.owners = append(c.frames, f), append(c.owners, owner)
	}
	n := r.IntN(80)
	if seed%1000 == 1 {
		n = 5000 // more than a word of the upper layer covers
	}
	for range n {
		c.spawn(c.describe(seed%2 == 0))
	}
	return c
}

func (c *wild) spawn(d simulation.SpawnDesc) handle.Entity {
	e, err := c.world.Spawn(&d)
	if err != nil {
		c.t.Fatal(err)
	}
	c.present = append(c.present, e)
	return e
}

func (c *wild) place() geom.Vec3 {
	at := func() float64 {
		if c.random.IntN(10) == 0 {
			return 32 * float64(c.random.IntN(5)-2) // the corner of a cell
		}
		return (2*c.random.Float64() - 1) * c.size
	}
	return geom.Vec3{X: at(), Y: at(), Z: at()}
}

// frame picks a live frame, seldom one but the first, which stays.
func (c *wild) frame() handle.Frame {
	f := c.frames[c.random.IntN(1+c.random.IntN(1+c.random.IntN(len(c.frames))))]
	if !c.world.Frames().Live(f) {
		return c.frames[0]
	}
	return f
}

// restless is a component that changes what queries ask for in each tick: where its entity is, what it has, whom it touches.
func restless(size float64) simulation.Component {
	return everyTick(func(self *simulation.Self, _ *message.Outbox) {
		r := self.Random()
		k := kinds[r.Below(len(kinds)-1)]
		switch r.Below(4) {
		case 0:
			self.Add(k.make())
		case 1:
			self.RemoveType(k.of)
		case 2:
			if self.Body().Exists() {
				self.Body().SetCollision(physics.Collision{Groups: physics.Groups(r.Below(16))})
			}
		default:
			if !self.Body().Exists() && !self.Frame().IsNone() {
				self.SetTransform(geom.At(r.Direction().Scale(r.Between(0, size))))
			}
		}
	})
}

func (c *wild) components() []simulation.Component {
	var list []simulation.Component
	if c.random.IntN(3) == 0 {
		list = append(list, restless(c.size))
	}
	for range c.random.IntN(4) {
		list = append(list, kinds[c.random.IntN(len(kinds)-1)].make())
	}
	return list
}

func (c *wild) describe(bodies bool) simulation.SpawnDesc {
	d := simulation.SpawnDesc{Frame: c.frame(), Pose: geom.At(c.place()), Components: c.components()}
	if bodies && d.Pose.Position.Largest() <= physics.FarthestBodyMeters && c.random.IntN(2) == 0 {
		b := physics.Body(physics.NewSphere(1), physics.Kinematic)
		b.Collision.Groups = physics.Groups(c.random.IntN(16))
		d.Body = &b
	}
	return d
}

// stir changes the world in some way.
func (c *wild) stir() {
	r, w := c.random, c.world
	if r.IntN(4) == 0 {
		w.Tick()
	}
	if len(c.present) == 0 {
		return
	}
	k := r.IntN(len(c.present))
	e := c.present[k]
	switch r.IntN(6) {
	case 0:
		c.spawn(c.describe(false))
	case 1:
		if e == c.owners[0] || slices.Contains(c.owners, e) && r.IntN(3) > 0 {
			return
		}
		c.must(w.Destroy(e)) // and what is in its frame goes too, or moves
		c.present = slices.DeleteFunc(c.present, func(e handle.Entity) bool { return !w.Snapshot().Live(e) })
	case 2:
		row, _ := w.Snapshot().Transform(e)
		if _, has := w.Snapshot().BodyOf(e); !has && !row.Frame.IsNone() {
			c.must(w.SetTransform(e, geom.At(c.place())))
		}
	case 3:
		c.must(w.AddComponent(e, kinds[r.IntN(len(kinds)-1)].make()))
	case 4:
		_, err := w.RemoveComponents(e, kinds[r.IntN(len(kinds))].of)
		c.must(err)
	case 5:
		_ = w.Reparent(c.frame(), c.frame()) // an error is as good: two of them may be roots
	}
}

func (c *wild) must(err error) {
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *wild) types(most int) []simulation.ComponentType {
	var list []simulation.ComponentType
	for range c.random.IntN(most + 1) {
		n := len(kinds) - 1
		if c.random.IntN(20) == 0 {
			n++
		}
		list = append(list, kinds[c.random.IntN(n)].of)
	}
	return list
}

// asked is a query with what its Where asks for: slots that are odd or not.
type asked struct {
	simulation.Query
	odd uint32
}

func (c *wild) query() *asked {
	r := c.random
	q := &asked{odd: uint32(r.IntN(2))}
	if r.IntN(2) == 0 {
		q.All = c.types(2)
	}
	if r.IntN(3) == 0 {
		q.Any = c.types(3)
	}
	if r.IntN(3) == 0 {
		q.None = c.types(2)
	}
	if r.IntN(4) == 0 {
		q.Groups = physics.Groups(r.IntN(16))
	}
	if r.IntN(2) == 0 {
		q.In = c.frame()
		if r.IntN(30) == 0 {
			q.In = c.frames[len(c.frames)-1] // it may be gone
		}
		if r.IntN(2) == 0 {
			q.Near = simulation.Near{Center: c.place(), RadiusMeters: c.size * []float64{1e-3, 0.1, 0.5, 1, 4}[r.IntN(5)]}
		}
	}
	if r.IntN(4) == 0 {
		q.Where = func(row *simulation.QueryRow) bool { return row.Entity().Index%2 == q.odd }
	}
	return q
}

// matches asks the snapshot for one entity at a time, by its other methods.
func matches(s *simulation.Snapshot, e handle.Entity, q *asked) bool {
	for _, of := range q.All {
		if !s.Has(e, of) {
			return false
		}
	}
	some := len(q.Any) == 0
	for _, of := range q.Any {
		some = some || s.Has(e, of)
	}
	for _, of := range q.None {
		if s.Has(e, of) {
			return false
		}
	}
	if body, _ := s.BodyOf(e); q.Groups != 0 && body.Collision.Groups&q.Groups == 0 {
		return false
	}
	row, _ := s.Transform(e)
	if !some || !q.In.IsNone() && row.Frame != q.In {
		return false
	}
	if r := q.Near.RadiusMeters; r > 0 {
		x, y, z := row.Pose.Position.X-q.Near.Center.X, row.Pose.Position.Y-q.Near.Center.Y, row.Pose.Position.Z-q.Near.Center.Z
		if float64(x*x)+float64(y*y)+float64(z*z) > r*r {
			return false
		}
	}
	return q.Where == nil || e.Index%2 == q.odd
}

// compare holds a query's walk, its count, its first and its answers about single entities to a look at every entity.
func (c *wild) compare(q *asked) error {
	s := c.world.Snapshot()
	var want []handle.Entity
	for e := range c.world.Entities() {
		m := matches(s, e, q)
		if m {
			want = append(want, e)
		}
		if got := s.Matches(e, &q.Query); got != m {
			return fmt.Errorf("that %v matches is %v", e, got)
		}
	}
	if got := slices.Collect(s.Find(&q.Query)); !slices.Equal(got, want) {
		return fmt.Errorf("found %v, want %v", got, want)
	}
	if got := s.Count(&q.Query); got != len(want) {
		return fmt.Errorf("counted %d, want %d", got, len(want))
	}
	first, found := s.First(&q.Query)
	if found != (len(want) > 0) || found && first != want[0] {
		return fmt.Errorf("the first is %v, %v, want the first of %v", first, found, want)
	}
	return nil
}

// tryWild makes the world of a seed, stirs it and compares queries in it.
func tryWild(t testing.TB, seed uint64) {
	c := newWild(t, seed)
	defer func() { _ = c.world.Close() }()
	for round := range 3 {
		for range 8 {
			q := c.query()
			if err := c.compare(q); err != nil {
				t.Fatalf("world %d, round %d, %+v:\n%s%v", seed, round, q, q.Plan(c.world.Snapshot()), err)
			}
		}
		for range 10 {
			c.stir()
		}
	}
	if err := c.world.Check(); err != nil {
		t.Fatalf("world %d: %v", seed, err)
	}
	if errs := c.world.Errors(); len(errs) > 0 {
		t.Fatalf("world %d: %s", seed, errs[0])
	}
}

func TestQueriesFindWhatALookAtEveryEntityFindsIn10000RandomWorlds(t *testing.T) {
	for seed := range uint64(10_000) {
		tryWild(t, seed)
	}
}

func FuzzQueriesInRandomWorlds(f *testing.F) {
	f.Add(uint64(10_001))
	f.Fuzz(func(t *testing.T, seed uint64) { tryWild(t, seed) })
}
