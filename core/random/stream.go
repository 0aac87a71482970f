// Package random gives numbers that look random and follow from what they are for.
//
// A stream belongs to a seed and to three numbers that say what it is for, such as a world's seed, an entity, a tick and
// nothing. So it needs no state from one use to the next, streams do not depend on the order in which they are used, and
// no two of them overlap.
//
// Not for secrets: the numbers tell the seed.
//
// Source: Salmon, Moraes, Dror and Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3".
package random

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"tertius.dev/core/geom"
)

// Stream is a sequence of 2^66 numbers. Make one with Of. It is a rand.Source of math/rand/v2.
//
// Threads: one goroutine at a time.
type Stream struct {
	key     [2]uint64
	counter [4]uint64 // of the next block: its number, and what the stream is for
	block   [4]uint64 // of which the last left numbers are unused
	left    int
}

// Of returns the stream that belongs to a seed and to three numbers that say what it is for.
func Of(seed, a, b, c uint64) Stream {
	return Stream{key: [2]uint64{seed}, counter: [4]uint64{0, a, b, c}}
}

// Uint64 returns a number of which each of the 64 bits is as likely 0 as 1.
func (s *Stream) Uint64() uint64 {
	if s.left == 0 {
		s.block, s.left = philox(s.counter, s.key), len(s.block)
		s.counter[0]++
	}
	s.left--
	return s.block[len(s.block)-1-s.left]
}

// Float64 returns a number from 0 on and below 1, one of 2^53 that lie evenly.
func (s *Stream) Float64() float64 { return float64(s.Uint64()>>11) * 0x1p-53 }

// Float32 returns a number from 0 on and below 1, one of 2^24 that lie evenly.
func (s *Stream) Float32() float32 { return float32(s.Uint64()>>40) * 0x1p-24 }

// Between returns a number from low on and below high, or low when both are equal.
//
// Errors: panics when a bound is not finite, when high is below low, and when they are so far apart that their distance is
// not finite.
func (s *Stream) Between(low, high float64) float64 {
	if !(low <= high && high-low <= math.MaxFloat64) {
		panic(fmt.Errorf("random: no number lies from %v to %v", low, high))
	}
	x := low + float64((high-low)*s.Float64())
	if x >= high && low < high {
		return math.Nextafter(high, low) // the sum has rounded up
	}
	return x
}

// Below returns a whole number from 0 on and below n, each equally likely.
//
// Errors: panics when n is 0 or less.
// Source: Lemire 2019, "Fast random integer generation in an interval", section 4.
func (s *Stream) Below(n int) int {
	if n <= 0 {
		panic(fmt.Errorf("random: no whole number is 0 or more and below %d", n))
	}
	high, low := bits.Mul64(s.Uint64(), uint64(n))
	if low < uint64(n) {
		for refused := -uint64(n) % uint64(n); low < refused; {
			high, low = bits.Mul64(s.Uint64(), uint64(n))
		}
	}
	return int(high)
}

// Chance reports true with a probability from 0 to 1.
//
// Errors: panics for a number that is no probability.
func (s *Stream) Chance(probability float64) bool {
	if !(probability >= 0 && probability <= 1) {
		panic(fmt.Errorf("random: %v is no probability", probability))
	}
	return s.Float64() < probability
}

// Direction returns a vector of length 1, every direction equally likely.
//
// Source: Marsaglia 1972, "Choosing a point from the surface of a sphere".
func (s *Stream) Direction() geom.Vec3 {
	for {
		u, v := s.Between(-1, 1), s.Between(-1, 1)
		if square := float64(u*u) + float64(v*v); square < 1 {
			root := 2 * math.Sqrt(1-square)
			return geom.Vec3{X: float64(u * root), Y: float64(v * root), Z: 1 - float64(2*square)}
		}
	}
}

// Pick returns one of the choices, each equally likely.
//
// Errors: panics when there are none.
func Pick[T any](s *Stream, choices []T) T {
	if len(choices) == 0 {
		panic(errors.New("random: Pick of no choices"))
	}
	return choices[s.Below(len(choices))]
}
