package rails

import (
	"errors"
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
)

// Orbit is a closed two-body orbit about the parent's origin, as elements, with the attitude of what flies on it.
//
// The package comment says what angles are counted from. Mu is no part of it.
type Orbit struct {
	SemiMajorAxisMeters        float64 // above 0
	Eccentricity               float64 // from 0, a circle, to below 1
	InclinationRadians         float64 // of the orbit's plane to the parent's XZ plane
	AscendingNodeRadians       float64 // longitude of the place where the orbit rises through that plane toward +Y
	ArgumentOfPeriapsisRadians float64 // from the ascending node to the nearest place, in the orbit's direction
	MeanAnomalyAtEpochRadians  float64 // from the nearest place on, as time grows
	EpochSeconds               float64
	Attitude                   Attitude
}

// Problem says why o is no orbit, or gives an empty string.
func (o *Orbit) Problem() string {
	switch {
	case !positive(o.SemiMajorAxisMeters):
		return "the semi-major axis must be finite and above 0"
	case !(o.Eccentricity >= 0 && o.Eccentricity < 1):
		return "the eccentricity must be from 0 to below 1: only a closed orbit is on rails"
	case !finite(o.InclinationRadians):
		return "the inclination is not finite"
	case !finite(o.AscendingNodeRadians):
		return "the longitude of the ascending node is not finite"
	case !finite(o.ArgumentOfPeriapsisRadians):
		return "the argument of periapsis is not finite"
	case !finite(o.MeanAnomalyAtEpochRadians):
		return "the mean anomaly at the epoch is not finite"
	case !finite(o.EpochSeconds):
		return "the epoch is not finite"
	}
	return o.Attitude.Problem()
}

var (
	errOrbitTooFar = errors.New("the time is too far from the epoch: above 2^52 rad of mean anomaly")
	errOrbitSize   = errors.New("the semi-major axis or mu is too large or too small for doubles beside the other")
)

// PeriodSeconds returns the time of one revolution, or +Inf or 0 where doubles end. O must have no problem.
func (o *Orbit) PeriodSeconds(mu float64) float64 { return 2 * math.Pi / o.meanMotion(mu) }

// meanMotion returns the mean turn per second, in rad/s.
func (o *Orbit) meanMotion(mu float64) float64 {
	return math.Sqrt(mu/o.SemiMajorAxisMeters) / o.SemiMajorAxisMeters
}

// StateAt returns the place, in meters, and the velocity, in m/s, at a time, in the parent's axes.
//
// Errors: those of Problem, a mu that is not above 0, and a time so far from the epoch that a double holds no part of a
// revolution.
func (o *Orbit) StateAt(mu, timeSeconds float64) (place, velocity geom.Vec3, err error) {
	var c Course
	if err := c.set(o, mu); err != nil {
		return geom.Vec3{}, geom.Vec3{}, err
	}
	return c.StateAt(timeSeconds)
}

// Sample returns the motion over a step that ends at a time, in the parent's axes.
//
// The pose, the velocity, the angular velocity and the angular acceleration are the orbit's own at the end of the step;
// the place has the bits of StateAt. The chord is that of Chord. The acceleration is Acceleration at the place where the
// step started, as Sample.Start finds it.
//
// Limit: an orbit that dips below the surface of the parent's point gravity falls there as if all mass were at the center,
// and so does not read zero.
// Errors: those of StateAt, and a step that is not above 0.
func (o *Orbit) Sample(mu, timeSeconds, stepSeconds float64) (motion.Sample, error) {
	var c Course
	if err := c.set(o, mu); err != nil {
		return motion.Sample{}, err
	}
	return c.Sample(timeSeconds, stepSeconds)
}

// axes returns the orbit's own axes in the parent's: from the center to the periapsis, a quarter of the way on, and the
// pole. Each has unit length.
func (o *Orbit) axes() (toPeriapsis, ahead, pole geom.Vec3) {
	sinI, cosI := geom.SinCos(o.InclinationRadians)
	sinN, cosN := geom.SinCos(o.AscendingNodeRadians)
	sinP, cosP := geom.SinCos(o.ArgumentOfPeriapsisRadians)
	node := geom.Vec3{X: cosN, Z: -sinN}
	rising := geom.Vec3{X: float64(-sinN * cosI), Y: sinI, Z: float64(-cosN * cosI)}
	toPeriapsis = node.Scale(cosP).AddScaled(rising, sinP)
	ahead = node.Scale(-sinP).AddScaled(rising, cosP)
	pole = geom.Vec3{X: float64(sinN * sinI), Y: cosI, Z: float64(cosN * sinI)}
	return toPeriapsis, ahead, pole
}
