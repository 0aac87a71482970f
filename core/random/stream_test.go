package random_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"tertius.dev/core/random"
)

var _ rand.Source = (*random.Stream)(nil)

func TestBlocksArePublishedOnes(t *testing.T) {
	const all = math.MaxUint64
	for _, c := range []struct { // the known answers of philox4x64 with 10 rounds in the authors' library Random123
		counter [4]uint64
		key     [2]uint64
		want    [4]uint64
	}{
		{
			[4]uint64{}, [2]uint64{},
			[4]uint64{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b},
		},
		{
			[4]uint64{all, all, all, all}, [2]uint64{all, all},
			[4]uint64{0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0},
		},
		{ // digits of π
			[4]uint64{0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
			[2]uint64{0x452821e638d01377, 0xbe5466cf34e90c6c},
			[4]uint64{0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6},
		},
	} {
		if got := random.Philox(c.counter, c.key); got != c.want {
			t.Errorf("the block of %x under %x is %x, want %x", c.counter, c.key, got, c.want)
		}
	}
}

func TestStreamIsTheBlocksInOrder(t *testing.T) {
	s := random.Of(7, 1, 2, 3)
	for number := range uint64(3) {
		for k, want := range random.Philox([4]uint64{number, 1, 2, 3}, [2]uint64{7}) {
			if got := s.Uint64(); got != want {
				t.Errorf("number %d of block %d is %x, want %x", k, number, got, want)
			}
		}
	}
}

// sigmas returns how many standard deviations hits lies from what n tries with a probability give on average.
func sigmas(hits, n int, probability float64) float64 {
	mean := float64(n) * probability
	return math.Abs(float64(hits)-mean) / math.Sqrt(mean*(1-probability))
}

func TestNumbersLieEvenly(t *testing.T) {
	const n = 100_000
	s := random.Of(1, 0, 0, 0)
	var below, floats [7]int
	chances := 0
	for range n {
		below[s.Below(7)]++
		floats[int(s.Float64()*7)]++
		if s.Chance(0.25) {
			chances++
		}
	}
	for k := range 7 {
		// The seed is fixed, so this cannot fail by bad luck; 4 deviations would be one in 16,000.
		if d := sigmas(below[k], n, 1.0/7); d > 4 {
			t.Errorf("Below gave %d %d times, %.1f deviations from even", k, below[k], d)
		}
		if d := sigmas(floats[k], n, 1.0/7); d > 4 {
			t.Errorf("Float64 fell into part %d %d times, %.1f deviations from even", k, floats[k], d)
		}
	}
	if d := sigmas(chances, n, 0.25); d > 4 {
		t.Errorf("a chance of a quarter came true %d times, %.1f deviations away", chances, d)
	}
}

func TestDirectionsHaveLengthOneAndNoFavorite(t *testing.T) {
	const n = 100_000
	s := random.Of(2, 0, 0, 0)
	var positive [3]int
	caps := 0
	for range n {
		d := s.Direction()
		if length := d.Length(); math.Abs(length-1) > 1e-15*4 {
			t.Fatalf("%v has the length %v", d, length)
		}
		for k, v := range [3]float64{d.X, d.Y, d.Z} {
			if v > 0 {
				positive[k]++
			}
		}
		if d.X > 0.5 { // the cap has a quarter of the sphere's area: Archimedes
			caps++
		}
	}
	for k, hits := range positive {
		if d := sigmas(hits, n, 0.5); d > 4 {
			t.Errorf("axis %d is positive %d times, %.1f deviations from half", k, hits, d)
		}
	}
	if d := sigmas(caps, n, 0.25); d > 4 {
		t.Errorf("%d directions lie in the cap, %.1f deviations from a quarter", caps, d)
	}
}

func TestBetweenStaysBelowItsEnd(t *testing.T) {
	s := random.Of(3, 0, 0, 0)
	low, high := 1.0, math.Nextafter(1, 2) // nothing lies between, so half of the sums round up
	for range 100 {
		if x := s.Between(low, high); x != low {
			t.Fatalf("%v lies outside", x)
		}
	}
	if x := s.Between(5, 5); x != 5 {
		t.Errorf("between 5 and 5 lies %v", x)
	}
}

func TestBadRangesPanic(t *testing.T) {
	s := random.Of(4, 0, 0, 0)
	for name, do := range map[string]func(){
		"below-0":     func() { s.Below(0) },
		"no-chance":   func() { s.Chance(math.NaN()) },
		"chance-2":    func() { s.Chance(2) },
		"backwards":   func() { s.Between(1, 0) },
		"not-a-bound": func() { s.Between(math.NaN(), 1) },
		"endless":     func() { s.Between(0, math.Inf(1)) },
		"too-wide":    func() { s.Between(-math.MaxFloat64, math.MaxFloat64) },
		"no-choices":  func() { random.Pick(&s, []int(nil)) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("it did not panic")
				}
			}()
			do()
		})
	}
}

func TestNumbersAllocateNothing(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		s := random.Of(5, 1, 2, 3)
		s.Direction()
		random.Pick(&s, []int{1, 2, 3})
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkFirstNumberOfAStream(b *testing.B) {
	sum := uint64(0)
	for i := range b.N {
		s := random.Of(1, uint64(i), 2, 3)
		sum += s.Uint64()
	}
	sink = sum
}

func BenchmarkUint64(b *testing.B) {
	s := random.Of(1, 1, 2, 3)
	sum := uint64(0)
	for range b.N {
		sum += s.Uint64()
	}
	sink = sum
}

var sink uint64
