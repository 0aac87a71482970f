package rails_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tertius.dev/core/rails"
)

// eccentricities go from the circle to the thinnest orbit that the engine promises.
var eccentricities = []float64{0, 1e-9, 0.001, 0.1, 0.5, 0.9, 0.99, 0.999, 1 - 1e-5, 1 - 1e-7, 1 - 1e-9}

// The residual is that of the equation as books write it, in doubles: each of its roundings is up to 2.2e-16 at π.
func TestKeplersEquationIsSolvedToItsLastDigits(t *testing.T) {
	mostSteps := 0
	for _, e := range eccentricities {
		check := func(m float64) {
			eccentric, sine, versine, lead, steps := rails.SolveKepler(m, e)
			mostSteps = max(mostSteps, steps)
			if residual := math.Abs(eccentric - e*math.Sin(eccentric) - m); !(residual <= 4e-15) || steps >= 60 {
				t.Fatalf("e %v, M %v: the residual of E %v is %g after %d steps", e, m, eccentric, residual, steps)
			}
			for _, value := range []struct{ got, want float64 }{
				{sine, math.Sin(eccentric)}, {versine, 2 * math.Pow(math.Sin(eccentric/2), 2)}, {eccentric - lead, sine},
			} {
				if math.Abs(value.got-value.want) > 1e-15 {
					t.Fatalf("e %v, E %v: %v, not %v", e, eccentric, value.got, value.want)
				}
			}
		}
		for i := range 20001 {
			check(math.Pi * float64(i-10000) / 10000)
			check(math.Pi * math.Pow(10, -320*float64(i)/20000))
			check(-math.Pi * math.Pow(10, -16*float64(i)/20000))
		}
		check(math.Pi)
		check(-math.Pi)
	}
	t.Logf("at most %d steps", mostSteps)
}

// Near the periapsis of a thin orbit, E is M/(1-e) and more, and a residual of one rounding of π would be a large part of
// it. In 400 bits the relative residual shows that the small anomalies keep their digits.
func TestSmallAnomaliesOfThinOrbitsKeepTheirDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	for range 300 {
		e := 1 - math.Pow(10, -9*r.Float64())
		m := math.Pow(10, -12*r.Float64()-0.5)
		eccentric, _, _, _, _ := rails.SolveKepler(m, e)
		// E - e sin E by the series of the sine, and its slope 1 - e cos E.
		x := bigOf(eccentric)
		power, sine := bigOf(eccentric), newBig()
		for n := 1; n < 80; n += 2 {
			sine.Add(sine, power)
			power = bigDiv(bigMul(power, x, x), bigOf(-float64((n+1)*(n+2))))
		}
		residual, _ := bigSub(bigSub(x, bigMul(bigOf(e), sine)), bigOf(m)).Float64()
		slope := (1 - e) + e*2*math.Pow(math.Sin(eccentric/2), 2)
		if off := math.Abs(residual / slope / eccentric); off > 1e-15 {
			t.Fatalf("e %v, M %v: E %v is off by %g of itself", e, m, eccentric, off)
		}
	}
}

func TestEccentricAnomalyTakesAnyMeanAnomaly(t *testing.T) {
	for _, e := range eccentricities {
		for _, m := range []float64{0, 3, -3, 7, 1e3, -1e6, 1e15, -1e300, math.MaxFloat64} {
			eccentric, err := rails.EccentricAnomaly(m, e)
			// e sin E is the equation's difference from M, whose sine and cosine take every size in full.
			back := eccentric - e*math.Sin(eccentric)
			if err != nil || math.Abs(math.Sin(back)-math.Sin(m)) > 4e-15 || math.Abs(math.Cos(back)-math.Cos(m)) > 4e-15 {
				t.Errorf("e %v, M %v: E %v, %v", e, m, eccentric, err)
			}
		}
	}
	for _, c := range []struct {
		m, e float64
		want string
	}{
		{math.NaN(), 0.5, "mean anomaly"}, {math.Inf(1), 0.5, "mean anomaly"},
		{1, 1, "eccentricity"}, {1, -0.1, "eccentricity"}, {1, math.NaN(), "eccentricity"},
	} {
		if got, err := rails.EccentricAnomaly(c.m, c.e); got != 0 || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, %v", c, got, err)
		}
	}
}

// The closed forms lose digits near 0, so they are compared where both have theirs, and the series with its own recursion.
func TestStumpffsFunctionsAreTheCosineFamily(t *testing.T) {
	for _, x := range []float64{0.9, 1, 1.1, 2, 3, math.Pi, 5, 6.2, 2 * math.Pi} {
		t.Run(fmt.Sprint(x), func(t *testing.T) {
			round := [4]float64{math.Cos(x), math.Sin(x) / x, (1 - math.Cos(x)) / (x * x), (x - math.Sin(x)) / (x * x * x)}
			wide := [4]float64{math.Cosh(x), math.Sinh(x) / x, (math.Cosh(x) - 1) / (x * x), (math.Sinh(x) - x) / (x * x * x)}
			for k := range round {
				if got := rails.StumpffOf(x * x)[k]; math.Abs(got-round[k]) > 2e-15 {
					t.Errorf("c%d(%v) is %v, not %v", k, x*x, got, round[k])
				}
				if got := rails.StumpffOf(-x * x)[k]; math.Abs(got/wide[k]-1) > 1e-14 {
					t.Errorf("c%d(%v) is %v, not %v", k, -x*x, got, wide[k])
				}
			}
		})
	}
	if got := rails.StumpffOf(0); got != [4]float64{1, 1, 0.5, 1.0 / 6} {
		t.Errorf("at 0 they are %v", got)
	}
	// On both sides of where the series grows longer.
	for _, z := range []float64{0x1.ffp-11, 0x1.01p-10, -0x1.ffp-11, -0x1.01p-10} {
		s := rails.StumpffOf(z)
		if c2 := 0.5 - z/24*(1-z/30*(1-z/56*(1-z/90))); math.Abs(s[2]-c2) > 1.2e-16 {
			t.Errorf("c2(%v) is %v, not %v", z, s[2], c2)
		}
		if c3 := (1 - z/20*(1-z/42*(1-z/72*(1-z/110)))) / 6; math.Abs(s[3]-c3) > 6e-17 {
			t.Errorf("c3(%v) is %v, not %v", z, s[3], c3)
		}
	}
}

// 1e9 s at one turn per 5400 s: the product is exact before its turns go, so what remains is off by less than 1e-15.
func TestLongTurnsKeepTheirDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	for range 2000 {
		rate, seconds := r.NormFloat64(), 1e9*r.NormFloat64()
		start := 10 * r.NormFloat64()
		got, ok := rails.TurnedBy(rate, seconds, start)
		angle := bigAdd(bigMul(bigOf(rate), bigOf(seconds)), bigOf(start))
		turns, _ := bigDiv(angle, bigMul(bigOf(2), pi)).Float64()
		want, _ := bigSub(angle, bigMul(bigOf(2*math.Round(turns)), pi)).Float64()
		off := math.Remainder(got-want, 2*math.Pi)
		if !ok || math.Abs(off) > 2e-15 || math.Abs(got) > math.Pi {
			t.Fatalf("%v rad/s for %v s from %v is %v, not %v: off by %g", rate, seconds, start, got, want, off)
		}
	}
	for _, c := range [][3]float64{{1, 1e17, 0}, {math.Inf(1), 1, 0}, {1, math.NaN(), 0}, {1e300, 1e300, 0}} {
		if got, ok := rails.TurnedBy(c[0], c[1], c[2]); ok {
			t.Errorf("%v gives %v", c, got)
		}
	}
}
