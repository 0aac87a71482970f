package rails

import (
	"errors"
	"math"

	"tertius.dev/core/geom"
)

var (
	errOpen   = errors.New("the state is not on a closed orbit: its speed is the escape speed or more")
	errFall   = errors.New("the state is not on an orbit: it falls straight toward the center or away from it")
	errThin   = errors.New("the state is not on an orbit that elements hold: its eccentricity rounds to 1")
	errAtTime = errors.New("the time of the state is not finite")
)

// OrbitFrom returns the closed orbit that passes through a state at a time, which becomes its epoch.
//
// The orbit has no attitude yet, and so a problem until its user names one. Angles that a circle or an orbit in the
// reference plane leaves open are 0: the ascending node then is at +X, the periapsis at the place of the state.
//
// Units and frames: meters, m/s, m³/s² and seconds, in axes that do not turn, from the center of attraction.
// Errors: an argument that is not finite, a mu that is not above 0, and a state that is on no closed orbit.
// Source: Danby 1992, "Fundamentals of Celestial Mechanics", 6.6; Vallado 2013, "Fundamentals of Astrodynamics and
// Applications", algorithm 9, for the special cases.
func OrbitFrom(position, velocity geom.Vec3, mu, timeSeconds float64) (Orbit, error) {
	if err := checkState(position, velocity, mu); err != nil {
		return Orbit{}, err
	}
	if !finite(timeSeconds) {
		return Orbit{}, errAtTime
	}
	momentum := position.Cross(velocity)
	r := position.Length()
	excess := 2 - float64(r*velocity.LengthSquared())/mu // the distance over the semi-major axis
	switch {
	case !finite(excess) || !finite(momentum.LengthSquared()) || !positive(r):
		return Orbit{}, errOutOfSize
	case momentum.LengthSquared() == 0:
		return Orbit{}, errFall
	case !(excess > 0):
		return Orbit{}, errOpen
	}
	o := Orbit{SemiMajorAxisMeters: r / excess, EpochSeconds: timeSeconds}
	o.orient(momentum)
	o.shape(position, 1-excess, position.Dot(velocity)/math.Sqrt(float64(mu*o.SemiMajorAxisMeters)))
	if o.Eccentricity >= 1 {
		return Orbit{}, errThin
	}
	if !positive(o.SemiMajorAxisMeters) || !finite(o.ArgumentOfPeriapsisRadians) || !finite(o.MeanAnomalyAtEpochRadians) {
		return Orbit{}, errOutOfSize
	}
	return o, nil
}

// orient sets the plane of the orbit from its angular momentum. In the plane of reference the node is at +X.
func (o *Orbit) orient(momentum geom.Vec3) {
	level := math.Sqrt(float64(momentum.X*momentum.X) + float64(momentum.Z*momentum.Z))
	o.InclinationRadians = geom.Atan2(level, momentum.Y)
	if level > 0 {
		o.AscendingNodeRadians = geom.Atan2(momentum.X, momentum.Z)
	}
}

// shape sets the eccentricity and the angles in the plane from the place and from e cos E and e sin E there.
func (o *Orbit) shape(position geom.Vec3, eCosine, eSine float64) {
	e := math.Sqrt(float64(eCosine*eCosine) + float64(eSine*eSine))
	o.Eccentricity = e
	eccentric := geom.Atan2(eSine, eCosine)
	sine, cosine := geom.SinCos(eccentric)
	o.MeanAnomalyAtEpochRadians = eccentric - float64(e*sine)
	trueAnomaly := geom.Atan2(float64(math.Sqrt(max(0, float64((1-e)*(1+e))))*sine), cosine-e)
	node, rising, _ := o.axes() // of the argument 0, which is still to be set
	o.ArgumentOfPeriapsisRadians = wrapped(geom.Atan2(position.Dot(rising), position.Dot(node)) - trueAnomaly)
}
