package rails

import "math"

// wide is a number of about 32 digits: the sum of two doubles, the second below half a unit in the last place of the first.
//
// Paths past a center of attraction subtract numbers that are larger than their difference by many digits, and the
// question how long an almost parabolic path takes does so too. Wide numbers pay for these digits.
//
// Source: Dekker 1971, "A Floating-Point Technique for Extending the Available Precision"; Hida, Li and Bailey 2001,
// "Algorithms for Quad-Double Precision Floating Point Arithmetic". Products are split rather than fused, since a fused
// product costs much where the processor has none.
type wide struct{ hi, lo float64 }

// sum returns a + b exactly.
func sum(a, b float64) wide {
	s := a + b
	t := s - a
	return wide{s, (a - (s - t)) + (b - t)}
}

// quickSum returns a + b exactly where a is the larger.
func quickSum(a, b float64) wide {
	s := a + b
	return wide{s, b - (s - a)}
}

// largestSplit bounds what product takes.
const largestSplit = 1e300

// product returns a b exactly. Special cases: above largestSplit the parts overflow, and the result is NaN.
func product(a, b float64) wide {
	p := float64(a * b)
	aHigh, aLow := split(a)
	bHigh, bLow := split(b)
	rest := float64(aHigh*bHigh) - p
	rest = (rest + float64(aHigh*bLow)) + float64(aLow*bHigh)
	return wide{p, rest + float64(aLow*bLow)}
}

// split returns the upper and the lower 26 bits of x.
func split(x float64) (high, low float64) {
	c := float64(0x8000001 * x)
	high = c - (c - x)
	return high, x - high
}

func (a wide) add(b wide) wide {
	s, t := sum(a.hi, b.hi), sum(a.lo, b.lo)
	s = quickSum(s.hi, s.lo+t.hi)
	return quickSum(s.hi, s.lo+t.lo)
}

func (a wide) neg() wide { return wide{-a.hi, -a.lo} }

func (a wide) sub(b wide) wide { return a.add(b.neg()) }

func (a wide) mul(b wide) wide {
	p := product(a.hi, b.hi)
	return quickSum(p.hi, p.lo+(float64(a.hi*b.lo)+float64(a.lo*b.hi)))
}

// times returns a s.
func (a wide) times(s float64) wide {
	p := product(a.hi, s)
	return quickSum(p.hi, p.lo+float64(a.lo*s))
}

// scaled returns a times a power of two.
func (a wide) scaled(power float64) wide { return wide{float64(a.hi * power), float64(a.lo * power)} }

func (a wide) div(b wide) wide {
	q := a.hi / b.hi
	rest := a.sub(b.times(q))
	q2 := rest.hi / b.hi
	rest = rest.sub(b.times(q2))
	s := quickSum(q, q2)
	return s.add(wide{hi: rest.hi / b.hi})
}

// sqrt returns the root of a, which is above 0: one step of Newton's method from the double root.
func (a wide) sqrt() wide {
	root := math.Sqrt(a.hi)
	rest := a.sub(product(root, root))
	return quickSum(root, rest.hi/(2*root))
}

// near returns the double nearest to a.
func (a wide) near() float64 { return a.hi + a.lo }
