package rails

import (
	"errors"
	"math"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
)

// Course is an orbit about one mu, with all that does not change with time computed once. It gives the bits of the orbit's own
// StateAt and Sample, which go through it, for four fifths of the cost. The zero value is no course.
type Course struct {
	orbit      Orbit
	mu         float64
	meanMotion float64 // in rad/s
	start      float64 // the mean anomaly at the epoch, from -π to π
	narrow     float64 // the semi-minor axis over the semi-major one

	toPeriapsis, ahead, pole geom.Vec3 // the orbit's own axes in the parent's

	tilt geom.Quat // of a spin
	spin geom.Vec3 // in rad/s in the parent's axes
}

// NewCourse returns the course of an orbit about a center of attraction.
//
// Units: mu in m³/s².
// Errors: those of Problem, a mu that is not above 0, and sizes that doubles do not hold.
func NewCourse(o *Orbit, mu float64) (Course, error) {
	var c Course
	if err := c.set(o, mu); err != nil {
		return Course{}, err
	}
	return c, nil
}

// set makes c the course of an orbit.
func (c *Course) set(o *Orbit, mu float64) error {
	if problem := o.Problem(); problem != "" {
		return errors.New(problem)
	}
	if !positive(mu) {
		return errMu
	}
	c.orbit, c.mu = *o, mu
	if c.meanMotion = o.meanMotion(mu); !(c.meanMotion > 0 && c.meanMotion < largestSplit) {
		return errOrbitSize
	}
	c.start = wrapped(o.MeanAnomalyAtEpochRadians)
	c.narrow = math.Sqrt((1 - o.Eccentricity) * (1 + o.Eccentricity))
	c.toPeriapsis, c.ahead, c.pole = o.axes()
	if s, ok := o.Attitude.AsSpin(); ok {
		c.tilt, c.spin = s.tilt(), s.angularVelocity()
	}
	return nil
}

// Mu returns the gravitational parameter of the center, in m³/s², and 0 of the zero value.
func (c *Course) Mu() float64 { return c.mu }

// StateAt is that of the orbit.
//
// Errors: a time that is not finite, or so far from the epoch that a double holds no part of a revolution.
func (c *Course) StateAt(timeSeconds float64) (place, velocity geom.Vec3, err error) {
	var a arrival
	err = c.arrive(timeSeconds, &a)
	return a.place, a.velocity, err
}

// Sample is that of the orbit.
//
// Errors: those of StateAt, and a step that is not above 0.
func (c *Course) Sample(timeSeconds, stepSeconds float64) (motion.Sample, error) {
	if !positive(stepSeconds) {
		return motion.Sample{}, errStep
	}
	var at arrival
	if err := c.arrive(timeSeconds, &at); err != nil {
		return motion.Sample{}, err
	}
	s := motion.Sample{Pose: geom.Pose{Position: at.place}, Velocity: at.velocity}
	var err error
	if s.Chord, err = chord(at.place, at.velocity, c.mu, stepSeconds); err != nil {
		return motion.Sample{}, err
	}
	s.Acceleration = Acceleration(s.Start(stepSeconds), c.mu)
	if err := c.turn(&s, &at, timeSeconds); err != nil {
		return motion.Sample{}, err
	}
	if !s.Acceleration.Finite() || !s.AngularVelocity.Finite() || !s.AngularAcceleration.Finite() {
		return motion.Sample{}, errOrbitSize
	}
	return s, nil
}

// arrival is where an orbit is at one time.
type arrival struct {
	place, velocity geom.Vec3
	distance        float64 // in meters
	turnRate        float64 // of the true anomaly, in rad/s
}

// arrive computes the orbit at a time.
//
// Source: Danby 1992, "Fundamentals of Celestial Mechanics", 6.3, with 1 - cos E for cos E, which keeps the digits of the
// place near the periapsis of a thin orbit.
func (c *Course) arrive(timeSeconds float64, to *arrival) error {
	if !finite(timeSeconds) {
		return errTime
	}
	size, e := c.orbit.SemiMajorAxisMeters, c.orbit.Eccentricity
	mean, ok := turnedBy(c.meanMotion, timeSeconds-c.orbit.EpochSeconds, c.start)
	if !ok {
		return errOrbitTooFar
	}
	at, _ := solveKepler(mean, e)
	speed := float64(size*c.meanMotion) / at.rate
	*to = arrival{
		place: c.toPeriapsis.Scale(float64(size*((1-e)-at.versine))).
			AddScaled(c.ahead, float64(size*float64(c.narrow*at.sine))),
		velocity: c.toPeriapsis.Scale(float64(-speed*at.sine)).
			AddScaled(c.ahead, float64(speed*float64(c.narrow*(1-at.versine)))),
		distance: float64(size * at.rate),
		turnRate: c.meanMotion * c.narrow / float64(at.rate*at.rate),
	}
	if !to.place.Finite() || !to.velocity.Finite() || !positive(to.distance) || !finite(to.turnRate) {
		*to = arrival{}
		return errOrbitSize
	}
	return nil
}

// turn sets the rotation of a sample and how it changes.
func (c *Course) turn(s *motion.Sample, at *arrival, timeSeconds float64) error {
	switch c.orbit.Attitude.Kind() {
	case AttitudeSpin:
		spin, _ := c.orbit.Attitude.AsSpin()
		turn, ok := spin.turnAfter(timeSeconds - c.orbit.EpochSeconds)
		if !ok {
			return errSpinTooFar
		}
		s.Pose.Rotation, s.AngularVelocity = c.tilt.Mul(turn), c.spin
		return nil
	case AttitudeFacesParent:
		at.faceParent(s, c.pole)
		return nil
	case AttitudeNone: // refused before
	}
	panic(contract.Unreachable(c.orbit.Attitude.Kind()))
}

// faceParent turns a sample with the true anomaly about the pole of the orbit: +Y away from the center, -Z ahead across the
// horizon.
//
// The angular momentum distance² · turnRate does not change, so the rate changes as -2 turnRate (d distance/dt) / distance.
func (a *arrival) faceParent(s *motion.Sample, pole geom.Vec3) {
	up := a.place.Scale(1 / a.distance)
	s.Pose.Rotation, _ = geom.LookRotation(pole.Cross(up), up).Unit()
	s.AngularVelocity = pole.Scale(a.turnRate)
	climb := up.Dot(a.velocity)
	s.AngularAcceleration = pole.Scale(-2 * a.turnRate * climb / a.distance)
}
