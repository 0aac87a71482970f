package rails

import (
	"errors"
	"math"

	"tertius.dev/core/geom"
)

// EccentricAnomaly returns the E of Kepler's equation E - e sin E = M, from -π to π, for an eccentricity e from 0 to below
// 1 and any mean anomaly M.
//
// Units: radians. M is first reduced to its turn from -π to π; there the residual is at most 4e-15.
// Errors: an eccentricity outside its range, and a mean anomaly that is not finite.
// Source: as for solveKepler.
func EccentricAnomaly(meanAnomaly, eccentricity float64) (float64, error) {
	switch {
	case !(eccentricity >= 0 && eccentricity < 1):
		return 0, errors.New("the eccentricity must be from 0 to below 1")
	case !finite(meanAnomaly):
		return 0, errors.New("the mean anomaly is not finite")
	}
	a, _ := solveKepler(wrapped(meanAnomaly), eccentricity)
	return a.eccentric, nil
}

// anomaly is a place on an ellipse: the eccentric anomaly E and what an orbit needs of it.
type anomaly struct {
	eccentric float64 // E in radians, from -π to π
	sine      float64 // sin E
	lead      float64 // E - sin E, exact near periapsis
	versine   float64 // 1 - cos E, exact near periapsis
	rate      float64 // 1 - e cos E: dM/dE, and the distance over the semi-major axis
}

// maxKeplerSteps bounds the search. It is there for its own sake: 60 halvings find any anomaly.
const maxKeplerSteps = 60

// lastStep is how small a step, relative to the anomaly, is the last: the method's error after a step is about its cube.
const lastStep = 1e-6

// solveKepler returns the solution for a mean anomaly from -π to π, and the steps that it took.
//
// The equation is written (1-e) E + e (E - sin E) = M, whose terms are all positive and, with a series for small E, keep
// their digits where an almost parabolic orbit passes its periapsis. Each step is Laguerre's for a polynomial of degree
// 5, kept between bounds that close in, and halves the bounds where it leaves them.
//
// Source: Conway 1986, "An Improved Algorithm due to Laguerre for the Solution of Kepler's Equation", Celestial Mechanics
// 39. The first guess M + 0.85 e is Danby's (Danby 1987, "The Solution of Kepler's Equation, III").
func solveKepler(meanAnomaly, e float64) (anomaly, int) {
	m := math.Abs(meanAnomaly)
	low, high := m, math.Pi // E - M = e sin E is not below 0 here
	x := min(m+float64(0.85*e), m/(1-e), math.Pi)
	var a anomaly
	steps := 0
	for ; steps < maxKeplerSteps; steps++ {
		a = anomalyAt(x, e)
		excess := (float64((1-e)*x) + float64(e*a.lead)) - m
		if excess < 0 {
			low = x
		} else {
			high = x
		}
		step := -laguerreStep(excess, a.rate, float64(e*a.sine))
		if math.Abs(step) <= lastStep*x {
			a.move(step, e)
			break
		}
		next := x + step
		if !(next >= low && next <= high) {
			next = 0.5 * (low + high)
		}
		if next == x {
			break
		}
		x = next
	}
	if meanAnomaly < 0 {
		a.eccentric, a.sine, a.lead = -a.eccentric, -a.sine, -a.lead
	}
	return a, steps
}

// laguerreStep returns the step of Laguerre's method of degree 5 for a function with this value, slope (above 0) and bend.
func laguerreStep(value, slope, bend float64) float64 {
	under := math.Abs(float64(16*float64(slope*slope)) - float64(20*float64(value*bend)))
	return 5 * value / (slope + math.Sqrt(under))
}

// anomalyAt returns the anomaly at an E from 0 to π.
func anomalyAt(x, e float64) anomaly {
	a := anomaly{eccentric: x}
	if x < 1 {
		z := float64(x * x)
		a.lead = float64(x * float64(z*lag(z)))
		a.sine = x - a.lead
		a.versine = float64(z * versine(z))
	} else {
		sine, cosine := geom.SinCos(x)
		a.sine, a.lead, a.versine = sine, x-sine, 1-cosine
	}
	a.rate = (1 - e) + float64(e*a.versine)
	return a
}

// move adds a small angle to the anomaly, by the Taylor series of each of its values up to the angle's square.
func (a *anomaly) move(angle, e float64) {
	cosine, half := 1-a.versine, float64(0.5*float64(angle*angle))
	sine, versine := a.sine, a.versine
	a.eccentric += angle
	a.sine = sine + (float64(angle*cosine) - float64(half*sine))
	a.versine = versine + (float64(angle*sine) + float64(half*cosine))
	a.lead += float64(angle*versine) + float64(half*sine)
	a.rate = (1 - e) + float64(e*a.versine)
}
