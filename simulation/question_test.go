package simulation_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// asker is a component that asks once, in the first tick, and keeps the answers as text, with the tick in which they came.
func asker(heard *[]string, ask func(self *simulation.Self)) *actor {
	asked := false
	return &actor{
		wants: []message.AnyToken{message.Ticks, message.RayHits, message.ShapeHits, message.OverlapHits},
		handle: func(self *simulation.Self, events *message.List, _ *message.Outbox) {
			if !asked {
				asked = true
				ask(self)
			}
			tick := self.Tick()
			keep := func(kind string, e handle.Entity, at geom.Vec3, d float64, n geom.Direction, tag uint32) {
				*heard = append(*heard, fmt.Sprintf("%d %s %d %v %.4g %.4g %.2g", tick, kind, tag, e, at, d, n.Unit()))
			}
			for h := range message.RayHits.In(events) {
				keep("ray", h.Entity, h.Point, h.DistanceMeters, h.Normal, h.Tag)
			}
			for h := range message.ShapeHits.In(events) {
				keep("shape", h.Entity, h.Point, h.DistanceMeters, h.Normal, h.Tag)
			}
			for h := range message.OverlapHits.In(events) {
				*heard = append(*heard, fmt.Sprintf("%d overlap %d %v", tick, h.Tag, h.Entity))
			}
		},
	}
}

func alongX(x, length float64) physics.Ray {
	return physics.Ray{Origin: geom.Vec3{X: x}, Direction: geom.Vec3{X: 3}, LengthMeters: length}
}

func castAlongX(x, length float64) physics.ShapeCast {
	return physics.ShapeCast{
		Shape: physics.NewQuerySphere(1), Start: geom.At(geom.Vec3{X: x}), Direction: geom.Vec3{X: 1}, LengthMeters: length,
	}
}

func overlapAt(x, radius float64) physics.Overlap {
	return physics.Overlap{Shape: physics.NewQuerySphere(radius), Pose: geom.At(geom.Vec3{X: x})}
}

// answers runs a world with still bodies at these places along X, and returns what an entity without a body hears.
func answers(t *testing.T, o simulation.Options, places []float64, ask func(self *simulation.Self)) (heard []string, bodies []handle.Entity) {
	t.Helper()
	w := newWorld(t, o)
	f, _ := rootFrame(t, w)
	for _, x := range places {
		d := crate(f, x)
		if o.Backend == nil {
			d.Body = nil
		}
		bodies = append(bodies, spawn(t, w, d))
	}
	spawn(t, w, at(f, 0, asker(&heard, ask)))
	ticks(w, 4)
	return heard, bodies
}

func TestQuestionsAreAnsweredInTheNextTick(t *testing.T) {
	for _, c := range []struct {
		name string
		ask  func(self *simulation.Self)
		want []string // %0 is the body at 5, %1 at 15, %2 at −15
	}{
		{"ray", func(s *simulation.Self) { s.CastRay(alongX(0, 100), nil, 7) }, []string{"1 ray 7 %0 {4 0 0} 4 {-1 0 0}"}},
		{"every-body", func(s *simulation.Self) { s.CastRayAll(alongX(0, 100), nil, 1<<32-1) }, []string{
			"1 ray 4294967295 %0 {4 0 0} 4 {-1 0 0}", "1 ray 4294967295 %1 {14 0 0} 14 {-1 0 0}",
		}},
		{"short-ray", func(s *simulation.Self) { s.CastRay(alongX(0, 3), nil, 7) }, []string{"1 ray 7 none {3 0 0} 3 {0 0 1}"}},
		{"no-body", func(s *simulation.Self) { s.CastRayAll(alongX(20, 2), nil, 7) }, []string{"1 ray 7 none {22 0 0} 2 {0 0 1}"}},
		{"cast", func(s *simulation.Self) { s.CastShape(castAlongX(0, 100), nil, 7) }, []string{"1 shape 7 %0 {4 0 0} 3 {-1 0 0}"}},
		{"cast-of-nothing", func(s *simulation.Self) { s.CastShape(castAlongX(20, 2), nil, 7) }, []string{"1 shape 7 none {22 0 0} 2 {0 0 1}"}},
		{"overlap", func(s *simulation.Self) { s.Overlap(overlapAt(0, 14), nil, 7) },
			[]string{"1 overlap 7 %0", "1 overlap 7 %1", "1 overlap 7 %2"}},
		{"overlap-of-nothing", func(s *simulation.Self) { s.Overlap(overlapAt(0, 1), nil, 7) }, []string{"1 overlap 7 none"}},
		{"several-in-order", func(s *simulation.Self) {
			s.Overlap(overlapAt(0, 1), nil, 1)
			s.CastRay(alongX(20, 2), nil, 2)
			s.CastRay(alongX(10, 2), nil, 3)
		}, []string{"1 ray 2 none {22 0 0} 2 {0 0 1}", "1 ray 3 none {12 0 0} 2 {0 0 1}", "1 overlap 1 none"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			heard, bodies := answers(t, simulation.Options{Backend: newFakePhysics()}, []float64{5, 15, -15}, c.ask)
			want := slices.Clone(c.want)
			for i := range want {
				for k, e := range bodies {
					want[i] = strings.ReplaceAll(want[i], fmt.Sprintf("%%%d", k), e.String())
				}
				want[i] = strings.ReplaceAll(want[i], "none", handle.Entity{}.String())
			}
			if !slices.Equal(heard, want) {
				t.Errorf("heard\n%s\nwant\n%s", strings.Join(heard, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

func TestQuestionsWithoutPhysicsAreMisses(t *testing.T) {
	heard, _ := answers(t, simulation.Options{}, []float64{5}, func(s *simulation.Self) {
		s.CastRay(alongX(0, 100), nil, 1)
		s.CastRayAll(alongX(0, 100), nil, 2)
		s.CastShape(castAlongX(0, 100), nil, 3)
		s.Overlap(overlapAt(5, 3), nil, 4)
	})
	none := handle.Entity{}.String()
	want := []string{
		"1 ray 1 " + none + " {100 0 0} 100 {0 0 1}", "1 ray 2 " + none + " {100 0 0} 100 {0 0 1}",
		"1 shape 3 " + none + " {100 0 0} 100 {0 0 1}", "1 overlap 4 " + none,
	}
	if !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
}

// A query lets the first hit that it matches answer, as one that tests each hit by hand would.
func TestQueryFiltersHits(t *testing.T) {
	p := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: p})
	f, _ := rootFrame(t, w)
	var bodies []handle.Entity
	for k := range 12 {
		d := crate(f, 5+3*float64(k))
		d.Body.Collision.Groups = physics.Groups(1 << (k % 3))
		if k%4 == 3 {
			d.Components = []simulation.Component{new(kind0)}
		}
		bodies = append(bodies, spawn(t, w, d))
	}
	var heard []string
	odd := func(r *simulation.QueryRow) bool { return r.Entity().Index%2 == 1 }
	queries := []simulation.Query{
		{Groups: 4},
		{Groups: 2, Where: odd},
		{All: []simulation.ComponentType{simulation.TypeOf[*kind0]()}},
		{None: []simulation.ComponentType{simulation.TypeOf[*kind0]()}, Near: simulation.Near{
			Center: geom.Vec3{X: 22}, RadiusMeters: 5,
		}, In: f},
		{In: handle.Frame{Index: 3, Generation: 9}},
	}
	spawn(t, w, at(f, 0, asker(&heard, func(s *simulation.Self) {
		for k := range queries {
			s.CastRay(alongX(0, 100), &queries[k], uint32(k))
			s.CastRayAll(alongX(0, 100), &queries[k], uint32(k))
			s.Overlap(overlapAt(20, 7), &queries[k], uint32(k))
		}
	})))
	ticks(w, 2)
	var rays, overlaps []string
	none := handle.Entity{}.String()
	for k := range queries {
		var line, ball []string
		for i, e := range bodies {
			if !w.Snapshot().Matches(e, &queries[k]) {
				continue
			}
			x := 5 + 3*float64(i)
			line = append(line, fmt.Sprintf("1 ray %d %v {%.4g 0 0} %.4g {-1 0 0}", k, e, x-1, x-1))
			if math.Abs(x-20) <= 8 {
				ball = append(ball, fmt.Sprintf("1 overlap %d %v", k, e))
			}
		}
		if line == nil {
			line = []string{fmt.Sprintf("1 ray %d %s {100 0 0} 100 {0 0 1}", k, none)}
		}
		if ball == nil {
			ball = []string{fmt.Sprintf("1 overlap %d %s", k, none)}
		}
		rays = append(append(rays, line[0]), line...)
		overlaps = append(overlaps, ball...)
	}
	if want := append(rays, overlaps...); !slices.Equal(heard, want) {
		t.Errorf("heard\n%s\nwant\n%s", strings.Join(heard, "\n"), strings.Join(want, "\n"))
	}
	for i, a := range p.asked {
		if k := i / 3; a.Groups != queries[k].Groups || a.AllHits != (k > 0) {
			t.Errorf("question %d reached physics as %+v", i, a)
		}
	}
}

// The asker's own body is never hit, the dead hear nothing, and what died in the tick is not hit.
func TestQuestionsAndTheDead(t *testing.T) {
	p := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: p})
	f, _ := rootFrame(t, w)
	var heard, late []string
	me := spawn(t, w, crate(f, 0, asker(&heard, func(s *simulation.Self) { s.CastRay(alongX(0, 100), nil, 1) })))
	spawn(t, w, crate(f, 5, everyTick(func(s *simulation.Self, _ *message.Outbox) { s.Destroy() })))
	spawn(t, w, crate(f, 10, asker(&late, func(s *simulation.Self) { s.CastRay(alongX(0, 100), nil, 2); s.Destroy() })))
	far := spawn(t, w, crate(f, 20))
	ticks(w, 3)
	if want := []string{fmt.Sprintf("1 ray 1 %v {19 0 0} 19 {-1 0 0}", far)}; !slices.Equal(heard, want) || len(late) > 0 {
		t.Errorf("heard %q and %q, want %q", heard, late, want)
	}
	if len(p.asked) != 1 || p.asked[0].Except != me {
		t.Errorf("physics was asked %+v", p.asked)
	}
}

// Who asks in the tick in which its frame dies hears a miss, in the frame to which it moves.
func TestQuestionInADyingFrameIsAMiss(t *testing.T) {
	p := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: p})
	f, _ := rootFrame(t, w)
	cabinOwner := spawn(t, w, simulation.SpawnDesc{Frame: f, Pose: geom.IdentityPose, Owns: &simulation.FrameSpec{},
		Components: []simulation.Component{everyTick(func(s *simulation.Self, _ *message.Outbox) { s.Destroy() })}})
	cabin, _ := w.FrameOf(cabinOwner)
	spawn(t, w, crate(f, 5))
	var heard []string
	spawn(t, w, at(cabin, 0, asker(&heard, func(s *simulation.Self) { s.CastRay(alongX(0, 100), nil, 1) })))
	ticks(w, 3)
	if want := fmt.Sprintf("1 ray 1 %v {100 0 0} 100 {0 0 1}", handle.Entity{}); !slices.Equal(heard, []string{want}) || len(p.asked) > 0 {
		t.Errorf("heard %q, want %q; physics was asked %v", heard, want, p.asked)
	}
}

func TestBadQuestionPanics(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name string
		ask  func(s *simulation.Self)
		want string
	}{
		{"no-direction", func(s *simulation.Self) { s.CastRay(physics.Ray{LengthMeters: 1}, nil, 0) }, "Self.CastRay of entity (1:1): Direction is {0 0 0}"},
		{"no-length", func(s *simulation.Self) { s.CastRayAll(alongX(0, 0), nil, 0) }, "Self.CastRayAll of entity (1:1): LengthMeters is 0; it must be above 0"},
		{"endless", func(s *simulation.Self) { s.CastRay(alongX(0, math.Inf(1)), nil, 0) }, "LengthMeters is +Inf"},
		{"origin", func(s *simulation.Self) { s.CastRay(alongX(nan, 1), nil, 0) }, "Origin lies at {NaN 0 0}"},
		{"far-origin", func(s *simulation.Self) { s.CastRay(alongX(1e16, 1), nil, 0) }, "Origin lies at {1e+16 0 0}; it must lie within 9e+14 m"},
		{"no-shape", func(s *simulation.Self) { s.Overlap(physics.Overlap{Pose: geom.IdentityPose}, nil, 0) }, "Self.Overlap of entity (1:1): the shape is missing"},
		{"bad-shape", func(s *simulation.Self) { s.Overlap(overlapAt(0, -1), nil, 0) }, "QuerySphere.RadiusMeters is -1 m"},
		{"no-rotation", func(s *simulation.Self) { s.Overlap(physics.Overlap{Shape: physics.NewQueryBox(1, 1, 1)}, nil, 0) }, "Pose: "},
		{"cast", func(s *simulation.Self) { s.CastShape(castAlongX(0, -1), nil, 0) }, "Self.CastShape of entity (1:1): LengthMeters is -1"},
		{"query", func(s *simulation.Self) {
			s.CastRay(alongX(0, 1), &simulation.Query{Near: simulation.Near{RadiusMeters: 1}}, 0)
		}, "Query.Near is set without In"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, simulation.Options{Workers: 1})
			f, _ := rootFrame(t, w)
			e := spawn(t, w, at(f, 0, everyTick(func(s *simulation.Self, _ *message.Outbox) { c.ask(s) })))
			want := strings.ReplaceAll(c.want, "(1:1)", e.String())
			if text := mustPanic(t, w.Tick); !strings.Contains(text, want) {
				t.Errorf("it says %q, want %q", text, want)
			}
		})
	}
	w := newWorld(t, simulation.Options{Workers: 1})
	spawn(t, w, simulation.SpawnDesc{Owns: &simulation.FrameSpec{}, Components: []simulation.Component{
		everyTick(func(s *simulation.Self, _ *message.Outbox) { s.CastRay(alongX(0, 1), nil, 0) }),
	}})
	if text := mustPanic(t, w.Tick); !strings.Contains(text, "the owner of a root frame is in no frame") {
		t.Errorf("the owner of a root frame: %q", text)
	}
}

// Answers that only a bug produces are reported, and every question is answered with a miss.
func TestBrokenAnswersAreMisses(t *testing.T) {
	for _, c := range []struct {
		name   string
		broken func(out *physics.Answers)
		want   string
	}{
		{"too-few", func(out *physics.Answers) { out.Ends = out.Ends[:0] }, "0 answers to 1 questions"},
		{"past-the-end", func(out *physics.Answers) { out.Ends[0] = 9 }, "ends at hit 9 of 1"},
		{"stranger", func(out *physics.Answers) { out.Hits[0].Entity.Generation++ }, "which is no live entity with a body"},
		{"not-finite", func(out *physics.Answers) { out.Hits[0].Point.Y = math.NaN() }, "a hit is not finite"},
		{"reported", func(out *physics.Answers) {
			out.Hits, out.Ends[0], out.Errors = out.Hits[:0], 0, append(out.Errors, errors.New("a made-up bug"))
		}, "a made-up bug"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newFakePhysics()
			p.answered = c.broken
			w := looseWorld(t, simulation.Options{Backend: p})
			f, _ := rootFrame(t, w)
			spawn(t, w, crate(f, 5))
			var heard []string
			spawn(t, w, at(f, 0, asker(&heard, func(s *simulation.Self) { s.CastRay(alongX(0, 100), nil, 1) })))
			text := runBroken(t, w)
			if !strings.Contains(text, c.want) {
				t.Errorf("the world says %q, want %q", text, c.want)
			}
			if want := fmt.Sprintf("1 ray 1 %v {100 0 0} 100 {0 0 1}", handle.Entity{}); !slices.Equal(heard, []string{want}) &&
				len(w.Errors()) > 0 {
				t.Errorf("heard %q", heard)
			}
		})
	}
}

// runBroken runs ticks and returns the world's errors, or the broken contract.
func runBroken(t *testing.T, w *simulation.World) (text string) {
	t.Helper()
	defer func() {
		if v := recover(); v != nil {
			text = fmt.Sprint(v)
		}
	}()
	ticks(w, 3)
	return strings.Join(w.Errors(), "\n")
}

// curious fills a frame with bodies that ask everything in each tick, and count what they hear.
func curious(t testing.TB, w *simulation.World, f handle.Frame, n int) {
	near := simulation.Query{In: f, Near: simulation.Near{Center: geom.Vec3{X: 40}, RadiusMeters: 30}}
	typed := simulation.Query{All: []simulation.ComponentType{simulation.TypeOf[*actor]()}, Groups: physics.Solid}
	for i := range n {
		d := crate(f, 2.5*float64(i), &actor{
			wants: []message.AnyToken{message.Ticks, message.RayHits, message.ShapeHits, message.OverlapHits, pings},
			handle: func(self *simulation.Self, events *message.List, out *message.Outbox) {
				x := self.Pose().Position.X
				sum := int32(0)
				for h := range message.RayHits.In(events) {
					sum += int32(h.Entity.Index) + int32(h.DistanceMeters)
				}
				for h := range message.ShapeHits.In(events) {
					sum += int32(h.Entity.Index) + int32(h.DistanceMeters)
				}
				for h := range message.OverlapHits.In(events) {
					sum += int32(h.Entity.Index)
				}
				pings.Send(out, message.To(self.Entity()), ping{sum})
				self.CastRay(alongX(x, 100), &near, 1)
				self.CastRay(alongX(x, 100), nil, 2)
				self.CastRayAll(alongX(x, 10), &typed, 3)
				self.CastShape(castAlongX(x, 100), nil, 4)
				self.Overlap(overlapAt(x, 5), &near, 5)
			},
		})
		if _, err := w.Spawn(&d); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAnswersAreTheSameOnAnyNumberOfWorkers(t *testing.T) {
	var first string
	for _, workers := range workerCounts {
		w := newWorld(t, simulation.Options{Workers: workers, Backend: newFakePhysics()})
		f, _ := rootFrame(t, w)
		curious(t, w, f, 200)
		w.RecordRouted(true)
		ticks(w, 5)
		got := state(w)
		if first == "" {
			first = got
			if n := strings.Count(got, "\n"); n < 4000 {
				t.Errorf("only %d lines: the world asks nothing worth", n)
			}
		}
		if got != first {
			t.Errorf("%d workers: the hash is %x, with one %x", workers, hashOf(got), hashOf(first))
		}
	}
}
