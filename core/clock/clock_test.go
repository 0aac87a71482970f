package clock_test

import (
	"math/big"
	"testing"

	"tertius.dev/core/clock"
)

// day is a day's ticks at the rate.
func day(r clock.Rate) clock.Ticks { return clock.Ticks(86400 * int64(r)) }

// TestTimeDoesNotDriftOverADay compares with exact fractions: each time is the double nearest to the whole count's.
func TestTimeDoesNotDriftOverADay(t *testing.T) {
	for _, rate := range []clock.Rate{1, 50, 60, 90, 120, 144, 1000} {
		for n := clock.Ticks(0); n <= day(rate); n += day(rate)/997 + 1 {
			want, _ := big.NewRat(int64(n), int64(rate)).Float64()
			if got := rate.Seconds(n); got != want {
				t.Fatalf("tick %d at rate %d is at %v s, not %v", n, rate, got, want)
			}
		}
		if got := rate.TimeAt(0, day(rate)); got != 86400 {
			t.Errorf("a day at rate %d ends at %v s", rate, got)
		}
		if got := rate.TimeAt(1000, day(rate)); got != 87400 {
			t.Errorf("a day at rate %d from 1000 s ends at %v s", rate, got)
		}
	}
}

// TestTimeIsTheStartAndTheWholeCountOverTheRate compares to the bit with a quotient and a sum that are each rounded once, from exact
// numbers.
func TestTimeIsTheStartAndTheWholeCountOverTheRate(t *testing.T) {
	for _, rate := range []clock.Rate{50, 60, 120} {
		for _, start := range []float64{0, 0.1, 1234.5, -3.7e6, 1e9 + 1.0/3} {
			for _, n := range []clock.Ticks{0, 1, 7, 599, 1_000_003, 10_000_000} {
				length, _ := big.NewRat(int64(n), int64(rate)).Float64()
				exact := new(big.Rat).Add(new(big.Rat).SetFloat64(start), new(big.Rat).SetFloat64(length))
				want, _ := exact.Float64()
				if got := rate.TimeAt(start, n); got != want {
					t.Errorf("tick %d at rate %d from %v s is at %v s, want %v", n, rate, start, got, want)
				}
			}
		}
	}
}

// TestSummedTicksWouldDrift shows what the whole count is for.
func TestSummedTicksWouldDrift(t *testing.T) {
	sum := 0.0
	for range day(clock.DefaultRate) {
		sum += clock.DefaultRate.TickSeconds()
	}
	if sum == 86400 {
		t.Error("a sum of tick lengths did not drift; the whole count has no reason")
	}
}

func TestStepIsTheFloatNearestTheTick(t *testing.T) {
	for rate := clock.Rate(1); rate <= 1000; rate++ {
		want, _ := big.NewRat(1, int64(rate)).Float32()
		if got := rate.StepSeconds(); got != want {
			t.Errorf("the step at rate %d is %v s, not %v", rate, got, want)
		}
	}
	// The doc comment's figure.
	if r := float64(clock.DefaultRate.StepSeconds())/clock.DefaultRate.TickSeconds() - 1; r < 5.1e-8 || r > 5.3e-8 {
		t.Errorf("the step at 60 is longer than the tick by %v of it", r)
	}
}
