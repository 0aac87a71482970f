package bitset

import (
	"bytes"
	"iter"
	"math/bits"
	"sync/atomic"
)

// Marks is a set like Set for few members in much room. A byte for each word of 64 neighbors says whether it has members, so
// walking and clearing skip the others at the speed at which memory is searched for a byte. A flag for each group of such bytes
// says whether any was set since the last Clear, so an empty set of a million costs 16 flags. The zero value is empty.
//
// Threads: as Set. No byte is shared by two words, and the flags are written as atomics.
type Marks struct {
	words   []uint64
	touched []byte   // by word, 1 when it has members
	groups  []uint32 // by group of words, 1 when one of them may have members
}

const (
	groupBits  = 10 // a group is 1,024 words, 65,536 numbers
	groupWords = 1 << groupBits
)

// Grow makes room for the numbers below n.
func (m *Marks) Grow(n int) {
	for len(m.words)*64 < n {
		m.words = append(m.words, 0)
		m.touched = append(m.touched, 0)
	}
	for len(m.groups)*groupWords < len(m.words) {
		m.groups = append(m.groups, 0)
	}
}

// Has reports whether i is in the set.
func (m *Marks) Has(i int) bool {
	w := i >> 6
	return uint(w) < uint(len(m.words)) && m.words[w]>>(i&63)&1 != 0
}

// Add puts i into the set, for which Grow must have made room.
func (m *Marks) Add(i int) {
	w := i >> 6
	m.words[w] |= 1 << (i & 63)
	m.touch(w)
}

// AddWord puts those of the 64 numbers from 64 w up into the set whose bits are set, for which Grow must have made room.
func (m *Marks) AddWord(w int, word uint64) {
	if word != 0 {
		m.words[w] |= word
		m.touch(w)
	}
}

// touch says that word w has members.
func (m *Marks) touch(w int) {
	if m.touched[w] != 0 { // a byte that is set already stays in every processor's cache
		return
	}
	m.touched[w] = 1
	if group := &m.groups[w>>groupBits]; atomic.LoadUint32(group) == 0 {
		atomic.StoreUint32(group, 1)
	}
}

// Remove takes i out of the set.
func (m *Marks) Remove(i int) {
	w := i >> 6
	if w >= len(m.words) {
		return
	}
	if m.words[w] &^= 1 << (i & 63); m.words[w] == 0 {
		m.touched[w] = 0
	}
}

// Word returns the 64 members from 64 w up as a bit mask, bit 0 the lowest.
func (m *Marks) Word(w int) uint64 {
	if w >= len(m.words) {
		return 0
	}
	return m.words[w]
}

// TakeWord takes the 64 members from 64 w up out of the set and returns them as Word does.
//
// Threads: others may take other words at the same time.
func (m *Marks) TakeWord(w int) uint64 {
	if w >= len(m.words) || m.touched[w] == 0 {
		return 0
	}
	word := m.words[w]
	m.words[w], m.touched[w] = 0, 0
	return word
}

// AtLeast reports whether the set has n members or more. Cost: it counts no farther than to n.
func (m *Marks) AtLeast(n int) bool {
	for w := m.from(0); w >= 0 && n > 0; w = m.from(w + 1) {
		n -= bits.OnesCount64(m.words[w])
	}
	return n <= 0
}

// Clear empties the set and keeps its room.
func (m *Marks) Clear() {
	for w := m.from(0); w >= 0; w = m.from(w + 1) {
		m.words[w], m.touched[w] = 0, 0
	}
	clear(m.groups)
}

// Empty reports whether nothing is in the set.
func (m *Marks) Empty() bool { return m.from(0) < 0 }

// Len counts the numbers in the set.
func (m *Marks) Len() int {
	n := 0
	for w := m.from(0); w >= 0; w = m.from(w + 1) {
		n += bits.OnesCount64(m.words[w])
	}
	return n
}

// All walks the set in rising order. The walk may remove the number that it is at.
func (m *Marks) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w := m.from(0); w >= 0; w = m.from(w + 1) {
			for word := m.words[w]; word != 0; word &= word - 1 {
				if !yield(w<<6 | bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// Words walks the words with members in rising order: the lowest number of a word is 64 times its index.
func (m *Marks) Words() iter.Seq2[int, uint64] {
	return func(yield func(int, uint64) bool) {
		for w := m.from(0); w >= 0; w = m.from(w + 1) {
			if !yield(w, m.words[w]) {
				return
			}
		}
	}
}

// from returns the first word from w on that has members, or −1.
func (m *Marks) from(w int) int {
	if w < len(m.touched) && m.touched[w] != 0 {
		return w
	}
	return m.search(w)
}

func (m *Marks) search(w int) int {
	for w < len(m.touched) {
		end := (w | (groupWords - 1)) + 1
		if m.groups[w>>groupBits] != 0 {
			if at := bytes.IndexByte(m.touched[w:min(end, len(m.touched))], 1); at >= 0 {
				return w + at
			}
		}
		w = end
	}
	return -1
}
