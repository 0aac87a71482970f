package rails

import (
	"errors"
	"math"

	"tertius.dev/core/geom"
)

var (
	errTransferTime  = errors.New("the time of flight must be finite and above 0")
	errEndAtCenter   = errors.New("the end of the transfer is not finite, or at the center of attraction")
	errNormal        = errors.New("the normal must be finite and have a direction that is not in the plane of start and end")
	errTransferAngle = errors.New("the transfer angle is within 1 degree of 0 or 180 degrees, where the path has no plane")
	errTransferFast  = errors.New("the time of flight is too short for the search: the path would be a hyperbola far faster than the escape speed")
	errTransferSlow  = errors.New("the time of flight is too long: a start velocity in doubles would miss the end by more than 1e-9 of its distance")
)

// smallestTransferSine is the sine of 1 degree.
const smallestTransferSine = 0.017452406437283512

// Lambert returns the velocities at both ends of the path from one place to another in a time of flight, of less than one
// revolution, that goes about the center counter-clockwise as seen from the tip of the normal.
//
// Units and frames: meters, seconds, m³/s² and m/s, in axes that do not turn, from the center of attraction. The normal
// only chooses one of the two ways round, so it needs neither unit length nor a right angle to the places.
// Errors: an argument that is not finite or has no direction, a mu or time that is not above 0, a transfer angle within 1
// degree of 0 or 180 degrees, and a time that the search does not cover: so short that the path is a hyperbola whose anomaly
// turns by more than 2π, or so short or so long that the result would miss the end by more than 1e-9 of its distance.
// How often that is, over random directions and distances that differ about tenfold, with times in the unit √(d³/mu) of the
// sum d of the distances: 1 in 1,000 is too long at 3 units, 1 in 50 at 30, 1 in 3 at 1,000. A start velocity of more digits
// would be needed there; a search that kept more digits of z changed nothing.
// Cost: a few times that of Propagate, which looks at the end whether the path arrives.
// Source: Bate, Mueller and White 1971, "Fundamentals of Astrodynamics", 5.3; Curtis 2014, "Orbital Mechanics for
// Engineering Students", algorithm 5.2. Here z is found by bisection, and A comes from the sum of the two directions, which
// keeps its digits near half a turn.
func Lambert(from, to geom.Vec3, timeOfFlight, mu float64, normal geom.Vec3) (start, end geom.Vec3, err error) {
	t, err := newTransfer(from, to, timeOfFlight, mu, normal)
	if err != nil {
		return geom.Vec3{}, geom.Vec3{}, err
	}
	z, err := t.solve()
	if err != nil {
		return geom.Vec3{}, geom.Vec3{}, err
	}
	start, end = t.velocities(z)
	if !start.Finite() || !end.Finite() {
		return geom.Vec3{}, geom.Vec3{}, errOutOfSize
	}
	arrived, _, err := Propagate(from, start, mu, timeOfFlight)
	if err == nil && arrived.Sub(to).Length() <= 1e-9*t.r2 {
		return start, end, nil
	}
	if z < 0 {
		return geom.Vec3{}, geom.Vec3{}, errTransferFast
	}
	return geom.Vec3{}, geom.Vec3{}, errTransferSlow
}

// transfer is a question of Lambert's, in the book's letters.
type transfer struct {
	from, to geom.Vec3
	r1, r2   float64 // their distances from the center
	a        float64 // A: ±√(r1 r2 (1 + cos Δθ)), below 0 for more than half a turn
	rootMu   float64
	target   float64 // √mu times the time of flight
}

func newTransfer(from, to geom.Vec3, timeOfFlight, mu float64, normal geom.Vec3) (transfer, error) {
	unit1, unit2 := from.Unit(geom.Vec3{}), to.Unit(geom.Vec3{})
	none := geom.Vec3{}
	switch {
	case !from.Finite():
		return transfer{}, errPosition
	case unit1 == none:
		return transfer{}, errAtCenter
	case unit2 == none || !to.Finite():
		return transfer{}, errEndAtCenter
	case !positive(timeOfFlight):
		return transfer{}, errTransferTime
	case !positive(mu):
		return transfer{}, errMu
	}
	across := unit1.Cross(unit2)
	if !(across.Length() > smallestTransferSine) {
		return transfer{}, errTransferAngle
	}
	side := across.Dot(normal.Unit(none))
	if side == 0 || !normal.Finite() {
		return transfer{}, errNormal
	}
	t := transfer{from: from, to: to, r1: from.Length(), r2: to.Length(), rootMu: math.Sqrt(mu)}
	t.a = math.Copysign(math.Sqrt(t.r1)*math.Sqrt(t.r2)*(unit1.Add(unit2).Length()/math.Sqrt2), side)
	t.target = float64(t.rootMu * timeOfFlight)
	return t, nil
}

// y returns the book's y(z), below 0 where no path of that z joins the two places.
func (t *transfer) y(c *stumpff) float64 { return t.r1 + t.r2 - float64(t.a*c.c1/math.Sqrt(c.c2)) }

// late reports whether the path of z takes the time of flight or more. The time grows with z.
func (t *transfer) late(z float64) bool {
	c := stumpffOf(z)
	y := t.y(&c)
	if !(y > 0) {
		return false
	}
	chi := math.Sqrt(y / c.c2)
	return float64(float64(chi*float64(chi*chi))*c.c3)+float64(t.a*math.Sqrt(y)) >= t.target
}

// The ends of the search: a hyperbola whose anomaly turns by 2π, and an ellipse of a whole revolution, which takes forever.
const (
	smallestZ = -turnHigh * turnHigh
	largestZ  = turnHigh * turnHigh
)

func (t *transfer) solve() (z float64, err error) {
	low, high := smallestZ, largestZ
	if t.late(low) {
		return 0, errTransferFast
	}
	for range 120 {
		z = 0.5 * (low + high)
		if z <= low || z >= high {
			return z, nil
		}
		if t.late(z) {
			high = z
		} else {
			low = z
		}
	}
	return z, nil
}

// velocities returns those at both ends of the path of z, by Lagrange's f and g functions.
func (t *transfer) velocities(z float64) (start, end geom.Vec3) {
	c := stumpffOf(z)
	y := t.y(&c)
	f, gRate := 1-y/t.r1, 1-y/t.r2
	overG := t.rootMu / float64(t.a*math.Sqrt(y))
	return t.to.AddScaled(t.from, -f).Scale(overG), t.to.Scale(gRate).Sub(t.from).Scale(overG)
}
