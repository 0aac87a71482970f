package geom_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"tertius.dev/core/geom"
)

// ulps returns how many doubles lie between a and b, which have one sign or are zero.
func ulps(a, b float64) uint64 {
	order := func(x float64) int64 {
		if i := int64(math.Float64bits(x)); i >= 0 {
			return i
		} else {
			return math.MinInt64 - i
		}
	}
	x, y := order(a), order(b)
	if x < y {
		return uint64(y - x)
	}
	return uint64(x - y)
}

// angles returns angles of every size, with those nearest to multiples of pi/4, where the reduction is hardest.
func angles() []float64 {
	random := rand.New(rand.NewPCG(1, 2))
	all := []float64{1e-310, 1e-300, 1e-8, 0.5, 1, 1 << 20, 1<<20 + 1, math.MaxFloat64, 0x1p1023, 5.319372648326541e255}
	for i := 1; i < 200; i++ {
		near := float64(i) * (math.Pi / 4)
		all = append(all, near, math.Nextafter(near, 0), math.Nextafter(near, 100))
	}
	for range 20000 {
		all = append(all, (random.Float64()-0.5)*20)
	}
	for range 20000 {
		all = append(all, (random.Float64()-0.5)*(1<<21))
	}
	for range 20000 {
		x := math.Float64frombits(random.Uint64())
		if x-x == 0 {
			all = append(all, x)
		}
	}
	return all
}

// bigPi is pi to 1,400 bits, by Machin's formula: 16 arctan(1/5) - 4 arctan(1/239).
func bigPi() *big.Float {
	const precision = 1400
	arctan := func(n int64) *big.Float {
		term := new(big.Float).SetPrec(precision).Quo(big.NewFloat(1).SetPrec(precision), big.NewFloat(float64(n)))
		sum := new(big.Float).Set(term)
		square := big.NewFloat(float64(-n * n))
		for k := int64(3); term.Sign() != 0 && term.MantExp(nil) > -precision; k += 2 {
			term.Quo(term, square)
			sum.Add(sum, new(big.Float).SetPrec(precision).Quo(term, big.NewFloat(float64(k))))
		}
		return sum
	}
	a, b := arctan(5), arctan(239)
	a.Mul(a, big.NewFloat(16))
	return a.Sub(a, b.Mul(b, big.NewFloat(4)))
}

// trueSinCos sums the Taylor series of x, reduced by whole turns of pi/2 in 1,400 bits.
func trueSinCos(x float64, pi *big.Float) (sin, cos float64) {
	const precision = 1400
	half := new(big.Float).SetPrec(precision).Quo(pi, big.NewFloat(2))
	count := new(big.Float).SetPrec(precision).Quo(new(big.Float).SetPrec(precision).SetFloat64(x), half)
	n, _ := count.Int(nil)
	r := new(big.Float).SetPrec(precision).SetInt(n)
	r.Sub(new(big.Float).SetPrec(precision).SetFloat64(x), r.Mul(r, half))
	r.SetPrec(200)
	s, c := series(r, 1), series(r, 0)
	switch new(big.Int).And(n, big.NewInt(3)).Int64() {
	case 1:
		s, c = c, s.Neg(s)
	case 2:
		s, c = s.Neg(s), c.Neg(c)
	case 3:
		s, c = c.Neg(c), s
	}
	sin, _ = s.Float64()
	cos, _ = c.Float64()
	return sin, cos
}

// series sums r^k/k! with alternating signs over the k that are odd (first 1) or even (first 0).
func series(r *big.Float, first int64) *big.Float {
	term := new(big.Float).SetPrec(200).SetInt64(1)
	if first == 1 {
		term.Set(r)
	}
	sum := new(big.Float).SetPrec(200).Set(term)
	for k := first + 1; k < 80; k += 2 {
		term.Mul(term, r).Mul(term, r).Quo(term, big.NewFloat(float64(-k*(k+1))))
		sum.Add(sum, term)
	}
	return sum
}

func TestSinAndCosAreWithinOneUlpOfTheTruth(t *testing.T) {
	pi := bigPi()
	for i, x := range angles() {
		if i > 1000 && i%41 != 0 {
			continue
		}
		sin, cos := trueSinCos(x, pi)
		if d := ulps(geom.Sin(x), sin); d > 1 {
			t.Errorf("Sin(%v) = %v, %d ulps from %v", x, geom.Sin(x), d, sin)
		}
		if d := ulps(geom.Cos(x), cos); d > 1 {
			t.Errorf("Cos(%v) = %v, %d ulps from %v", x, geom.Cos(x), d, cos)
		}
	}
}

// TestSinAndCosAreWithinOneUlpOfTheStandardLibrary leaves out where the standard library is farther from the truth, which
// is near its zeros and at large angles.
func TestSinAndCosAreWithinOneUlpOfTheStandardLibrary(t *testing.T) {
	pi := bigPi()
	farther := 0
	all := angles()
	for _, x := range all {
		sin, cos := math.Sin(x), math.Cos(x)
		if ulps(geom.Sin(x), sin) <= 1 && ulps(geom.Cos(x), cos) <= 1 {
			continue
		}
		farther++
		sin, cos = trueSinCos(x, pi)
		if ds, dc := ulps(geom.Sin(x), sin), ulps(geom.Cos(x), cos); ds > 1 || dc > 1 {
			t.Errorf("Sin and Cos of %v are %d and %d ulps from the truth", x, ds, dc)
		}
	}
	if farther > len(all)/20 {
		t.Errorf("%d of %d angles differ by more than one ulp from the standard library", farther, len(all))
	}
	t.Logf("the standard library is farther from the truth at %d of %d angles", farther, len(all))
}

func TestSinAndCosOfSpecialValues(t *testing.T) {
	for _, c := range []struct{ x, sin, cos float64 }{
		{0, 0, 1},
		{math.Copysign(0, -1), math.Copysign(0, -1), 1},
		{math.Inf(1), math.NaN(), math.NaN()},
		{math.Inf(-1), math.NaN(), math.NaN()},
		{math.NaN(), math.NaN(), math.NaN()},
		{5e-324, 5e-324, 1},
	} {
		if got := geom.Sin(c.x); !sameNumber(got, c.sin) {
			t.Errorf("Sin(%v) = %v, not %v", c.x, got, c.sin)
		}
		if got := geom.Cos(c.x); !sameNumber(got, c.cos) {
			t.Errorf("Cos(%v) = %v, not %v", c.x, got, c.cos)
		}
	}
}

func TestSinCosHasTheBitsOfSinAndCos(t *testing.T) {
	check := func(x float64) {
		sine, cosine := geom.SinCos(x)
		if !sameNumber(sine, geom.Sin(x)) || !sameNumber(cosine, geom.Cos(x)) {
			t.Fatalf("SinCos(%v) = %v, %v, not %v, %v", x, sine, cosine, geom.Sin(x), geom.Cos(x))
		}
	}
	for i := range 4000 {
		check(float64(i-2000) / 64)
		check(math.Ldexp(float64(i-2000), i/4))
	}
	for _, x := range []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 5e-324} {
		check(x)
	}
}

// sameNumber tells zeros of different signs apart, and takes any NaN for any other.
func sameNumber(a, b float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || math.Float64bits(a) == math.Float64bits(b)
}

func TestTableOfTwoOverPiHoldsItsBits(t *testing.T) {
	pi := bigPi()
	rest := new(big.Float).SetPrec(1400).Quo(big.NewFloat(2).SetPrec(1400), pi)
	for i, word := range geom.TwoOverPi()[1:] {
		rest.SetMantExp(rest, 64)
		whole, _ := rest.Int(nil)
		if got := fmt.Sprintf("%#x", word); got != fmt.Sprintf("%#x", whole.Uint64()) {
			t.Fatalf("word %d is %s, not %#x", i, got, whole.Uint64())
		}
		rest.Sub(rest, new(big.Float).SetPrec(1400).SetInt(whole))
	}
}
