// Package demo_test runs the demo's scenes on the real Jolt and the real renderer.
package demo_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/render"
	"tertius.dev/demo/yard"
	"tertius.dev/simulation"
	"tertius.dev/testing/scenes"
	"tertius.dev/testing/worldtest"
)

var whole = yard.Options{Fountain: true}

// yards is a world with a yard for each of some options.
type yards struct {
	world *simulation.World
	yards []*yard.Yard
}

// newYards makes the yards in a world that must report nothing and leave no native object.
func newYards(t *testing.T, workers int, options ...yard.Options) *yards {
	t.Helper()
	w := worldtest.New(t, simulation.Options{Workers: workers, Messages: yard.Messages()})
	all, err := scenes.Yards(w, options...)
	if err != nil {
		t.Fatal(err)
	}
	return &yards{w, all}
}

func (s *yards) tick(n int) { worldtest.Tick(s.world, n) }

func place(t *testing.T, s *yards, e handle.Entity) geom.Vec3 {
	t.Helper()
	at, ok := s.world.Snapshot().Transform(e)
	if !ok {
		t.Fatalf("%v is not live", e)
	}
	return at.Pose.Position
}

func places(t *testing.T, s *yards, all []handle.Entity) []geom.Vec3 {
	t.Helper()
	var at []geom.Vec3
	for _, e := range all {
		at = append(at, place(t, s, e))
	}
	return at
}

func TestYardHoldsAtLeast200Bodies(t *testing.T) {
	s := newYards(t, 1, yard.Options{})
	bodies := 0
	for e := range s.world.Entities() {
		if _, ok := s.world.Snapshot().BodyOf(e); ok {
			bodies++
		}
	}
	if bodies < 200 {
		t.Errorf("%d bodies", bodies)
	}
}

// states runs the yards and returns the whole state, with all messages, every half second.
func states(t *testing.T, workers, ticks int, options ...yard.Options) []string {
	s := newYards(t, workers, options...)
	s.world.RecordRouted(true)
	var all []string
	for range ticks / 30 {
		s.tick(30)
		all = append(all, worldtest.State(s.world))
		s.world.ClearRouted()
	}
	return all
}

// TestYardGivesTheSameBitsOnAnyNumberOfWorkers includes the handles of what the fountain spawns.
func TestYardGivesTheSameBitsOnAnyNumberOfWorkers(t *testing.T) {
	for _, c := range []struct {
		name  string
		yards []yard.Options
	}{
		{"yard", []yard.Options{whole}},
		{"yards", []yard.Options{whole, whole}},
	} {
		t.Run(c.name, func(t *testing.T) {
			const ticks = 600
			want := states(t, 1, ticks, c.yards...)
			for _, workers := range []int{1, 2, 8} {
				got := states(t, workers, ticks, c.yards...)
				for i := range want {
					if got[i] != want[i] {
						t.Errorf("a run with %d workers differs after %d ticks: %s",
							workers, 30*(i+1), worldtest.FirstDifference(got[i], want[i]))
						break
					}
				}
			}
		})
	}
}

func TestYardsSideBySideEqualTheSingleYard(t *testing.T) {
	single := newYards(t, 2, whole)
	both := newYards(t, 2, whole, whole)
	for range 20 {
		single.tick(30)
		both.tick(30)
		want := worldtest.MotionsIn(single.world, single.yards[0].Frame)
		for i, y := range both.yards {
			if diff := cmp.Diff(want, worldtest.MotionsIn(both.world, y.Frame)); diff != "" {
				t.Fatalf("after %d ticks yard %d differs from the single one", single.world.TickNumber(), i)
			}
		}
	}
}

// TestNeighborThatRunsAnotherCourseChangesNothing takes the ball away from one of two yards: the other must not know.
func TestNeighborThatRunsAnotherCourseChangesNothing(t *testing.T) {
	single := newYards(t, 2, whole)
	both := newYards(t, 2, whole, yard.Options{})
	if err := both.world.Destroy(both.yards[1].Ball); err != nil {
		t.Fatal(err)
	}
	single.tick(300)
	both.tick(300)
	want := worldtest.MotionsIn(single.world, single.yards[0].Frame)
	if diff := cmp.Diff(want, worldtest.MotionsIn(both.world, both.yards[0].Frame)); diff != "" {
		t.Error("the yard beside one without a ball differs from the single one")
	}
	if diff := cmp.Diff(want, worldtest.MotionsIn(both.world, both.yards[1].Frame)); diff == "" {
		t.Error("a yard without a ball runs as one with it")
	}
}

// TestHeavyBallKnocksTheWallOver compares each crate with where it stood.
func TestHeavyBallKnocksTheWallOver(t *testing.T) {
	s := newYards(t, 2, yard.Options{})
	wall := s.yards[0].Wall
	stood := places(t, s, wall)
	s.tick(45) // the ball needs about 70 ticks to the wall
	for i, at := range places(t, s, wall) {
		if at.Sub(stood[i]).Length() > 0.02 {
			t.Fatalf("crate %d moved from %v to %v before the ball came", i, stood[i], at)
		}
	}
	s.tick(300)
	knocked := 0
	for i, at := range places(t, s, wall) {
		if at.Sub(stood[i]).Length() > 0.8 { // more than a crate's side
			knocked++
		}
	}
	if knocked < len(wall)/2 {
		t.Errorf("%d of %d crates were knocked over", knocked, len(wall))
	}
}

// TestTowerFallsFreelyBeforeItLands compares with the fall's own law, stepped as Jolt steps: the velocity gains the pull
// and loses its damping, then the place gains the velocity. The spawn's 0 m/s is that of an instant, so Jolt starts half a step
// of the pull before it.
func TestTowerFallsFreelyBeforeItLands(t *testing.T) {
	s := newYards(t, 2, yard.Options{})
	tower := s.yards[0].Tower
	from := place(t, s, tower[0]).Y
	const ticks = 30
	s.tick(ticks)
	step := float64(clock.DefaultRate.StepSeconds())
	fallen, speed := 0.0, -9.81*step/2
	for range ticks {
		speed = (speed + 9.81*step) * (1 - 0.05*step)
		fallen += speed * step
	}
	// Jolt keeps velocities in floats: 30 roundings of a speed below 8 m/s stay below 1e-4 m.
	if got := from - place(t, s, tower[0]).Y; math.Abs(got-fallen) > 1e-4 {
		t.Errorf("fell %v m in %d ticks, not %v", got, ticks, fallen)
	}
}

func TestTowerLandsInAHeap(t *testing.T) {
	s := newYards(t, 2, yard.Options{})
	tower := s.yards[0].Tower
	hung := places(t, s, tower)
	s.tick(600)
	height := 0.0
	for _, at := range places(t, s, tower) {
		height = max(height, at.Y)
	}
	if top := hung[len(hung)-1].Y; height > top/2 {
		t.Errorf("the tower still stands %v m high; it hung up to %v m", height, top)
	}
}

// TestLiftCarriesItsCrate compares the platform with its law and the crate with the platform.
func TestLiftCarriesItsCrate(t *testing.T) {
	s := newYards(t, 2, yard.Options{})
	y := s.yards[0]
	low := place(t, s, y.Lift)
	onTop := place(t, s, y.LiftCrate).Sub(low)
	lowest, highest := low.Y, low.Y
	for range 600 {
		s.tick(1)
		at := place(t, s, y.Lift)
		n := float64(s.world.TickNumber())
		if n >= 2 { // what the lift asks in tick 0 acts in the step of tick 1
			want := low.Y + 1.5*(1-math.Cos(2*math.Pi*n/300))
			if math.Abs(at.Y-want) > 1e-9 || at.X != low.X || at.Z != low.Z {
				t.Fatalf("after %v ticks the lift is at %v, not %v high", n, at, want)
			}
		}
		// Jolt lets a crate sink by its slop of 2 cm.
		if off := place(t, s, y.LiftCrate).Sub(at).Sub(onTop); off.Length() > 0.03 {
			t.Fatalf("after %v ticks the crate is %v from its place on the lift", n, off)
		}
		lowest, highest = min(lowest, at.Y), max(highest, at.Y)
	}
	if math.Abs(highest-lowest-3) > 1e-3 {
		t.Errorf("the lift rose by %v m", highest-lowest)
	}
}

// TestLampLightsWhenItsPlateIsHit follows the whole way: a touch, a message, a light.
func TestLampLightsWhenItsPlateIsHit(t *testing.T) {
	s := newYards(t, 2, yard.Options{})
	y := s.yards[0]
	s.world.RecordRouted(true)
	for _, c := range []struct {
		name        string
		plate, lamp handle.Entity
	}{{"wall", y.WallPlate, y.WallLamp}, {"pins", y.PinPlate, y.PinLamp}} {
		if light := lightOf(t, s, c.lamp); !light.IsNone() {
			t.Errorf("the lamp of the %s shines at the start", c.name)
		}
	}
	hitAt := map[handle.Entity]clock.Ticks{} // by lamp, the tick in which it heard of the first hit
	for range 600 {
		s.tick(1)
		for _, r := range s.world.Routed() {
			if r.Event.Type == yard.Hits.ID(s.world.Messages()) {
				if _, ok := hitAt[r.Recipient]; !ok {
					hitAt[r.Recipient] = r.Tick
				}
			}
		}
		s.world.ClearRouted()
		for _, lamp := range []handle.Entity{y.WallLamp, y.PinLamp} {
			heard, ok := hitAt[lamp]
			light := lightOf(t, s, lamp)
			// The message is recorded at the sync point before the tick in which it arrives.
			if lit, want := !light.IsNone(), ok && heard < s.world.TickNumber(); lit != want {
				t.Fatalf("after tick %d a lamp that heard of a hit in tick %d (%v) is lit: %v", s.world.TickNumber()-1, heard, ok, lit)
			}
		}
	}
	if len(hitAt) != 2 {
		t.Errorf("%d of 2 lamps lit", len(hitAt))
	}
}

func lightOf(t *testing.T, s *yards, e handle.Entity) render.Light {
	t.Helper()
	v, ok := s.world.Snapshot().Visual(e)
	if !ok {
		t.Fatalf("%v is not live", e)
	}
	return v.Light
}

// TestFountainKeepsItsNumber counts what lives beyond the calm yard.
func TestFountainKeepsItsNumber(t *testing.T) {
	calm, s := newYards(t, 1, yard.Options{}), newYards(t, 2, whole)
	count := func(s *yards) (n int) {
		for range s.world.Entities() {
			n++
		}
		return n
	}
	furniture := count(calm) + 1 // and the fountain itself
	s.tick(100)                  // throws in ticks 0, 10, … 90
	if got := count(s) - furniture; got != 10 {
		t.Errorf("%d things after 10 throws", got)
	}
	s.tick(900)
	highest := uint32(0)
	for range 5 {
		s.tick(10)
		// A thing that is asked to go in the tick of a throw goes one tick later.
		if got := count(s) - furniture; got != yard.FountainHolds {
			t.Errorf("%d things, not %d", got, yard.FountainHolds)
		}
		for e := range s.world.Entities() {
			highest = max(highest, e.Generation)
		}
	}
	if highest < 3 {
		t.Errorf("no slot had a third tenant after 100 throws; the highest generation is %d", highest)
	}
}

// TestFarYardComesToRest waits for every crate but the one that the lift keeps moving.
func TestFarYardComesToRest(t *testing.T) {
	s := newYards(t, 2, yard.Options{Origin: yard.FarOrigin})
	y := s.yards[0]
	s.tick(1800)
	for name, crates := range map[string][]handle.Entity{"wall": y.Wall, "tower": y.Tower, "pyramid": y.Pyramid} {
		for i, e := range crates {
			at, _ := s.world.Snapshot().Transform(e)
			if s.world.Snapshot().Awake(e) {
				t.Errorf("crate %d of the %s is awake at %v with %v m/s", i, name, at.Pose.Position, at.Velocity)
			}
			if at.Pose.Position.Y < 0.2 {
				t.Errorf("crate %d of the %s sank to %v", i, name, at.Pose.Position)
			}
		}
	}
}

func TestClosedWorldLeavesNoNativeObject(t *testing.T) {
	backend := worldtest.Jolt(t)
	w := worldtest.New(t, simulation.Options{Backend: backend, Messages: yard.Messages()})
	if _, err := scenes.Yards(w, whole, whole); err != nil {
		t.Fatal(err)
	}
	worldtest.Tick(w, 60)
	if backend.LiveObjects() < 400 {
		t.Errorf("two yards hold only %d native objects", backend.LiveObjects())
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if n := backend.LiveObjects(); n != 0 {
		t.Errorf("%d native objects are left", n)
	}
}
