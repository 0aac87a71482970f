package geom

import "math"

// Atan2 returns the angle of the point (x, y) from the X axis, from -π to π, the same bits on every processor.
//
// Special cases: as math.Atan2. Source: S. Moshier's Cephes library (atan.c, 1984). Within 1 ulp of the standard library's
// (tested).
func Atan2(y, x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case y == 0:
		if x > 0 || x == 0 && !math.Signbit(x) {
			return y
		}
		return math.Copysign(math.Pi, y)
	case x == 0:
		return math.Copysign(math.Pi/2, y)
	case math.IsInf(x, 0):
		return math.Copysign(atanOfInfinite(x, math.IsInf(y, 0)), y)
	case math.IsInf(y, 0):
		return math.Copysign(math.Pi/2, y)
	}
	angle := atan(math.Abs(y / x))
	if x < 0 {
		angle = math.Pi - angle
	}
	return math.Copysign(angle, y)
}

// atanOfInfinite returns the angle above the X axis of a point that is infinitely far along it.
func atanOfInfinite(x float64, yInfinite bool) float64 {
	switch {
	case x > 0 && yInfinite:
		return math.Pi / 4
	case x > 0:
		return 0
	case yInfinite:
		return 3 * math.Pi / 4
	default:
		return math.Pi
	}
}

// atan returns the arctangent of x, which is 0 or more.
func atan(x float64) float64 {
	const (
		tan3Pi8  = 2.41421356237309504880 // tan(3π/8)
		moreBits = 6.123233995736765886130e-17
	)
	switch {
	case x <= 0.66:
		return atanPoly(x)
	case x > tan3Pi8:
		return math.Pi/2 - atanPoly(1/x) + moreBits
	default:
		return math.Pi/4 + atanPoly((x-1)/(x+1)) + 0.5*moreBits
	}
}

func atanPoly(x float64) float64 {
	z := float64(x * x)
	p := float64(-8.750608600031904122785e-01*z) - 1.615753718733365076637e+01
	p = float64(p*z) - 7.500855792314704667340e+01
	p = float64(p*z) - 1.228866684490136173410e+02
	p = float64(p*z) - 6.485021904942025371773e+01
	q := z + 2.485846490142306297962e+01
	q = float64(q*z) + 1.650270098316988542046e+02
	q = float64(q*z) + 4.328810604912902668951e+02
	q = float64(q*z) + 4.853903996359136964868e+02
	q = float64(q*z) + 1.945506571482613964425e+02
	return x + float64(x*(float64(z*p)/q))
}
