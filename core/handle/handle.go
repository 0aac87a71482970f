// Package handle names things that come and go: a slot index with a generation that says which tenant is meant.
//
// Invariants:
//  1. The zero handle names nothing: a generation of 0 is never given out.
//  2. A slot's generation rises when its tenant goes. A slot whose generation would run out is retired, so a stale handle
//     never becomes live again.
package handle

import "strconv"

// Of names a thing of the kind K, which only tells handles of different kinds apart.
type Of[K any] struct {
	Index      uint32 // the slot
	Generation uint32 // the tenant of the slot, from 1; 0 in the zero handle, which names nothing
}

// IsNone reports whether h is the zero handle.
func (h Of[K]) IsNone() bool { return h.Generation == 0 }

// String gives the handle as index:generation.
func (h Of[K]) String() string {
	var buf [24]byte
	b := strconv.AppendUint(buf[:0], uint64(h.Index), 10)
	b = append(b, ':')
	return string(strconv.AppendUint(b, uint64(h.Generation), 10))
}

// The kinds. Each is an empty type that no value has.
type (
	entityKind struct{}
	frameKind  struct{}
)

type (
	// Entity names an entity of a world.
	Entity = Of[entityKind]
	// Frame names a reference frame of a world.
	Frame = Of[frameKind]
)

type (
	// EntitySlots gives out the entities of a world.
	EntitySlots = Slots[entityKind]
	// FrameSlots gives out the frames of a world.
	FrameSlots = Slots[frameKind]
)
