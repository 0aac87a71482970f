package rails_test

import (
	"math"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/rails"
)

const siderealDay = 86164.0905

func TestFrameTurnsAboutItsPoleByItsRateTimesTheTimeThatPassed(t *testing.T) {
	const tilt, phase, epoch = 0.4, 1.1, 250.0
	s := rails.FrameSpin{
		Spin:         rails.Spin{AxialTiltRadians: tilt, RateRadiansPerSecond: 2 * math.Pi / siderealDay, PhaseAtEpochRadians: phase},
		EpochSeconds: epoch,
	}
	// The tilt about +X leans the pole from +Y toward +Z.
	pole := geom.Vec3{Y: math.Cos(tilt), Z: math.Sin(tilt)}
	for _, days := range []float64{-3, -0.25, 0, 0.1, 0.5, 1, 1.75, 20} {
		q, err := s.RotationAt(epoch + days*siderealDay)
		if err != nil {
			t.Fatal(err)
		}
		if got := q.Rotate(geom.UnitY); got.Sub(pole).Length() > 1e-15 {
			t.Errorf("after %v days the pole is %v, not %v", days, got, pole)
		}
		// The meridian +X is across the pole, and turns by the whole angle about it.
		angle := phase + 2*math.Pi*days
		want := geom.UnitX.Scale(math.Cos(angle)).Add(pole.Cross(geom.UnitX).Scale(math.Sin(angle)))
		if got := q.Rotate(geom.UnitX); got.Sub(want).Length() > 1e-13 {
			t.Errorf("after %v days the meridian is %v, not %v", days, got, want)
		}
	}
}

func TestFrameSpinSampleTurnsInPlace(t *testing.T) {
	s := rails.FrameSpin{Spin: rails.Spin{RateRadiansPerSecond: 0.3}}
	place := geom.Vec3{X: 10, Y: 1e6, Z: -3}
	got, err := s.Sample(place, 7, 1.0/60)
	rotation, err2 := s.RotationAt(7)
	want := motion.Sample{
		Pose:            geom.Pose{Position: place, Rotation: rotation},
		AngularVelocity: geom.Vec3{Y: 0.3},
	}
	if err != nil || err2 != nil || got != want {
		t.Errorf("%+v, not %+v, %v, %v", got, want, err, err2)
	}
	if got.Start(1.0/60) != place {
		t.Errorf("the step starts at %v", got.Start(1.0/60))
	}
}

// A quaternion and its negative turn alike, but what interpolates between two samples would go the long way round.
func TestSpinGoesOnSteadilyFromTurnToTurn(t *testing.T) {
	s := rails.FrameSpin{Spin: rails.Spin{AxialTiltRadians: -1, RateRadiansPerSecond: -2.5, PhaseAtEpochRadians: 40}}
	last, err := s.RotationAt(0)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2000 {
		q, err := s.RotationAt(float64(i+1) / 60)
		if err != nil {
			t.Fatal(err)
		}
		dot := q.X*last.X + q.Y*last.Y + q.Z*last.Z + q.W*last.W
		if want := math.Cos(2.5 / 60 / 2); math.Abs(dot-want) > 1e-13 {
			t.Fatalf("at tick %d the quaternions are %v apart, not %v", i, dot, want)
		}
		last = q
	}
}

// The attitude is the same mathematics: an orbit with a spin turns as a frame with that spin and the orbit's epoch.
func TestAttitudeSpinTurnsAsAFrameSpins(t *testing.T) {
	spin := rails.Spin{AxialTiltRadians: 0.41, RateRadiansPerSecond: 7.29e-5, PhaseAtEpochRadians: 2}
	o := lowOrbit
	o.EpochSeconds, o.Attitude = 77, rails.AttitudeOfSpin(spin)
	ground := rails.FrameSpin{Spin: spin, EpochSeconds: 77}
	for i := range 100 {
		time := 1234.5 * float64(i-50)
		onOrbit, err := o.Sample(earthMu, time, 1.0/60)
		inPlace, err2 := ground.Sample(geom.Vec3{}, time, 1.0/60)
		if err != nil || err2 != nil || onOrbit.Pose.Rotation != inPlace.Pose.Rotation ||
			onOrbit.AngularVelocity != inPlace.AngularVelocity || onOrbit.AngularAcceleration != (geom.Vec3{}) {
			t.Fatalf("%+v is not %+v, %v, %v", onOrbit, inPlace, err, err2)
		}
	}
}

func TestFrameSpinNamesWhatItRefuses(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name       string
		spin       rails.FrameSpin
		place      geom.Vec3
		time, step float64
		want       string
	}{
		{"tilt", rails.FrameSpin{Spin: rails.Spin{AxialTiltRadians: nan}}, geom.Vec3{}, 1, 1, "axial tilt"},
		{"rate", rails.FrameSpin{Spin: rails.Spin{RateRadiansPerSecond: inf}}, geom.Vec3{}, 1, 1, "spin rate"},
		{"phase", rails.FrameSpin{Spin: rails.Spin{PhaseAtEpochRadians: nan}}, geom.Vec3{}, 1, 1, "spin phase"},
		{"epoch", rails.FrameSpin{EpochSeconds: nan}, geom.Vec3{}, 1, 1, "epoch"},
		{"time", rails.FrameSpin{}, geom.Vec3{}, inf, 1, "time"},
		{"far", rails.FrameSpin{Spin: rails.Spin{RateRadiansPerSecond: 1}}, geom.Vec3{}, 1e17, 1, "epoch"},
		{"place", rails.FrameSpin{}, geom.Vec3{Z: nan}, 1, 1, "place"},
		{"step", rails.FrameSpin{}, geom.Vec3{}, 1, 0, "step"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := c.spin.Sample(c.place, c.time, c.step)
			if err == nil || !strings.Contains(err.Error(), c.want) || s != (motion.Sample{}) {
				t.Errorf("%+v, %v; the error should name %q", s, err, c.want)
			}
		})
	}
}
