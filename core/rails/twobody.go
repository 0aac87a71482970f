package rails

import (
	"errors"
	"math"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
)

var (
	errMu        = errors.New("mu must be finite and above 0; rails.MuFrom reads it from the parent's gravity")
	errTime      = errors.New("the time is not finite")
	errStep      = errors.New("the step must be finite and above 0")
	errPosition  = errors.New("the position is not finite")
	errVelocity  = errors.New("the velocity is not finite")
	errAtCenter  = errors.New("the position is at the center of attraction")
	errOutOfSize = errors.New("the position, the velocity, mu or the time is too large or too small for doubles beside the others")
)

// MuFrom returns the gravitational parameter, in m³/s², of the gravity field of a parent, and whether it has one above 0:
// only a point gravity does.
func MuFrom(gravity *field.Gravity) (mu float64, ok bool) {
	point, ok := gravity.AsPoint()
	return point.Mu, ok && positive(point.Mu)
}

// Acceleration returns the acceleration, in m/s², at a place in meters from a point mass.
//
// It is field.Point's own expression, so outside the sphere of a parent's point gravity it has that gravity's bits.
// Special cases: at the center NaN, which Orbit and Propagate never meet.
func Acceleration(place geom.Vec3, mu float64) geom.Vec3 { return field.Point{Mu: mu}.At(place) }

// Chord returns the change of place over a step that ends in a state, divided by the step.
//
// Units and frames: meters, m/s, m³/s² and seconds, in axes that do not turn, from the center of attraction.
// It comes from the path's equations and not from the difference of two places, so it keeps its digits where the place is
// large beside the step: a planet's place rounds to 0.03 mm, which over 1/60 s would be 2 mm/s.
// Errors: as Propagate, and a step that is not above 0.
// Source: the f and g functions as in Propagate, backwards over the step.
func Chord(position, velocity geom.Vec3, mu, stepSeconds float64) (geom.Vec3, error) {
	if err := checkState(position, velocity, mu); err != nil {
		return geom.Vec3{}, err
	}
	if !positive(stepSeconds) {
		return geom.Vec3{}, errStep
	}
	return chord(position, velocity, mu, stepSeconds)
}

// chord is Chord of checked arguments.
func chord(position, velocity geom.Vec3, mu, step float64) (geom.Vec3, error) {
	if mean, ok := shortChord(position, velocity, mu, step); ok {
		return mean, nil
	}
	start, _, err := Propagate(position, velocity, mu, -step)
	if err != nil {
		return geom.Vec3{}, err
	}
	mean := position.Sub(start).Scale(1 / step)
	if !mean.Finite() {
		return geom.Vec3{}, errOutOfSize
	}
	return mean, nil
}

// shortChord is chord for a step that is short beside the time in which the path bends, and false for another.
//
// Newton's method starts from a parabola in time, and ends with a step so small that its functions follow by their own
// derivatives.
func shortChord(position, velocity geom.Vec3, mu, step float64) (mean geom.Vec3, ok bool) {
	r := position.Length()
	overR := 1 / r
	speedSquared := velocity.LengthSquared()
	line := float64(step * overR) // the s of a distance that stays
	pull := float64(mu * overR)
	if !(float64((pull+speedSquared)*float64(line*line)) < 0.01) {
		return geom.Vec3{}, false
	}
	u := universal{r: r, eta: -position.Dot(velocity), mu: mu, beta: 2*pull - speedSquared}
	s := line - float64(0.5*float64(float64(line*line)*float64(u.eta*overR)))
	for range 6 {
		g := u.at(s)
		rest := (step - u.time(&g)) / u.distance(&g)
		if math.Abs(rest) <= 0x1p-26*s { // its square is below any digit of s
			g.move(rest)
			// Backwards in time the start is (1 - mu g2 / r) position - (step - mu g3) velocity.
			over := 1 / step
			fall, slow := float64(float64(pull*g.g2)*over), float64(float64(mu*g.g3)*over)
			mean = velocity.Scale(1-slow).AddScaled(position, fall)
			return mean, mean.Finite()
		}
		s += rest
	}
	return geom.Vec3{}, false
}

func checkState(position, velocity geom.Vec3, mu float64) error {
	switch {
	case !position.Finite():
		return errPosition
	case !velocity.Finite():
		return errVelocity
	case !positive(mu):
		return errMu
	case position == geom.Vec3{}:
		return errAtCenter
	}
	return nil
}
