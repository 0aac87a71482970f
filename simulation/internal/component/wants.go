package component

import (
	"fmt"
	"math/bits"

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
//
// It says so twice: by slot, and the other way round by type. The second costs a bit for each slot and type that the world
// knows. With it a message to everyone finds 64 recipients in one word, and a message to one asks a set that fits in the cache.
type Wanted struct {
	Sets Wants

	of []WantsID      // by slot; 0 for a free one
	by []bitset.Marks // by type, the slots that want it
}

// By returns, by type, the slots that want it. They are live.
func (w *Wanted) By() []bitset.Marks { return w.by }

// Slots returns the slots that want a type. They are live.
func (w *Wanted) Slots(id message.TypeID) *bitset.Marks { return &w.by[id] }

func (w *Wanted) grow(n int) {
	w.of = append(w.of, make([]WantsID, n-len(w.of))...)
	for id := range w.by {
		w.by[id].Grow(n)
	}
}

func (w *Wanted) set(i int, id WantsID) {
	before, after := w.Sets.Mask(w.of[i]), w.Sets.Mask(id)
	w.of[i] = id
	for k := range before {
		for change := before[k] ^ after[k]; change != 0; change &= change - 1 {
			bit := bits.TrailingZeros64(change)
			if after[k]>>bit&1 != 0 {
				w.by[k<<6|bit].Add(i)
			} else {
				w.by[k<<6|bit].Remove(i)
			}
		}
	}
}

// check says in which way slot i does not want what it should, or gives nil.
func (w *Wanted) check(i int, want *message.Mask) error {
	if *w.Sets.Mask(w.of[i]) != *want {
		return fmt.Errorf("slot %d does not want what its components want", i)
	}
	for id := range w.by {
		if w.by[id].Has(i) != want.Has(message.TypeID(id)) {
			return fmt.Errorf("slot %d wants the type %d in one place and not in the other", i, id)
		}
	}
	return nil
}
