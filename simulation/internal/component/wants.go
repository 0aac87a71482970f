package component

import (
	"fmt"

	"tertius.dev/core/bitset"
	"tertius.dev/core/message"
)

// WantsID names a set of payload types that some component or entity wants. 0 is the empty set.
type WantsID uint32

// FreshWants marks a WantsID that names no set yet: the rest of it is the place of the set in a list of its chunk.
const FreshWants WantsID = 1 << 31

// Wants holds each set of payload types that something wants once, so that 64 bytes become 4.
//
// Threads: Of outside the parallel part of a tick only, the reads from anywhere.
type Wants struct{ interned }

// Mask returns the types in a set. Valid: until the next Of.
func (w *Wants) Mask(id WantsID) *message.Mask { return (*message.Mask)(&w.list[id]) }

// Find returns the number of a set, and false when it never came up.
func (w *Wants) Find(m *message.Mask) (WantsID, bool) {
	n, ok := w.find((*[8]uint64)(m))
	return WantsID(n), ok
}

// Of returns the number of a set, a new one when it never came up.
func (w *Wants) Of(m *message.Mask) WantsID { return WantsID(w.of((*[8]uint64)(m))) }

// Wanted says what each entity wants: of all its components together, and what every entity wants.
type Wanted struct {
	Sets    Wants
	Ticking bitset.Set // the slots that want every tick

	of    []WantsID // by slot; 0 for a free one
	ticks message.TypeID
}

// Has reports whether the entity at slot i wants events of a type.
func (w *Wanted) Has(i int, id message.TypeID) bool { return w.Sets.Mask(w.of[i]).Has(id) }

func (w *Wanted) grow(n int) {
	w.of = append(w.of, make([]WantsID, n-len(w.of))...)
	w.Ticking.Grow(n)
}

func (w *Wanted) set(i int, id WantsID) {
	w.of[i] = id
	if w.Sets.Mask(id).Has(w.ticks) {
		w.Ticking.Add(i)
	} else {
		w.Ticking.Remove(i)
	}
}

// check says in which way slot i does not want what it should, or gives nil.
func (w *Wanted) check(i int, want *message.Mask) error {
	switch {
	case *w.Sets.Mask(w.of[i]) != *want:
		return fmt.Errorf("slot %d does not want what its components want", i)
	case w.Ticking.Has(i) != want.Has(w.ticks):
		return fmt.Errorf("slot %d wants ticks in one place and not in the other", i)
	}
	return nil
}
