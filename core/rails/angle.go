package rails

import (
	"math"

	"tertius.dev/core/geom"
)

// A whole turn in two doubles.
const (
	turnHigh = 2 * math.Pi
	turnLow  = 2.4492935982947063545e-16
)

// largestPhase is the largest angle that turnedBy takes: above it a double holds no part of a turn.
const largestPhase = 1 << 52

// turnedBy returns the angle of something that turns at rate for some seconds from start, from -π to π, and whether the
// angle is short enough to mean anything.
//
// The product is exact before its whole turns go, so far from the epoch only the time itself is rounded.
func turnedBy(rate, seconds, start float64) (angle float64, ok bool) {
	if !(math.Abs(float64(rate*seconds)) <= largestPhase) {
		return 0, false
	}
	start = wrapped(start)
	swept := product(rate, seconds)
	turns := math.Floor(float64((swept.hi+start)*(1/turnHigh)) + 0.5)
	whole := product(turns, turnHigh)
	rest := sum(swept.hi, -whole.hi)
	from := sum(rest.hi, start)
	angle = from.hi + (from.lo + rest.lo + swept.lo - whole.lo - float64(turns*turnLow))
	angle = min(max(angle, -math.Pi), math.Pi)
	return angle, finite(angle)
}

// wrapped returns x less its whole turns, from -π to π.
func wrapped(x float64) float64 {
	if math.Abs(x) <= math.Pi {
		return x
	}
	return geom.Atan2(geom.SinCos(x))
}

func finite(x float64) bool { return x-x == 0 }

func positive(x float64) bool { return x > 0 && x <= math.MaxFloat64 }
