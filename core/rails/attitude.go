package rails

import (
	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
)

//go:generate go run tertius.dev/tools/cmd/uniongen

// Spin is a tilt and a steady turn, as a planet turns: first about its own +Y, the pole, and then tilted.
//
// The tilt turns about the parent's +X, so a positive one leans the pole from +Y toward +Z.
type Spin struct {
	AxialTiltRadians     float64
	RateRadiansPerSecond float64 // positive is counter-clockwise seen from the pole
	PhaseAtEpochRadians  float64 // the angle already turned at the epoch
}

// FacesParent is how a station in low orbit flies: its belly, -Y, toward the parent's origin, and its nose, -Z, along its
// motion across the horizon. It turns with the true anomaly, so it is exact on an oval orbit too.
type FacesParent struct{}

// Attitude is how what is on an orbit is turned. The zero value is none and is refused: every orbit names what it means.
//
//union:cases Spin FacesParent
type Attitude struct{ attitudeSlots }

// Problem says why a cannot be the attitude of an orbit, or gives an empty string.
func (a *Attitude) Problem() string {
	switch a.Kind() {
	case AttitudeNone:
		return "the attitude is missing; name rails.Spin or rails.FacesParent"
	case AttitudeSpin:
		s, _ := a.AsSpin()
		return s.Problem()
	case AttitudeFacesParent:
		return ""
	}
	panic(contract.Unreachable(a.Kind()))
}

// Problem says why s is no spin, or gives an empty string.
func (s *Spin) Problem() string {
	switch {
	case !finite(s.AxialTiltRadians):
		return "the axial tilt is not finite"
	case !finite(s.RateRadiansPerSecond):
		return "the spin rate is not finite"
	case !finite(s.PhaseAtEpochRadians):
		return "the spin phase at the epoch is not finite"
	}
	return ""
}

// rotationAfter returns the rotation some seconds after the epoch, and whether the turn is short enough to mean anything.
func (s *Spin) rotationAfter(seconds float64) (geom.Quat, bool) {
	turn, ok := s.turnAfter(seconds)
	if !ok {
		return geom.Quat{}, false
	}
	return s.tilt().Mul(turn), true
}

// turnAfter returns the turn about the pole, before the tilt.
//
// Half the angle is what is reduced to one turn, so the quaternion too goes on steadily from turn to turn.
func (s *Spin) turnAfter(seconds float64) (turn geom.Quat, ok bool) {
	half, ok := turnedBy(0.5*s.RateRadiansPerSecond, seconds, 0.5*s.PhaseAtEpochRadians)
	if !ok {
		return geom.Quat{}, false
	}
	turn.Y, turn.W = geom.SinCos(half)
	return turn, true
}

func (s *Spin) tilt() (tilt geom.Quat) {
	tilt.X, tilt.W = geom.SinCos(0.5 * s.AxialTiltRadians)
	return tilt
}

// angularVelocity returns the turn in rad/s, in the parent's axes.
func (s *Spin) angularVelocity() geom.Vec3 {
	var pole geom.Vec3
	pole.Z, pole.Y = geom.SinCos(s.AxialTiltRadians)
	return pole.Scale(s.RateRadiansPerSecond)
}
