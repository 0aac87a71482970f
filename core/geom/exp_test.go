package geom_test

import (
	"math"
	"testing"

	"tertius.dev/core/geom"
)

// Each of the two is within one ulp of the true value, so they are within two of each other.
func TestExpIsWithinTwoUlpsOfTheStandardLibrarys(t *testing.T) {
	for x := -745.0; x < 709.7; x += 0.0371 {
		got, want := geom.Exp(x), math.Exp(x)
		if ulp := math.Nextafter(want, math.Inf(1)) - want; math.Abs(got-want) > 2*ulp {
			t.Errorf("e^%v is %v, want %v", x, got, want)
		}
	}
}

func TestExpOfTheEndsOfTheNumberLine(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{
		{0, 1}, {math.Inf(-1), 0}, {-1e9, 0}, {-746, 0}, {math.Inf(1), math.Inf(1)}, {710, math.Inf(1)},
	} {
		if got := geom.Exp(c.x); got != c.want {
			t.Errorf("e^%v is %v, want %v", c.x, got, c.want)
		}
	}
	if got := geom.Exp(math.NaN()); got == got {
		t.Errorf("e^NaN is %v", got)
	}
}
