package rails

import (
	"math"

	"tertius.dev/core/geom"
)

// stumpff holds Stumpff's functions c0 to c3 of one z: the cosine and sine family that serves ellipses (z > 0), parabolas
// (z = 0) and hyperbolas (z < 0) alike, c_k(z) = Σ (-z)^n / (2n+k)!.
//
// Source: Stumpff 1959, "Himmelsmechanik" I; Danby 1992, "Fundamentals of Celestial Mechanics", 6.9, for the doubling.
type stumpff struct{ c0, c1, c2, c3 float64 }

// stumpffOf returns the functions at z.
//
// Above 1, the closed forms with sine and cosine serve. Below -1 a quarter of the argument doubles back, which needs no
// exponential function and adds positive numbers only.
func stumpffOf(z float64) stumpff {
	switch {
	case z > 1:
		return stumpffOfAngle(math.Sqrt(z), z)
	case z >= -1:
		return stumpffSeries(z)
	}
	doublings := 0
	for ; z < -1; doublings++ {
		z *= 0.25
	}
	s := stumpffSeries(z)
	for range doublings {
		s = s.doubled()
	}
	return s
}

func stumpffOfAngle(x, z float64) stumpff {
	sine, half := geom.Sin(x), geom.Sin(0.5*x)
	return stumpff{
		c0: geom.Cos(x),
		c1: sine / x,
		c2: 2 * float64(half*half) / z, // 1 - cos x without its loss of digits near whole turns
		c3: (x - sine) / float64(z*x),
	}
}

// stumpffSeries returns the functions at z from -1 to 1.
func stumpffSeries(z float64) stumpff {
	c2, c3 := versine(z), lag(z)
	return stumpff{c0: 1 - float64(z*c2), c1: 1 - float64(z*c3), c2: c2, c3: c3}
}

// The terms of the series in -z.
var (
	versineTerms = [...]float64{
		1.0 / 2, 1.0 / 24, 1.0 / 720, 1.0 / 40320, 1.0 / 3628800, 1.0 / 479001600, 1.0 / 87178291200, 1.0 / 20922789888000,
		1.0 / 6402373705728000, 1.0 / 2432902008176640000, 1.0 / 1124000727777607680000,
	}
	lagTerms = [...]float64{
		1.0 / 6, 1.0 / 120, 1.0 / 5040, 1.0 / 362880, 1.0 / 39916800, 1.0 / 6227020800, 1.0 / 1307674368000, 1.0 / 355687428096000,
		1.0 / 121645100408832000, 1.0 / 51090942171709440000,
	}
)

// versine returns c2(z), which is (1 - cos √z) / z, for z from -1 to 1.
func versine(z float64) float64 { return series(z, versineTerms[:]) }

// lag returns c3(z), which is (√z - sin √z) / √z³, for z from -1 to 1.
func lag(z float64) float64 { return series(z, lagTerms[:]) }

// shortest is a |z| below which four terms of a series hold all digits.
const shortest = 0x1p-10

// series sums the terms times the powers of -z.
func series(z float64, terms []float64) float64 {
	if math.Abs(z) < shortest {
		terms = terms[:4]
	}
	sum := terms[len(terms)-1]
	for k := len(terms) - 2; k >= 0; k-- {
		sum = terms[k] - float64(z*sum)
	}
	return sum
}

// doubled returns the functions at 4z.
func (s stumpff) doubled() stumpff {
	return stumpff{
		c0: float64(2*float64(s.c0*s.c0)) - 1,
		c1: float64(s.c0 * s.c1),
		c2: float64(0.5 * float64(s.c1*s.c1)),
		c3: float64(0.25 * (s.c2 + float64(s.c0*s.c3))),
	}
}

// wideStumpff is stumpff in wide numbers.
type wideStumpff struct{ c0, c1, c2, c3 wide }

// seriesTerms is how many terms the wide series sum: the first that is left out is below 1e-33 at |z| = 1/4.
const seriesTerms = 13

// overFactorial holds 1/n!.
var overFactorial = func() (t [2*seriesTerms + 2]wide) {
	t[0] = wide{hi: 1}
	for n := 1; n < len(t); n++ {
		t[n] = t[n-1].div(wide{hi: float64(n)})
	}
	return t
}()

func wideStumpffOf(z wide) wideStumpff {
	doublings := 0
	for ; math.Abs(z.hi) > 0.25; doublings++ {
		z = z.scaled(0.25)
	}
	s := wideStumpffSeries(z)
	for range doublings {
		s = s.doubled()
	}
	return s
}

func wideStumpffSeries(z wide) wideStumpff {
	const last = seriesTerms - 1
	c2, c3 := overFactorial[2*last+2], overFactorial[2*last+3]
	for n := last - 1; n >= 0; n-- {
		c2 = overFactorial[2*n+2].sub(z.mul(c2))
		c3 = overFactorial[2*n+3].sub(z.mul(c3))
	}
	one := wide{hi: 1}
	return wideStumpff{c0: one.sub(z.mul(c2)), c1: one.sub(z.mul(c3)), c2: c2, c3: c3}
}

func (s *wideStumpff) doubled() wideStumpff {
	return wideStumpff{
		c0: s.c0.mul(s.c0).scaled(2).sub(wide{hi: 1}),
		c1: s.c0.mul(s.c1),
		c2: s.c1.mul(s.c1).scaled(0.5),
		c3: s.c2.add(s.c0.mul(s.c3)).scaled(0.25),
	}
}
