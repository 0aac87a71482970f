package rails_test

import (
	"math"
	"math/big"

	"tertius.dev/core/geom"
)

// The reference solves the two-body problem in numbers of 200 bits and more, another way than the package: its functions
// are plain power series without doubling, and it halves an interval until nothing is left of it before Newton's method.

// A series of alternating terms up to e^80 loses 115 bits of these; 200 and some remain.
const referenceBits = 400

func bigOf(x float64) *big.Float { return new(big.Float).SetPrec(referenceBits).SetFloat64(x) }

func newBig() *big.Float { return new(big.Float).SetPrec(referenceBits) }

func bigAdd(terms ...*big.Float) *big.Float {
	s := newBig()
	for _, t := range terms {
		s.Add(s, t)
	}
	return s
}

func bigSub(a, b *big.Float) *big.Float { return newBig().Sub(a, b) }

func bigDiv(a, b *big.Float) *big.Float { return newBig().Quo(a, b) }

func bigMul(factors ...*big.Float) *big.Float {
	p := bigOf(1)
	for _, f := range factors {
		p.Mul(p, f)
	}
	return p
}

func bigDot(a, b geom.Vec3) *big.Float {
	return bigAdd(bigMul(bigOf(a.X), bigOf(b.X)), bigMul(bigOf(a.Y), bigOf(b.Y)), bigMul(bigOf(a.Z), bigOf(b.Z)))
}

// bigPath is a two-body path.
type bigPath struct {
	position, velocity geom.Vec3
	r, eta, mu, beta   *big.Float
}

func newBigPath(position, velocity geom.Vec3, mu float64) *bigPath {
	p := &bigPath{position: position, velocity: velocity, mu: bigOf(mu), eta: bigDot(position, velocity)}
	p.r = newBig().Sqrt(bigDot(position, position))
	p.beta = bigSub(bigDiv(bigMul(bigOf(2), p.mu), p.r), bigDot(velocity, velocity))
	return p
}

// functions returns G0 to G3 at s, G_k = Σ (-beta)^n s^(2n+k) / (2n+k)!.
func (p *bigPath) functions(s *big.Float) (g [4]*big.Float) {
	z := newBig().Neg(bigMul(p.beta, s, s))
	for k := range g {
		term := bigOf(1)
		for i := 1; i <= k; i++ {
			term = bigDiv(bigMul(term, s), bigOf(float64(i)))
		}
		g[k] = newBig().Set(term)
		for n := k + 1; n < 4000 && term.Sign() != 0; n += 2 {
			term = bigDiv(bigMul(term, z), bigOf(float64(n)*float64(n+1)))
			g[k].Add(g[k], term)
			if term.Sign() == 0 || g[k].Sign() != 0 && term.MantExp(nil) < g[k].MantExp(nil)-referenceBits {
				break
			}
		}
	}
	return g
}

func (p *bigPath) time(g [4]*big.Float) *big.Float {
	return bigAdd(bigMul(p.r, g[1]), bigMul(p.eta, g[2]), bigMul(p.mu, g[3]))
}

func (p *bigPath) distance(g [4]*big.Float) *big.Float {
	return bigAdd(bigMul(p.r, g[0]), bigMul(p.eta, g[1]), bigMul(p.mu, g[2]))
}

// bigPi returns π by Machin's formula.
func bigPi() *big.Float {
	arctanOfInverse := func(n float64) *big.Float {
		power := bigDiv(bigOf(1), bigOf(n))
		total := newBig().Set(power)
		for k := 1; k < 400; k++ {
			power = bigDiv(power, bigOf(-n*n))
			total.Add(total, bigDiv(power, bigOf(float64(2*k+1))))
		}
		return total
	}
	return bigMul(bigOf(4), bigSub(bigMul(bigOf(4), arctanOfInverse(5)), arctanOfInverse(239)))
}

var pi = bigPi()

// withoutRevolutions returns a time less its whole revolutions.
func (p *bigPath) withoutRevolutions(time *big.Float) *big.Float {
	if p.beta.Sign() <= 0 {
		return time
	}
	period := bigDiv(bigMul(bigOf(2), pi, p.mu), bigMul(p.beta, newBig().Sqrt(p.beta)))
	turns, _ := bigDiv(time, period).Int(nil)
	return bigSub(time, bigMul(newBig().SetInt(turns), period))
}

// solve returns the universal variable at a time of either sign.
func (p *bigPath) solve(time *big.Float) *big.Float {
	if time.Sign() == 0 {
		return newBig()
	}
	low, high := newBig(), bigDiv(time, p.r)
	if p.beta.Sign() != 0 { // at most one radian, where the series are short
		radian := bigDiv(bigOf(float64(time.Sign())), newBig().Sqrt(newBig().Abs(p.beta)))
		if newBig().Abs(high).Cmp(newBig().Abs(radian)) > 0 {
			high = radian
		}
	}
	beyond := func(s *big.Float) bool { return p.time(p.functions(s)).Cmp(time)*time.Sign() >= 0 }
	for beyond(high) {
		high = bigMul(high, bigOf(0.5))
	}
	for !beyond(high) {
		low, high = high, bigMul(high, bigOf(1.25))
	}
	for range 12 {
		middle := bigMul(bigOf(0.5), bigAdd(low, high))
		if beyond(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	s := high
	for range 8 {
		g := p.functions(s)
		s = bigSub(s, bigDiv(bigSub(p.time(g), time), p.distance(g)))
	}
	return s
}

// state returns the place and the velocity after a time.
func (p *bigPath) state(seconds float64) (place, velocity geom.Vec3) {
	time := p.withoutRevolutions(bigOf(seconds))
	g := p.functions(p.solve(time))
	fall, distance := bigMul(p.mu, g[2]), p.distance(g)
	one := bigOf(1)
	place = p.combine(bigSub(one, bigDiv(fall, p.r)), bigSub(time, bigMul(p.mu, g[3])))
	rate := newBig().Neg(bigDiv(bigMul(p.mu, g[1]), bigMul(p.r, distance)))
	return place, p.combine(rate, bigSub(one, bigDiv(fall, distance)))
}

func (p *bigPath) combine(f, g *big.Float) geom.Vec3 {
	one := func(x, v float64) float64 {
		sum, _ := bigAdd(bigMul(f, bigOf(x)), bigMul(g, bigOf(v))).Float64()
		return sum
	}
	return geom.Vec3{
		X: one(p.position.X, p.velocity.X), Y: one(p.position.Y, p.velocity.Y), Z: one(p.position.Z, p.velocity.Z),
	}
}

// apart returns how far two vectors are apart beside the size of the second.
func apart(got, want geom.Vec3) float64 {
	size := max(math.Abs(want.X), math.Abs(want.Y), math.Abs(want.Z))
	if size == 0 {
		return got.Length()
	}
	return got.Scale(1 / size).Sub(want.Scale(1 / size)).Length()
}
