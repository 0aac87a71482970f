package motion_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
)

// station turns at 0.5 rad/s about +Y, 100 m out on +X, and flies along -Z at 7 m/s, its axes a quarter turn about +Y.
var station = motion.State{
	Pose:            geom.Pose{Position: geom.Vec3{X: 100}, Rotation: geom.AxisAngle(geom.UnitY, math.Pi/2)},
	Velocity:        geom.Vec3{Z: -7},
	AngularVelocity: geom.Vec3{Y: 0.5},
}

func near(a, b geom.Vec3, tolerance float64) bool { return a.Sub(b).Length() <= tolerance }

// A quarter turn about +Y takes +X to -Z and +Z to +X. So a crate 10 m along the station's +Z is 110 m out, where the
// turn carries it along ω × r = (0, 0.5, 0) × (10, 0, 0) = (0, 0, -5), and its own 2 m/s along the station's +X is 2 m/s
// along -Z.
func TestStateAddsTheTurnOfItsFrame(t *testing.T) {
	crate := motion.State{Pose: geom.At(geom.Vec3{Z: 10}), Velocity: geom.Vec3{X: 2}, AngularVelocity: geom.Vec3{Z: 3}}
	got := station.ToParent(&crate)
	if want := (geom.Vec3{X: 110}); !near(got.Pose.Position, want, 1e-13) {
		t.Errorf("the place is %v, not %v", got.Pose.Position, want)
	}
	if want := (geom.Vec3{Z: -7 - 5 - 2}); !near(got.Velocity, want, 1e-14) {
		t.Errorf("the velocity is %v, not %v", got.Velocity, want)
	}
	if want := (geom.Vec3{X: 3, Y: 0.5}); !near(got.AngularVelocity, want, 1e-14) {
		t.Errorf("the angular velocity is %v, not %v", got.AngularVelocity, want)
	}
}

func TestStateGoesToTheParentAndBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	vector := func(size float64) geom.Vec3 {
		return geom.Vec3{X: size * r.NormFloat64(), Y: size * r.NormFloat64(), Z: size * r.NormFloat64()}
	}
	state := func() motion.State {
		turn, _ := geom.Quat{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64(), W: r.NormFloat64()}.Unit()
		return motion.State{Pose: geom.Pose{Position: vector(1e6), Rotation: turn}, Velocity: vector(1e3), AngularVelocity: vector(1)}
	}
	for range 1000 {
		frame, in := state(), state()
		out := frame.ToParent(&in)
		back := frame.FromParent(&out)
		// A place near 1e6 m is rounded to 1e-10 m in each sum; a velocity near ω r = 1e6 m/s likewise.
		if !near(back.Pose.Position, in.Pose.Position, 1e-8) || !near(back.Velocity, in.Velocity, 1e-7) ||
			!near(back.AngularVelocity, in.AngularVelocity, 1e-14) {
			t.Fatalf("%+v came back as %+v", in, back)
		}
		if dot := back.Pose.Rotation.Conj().Mul(in.Pose.Rotation); math.Abs(dot.W) < 1-1e-15 {
			t.Fatalf("the rotation came back off by %v", dot)
		}
	}
}

// The identity must not move a bit: a frame that rests at its parent's origin shows its contents exactly.
func TestRestChangesNothing(t *testing.T) {
	in := motion.State{
		Pose:     geom.Pose{Position: geom.Vec3{X: 0.1, Y: 1e15, Z: -3}, Rotation: geom.AxisAngle(geom.Vec3{X: 1, Y: 2, Z: 3}, 0.7)},
		Velocity: geom.Vec3{X: 1e-9, Y: 7}, AngularVelocity: geom.Vec3{Z: 0.3},
	}
	if got := motion.Rest.ToParent(&in); got != in {
		t.Errorf("ToParent gives %+v", got)
	}
	if got := motion.Rest.FromParent(&in); got != in {
		t.Errorf("FromParent gives %+v", got)
	}
	at := motion.RestAt(in.Pose)
	if at.Moves() || !in.Moves() || at.Pose != in.Pose {
		t.Errorf("RestAt gives %+v", at)
	}
}

func TestUnitMendsTheRotation(t *testing.T) {
	s := motion.RestAt(geom.Pose{Rotation: geom.Quat{Y: 1e-3, W: 1.01}}).Unit()
	if off := math.Abs(s.Pose.Rotation.LengthSquared() - 1); off > 1e-15 {
		t.Errorf("the squared length is off by %g", off)
	}
}
