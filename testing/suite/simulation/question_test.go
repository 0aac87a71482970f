package simulation_test

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/core/quiet"
	"tertius.dev/simulation"
	"tertius.dev/testing/faulty"
	"tertius.dev/testing/worldtest"
)

// scout asks one question in each tick and keeps the last answers.
type scout struct {
	ask    func(self *simulation.Self)
	number *int // of hits so far
	hits   []handle.Entity
	at     []float64 // their distances
}

func (*scout) Priority() int { return 0 }
func (*scout) Wants() []message.AnyToken {
	return []message.AnyToken{message.Ticks, message.RayHits, message.ShapeHits, message.OverlapHits}
}

func (s *scout) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	s.hits, s.at = s.hits[:0], s.at[:0]
	for h := range message.RayHits.In(events) {
		s.keep(h.Entity, h.DistanceMeters)
	}
	for h := range message.ShapeHits.In(events) {
		s.keep(h.Entity, h.DistanceMeters)
	}
	for h := range message.OverlapHits.In(events) {
		s.keep(h.Entity, 0)
	}
	*s.number += len(s.hits)
	s.ask(self)
}

// keep notes a hit; a miss is none.
func (s *scout) keep(e handle.Entity, distanceMeters float64) {
	if !e.IsNone() {
		s.hits, s.at = append(s.hits, e), append(s.at, distanceMeters)
	}
}

// scouts fills a frame with falling things that ask of each other, every form of question in turn, with and without a query.
func scouts(tb testing.TB, w *simulation.World, f handle.Frame, n int) (all []*scout) {
	tb.Helper()
	worldtest.Floor(tb, w, f)
	box, ball := physics.NewBox(0.4, 0.4, 0.4), physics.NewSphere(0.3)
	of := &simulation.Query{All: []simulation.ComponentType{simulation.TypeOf[*scout]()}, Groups: physics.Solid}
	for i := range n {
		s := &scout{number: new(int), hits: make([]handle.Entity, 0, n), at: make([]float64, 0, n)}
		down := physics.Ray{Direction: geom.Vec3{X: float64(i%5) - 2, Y: -3, Z: float64(i%7) - 3}, LengthMeters: 50}
		query := of
		if i%2 == 0 {
			query = nil
		}
		s.ask = func(self *simulation.Self) {
			pose := self.Pose()
			down.Origin = pose.Position
			switch i % 4 {
			case 0:
				self.CastRay(down, query, uint32(i))
			case 1:
				self.CastRayAll(down, query, uint32(i))
			case 2:
				self.CastShape(physics.ShapeCast{
					Shape: physics.NewQueryCapsule(0.2, 0.1), Start: pose, Direction: down.Direction, LengthMeters: 20,
				}, query, uint32(i))
			default:
				self.Overlap(physics.Overlap{Shape: physics.NewQueryBox(2, 1, 2), Pose: pose}, query, uint32(i))
			}
		}
		shape := physics.Shape(box)
		if i%3 == 0 {
			shape = ball
		}
		place := geom.Vec3{X: float64(i%12) - 6, Y: 0.5 + 1.1*float64(i/144), Z: float64(i/12%12) - 6}
		worldtest.Spawn(tb, w, worldtest.Body(f, place, shape, physics.Dynamic, s))
		all = append(all, s)
	}
	return all
}

func TestAnswersOnJoltAreTheSameOnAnyNumberOfWorkers(t *testing.T) {
	var want string
	for _, workers := range []int{1, 2, 8} {
		w := worldtest.New(t, simulation.Options{Workers: workers})
		for range 2 {
			f, _ := worldtest.Frame(t, w, worldtest.EarthGravity)
			scouts(t, w, f, 200)
		}
		w.RecordRouted(true)
		worldtest.Tick(w, 30)
		got := worldtest.State(w)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d workers: %s", workers, worldtest.FirstDifference(got, want))
		}
	}
}

func TestWarmQuestionsAllocateNothing(t *testing.T) {
	for _, workers := range []int{1, 8} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(8, runtime.GOMAXPROCS(0))))
		worldtest.QuietRuntime(t)
		w := worldtest.New(t, simulation.Options{Workers: workers})
		f, _ := worldtest.Frame(t, w, worldtest.EarthGravity)
		all := scouts(t, w, f, 200)
		worldtest.Tick(w, 60)
		before := hitsOf(all)
		objects, bytes := quiet.LeastMallocs(3, func() { worldtest.Tick(w, 100) })
		if objects != 0 || bytes != 0 {
			t.Errorf("%d workers: %d allocations of %d bytes in 100 ticks", workers, objects, bytes)
		}
		if n := hitsOf(all) - before; n < 20_000 {
			t.Errorf("%d workers: only %d hits in 200 ticks: the test asks nothing worth", workers, n)
		}
	}
}

func hitsOf(all []*scout) (n int) {
	for _, s := range all {
		n += *s.number
	}
	return n
}

// What a query lets pass of a question on Jolt is what it matches among the answers to the same question without it.
func TestQueriesOnJoltEqualBruteForce(t *testing.T) {
	w := worldtest.New(t, simulation.Options{Workers: 1})
	f, _ := worldtest.Frame(t, w, 0)
	r := rand.New(rand.NewPCG(11, 4))
	spot := func() geom.Vec3 { return geom.Vec3{X: 20 * r.Float64(), Y: 20 * r.Float64(), Z: 20 * r.Float64()} }
	for i := range 300 {
		d := worldtest.Body(f, spot(), physics.NewBox(0.5, 0.7, 0.9), physics.Static)
		d.Body.Collision.Groups = physics.Groups(1 + i%7)
		if i%3 == 0 {
			d.Components = []simulation.Component{&worldtest.Actor{}}
		}
		worldtest.Spawn(t, w, d)
	}
	var q simulation.Query
	var ask func(self *simulation.Self, of *simulation.Query)
	all := &scout{number: new(int), ask: func(self *simulation.Self) { ask(self, nil) }}
	some := &scout{number: new(int), ask: func(self *simulation.Self) { ask(self, &q) }}
	worldtest.Spawn(t, w, simulation.SpawnDesc{Frame: f, Pose: geom.IdentityPose, Components: []simulation.Component{all}})
	worldtest.Spawn(t, w, simulation.SpawnDesc{Frame: f, Pose: geom.IdentityPose, Components: []simulation.Component{some}})
	found := 0
	for round := range 300 {
		line := physics.Ray{Origin: spot(), Direction: spot().Sub(geom.Vec3{X: 10, Y: 10, Z: 10}), LengthMeters: 30}
		nearest := round%3 == 1
		ask = func(self *simulation.Self, of *simulation.Query) {
			switch {
			case round%3 == 2:
				self.Overlap(physics.Overlap{Shape: physics.NewQuerySphere(5), Pose: geom.At(line.Origin)}, of, 0)
			case nearest && of != nil:
				self.CastRay(line, of, 0)
			default:
				self.CastRayAll(line, of, 0)
			}
		}
		q = simulation.Query{Groups: physics.Groups(r.IntN(8))}
		if r.IntN(2) == 0 {
			q.None = []simulation.ComponentType{simulation.TypeOf[*worldtest.Actor]()}
		}
		if r.IntN(2) == 0 {
			q.In, q.Near = f, simulation.Near{Center: spot(), RadiusMeters: 12}
		}
		if r.IntN(3) == 0 {
			q.Where = func(row *simulation.QueryRow) bool { return row.Entity().Index%2 == 0 }
		}
		w.Tick() // asks
		w.Tick() // hears
		var want []handle.Entity
		for _, e := range all.hits {
			if w.Snapshot().Matches(e, &q) && !(nearest && len(want) > 0) {
				want = append(want, e)
			}
		}
		found += len(want)
		if !slices.Equal(some.hits, want) {
			t.Fatalf("round %d with %+v: %v, want %v of %v", round, q, some.hits, want, all.hits)
		}
	}
	if found < 400 {
		t.Errorf("only %d hits: the test asks nothing worth", found)
	}
}

// A question asked in the tick in which a body moves meets it where the tick's step ended.
func TestQuestionMeetsBodiesWhereTheStepEnded(t *testing.T) {
	w := worldtest.New(t, simulation.Options{Workers: 1})
	f, _ := worldtest.Frame(t, w, 0)
	lift := worldtest.Spawn(t, w, worldtest.Body(f, geom.Vec3{}, physics.NewSphere(1), physics.Kinematic,
		worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
			self.MoveKinematic(geom.At(geom.Vec3{Y: float64(self.Tick() + 1)}))
		})))
	s := &scout{number: new(int), ask: func(self *simulation.Self) {
		self.CastRay(physics.Ray{Origin: geom.Vec3{Y: 100}, Direction: geom.Vec3{Y: -1}, LengthMeters: 200}, nil, 0)
	}}
	worldtest.Spawn(t, w, simulation.SpawnDesc{Frame: f, Pose: geom.IdentityPose, Components: []simulation.Component{s}})
	for tick := range 10 {
		asked := worldtest.Where(t, w, lift).Pose.Position.Y // at the end of the tick before, in which the ray was asked
		w.Tick()
		if tick == 0 {
			continue
		}
		if len(s.hits) != 1 || s.hits[0] != lift || s.at[0] < 99-asked-1e-5 || s.at[0] > 99-asked+1e-5 {
			t.Errorf("tick %d: the lift at %v m is hit at %v, by %v", tick, asked, s.at, s.hits)
		}
	}
}

// A backend that fails leaves the asker a miss and the world a line in its log.
func TestFailedQuestionsAreReportedAndMissed(t *testing.T) {
	b := faulty.Wrap(worldtest.Jolt(t))
	b.Answered = func(_ *physics.Questions, out *physics.Answers) {
		out.Errors = append(out.Errors, errors.New("a made-up fault"))
		out.Hits = out.Hits[:0]
		clear(out.Ends)
	}
	w := worldtest.NewLoose(t, simulation.Options{Workers: 1, Backend: b})
	f, _ := worldtest.Frame(t, w, 0)
	worldtest.Floor(t, w, f)
	misses := 0
	worldtest.Spawn(t, w, simulation.SpawnDesc{Frame: f, Pose: geom.At(geom.Vec3{Y: 5}), Components: []simulation.Component{
		&worldtest.Actor{
			Hears: []message.AnyToken{message.Spawns, message.RayHits},
			Do: func(self *simulation.Self, events *message.List, _ *message.Outbox) {
				if message.Spawns.First(events) != nil {
					self.CastRay(physics.Ray{Origin: self.Pose().Position, Direction: geom.Vec3{Y: -1}, LengthMeters: 9}, nil, 3)
				}
				for h := range message.RayHits.In(events) {
					if h.Entity.IsNone() && h.Tag == 3 && h.DistanceMeters == 9 {
						misses++
					}
				}
			},
		},
	}})
	worldtest.Tick(w, 3)
	if log := w.Errors(); misses != 1 || len(log) != 1 || !strings.Contains(log[0], "a made-up fault") {
		t.Errorf("%d misses, and the log says %q", misses, log)
	}
}
