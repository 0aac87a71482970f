package rails

import (
	"errors"
	"math"

	"tertius.dev/core/contract"
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
	if err := o.check(mu, timeSeconds); err != nil {
		return geom.Vec3{}, geom.Vec3{}, err
	}
	a, err := o.arrive(mu, timeSeconds)
	return a.place, a.velocity, err
}

func (o *Orbit) check(mu, timeSeconds float64) error {
	if problem := o.Problem(); problem != "" {
		return errors.New(problem)
	}
	if !positive(mu) {
		return errMu
	}
	if !finite(timeSeconds) {
		return errTime
	}
	return nil
}

// arrival is where an orbit is at one time.
type arrival struct {
	place, velocity geom.Vec3
	pole            geom.Vec3 // of the orbit's plane, the axis about which it turns, of unit length
	distance        float64   // in meters
	turnRate        float64   // of the true anomaly, in rad/s
}

// arrive computes the orbit at a time. All that it is given has been checked.
//
// Source: Danby 1992, "Fundamentals of Celestial Mechanics", 6.3, with 1 - cos E for cos E, which keeps the digits of the
// place near the periapsis of a thin orbit.
func (o *Orbit) arrive(mu, timeSeconds float64) (arrival, error) {
	size, e := o.SemiMajorAxisMeters, o.Eccentricity
	n := o.meanMotion(mu)
	if !(n > 0 && n < largestSplit) {
		return arrival{}, errOrbitSize
	}
	mean, ok := turnedBy(n, timeSeconds-o.EpochSeconds, o.MeanAnomalyAtEpochRadians)
	if !ok {
		return arrival{}, errOrbitTooFar
	}
	at, _ := solveKepler(mean, e)
	toPeriapsis, ahead, pole := o.axes()
	narrow := math.Sqrt((1 - e) * (1 + e)) // the semi-minor axis over the semi-major one
	speed := float64(size*n) / at.rate
	result := arrival{
		place: toPeriapsis.Scale(float64(size*((1-e)-at.versine))).
			AddScaled(ahead, float64(size*float64(narrow*at.sine))),
		velocity: toPeriapsis.Scale(float64(-speed*at.sine)).
			AddScaled(ahead, float64(speed*float64(narrow*(1-at.versine)))),
		pole:     pole,
		distance: float64(size * at.rate),
		turnRate: n * narrow / float64(at.rate*at.rate),
	}
	if !result.place.Finite() || !result.velocity.Finite() || !positive(result.distance) || !finite(result.turnRate) {
		return arrival{}, errOrbitSize
	}
	return result, nil
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
	if err := o.check(mu, timeSeconds); err != nil {
		return motion.Sample{}, err
	}
	if !positive(stepSeconds) {
		return motion.Sample{}, errStep
	}
	at, err := o.arrive(mu, timeSeconds)
	if err != nil {
		return motion.Sample{}, err
	}
	s := motion.Sample{Pose: geom.Pose{Position: at.place}, Velocity: at.velocity}
	if s.Chord, err = chord(at.place, at.velocity, mu, stepSeconds); err != nil {
		return motion.Sample{}, err
	}
	s.Acceleration = Acceleration(s.Start(stepSeconds), mu)
	if err := o.turn(&s, &at, timeSeconds); err != nil {
		return motion.Sample{}, err
	}
	if !s.Acceleration.Finite() || !s.AngularVelocity.Finite() || !s.AngularAcceleration.Finite() {
		return motion.Sample{}, errOrbitSize
	}
	return s, nil
}

// turn sets the rotation of a sample and how it changes.
func (o *Orbit) turn(s *motion.Sample, at *arrival, timeSeconds float64) error {
	switch o.Attitude.Kind() {
	case AttitudeSpin:
		spin, _ := o.Attitude.AsSpin()
		rotation, ok := spin.rotationAfter(timeSeconds - o.EpochSeconds)
		if !ok {
			return errSpinTooFar
		}
		s.Pose.Rotation, s.AngularVelocity = rotation, spin.angularVelocity()
		return nil
	case AttitudeFacesParent:
		at.faceParent(s)
		return nil
	case AttitudeNone: // refused before
	}
	panic(contract.Unreachable(o.Attitude.Kind()))
}

// faceParent turns a sample with the true anomaly: +Y away from the center, -Z ahead across the horizon.
//
// The angular momentum distance² · turnRate does not change, so the rate changes as -2 turnRate (d distance/dt) / distance.
func (a *arrival) faceParent(s *motion.Sample) {
	up := a.place.Scale(1 / a.distance)
	s.Pose.Rotation, _ = geom.LookRotation(a.pole.Cross(up), up).Unit()
	s.AngularVelocity = a.pole.Scale(a.turnRate)
	climb := up.Dot(a.velocity)
	s.AngularAcceleration = a.pole.Scale(-2 * a.turnRate * climb / a.distance)
}
