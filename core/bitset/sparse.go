package bitset

import (
	"iter"
	"math/bits"
	"sort"
)

// Sparse is a set of numbers from 0 up of which few are members, or whose members lie close together. It holds only the words
// of 64 neighbors that are not empty, so an empty set costs nothing, and a walk costs what it finds. The zero value is empty.
//
// Threads: reads beside reads are safe.
type Sparse struct{ words []Word }

// Word is 64 neighbors, of which at least one is a member.
type Word struct {
	Index   uint32 // of the word: the lowest number is 64 times as high
	Members uint64 // a bit mask, bit 0 for the lowest number
}

// find returns the place of the word with the index, or where it belongs.
func (s *Sparse) find(index uint32) (at int, ok bool) {
	if n := len(s.words); n == 0 || s.words[n-1].Index < index {
		return n, false // whoever adds in rising order pays no search
	}
	at = sort.Search(len(s.words), func(k int) bool { return s.words[k].Index >= index })
	return at, s.words[at].Index == index
}

// Has reports whether i is in the set.
func (s *Sparse) Has(i int) bool { return s.Word(i>>6)>>(i&63)&1 != 0 }

// Word returns the 64 members from 64 w up as a bit mask, bit 0 the lowest.
func (s *Sparse) Word(w int) uint64 {
	if at, ok := s.find(uint32(w)); ok {
		return s.words[at].Members
	}
	return 0
}

// Add puts i into the set and reports whether it was missing. Cost: a search among the words, and a move of those above it
// when i is the first of its word.
func (s *Sparse) Add(i int) (added bool) {
	index, bit := uint32(i>>6), uint64(1)<<(i&63)
	at, ok := s.find(index)
	if !ok {
		s.words = append(s.words, Word{})
		copy(s.words[at+1:], s.words[at:])
		s.words[at] = Word{Index: index}
	}
	added = s.words[at].Members&bit == 0
	s.words[at].Members |= bit
	return added
}

// Remove takes i out of the set and reports whether it was there.
func (s *Sparse) Remove(i int) (removed bool) {
	at, ok := s.find(uint32(i >> 6))
	bit := uint64(1) << (i & 63)
	if !ok || s.words[at].Members&bit == 0 {
		return false
	}
	if s.words[at].Members &^= bit; s.words[at].Members == 0 {
		s.words = append(s.words[:at], s.words[at+1:]...)
	}
	return true
}

// Clear empties the set and keeps its room.
func (s *Sparse) Clear() { s.words = s.words[:0] }

// Empty reports whether the set has no member.
func (s *Sparse) Empty() bool { return len(s.words) == 0 }

// Len counts the members.
func (s *Sparse) Len() int {
	n := 0
	for i := range s.words {
		n += bits.OnesCount64(s.words[i].Members)
	}
	return n
}

// Words returns the words that are not empty, in rising order, to be read only. Valid: until the set changes.
func (s *Sparse) Words() []Word { return s.words }

// All walks the set in rising order.
func (s *Sparse) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, w := range s.words {
			for rest := w.Members; rest != 0; rest &= rest - 1 {
				if !yield(int(w.Index)<<6 | bits.TrailingZeros64(rest)) {
					return
				}
			}
		}
	}
}
