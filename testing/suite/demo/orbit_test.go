package demo_test

import (
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

// TestGroundTurnsUnderTheShip looks at the pole, which stays, and at the equator, which goes 0.26 m/s short of its textbook speed
// at most: 465.1 m/s.
func TestGroundTurnsUnderTheShip(t *testing.T) {
	w, s := newOrbit(t)
	worldtest.Tick(w, 1)
	ground := w.Frames().Local(s.Ground)
	pole := ground.Pose.Rotation.Rotate(geom.UnitY)
	if along := ground.AngularVelocity.Cross(pole).Length(); along > 1e-15 {
		t.Errorf("the ground turns %v rad/s off its pole", along)
	}
	if speed := ground.AngularVelocity.Length() * orbit.EarthRadiusMeters; speed < 464 || speed > 465.2 {
		t.Errorf("the ground moves at %v m/s", speed)
	}
}
