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
	"tertius.dev/physics/jolt"
	"tertius.dev/simulation"
	"tertius.dev/testing/scenes"
	"tertius.dev/testing/worldtest"
)

var whole = yard.Options{Fountain: true}

func newYards(t *testing.T, workers int, yards ...yard.Options) *scenes.Yards {
	t.Helper()
	return scenes.NewYards(t, simulation.Options{Workers: workers, DebugChecks: true}, yards...)
}

func place(t *testing.T, s *scenes.Yards, e handle.Entity) geom.Vec3 {
	t.Helper()
	at, ok := s.World.Snapshot().Transform(e)
	if !ok {
		t.Fatalf("%v is not live", e)
	}
	return at.Pose.Position
}

func places(t *testing.T, s *scenes.Yards, all []handle.Entity) []geom.Vec3 {
	t.Helper()
	var at []geom.Vec3
	for _, e := range all {
		at = append(at, place(t, s, e))
	}
	return at
}

func noErrors(t *testing.T, s *scenes.Yards) {
	t.Helper()
	if errors := s.World.Errors(); len(errors) != 0 {
		t.Errorf("the world reports %q", errors)
	}
}

func TestYardHoldsAtLeast200Bodies(t *testing.T) {
	s := newYards(t, 1, yard.Options{})
	bodies := 0
	for e := range s.World.Entities() {
		if _, ok := s.World.Snapshot().BodyOf(e); ok {
			bodies++
		}
	}
	if bodies < 200 {
		t.Errorf("%d bodies", bodies)
	}
}

// hashes runs the yards and returns a hash of the state every half second.
func hashes(t *testing.T, workers, ticks int, yards ...yard.Options) []uint64 {
	s := newYards(t, workers, yards...)
	var all []uint64
	for range ticks / 30 {
		s.Tick(30)
		all = append(all, worldtest.Hash(s.World))
	}
	noErrors(t, s)
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
			want := hashes(t, 1, ticks, c.yards...)
			for _, workers := range []int{1, 2, 8} {
				if diff := cmp.Diff(want, hashes(t, workers, ticks, c.yards...)); diff != "" {
					t.Errorf("a run with %d workers differs from the first with 1:\n%s", workers, diff)
				}
			}
		})
	}
}

func TestYardsSideBySideEqualTheSingleYard(t *testing.T) {
	single := newYards(t, 2, whole)
	both := newYards(t, 2, whole, whole)
	for range 20 {
		single.Tick(30)
		both.Tick(30)
		want := worldtest.MotionsIn(single.World, single.Yards[0].Frame)
		for i, y := range both.Yards {
			if diff := cmp.Diff(want, worldtest.MotionsIn(both.World, y.Frame)); diff != "" {
				t.Fatalf("after %d ticks yard %d differs from the single one", single.World.TickNumber(), i)
			}
		}
	}
	noErrors(t, both)
}

// TestNeighborChangesNothing gives one of two yards another course, by a teleport of its ball's plate: the other must not know.
func TestNeighborThatRunsAnotherCourseChangesNothing(t *testing.T) {
	single := newYards(t, 2, whole)
	both := newYards(t, 2, whole, yard.Options{})
	if err := both.World.Destroy(both.Yards[1].Ball); err != nil {
		t.Fatal(err)
	}
	single.Tick(300)
	both.Tick(300)
	want := worldtest.MotionsIn(single.World, single.Yards[0].Frame)
	if diff := cmp.Diff(want, worldtest.MotionsIn(both.World, both.Yards[0].Frame)); diff != "" {
		t.Error("the yard beside one without a ball differs from the single one")
	}
	if diff := cmp.Diff(want, worldtest.MotionsIn(both.World, both.Yards[1].Frame)); diff == "" {
		t.Error("a yard without a ball runs as one with it")
	}
}

// TestHeavyBallKnocksTheWallOver compares each crate with where it stood.
func TestHeavyBallKnocksTheWallOver(t *testing.T) {
	s := newYards(t, 2, yard.Options{})
	wall := s.Yards[0].Wall
	stood := places(t, s, wall)
	s.Tick(45) // the ball needs about 70 ticks to the wall
	for i, at := range places(t, s, wall) {
		if at.Sub(stood[i]).Length() > 0.02 {
			t.Fatalf("crate %d moved from %v to %v before the ball came", i, stood[i], at)
		}
	}
	s.Tick(300)
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
// and loses its damping, then the place gains the velocity.
func TestTowerFallsFreelyBeforeItLands(t *testing.T) {
	s := newYards(t, 2, yard.Options{})
	tower := s.Yards[0].Tower
	from := place(t, s, tower[0]).Y
	const ticks = 30
	s.Tick(ticks)
	step := float64(clock.DefaultRate.StepSeconds())
	fallen, speed := 0.0, 0.0
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
	tower := s.Yards[0].Tower
	hung := places(t, s, tower)
	s.Tick(600)
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
	y := s.Yards[0]
	low := place(t, s, y.Lift)
	onTop := place(t, s, y.LiftCrate).Sub(low)
	lowest, highest := low.Y, low.Y
	for range 600 {
		s.Tick(1)
		at := place(t, s, y.Lift)
		n := float64(s.World.TickNumber())
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
	y := s.Yards[0]
	s.World.RecordRouted(true)
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
		s.Tick(1)
		for _, r := range s.World.Routed() {
			if r.Event.Type == yard.Hits.ID(s.World.Messages()) {
				if _, ok := hitAt[r.Recipient]; !ok {
					hitAt[r.Recipient] = r.Tick
				}
			}
		}
		s.World.ClearRouted()
		for _, lamp := range []handle.Entity{y.WallLamp, y.PinLamp} {
			heard, ok := hitAt[lamp]
			light := lightOf(t, s, lamp)
			// The message is recorded at the sync point before the tick in which it arrives.
			if lit, want := !light.IsNone(), ok && heard < s.World.TickNumber(); lit != want {
				t.Fatalf("after tick %d a lamp that heard of a hit in tick %d (%v) is lit: %v", s.World.TickNumber()-1, heard, ok, lit)
			}
		}
	}
	if len(hitAt) != 2 {
		t.Errorf("%d of 2 lamps lit", len(hitAt))
	}
}

func lightOf(t *testing.T, s *scenes.Yards, e handle.Entity) render.Light {
	t.Helper()
	v, ok := s.World.Snapshot().Visual(e)
	if !ok {
		t.Fatalf("%v is not live", e)
	}
	return v.Light
}

// TestFountainKeepsItsNumber counts what lives beyond the calm yard.
func TestFountainKeepsItsNumber(t *testing.T) {
	calm, s := newYards(t, 1, yard.Options{}), newYards(t, 2, whole)
	count := func(s *scenes.Yards) (n int) {
		for range s.World.Entities() {
			n++
		}
		return n
	}
	furniture := count(calm) + 1 // and the fountain itself
	s.Tick(100)                  // throws in ticks 0, 10, … 90
	if got := count(s) - furniture; got != 10 {
		t.Errorf("%d things after 10 throws", got)
	}
	s.Tick(900)
	highest := uint32(0)
	for range 5 {
		s.Tick(10)
		// A thing that is asked to go in the tick of a throw goes one tick later.
		if got := count(s) - furniture; got != yard.FountainHolds {
			t.Errorf("%d things, not %d", got, yard.FountainHolds)
		}
		for e := range s.World.Entities() {
			highest = max(highest, e.Generation)
		}
	}
	if highest < 3 {
		t.Errorf("no slot had a third tenant after 100 throws; the highest generation is %d", highest)
	}
	noErrors(t, s)
}

// TestFarYardComesToRest waits for every crate but the one that the lift keeps moving.
func TestFarYardComesToRest(t *testing.T) {
	s := newYards(t, 2, yard.Options{Origin: yard.FarOrigin})
	y := s.Yards[0]
	s.Tick(1800)
	for name, crates := range map[string][]handle.Entity{"wall": y.Wall, "tower": y.Tower, "pyramid": y.Pyramid} {
		for i, e := range crates {
			at, _ := s.World.Snapshot().Transform(e)
			if s.World.Snapshot().Awake(e) {
				t.Errorf("crate %d of the %s is awake at %v with %v m/s", i, name, at.Pose.Position, at.Velocity)
			}
			if at.Pose.Position.Y < 0.2 {
				t.Errorf("crate %d of the %s sank to %v", i, name, at.Pose.Position)
			}
		}
	}
	noErrors(t, s)
}

func TestClosedWorldLeavesNoNativeObject(t *testing.T) {
	backend := scenes.OpenJolt(t)
	before := backend.(*jolt.Backend).LiveObjects()
	t.Run("run", func(t *testing.T) {
		s := newYards(t, 2, whole, whole)
		s.Tick(60)
		if backend.(*jolt.Backend).LiveObjects() == before {
			t.Error("a world with bodies holds no native object")
		}
	})
	if after := backend.(*jolt.Backend).LiveObjects(); after != before {
		t.Errorf("%d native objects are left", after-before)
	}
	if err := backend.Close(); err != nil {
		t.Fatal(err)
	}
}
