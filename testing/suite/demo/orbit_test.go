package demo_test

import (
	"math"
	"testing"

	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/demo/orbit"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldtest"
)

func newOrbit(t *testing.T) (*simulation.World, *orbit.Orbit) {
	t.Helper()
	w, kit := newSpace(t, 2)
	s, err := orbit.Build(w, kit)
	if err != nil {
		t.Fatal(err)
	}
	return w, s
}

// TestOrbitingShipFeelsNothing compares every tick with the orbit's own evaluation, to the last bit.
func TestOrbitingShipFeelsNothing(t *testing.T) {
	w, s := newOrbit(t)
	for range 600 {
		worldtest.Tick(w, 1)
		place, _, err := s.ShipOrbit.StateAt(orbit.EarthMu, w.Time())
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Frames().Local(s.Cabin).Pose.Position; got != place {
			t.Fatalf("after %d ticks the ship is at %v, its orbit at %v", w.TickNumber(), got, place)
		}
		if felt, _ := w.Snapshot().ProperAcceleration(s.Cabin); felt != (geom.Vec3{}) {
			t.Fatalf("after %d ticks the ship feels %v", w.TickNumber(), felt)
		}
	}
	if got := w.Frames().Follows(s.Cabin); got != frame.FollowsRails {
		t.Errorf("the ship follows %v", got)
	}
}

// TestCrateFloatsStraightInTheOrbitingCabin follows a crate that touches nothing: its velocity keeps its bits, so its place goes
// along a line.
func TestCrateFloatsStraightInTheOrbitingCabin(t *testing.T) {
	w, s := newOrbit(t)
	start := worldtest.Where(t, w, s.Drifter)
	velocity := start.Velocity.Single().Double() // physics holds floats
	for range 300 {
		worldtest.Tick(w, 1)
		at := worldtest.Where(t, w, s.Drifter)
		// Jolt's step and the tick differ by a rounding, 1e-8 of the way.
		if want := start.Pose.Position.AddScaled(velocity, w.Time()); at.Pose.Position.Sub(want).Length() > 1e-8 {
			t.Fatalf("after %d ticks the crate is at %v, want %v", w.TickNumber(), at.Pose.Position, want)
		}
		if at.Velocity.Sub(velocity).Length() > 1e-8 {
			t.Fatalf("after %d ticks the crate has %v, want %v", w.TickNumber(), at.Velocity, velocity)
		}
	}
}

// TestGroundTurnsOnceInASiderealDayAboutItsPole starts the world at different times of a day and compares the axes of the ground, and
// how fast they turn, with a turn by the time that passed.
func TestGroundTurnsOnceInASiderealDayAboutItsPole(t *testing.T) {
	const siderealDay, tilt, phase = 86164.1, 1.15, 1.3 // in s and rad: the scene's earth
	lean := geom.AxisAngle(geom.UnitX, tilt)
	pole := lean.Rotate(geom.UnitY)
	rate := 2 * math.Pi / siderealDay
	for _, start := range []float64{0, siderealDay / 4, siderealDay, 40 * siderealDay} {
		w, kit := newSpaceOn(t, simulation.Options{StartSeconds: start})
		s, err := orbit.Build(w, kit)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			worldtest.Tick(w, 20)
			ground := w.Frames().Local(s.Ground)
			want := lean.Mul(geom.AxisAngle(geom.UnitY, phase+math.Mod(w.Time(), siderealDay)*rate))
			for _, axis := range []geom.Vec3{geom.UnitX, geom.UnitY, geom.UnitZ} {
				if off := ground.Pose.Rotation.Rotate(axis).Sub(want.Rotate(axis)).Length(); off > 1e-9 {
					t.Errorf("at %v s the ground's %v is %v off", w.Time(), axis, off)
				}
			}
			if off := ground.AngularVelocity.Sub(pole.Scale(rate)).Length(); off > 1e-9*rate {
				t.Errorf("at %v s the ground turns %v rad/s off", w.Time(), off)
			}
		}
	}
}
