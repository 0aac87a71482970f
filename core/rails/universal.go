package rails

import "math"

// universal is a two-body path from a state, for the universal variable s with dt = r ds, which serves every conic.
//
// With G_k = s^k c_k(beta s²), the time from the state is r G1 + eta G2 + mu G3, and the distance then is
// r G0 + eta G1 + mu G2, which is also the slope of the time over s. So the time only grows with s.
//
// Source: Stumpff 1959; Danby 1992, "Fundamentals of Celestial Mechanics", 6.9 (Goodyear 1965 has it with other names).
type universal struct {
	r    float64 // distance from the center, in meters
	eta  float64 // position · velocity, in m²/s
	mu   float64 // in m³/s²
	beta float64 // 2 mu/r - v², in m²/s²: above 0 on an ellipse, below on a hyperbola
}

// functions holds G0 to G3 of one s.
type functions struct{ g0, g1, g2, g3 float64 }

func (u *universal) at(s float64) functions {
	z := float64(u.beta * float64(s*s))
	c := stumpffOf(z)
	square := float64(s * s)
	return functions{c.c0, float64(s * c.c1), float64(square * c.c2), float64(square * float64(s*c.c3))}
}

// move takes the second and third function on by a small s: each is the integral of the one before it.
func (g *functions) move(s float64) {
	half := float64(0.5 * float64(s*s))
	g.g3 += float64(s*g.g2) + float64(half*g.g1)
	g.g2 += float64(s*g.g1) + float64(half*g.g0)
}

func (u *universal) time(g *functions) float64 {
	return float64(u.r*g.g1) + float64(u.eta*g.g2) + float64(u.mu*g.g3)
}

func (u *universal) distance(g *functions) float64 {
	return float64(u.r*g.g0) + float64(u.eta*g.g1) + float64(u.mu*g.g2)
}

// largestAngle bounds √|beta| s: a whole turn of an ellipse, and on a hyperbola an anomaly at which nothing overflows.
const (
	largestAngle      = 2*math.Pi + 0.01
	largestHyperbolic = 320
)

func (u *universal) largest() float64 {
	switch {
	case u.beta > 0:
		return largestAngle / math.Sqrt(u.beta)
	case u.beta < 0:
		return largestHyperbolic / math.Sqrt(-u.beta)
	default:
		return math.MaxFloat64
	}
}

// solve returns the s at a time above 0, and false where it finds none.
//
// A bracket that is a factor of 2 wide comes first. Newton's method then runs within bounds that close in, and halves them
// where a step leaves them or gains too little, as on a long hyperbola.
func (u *universal) solve(seconds float64) (s float64, ok bool) {
	low, high, ok := u.bracket(seconds)
	if !ok {
		return 0, false
	}
	s = high
	last := math.Inf(1)
	for range 200 {
		g := u.at(s)
		late := u.time(&g) - seconds
		if late == 0 {
			return s, true
		}
		if late < 0 {
			low = s
		} else {
			high = s
		}
		next := s - late/u.distance(&g)
		if !(next > low && next < high) || math.Abs(late) > 0.25*last {
			next = 0.5 * (low + high)
		}
		last = math.Abs(late)
		if math.Abs(next-s) <= 0x1p-52*s || !(next > low && next < high) {
			return next, true
		}
		s = next
	}
	return s, true
}

// bracket returns an s before a time and one at most twice that after it.
func (u *universal) bracket(seconds float64) (low, high float64, ok bool) {
	largest := u.largest()
	high = min(seconds/u.r, largest)
	if u.after(high, seconds) {
		for range 2100 {
			low = 0.5 * high
			if !u.after(low, seconds) {
				return low, high, true
			}
			high = low
		}
		return 0, 0, false
	}
	for range 2100 {
		low, high = high, min(2*high, largest)
		if u.after(high, seconds) {
			return low, high, true
		}
		if high == largest {
			return 0, 0, false
		}
	}
	return 0, 0, false
}

// after reports whether s lies after a time.
func (u *universal) after(s, seconds float64) bool {
	g := u.at(s)
	return u.time(&g) >= seconds
}
