package demo_test

import (
	"slices"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/demo/thrust"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldtest"
)

func newThrust(t *testing.T) (*simulation.World, *thrust.Thrust) {
	t.Helper()
	w, kit := newSpace(t, 2)
	s, err := thrust.Build(w, kit)
	if err != nil {
		t.Fatal(err)
	}
	return w, s
}

// TestHaulerReadsThePushOfItsDrives within the 0.001 m/s² that is asked of a ship, and nothing while it coasts.
func TestHaulerReadsThePushOfItsDrives(t *testing.T) {
	w, s := newThrust(t)
	for _, c := range []struct {
		tick int
		push float64
	}{
		{int(thrust.LowFrom), 0},
		{int(thrust.LowFrom) + 60, thrust.LowPush},
		{int(thrust.HighFrom), thrust.LowPush},
		{int(thrust.HighFrom) + 60, thrust.HighPush},
		{int(thrust.BurnEnds) + 10, 0},
	} {
		worldtest.Tick(w, c.tick-int(w.TickNumber()))
		got, _ := w.Snapshot().ProperAcceleration(s.Hold)
		if got.Sub(geom.Vec3{Z: -c.push}).Length() > 1e-3 {
			t.Errorf("after %d ticks the hauler reads %v, want %v m/s² ahead", c.tick, got, c.push)
		}
		if c.push > 0 && w.Frames().Follows(s.Hold) != frame.FollowsPhysics {
			t.Errorf("after %d ticks the hauler follows %v", c.tick, w.Frames().Follows(s.Hold))
		}
	}
}

// TestHaulerFloatsOnceItsDrivesStop reads less than 0.05 m/s² in every tick of 5 s after the burns. With the gravity plates off, a ball
// at rest in the hold moves less than 5 mm in that time; under the low push it would fall astern by 25 m.
func TestHaulerFloatsOnceItsDrivesStop(t *testing.T) {
	w, s := newThrust(t)
	worldtest.Tick(w, int(thrust.BurnEnds)+2) // a part's push of a tick acts in the step of the next
	if err := w.SetFrameGravity(s.Hold, field.Gravity{}); err != nil {
		t.Fatal(err)
	}
	start := geom.Vec3{Y: 7, Z: -4} // above the arches, where no cargo comes
	ball := worldtest.Spawn(t, w, worldtest.Body(s.Hold, start, physics.NewSphere(0.1), physics.Dynamic))
	for range 301 {
		worldtest.Tick(w, 1)
		if felt, _ := w.Snapshot().ProperAcceleration(s.Hold); felt.Length() >= 0.05 {
			t.Fatalf("after %d ticks the hold reads %v", w.TickNumber(), felt)
		}
		if at := worldtest.Where(t, w, ball); at.Frame != s.Hold || at.Pose.Position.Sub(start).Length() >= 5e-3 {
			t.Fatalf("after %d ticks the ball is at %v in %v, want at rest at %v", w.TickNumber(), at.Pose.Position, at.Frame, start)
		}
	}
	if v := w.Frames().Local(s.Hold).Velocity.Length(); v < 20 {
		t.Errorf("the hauler goes at %v m/s: it has not burned", v)
	}
}

// TestDrivesPushThroughTheCenterOfMass of a hull whose parts only the library weighs: the hauler does not turn.
func TestDrivesPushThroughTheCenterOfMass(t *testing.T) {
	w, s := newThrust(t)
	worldtest.Tick(w, int(thrust.BurnEnds))
	if turn := worldtest.Where(t, w, s.Ship).AngularVelocity.Length(); turn > 1e-6 {
		t.Errorf("after its burns the hauler turns at %v rad/s", turn)
	}
}

// TestCargoSlidesAsItsFrictionLetsIt looks at both burns: under the first only what is slippery slides, under the second all.
func TestCargoSlidesAsItsFrictionLetsIt(t *testing.T) {
	w, s := newThrust(t)
	worldtest.Tick(w, int(thrust.LowFrom))
	stowed := astern(t, w, s.Slippery, s.Rough, s.Barrels)
	worldtest.Tick(w, int(thrust.HighFrom-thrust.LowFrom))
	low := astern(t, w, s.Slippery, s.Rough, s.Barrels)
	for e, z := range low {
		switch moved := z - stowed[e]; {
		case holds(s.Rough, e) && moved > 0.01:
			t.Errorf("%v is rough and slid %v m under the low push", e, moved)
		case holds(s.Barrels, e) && moved < 2: // 2.5 s of two thirds of the push give 4.2 m
			t.Errorf("the barrel %v rolled only %v m", e, moved)
		}
	}
	if slid := countMoved(s.Slippery, stowed, low, 0.5); slid < len(s.Slippery)/2 {
		t.Errorf("only %d of %d slippery crates slid under the low push", slid, len(s.Slippery))
	}
	worldtest.Tick(w, int(thrust.BurnEnds-thrust.HighFrom))
	high := astern(t, w, s.Slippery, s.Rough, s.Barrels)
	all := append(append([]handle.Entity{}, s.Slippery...), s.Rough...)
	if slid := countMoved(all, low, high, 0.5); slid != len(all) {
		t.Errorf("only %d of %d crates slid under the high push", slid, len(all))
	}
}

// astern returns how far astern each entity is, in its own frame, which must be the ship's.
func astern(t *testing.T, w *simulation.World, groups ...[]handle.Entity) map[handle.Entity]float64 {
	t.Helper()
	at := map[handle.Entity]float64{}
	for _, group := range groups {
		for _, e := range group {
			at[e] = position(t, w, e).Z
		}
	}
	return at
}

func countMoved(group []handle.Entity, from, to map[handle.Entity]float64, least float64) int {
	n := 0
	for _, e := range group {
		if to[e]-from[e] >= least {
			n++
		}
	}
	return n
}

func holds(group []handle.Entity, e handle.Entity) bool { return slices.Contains(group, e) }
