package geom

import "math"

// Exp returns e to the power of x, with the same bits on every processor.
//
// Special cases: +Inf gives +Inf, −Inf gives 0, NaN gives NaN; what is too large for a float64 gives +Inf, and too small 0.
// Threads: pure.
// Source: the reduction by ln 2 in two parts and the rational approximation of FDLIBM (Sun Microsystems, 1993), with each
// product rounded.
func Exp(x float64) float64 {
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case x > largestExponent:
		return math.Inf(1)
	case x < smallestExponent:
		return 0
	}
	k := math.Floor(float64(x*(1/math.Ln2)) + 0.5)
	high, low := x-float64(k*ln2High), float64(k*ln2Low)
	r := high - low
	t := float64(r * r)
	p := expP4 + float64(t*expP5)
	p = expP3 + float64(t*p)
	p = expP2 + float64(t*p)
	p = expP1 + float64(t*p)
	c := r - float64(t*p)
	y := 1 - ((low - float64(r*c)/(2-c)) - high)
	return math.Ldexp(y, int(k))
}

const (
	largestExponent  = 7.09782712893383973096e+02
	smallestExponent = -7.45133219101941108420e+02

	ln2High = 6.93147180369123816490e-01 // 33 bits, so that small multiples are exact
	ln2Low  = 1.90821492927058770002e-10

	expP1 = 1.66666666666666657415e-01
	expP2 = -2.77777777770155933842e-03
	expP3 = 6.61375632143793436117e-05
	expP4 = -1.65339022054652515390e-06
	expP5 = 4.13813679705723846039e-08
)
