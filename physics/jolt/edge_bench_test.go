package jolt_test

import (
	"math"
	"runtime"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// raw steps once without taking anything into the tree, so that only the backend's time counts.
func (s *sky) raw() {
	items := s.backend.Prepare(&s.in)
	for i := range items {
		s.backend.Work(i)
	}
	s.backend.Finish(&s.out)
	s.in.Tick++
}

// station fills a frame with static props on a grid and docks ships at it, all at rest.
func station(tb testing.TB, props, ships int) *sky {
	s := newSky(tb)
	desc := physics.Body(physics.NewBox(0.4, 0.4, 0.4), physics.Static)
	for i := range props {
		s.body(s.space, desc, at(float64(i%50), float64(i/50%10), float64(i/500)))
	}
	for i := range ships {
		hull := physics.Body(physics.NewBox(1, 1, 1), physics.Static)
		s.ship(s.space, hull, ring(6), at(float64(10*i), -8, 0))
	}
	s.steps(4)
	s.prepare()
	return s
}

func BenchmarkStaticProps(b *testing.B) {
	for _, c := range []struct {
		name   string
		ships  int
		movers int
	}{{"without-ships", 0, 0}, {"three-docked-ships", 3, 0}, {"a-mover-without-ships", 0, 1}, {"a-mover-and-three-docked-ships", 3, 1}} {
		b.Run(c.name, func(b *testing.B) {
			s := station(b, 2000, c.ships)
			for i := range c.movers {
				s.body(s.space, loose(physics.NewSphere(0.2)), going(at(0, 100, float64(i)), 0.5, 0, 0))
			}
			s.steps(3)
			s.prepare()
			b.ReportAllocs()
			for b.Loop() {
				s.raw()
			}
		})
	}
}

func BenchmarkSleepersOnStaticGhost(b *testing.B) {
	s := newSky(b)
	s.body(s.space, physics.Body(physics.NewBox(20, 0.5, 20), physics.Static), at(0, -0.5, 0))
	room := s.room(s.space, ring(30), at(0, 10, 0))
	s.tree.SetGravity(room.frame, standardGravity)
	s.step()
	for i := range 100 {
		s.body(room.frame, crate(), at(float64(i%10)-5, -9.7, float64(i/10)-5))
	}
	s.steps(200)
	if items := s.items(); items != 0 {
		b.Fatalf("%d systems step while everything sleeps", items)
	}
	s.prepare()
	b.ReportAllocs()
	for b.Loop() {
		s.raw()
	}
}

// A thousand bodies enter a frame in one step: it jumps over them. Then they are put back.
func BenchmarkThousandHandOffs(b *testing.B) {
	s, room := thousand(b)
	b.ReportAllocs()
	for b.Loop() {
		s.jump(room)
		b.StopTimer()
		s.putBack(room)
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(1000*b.N), "ns/hand-off")
}

func thousand(tb testing.TB) (*sky, craft) {
	s := newSky(tb)
	room := s.room(s.space, ring(40), at(200, 0, 0))
	for i := range 1000 {
		s.body(s.space, loose(physics.NewSphere(0.2)), at(float64(i%10)*2-9, float64(i/10%10)*2-9, float64(i/100)*2-9))
	}
	s.steps(2)
	return s, room
}

// jump lets the frame of a room be around the bodies where the step ends.
func (s *sky) jump(room craft) {
	s.prepare()
	for i := range s.in.Frames {
		if in := &s.in.Frames[i]; in.Frame == room.frame {
			in.Record, in.Moves = motion.Still(place(0, 0, 0)), true
		}
	}
	s.raw()
}

// putBack moves who crossed to where it was, and lets the frame be far away again.
func (s *sky) putBack(room craft) {
	for i := range s.out.HandOffs {
		s.changes.BodiesMoved = append(s.changes.BodiesMoved, physics.BodyMove{
			Entity: s.out.HandOffs[i].Entity, Frame: s.space, Relation: motion.Rest,
		})
	}
	s.apply()
	s.prepare()
	s.raw()
}

func TestThousandHandOffsInOneStepAllComeAcross(t *testing.T) {
	s, room := thousand(t)
	for i := range 3 {
		s.jump(room)
		for _, err := range s.out.Errors {
			t.Error(err)
		}
		if len(s.out.HandOffs) != 1000 || s.out.HandOffs[7].To != room.frame {
			t.Fatalf("jump %d: %d bodies crossed", i, len(s.out.HandOffs))
		}
		s.putBack(room)
		if len(s.out.HandOffs) != 0 {
			t.Fatalf("%d bodies crossed while the room is far away", len(s.out.HandOffs))
		}
	}
}

// What crosses edges allocates nothing when warm: bodies that go in and out, and ghosts that come and go with them.
func TestCrossingEdgesAllocatesNothing(t *testing.T) {
	s, room := thousand(t)
	for range 4 {
		s.jump(room)
		s.putBack(room)
	}
	if n := testing.AllocsPerRun(5, func() {
		s.jump(room)
		s.putBack(room)
	}); n > 0 {
		t.Errorf("%v allocations in a step with 1,000 hand-offs", n)
	}
}

func TestGhostsThatMoveAllocateNothing(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(5), at(0, 0, 0))
	for i := range 20 {
		d := physics.Body(physics.NewBox(0.3, 0.3, 0.3), physics.Static)
		s.body(s.space, d, at(float64(i)*0.5-5, 0, 0))
	}
	turn := func() {
		place := s.tree.Local(room.frame).Pose
		place.Position = geom.Vec3{X: 3 - place.Position.X}
		s.prepare()
		for i := range s.in.Frames {
			if in := &s.in.Frames[i]; in.Frame == room.frame {
				in.Record, in.Moves = motion.Still(place), true
			}
		}
		s.raw()
		state := motion.RestAt(place)
		s.tree.SetLocal(room.frame, &state)
	}
	for range 6 {
		turn()
	}
	if n := testing.AllocsPerRun(20, turn); n > 0 {
		t.Errorf("%v allocations in a step whose ghosts come, go and move", n)
	}
}

// A ball hits the ghost of what sticks out of a room, bounces off, and is put back to hit it again. Jolt's threads allocate nothing
// either: so the memory statistics count.
func TestContactsThroughAGhostThatStartAndEndAllocateNothing(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(5), at(0, 0, 0))
	s.body(room.frame, physics.Body(physics.NewBox(0.5, 0.5, 0.5), physics.Kinematic), at(5.4, 0, 0))
	d := loose(physics.NewSphere(0.1))
	d.NeverSleeps = true
	ball := s.body(s.space, d, going(at(8, 0, 0), -5, 0, 0))
	s.prepare()
	started, ended := 0, 0
	run := func(steps int) {
		for n := range steps {
			if n%40 == 0 {
				in := s.intend(ball)
				in.Parts, in.Velocity, in.Teleport = physics.HasVelocity|physics.HasTeleport, geom.Vec3f{X: -5}, place(7, 0, 0)
			}
			s.raw()
			started, ended = started+len(s.out.Started), ended+len(s.out.Ended)
			s.intents.Clear()
			s.in.Writers = s.in.Writers[:0]
		}
	}
	run(200)
	for _, err := range s.out.Errors {
		t.Error(err)
	}
	started, ended = 0, 0
	least := uint64(math.MaxUint64) // of three: the runtime's own goroutines allocate now and then
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run(600)
		runtime.ReadMemStats(&after)
		least = min(least, after.Mallocs-before.Mallocs)
	}
	if least != 0 {
		t.Errorf("%d objects are allocated in 600 steps", least)
	}
	if started != 45 || ended != 45 {
		t.Errorf("%d contacts started and %d ended, want 15 of each in 600 steps", started, ended)
	}
}

// A hundred ships that drift side by side, each with ten crates in it, and a thousand loose bodies around them.
func BenchmarkEdgesOfHundredDriftingShips(b *testing.B) {
	for _, c := range []struct {
		name   string
		bubble float64
		loose  int
	}{{"no-bubbles", 0, 0}, {"bubbles", 6, 0}, {"no-bubbles-1000-loose", 0, 1000}, {"bubbles-1000-loose", 6, 1000}} {
		b.Run(c.name, func(b *testing.B) {
			s := newSky(b)
			desc := loose(physics.NewBox(2, 0.5, 2))
			for i := range 100 {
				ship := s.ship(s.space, desc, ring(c.bubble), going(at(float64(i%10)*20, float64(i/10)*20, 0), 1, 0, 0))
				for k := range 10 {
					s.body(ship.frame, loose(physics.NewBox(0.2, 0.2, 0.2)), at(float64(k%5)-2, 1.2+float64(k/5), 0))
				}
			}
			for i := range c.loose {
				s.body(s.space, loose(physics.NewSphere(0.2)), going(at(float64(i%40)*5, float64(i/40)*8, 60), 1, 0, 0))
			}
			s.steps(5)
			s.prepare()
			b.ReportAllocs()
			for b.Loop() {
				s.step()
			}
		})
	}
}

// Three rooms that fly among 2,000 props, whose ghosts come, go and move.
func BenchmarkStaticPropsAndRoomsThatFly(b *testing.B) {
	s := station(b, 2000, 0)
	var rooms []craft
	for i := range 3 {
		rooms = append(rooms, s.room(s.space, ring(6), at(float64(10*i), -4, 0)))
	}
	s.steps(2)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n++
		for i, r := range rooms {
			moveTo(s.intend(r.entity), place(float64(10*i)+0.02*float64(n%1000), -4, 0))
		}
		s.step()
	}
	ghosts := 0
	for slot := range s.states {
		if e := s.states[slot].Entity; !e.IsNone() {
			ghosts += len(s.ghosts(e))
		}
	}
	b.ReportMetric(float64(ghosts), "ghosts")
}

func BenchmarkThousandSleepingShips(b *testing.B) {
	s := newSky(b)
	for i := range 1000 {
		hull := physics.Body(physics.NewBox(1, 1, 1), physics.Static)
		ship := s.ship(s.space, hull, ring(6), at(float64(i%100)*20, float64(i/100)*20, 0))
		s.body(ship.frame, loose(physics.NewBox(0.2, 0.2, 0.2)), at(0, 3, 0))
	}
	s.steps(100)
	if items := s.items(); items != 0 {
		b.Fatalf("%d systems step", items)
	}
	s.prepare()
	b.ReportAllocs()
	for b.Loop() {
		s.raw()
	}
}

// Two thousand crates lie on a deck whose thrust changes a little in each step, or not; and such that never sleep.
func BenchmarkSleepersUnderThrust(b *testing.B) {
	for _, c := range []struct {
		name        string
		ramp        float64 // by so much, in m/s², the thrust grows in each step
		neverSleeps bool
	}{{"steady", 0, false}, {"by-a-thousandth-per-step", 0.001, false}, {"by-a-hundredth-per-step", 0.0101, false}, {"steady-and-awake", 0, true}} {
		b.Run(c.name, func(b *testing.B) {
			s := newSky(b)
			ship := s.room(s.space, geom.Vec3{}, at(0, 0, 0))
			s.body(ship.frame, physics.Body(physics.NewBox(60, 0.5, 60), physics.Static), at(0, -0.5, 0))
			s.tree.SetGravity(ship.frame, standardGravity)
			desc := crate()
			desc.NeverSleeps = c.neverSleeps
			for i := range 2000 {
				s.body(ship.frame, desc, at(float64(i%50)-25, 0.25, float64(i/50)-20))
			}
			s.steps(90)
			if items := s.items(); (items != 0) != c.neverSleeps {
				b.Fatalf("%d systems step", items)
			}
			s.prepare()
			awake := 0
			b.ReportAllocs()
			for b.Loop() {
				for i := range s.in.Frames {
					if in := &s.in.Frames[i]; in.Frame == ship.frame {
						in.ProperAcceleration.Y += c.ramp
					}
				}
				s.raw()
				awake += len(s.out.Bodies)
			}
			b.ReportMetric(float64(awake)/float64(b.N), "awake/op")
		})
	}
}
