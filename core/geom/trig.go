package geom

import "math"

// Sin returns the sine of x, the same bits on every processor.
//
// Special cases: NaN and infinities give NaN. Above 2^20 radians the reduction loses precision gradually: an angle of
// state is kept small by its owner.
// Source: the reduction by Cody and Waite 1980, "Software Manual for the Elementary Functions", chapter 8, with pi/2 in
// three parts; the polynomials are the minimax ones of S. Moshier's Cephes library (sin.c, 1984). Within 1 ulp of the
// standard library's for |x| up to 2^20 (tested).
func Sin(x float64) float64 {
	quarter, r, ok := reduce(x)
	if !ok {
		return math.NaN()
	}
	switch quarter & 3 {
	case 0:
		return sinPoly(r)
	case 1:
		return cosPoly(r)
	case 2:
		return -sinPoly(r)
	default:
		return -cosPoly(r)
	}
}

// Cos returns the cosine of x, the same bits on every processor. Special cases and source as for Sin.
func Cos(x float64) float64 {
	quarter, r, ok := reduce(x)
	if !ok {
		return math.NaN()
	}
	switch quarter & 3 {
	case 0:
		return cosPoly(r)
	case 1:
		return -sinPoly(r)
	case 2:
		return -cosPoly(r)
	default:
		return sinPoly(r)
	}
}

// Pi over 2 in three parts, the first two with 33 significant bits, so that a whole count of quarters up to 2^20 times a
// part is exact.
const (
	halfPiHigh   = 1.57079632673412561417e+00
	halfPiMiddle = 6.07710050630396597660e-11
	halfPiLow    = 2.02226624879595063154e-21
)

// reduce returns x less the nearest multiple of pi/2, which lies within pi/4 of 0, and that multiple's count modulo 4.
func reduce(x float64) (quarter int, r float64, ok bool) {
	if !finite(x) {
		return 0, 0, false
	}
	n := math.Floor(float64(x*(2/math.Pi)) + 0.5)
	r = x - float64(n*halfPiHigh)
	r -= float64(n * halfPiMiddle)
	r -= float64(n * halfPiLow)
	return int(n - float64(4*math.Floor(n/4))), r, true
}

func sinPoly(x float64) float64 {
	z := float64(x * x)
	p := float64(1.58962301576546568060e-10*z) - 2.50507477628578072866e-8
	p = float64(p*z) + 2.75573136213857245213e-6
	p = float64(p*z) - 1.98412698295895385996e-4
	p = float64(p*z) + 8.33333333332211858878e-3
	p = float64(p*z) - 1.66666666666666307295e-1
	return x + float64(float64(x*z)*p)
}

func cosPoly(x float64) float64 {
	z := float64(x * x)
	p := float64(-1.13585365213876817300e-11*z) + 2.08757008419747316778e-9
	p = float64(p*z) - 2.75573141792967388112e-7
	p = float64(p*z) + 2.48015872888517045348e-5
	p = float64(p*z) - 1.38888888888730564116e-3
	p = float64(p*z) + 4.16666666666665929218e-2
	half := 0.5 * z
	w := 1 - half
	return w + ((1 - w - half) + float64(float64(z*z)*p))
}
