package motion_test

import (
	"math/rand/v2"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
)

// A crate at rest 10 m out in a station that turns at 2 rad/s is carried in a circle, at ω² r = 40 m/s² toward the axis.
func TestAccelerationOfWhatRestsInATurningFrame(t *testing.T) {
	turning := motion.RelationOf(motion.State{Pose: geom.IdentityPose, AngularVelocity: geom.Vec3{Y: 2}})
	crate := motion.RestAt(geom.At(geom.Vec3{X: 10}))
	if got, want := turning.AccelerationToParent(&crate, geom.Vec3{}), (geom.Vec3{X: -40}); !near(got, want, 1e-14) {
		t.Errorf("%v, not %v", got, want)
	}
	// As seen from the station, what rests beside it circles the other way: −ω × (ω × r) − 2 ω × (−ω × r) = ω × (ω × r).
	beside := motion.RestAt(geom.At(geom.Vec3{X: 10}))
	if got, want := turning.AccelerationFromParent(&beside, geom.Vec3{}), (geom.Vec3{X: -40}); !near(got, want, 1e-14) {
		t.Errorf("from the parent %v, not %v", got, want)
	}
}

func TestAccelerationsGoToTheParentAndBack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	vector := func() geom.Vec3 { return geom.Vec3{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
	for range 1000 {
		turn, _ := geom.Quat{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64(), W: r.NormFloat64()}.Unit()
		frame := motion.Relation{
			State:        motion.State{Pose: geom.Pose{Position: vector(), Rotation: turn}, Velocity: vector(), AngularVelocity: vector()},
			Acceleration: vector(), AngularAcceleration: vector(),
		}
		in := motion.State{Pose: geom.At(vector()), Velocity: vector(), AngularVelocity: vector()}
		out := frame.ToParent(&in)
		a, alpha := vector(), vector()
		if got := frame.AccelerationFromParent(&out, frame.AccelerationToParent(&in, a)); !near(got, a, 1e-13) {
			t.Fatalf("an acceleration of %v came back as %v", a, got)
		}
		there := frame.AngularAccelerationToParent(in.AngularVelocity, alpha)
		if got := frame.AngularAccelerationFromParent(out.AngularVelocity, there); !near(got, alpha, 1e-13) {
			t.Fatalf("an angular acceleration of %v came back as %v", alpha, got)
		}
	}
}

// A cube that keeps its spin in space and leaves a station that turns across it has no angular acceleration there, although
// in the station's axes its spin turns.
func TestFreeSpinKeepsItsAngularVelocityOutside(t *testing.T) {
	station := motion.RelationOf(motion.State{Pose: geom.IdentityPose, AngularVelocity: geom.Vec3{Y: 0.3}})
	spin := geom.Vec3{X: 2}
	inside := station.AngularAccelerationFromParent(spin, geom.Vec3{})
	if want := (geom.Vec3{Z: 0.6}); !near(inside, want, 1e-15) { // −ω × ω_body
		t.Errorf("inside the spin turns at %v, not %v", inside, want)
	}
	if got := station.AngularAccelerationToParent(spin.Sub(station.AngularVelocity), inside); !near(got, geom.Vec3{}, 1e-15) {
		t.Errorf("outside it turns at %v", got)
	}
}

// The chord of a converted sample joins where its start and its end are in the other frame, also where that one moves.
func TestSampleConvertsItsChordByBothEnds(t *testing.T) {
	const seconds = 0.5
	start := motion.RelationOf(motion.State{Pose: geom.At(geom.Vec3{X: 100}), Velocity: geom.Vec3{X: 8}})
	end := motion.RelationOf(motion.State{Pose: geom.At(geom.Vec3{X: 105}), Velocity: geom.Vec3{X: 12}})
	end.Acceleration = geom.Vec3{X: 8}
	in := motion.Sample{
		Pose: geom.At(geom.Vec3{Z: 3}), Chord: geom.Vec3{Z: 6}, Velocity: geom.Vec3{Z: 7}, Acceleration: geom.Vec3{Z: 1},
	}
	got := in.Converted(&start, &end, seconds)
	want := motion.Sample{
		Pose: geom.At(geom.Vec3{X: 105, Z: 3}), Chord: geom.Vec3{X: 10, Z: 6},
		Velocity: geom.Vec3{X: 12, Z: 7}, Acceleration: geom.Vec3{X: 8, Z: 1},
	}
	if got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
}

// What composes the relations of two levels moves a point as the two do one after the other.
func TestRelationsComposeAndComeApart(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	vector := func() geom.Vec3 { return geom.Vec3{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
	relation := func() motion.Relation {
		turn, _ := geom.Quat{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64(), W: r.NormFloat64()}.Unit()
		return motion.Relation{
			State:        motion.State{Pose: geom.Pose{Position: vector(), Rotation: turn}, Velocity: vector(), AngularVelocity: vector()},
			Acceleration: vector(), AngularAcceleration: vector(),
		}
	}
	for range 1000 {
		outer, inner := relation(), relation()
		both := outer.Compose(&inner)
		point, a := motion.State{Pose: geom.At(vector()), Velocity: vector()}, vector()
		once := inner.ToParent(&point)
		twice := outer.AccelerationToParent(&once, inner.AccelerationToParent(&point, a))
		if got := both.AccelerationToParent(&point, a); !near(got, twice, 1e-12) {
			t.Fatalf("through both the acceleration is %v, one after the other %v", got, twice)
		}
		apart := outer.Relative(&both)
		if !near(apart.Acceleration, inner.Acceleration, 1e-12) || !near(apart.AngularAcceleration, inner.AngularAcceleration, 1e-12) ||
			!near(apart.Velocity, inner.Velocity, 1e-13) || !near(apart.Pose.Position, inner.Pose.Position, 1e-13) {
			t.Fatalf("%+v came apart as %+v", inner, apart)
		}
	}
}
