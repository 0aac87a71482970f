package bitset

import (
	"iter"
	"math/bits"
)

// Layered is a set like Set for few members in much room: an upper layer has a bit for each word that holds members, so a
// walk skips 4,096 absent numbers with one look, and the set knows its size. The zero value is empty.
//
// Threads: as Set. Cost: an eighth of a byte per number of room, and a 64th of that.
// Source: the hierarchical bit sets of the game libraries hibitset and specs, with two layers.
type Layered struct {
	words []uint64
	upper []uint64 // bit w&63 of upper[w>>6] is set where words[w] holds members
	count int
}

// Grow makes room for the numbers below n.
func (s *Layered) Grow(n int) {
	if words := (n + 63) >> 6; words > len(s.words) {
		s.words = append(s.words, make([]uint64, words-len(s.words))...)
		s.upper = append(s.upper, make([]uint64, (words+63)>>6-len(s.upper))...)
	}
}

// Len returns the size of the set.
func (s *Layered) Len() int { return s.count }

// Has reports whether i is in the set.
func (s *Layered) Has(i int) bool {
	w := i >> 6
	return uint(w) < uint(len(s.words)) && s.words[w]>>(i&63)&1 != 0
}

// Add puts i into the set, for which Grow must have made room.
func (s *Layered) Add(i int) {
	w := i >> 6
	word := s.words[w]
	grown := word | 1<<(i&63)
	if grown == word {
		return
	}
	s.words[w] = grown
	s.upper[w>>6] |= 1 << (w & 63)
	s.count++
}

// Remove takes i out of the set.
func (s *Layered) Remove(i int) {
	if !s.Has(i) {
		return
	}
	w := i >> 6
	s.words[w] &^= 1 << (i & 63)
	if s.words[w] == 0 {
		s.upper[w>>6] &^= 1 << (w & 63)
	}
	s.count--
}

// Clear empties the set and keeps its room. Cost: one look per 4,096 numbers of room, and one write per word with members.
func (s *Layered) Clear() {
	if s.count == 0 {
		return
	}
	for u, above := range s.upper {
		for ; above != 0; above &= above - 1 {
			s.words[u<<6|bits.TrailingZeros64(above)] = 0
		}
		s.upper[u] = 0
	}
	s.count = 0
}

// Word returns the 64 members from 64 w up as a bit mask, bit 0 the lowest.
func (s *Layered) Word(w int) uint64 {
	if w >= len(s.words) {
		return 0
	}
	return s.words[w]
}

// Upper returns which of the 64 words from word 64 u up hold members, as a bit mask, bit 0 the lowest.
func (s *Layered) Upper(u int) uint64 {
	if u >= len(s.upper) {
		return 0
	}
	return s.upper[u]
}

// All walks the set in rising order. The walk may remove the number that it is at.
func (s *Layered) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for u, above := range s.upper {
			for ; above != 0; above &= above - 1 {
				w := u<<6 | bits.TrailingZeros64(above)
				for word := s.words[w]; word != 0; word &= word - 1 {
					if !yield(w<<6 | bits.TrailingZeros64(word)) {
						return
					}
				}
			}
		}
	}
}
