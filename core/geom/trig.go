package geom

import "math"

// Sin returns the sine of x, the same bits on every processor.
//
// Special cases: a zero gives itself, with its sign; NaN and infinities give NaN. Every finite x is reduced in full.
// Source: the reduction by Cody and Waite 1980, "Software Manual for the Elementary Functions", chapter 8, with pi/2 in
// three parts, and above 2^20 that of Payne and Hanek (see reduceLarge); the polynomials are the minimax ones of
// S. Moshier's Cephes library (sin.c, 1984). Within 1 ulp of the true sine and of the standard library's (tested).
func Sin(x float64) float64 {
	if x == 0 {
		return x
	}
	quarter, r, rest, ok := reduce(x)
	if !ok {
		return math.NaN()
	}
	switch quarter & 3 {
	case 0:
		return sinPoly(r, rest)
	case 1:
		return cosPoly(r, rest)
	case 2:
		return -sinPoly(r, rest)
	default:
		return -cosPoly(r, rest)
	}
}

// Cos returns the cosine of x, the same bits on every processor. Special cases and source as for Sin.
func Cos(x float64) float64 {
	quarter, r, rest, ok := reduce(x)
	if !ok {
		return math.NaN()
	}
	switch quarter & 3 {
	case 0:
		return cosPoly(r, rest)
	case 1:
		return -sinPoly(r, rest)
	case 2:
		return -cosPoly(r, rest)
	default:
		return sinPoly(r, rest)
	}
}

// SinCos returns Sin(x) and Cos(x), the very bits of each, for little more than the cost of one.
func SinCos(x float64) (sine, cosine float64) {
	if x == 0 {
		return x, 1
	}
	quarter, r, rest, ok := reduce(x)
	if !ok {
		return math.NaN(), math.NaN()
	}
	sine, cosine = sinPoly(r, rest), cosPoly(r, rest)
	switch quarter & 3 {
	case 0:
		return sine, cosine
	case 1:
		return cosine, -sine
	case 2:
		return -sine, -cosine
	default:
		return -cosine, sine
	}
}

// Pi over 2 in three parts, the first two with 33 significant bits, so that a whole count of quarters up to 2^20 times a
// part is exact.
const (
	halfPiHigh   = 1.57079632673412561417e+00
	halfPiMiddle = 6.07710050630396597660e-11
	halfPiLow    = 2.02226624879595063154e-21
)

// largestShort is the largest angle whose whole count of quarters is short enough for the parts of pi/2.
const largestShort = 1 << 20

// reduce returns x less the nearest multiple of pi/2, which lies within pi/4 of 0, and that multiple's count modulo 4. The
// difference is r + rest, rest below half a unit in the last place of r.
func reduce(x float64) (quarter int, r, rest float64, ok bool) {
	if !finite(x) {
		return 0, 0, 0, false
	}
	if math.Abs(x) > largestShort {
		quarter, r, rest = reduceLarge(x)
		return quarter, r, rest, true
	}
	n := math.Floor(float64(x*(2/math.Pi)) + 0.5)
	r = x - float64(n*halfPiHigh)
	r, rest = less(r, float64(n*halfPiMiddle))
	r, lowest := less(r, float64(n*halfPiLow))
	return int(n - float64(4*math.Floor(n/4))), r, rest + lowest, true
}

// less returns a - b, b the smaller or both near, and what rounding left out of it.
func less(a, b float64) (difference, rest float64) {
	difference = a - b
	return difference, a - difference - b
}

// sinPoly returns the sine of x + rest.
func sinPoly(x, rest float64) float64 {
	z := float64(x * x)
	p := float64(1.58962301576546568060e-10*z) - 2.50507477628578072866e-8
	p = float64(p*z) + 2.75573136213857245213e-6
	p = float64(p*z) - 1.98412698295895385996e-4
	p = float64(p*z) + 8.33333333332211858878e-3
	p = float64(p*z) - 1.66666666666666307295e-1
	return x + (float64(float64(x*z)*p) + float64(rest*(1-float64(0.5*z))))
}

// cosPoly returns the cosine of x + rest.
func cosPoly(x, rest float64) float64 {
	z := float64(x * x)
	p := float64(-1.13585365213876817300e-11*z) + 2.08757008419747316778e-9
	p = float64(p*z) - 2.75573141792967388112e-7
	p = float64(p*z) + 2.48015872888517045348e-5
	p = float64(p*z) - 1.38888888888730564116e-3
	p = float64(p*z) + 4.16666666666665929218e-2
	half := float64(0.5 * z)
	w := 1 - half
	return w + ((1 - w - half) + (float64(float64(z*z)*p) - float64(x*rest)))
}
