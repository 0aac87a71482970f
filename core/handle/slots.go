package handle

import (
	"iter"
	"math"
	"slices"
)

// Slots gives out handles of the kind K and knows which are live.
//
// Freed slots are used again, the last freed first. Threads: one goroutine changes it; reads beside reads are safe.
type Slots[K any] struct {
	generations []uint32 // of the tenant while live, of the next tenant while free
	live        []bool
	free        []uint32
	liveCount   int
	pickedAbove int // 1 + the lowest place in free that Pick took, or 0
}

// Cap returns the number of slots ever used: every index is below it.
func (s *Slots[K]) Cap() int { return len(s.generations) }

// Len returns the number of live handles.
func (s *Slots[K]) Len() int { return s.liveCount }

// Free returns the number of slots that a Reserve would reuse.
func (s *Slots[K]) Free() int { return len(s.free) }

// Freed walks the handles that the next calls of Reserve give before any of a new slot, the next one first.
func (s *Slots[K]) Freed() iter.Seq[Of[K]] {
	return func(yield func(Of[K]) bool) {
		for n := len(s.free) - 1; n >= 0; n-- {
			if !yield(Of[K]{s.free[n], s.generations[s.free[n]]}) {
				return
			}
		}
	}
}

// Live reports whether h names the present tenant of its slot.
func (s *Slots[K]) Live(h Of[K]) bool {
	i := int(h.Index)
	return i < len(s.generations) && s.generations[i] == h.Generation && s.live[i]
}

// Past reports whether h names a former tenant of its slot, or nobody: it never becomes live again.
func (s *Slots[K]) Past(h Of[K]) bool {
	i := int(h.Index)
	return i >= len(s.generations) || s.generations[i] != h.Generation
}

// At returns the handle of the live tenant of slot i, and false when the slot is free.
func (s *Slots[K]) At(i int) (Of[K], bool) {
	if i >= len(s.live) || !s.live[i] {
		return Of[K]{}, false
	}
	return Of[K]{uint32(i), s.generations[i]}, true
}

// Tenant returns the handle of the tenant of a slot that is known to be live.
func (s *Slots[K]) Tenant(i int) Of[K] { return Of[K]{uint32(i), s.generations[i]} }

// Reserve takes a slot for a tenant that Activate brings to life, and returns its handle.
func (s *Slots[K]) Reserve() Of[K] {
	if n := len(s.free); n > 0 {
		i := s.free[n-1]
		s.free = s.free[:n-1]
		return Of[K]{i, s.generations[i]}
	}
	return s.ReserveNew()
}

// ReserveNew takes the next slot that was never used, as Reserve does when no freed one is left.
func (s *Slots[K]) ReserveNew() Of[K] {
	i := uint32(len(s.generations))
	s.generations = append(s.generations, 1)
	s.live = append(s.live, false)
	return Of[K]{i, 1}
}

// Return gives back a reserved slot whose tenant never came to life: its handle goes stale, as if it had lived.
func (s *Slots[K]) Return(h Of[K]) { s.retire(h.Index) }

// Stock makes new slots until n wait for a Reserve: as if n were reserved, and given back so that they wait in the same order.
//
// Cost: nothing when so many wait; otherwise it moves all that do.
func (s *Slots[K]) Stock(n int) {
	more := n - len(s.free)
	if more <= 0 {
		return
	}
	s.free = slices.Insert(s.free, 0, make([]uint32, more)...)
	for k := range more { // the lowest is next after those that waited
		s.free[more-1-k] = s.ReserveNew().Index
	}
}

// Peek returns the handle that the Reserve after k others would give. K is below Free.
//
// Threads: many may ask while nobody changes the slots.
func (s *Slots[K]) Peek(k int) Of[K] {
	i := s.free[len(s.free)-1-k]
	return Of[K]{i, s.generations[i]}
}

// Pick reserves the slot that Peek(k) shows, whose place the others keep until ClosePicks. Each is picked once.
func (s *Slots[K]) Pick(k int) {
	at := len(s.free) - 1 - k
	s.free[at] = picked
	if s.pickedAbove == 0 || at < s.pickedAbove-1 {
		s.pickedAbove = at + 1
	}
}

// picked marks a slot in the list of the free that is no longer.
const picked = math.MaxUint32

// ClosePicks closes the gaps that Pick left: the others wait in the order in which they did.
func (s *Slots[K]) ClosePicks() {
	if s.pickedAbove == 0 {
		return
	}
	kept := s.free[:s.pickedAbove-1]
	for _, i := range s.free[s.pickedAbove:] {
		if i != picked {
			kept = append(kept, i)
		}
	}
	s.free, s.pickedAbove = kept, 0
}

// Activate brings the tenant of a reserved slot to life.
func (s *Slots[K]) Activate(h Of[K]) {
	s.live[h.Index] = true
	s.liveCount++
}

// Release ends the live tenant h. Its handle is stale from here on.
func (s *Slots[K]) Release(h Of[K]) {
	s.live[h.Index] = false
	s.liveCount--
	s.retire(h.Index)
}

// retire moves the slot to its next generation, or leaves it unused forever when none is left.
func (s *Slots[K]) retire(i uint32) {
	if s.generations[i] == math.MaxUint32 {
		s.generations[i] = 0
		return
	}
	s.generations[i]++
	s.free = append(s.free, i)
}
