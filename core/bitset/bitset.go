// Package bitset holds a growing set of small whole numbers, walked in order.
package bitset

import (
	"iter"
	"math/bits"
)

// Set is a set of numbers from 0 up. The zero value is empty.
//
// Threads: no two goroutines may change words of 64 neighbors at once; reads beside reads are safe.
type Set struct{ words []uint64 }

// Grow makes room for the numbers below n.
func (s *Set) Grow(n int) {
	for len(s.words)*64 < n {
		s.words = append(s.words, 0)
	}
}

// Has reports whether i is in the set.
func (s *Set) Has(i int) bool {
	w := i >> 6
	return uint(w) < uint(len(s.words)) && s.words[w]>>(i&63)&1 != 0
}

// Add puts i into the set, for which Grow must have made room.
func (s *Set) Add(i int) { s.words[i>>6] |= 1 << (i & 63) }

// Remove takes i out of the set.
func (s *Set) Remove(i int) {
	if w := i >> 6; w < len(s.words) {
		s.words[w] &^= 1 << (i & 63)
	}
}

// Clear empties the set and keeps its room.
func (s *Set) Clear() { clear(s.words) }

// Len counts the numbers in the set. Cost: one popcount per 64 numbers of room.
func (s *Set) Len() int {
	n := 0
	for _, w := range s.words {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty reports whether nothing is in the set.
func (s *Set) Empty() bool {
	for _, w := range s.words {
		if w != 0 {
			return false
		}
	}
	return true
}

// Word returns the 64 members from 64 w up as a bit mask, bit 0 the lowest.
func (s *Set) Word(w int) uint64 {
	if w >= len(s.words) {
		return 0
	}
	return s.words[w]
}

// Words returns the set as bit masks of 64 members each, the lowest first. They are the set itself, to be read only.
func (s *Set) Words() []uint64 { return s.words }

// All walks the set in rising order. The walk may remove the number that it is at.
func (s *Set) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, word := range s.words {
			for word != 0 {
				if !yield(w<<6 | bits.TrailingZeros64(word)) {
					return
				}
				word &= word - 1
			}
		}
	}
}
