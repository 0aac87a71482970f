package physics

import (
	"bytes"

	"tertius.dev/core/bitset"
)

// Intents holds the intents of those slots that ask for something: the others cost a byte each. The zero value has room for
// no slot.
//
// Threads: a worker that runs a chunk of 64 neighboring slots may call Make and Of for these. Everything else is called on one
// goroutine.
type Intents struct {
	slots  bitset.Marks // that have an intent
	chunks []intentChunk
}

// intentChunk holds the intents of 64 neighboring slots side by side.
type intentChunk struct {
	list []Intent           // in the order in which they were made
	at   [intentSlots]uint8 // by slot, where in the list its intent is, counted from 1; 0 without one
}

const (
	intentSlots = 64
	intentRoom  = 8 // of a chunk's list at first; when it does not suffice, there is room for all
)

// Grow makes room for the slots below n.
func (t *Intents) Grow(n int) {
	chunks := (n + intentSlots - 1) / intentSlots
	if chunks <= len(t.chunks) {
		return
	}
	t.slots.Grow(n)
	t.chunks = append(t.chunks, make([]intentChunk, chunks-len(t.chunks))...)
}

// Of returns the intent of a slot, or nil when it asks for nothing. Valid: until an intent of its chunk comes or goes.
func (t *Intents) Of(slot int) *Intent {
	if uint(slot/intentSlots) >= uint(len(t.chunks)) {
		return nil
	}
	c := &t.chunks[slot/intentSlots]
	at := c.at[slot%intentSlots]
	if at == 0 {
		return nil
	}
	return &c.list[at-1]
}

// Make returns the intent of a slot, for which Grow must have made room; a new one is empty. Valid: as Of.
func (t *Intents) Make(slot int) *Intent {
	c := &t.chunks[slot/intentSlots]
	if at := c.at[slot%intentSlots]; at != 0 {
		return &c.list[at-1]
	}
	t.slots.Add(slot)
	n := len(c.list)
	if n == cap(c.list) {
		c.widen()
	}
	c.list = c.list[:n+1]
	c.at[slot%intentSlots] = uint8(n + 1)
	c.list[n].Clear()
	return &c.list[n]
}

func (c *intentChunk) widen() {
	room := intentSlots
	if len(c.list) == 0 {
		room = intentRoom
	}
	c.list = append(make([]Intent, 0, room), c.list...)
}

// Remove makes a slot ask for nothing.
func (t *Intents) Remove(slot int) {
	if !t.slots.Has(slot) {
		return
	}
	t.slots.Remove(slot)
	c := &t.chunks[slot/intentSlots]
	hole, last := c.at[slot%intentSlots], len(c.list)
	c.at[bytes.IndexByte(c.at[:], uint8(last))] = hole // the last one moves into the hole
	c.list[hole-1] = c.list[last-1]
	c.list, c.at[slot%intentSlots] = c.list[:last-1], 0
}

// Slots returns the slots that have an intent, to be read only.
func (t *Intents) Slots() *bitset.Marks { return &t.slots }

// Clear makes every slot ask for nothing, and keeps the room. Cost: as many chunks as have an intent.
func (t *Intents) Clear() {
	for k := range t.slots.Words() {
		c := &t.chunks[k]
		c.list = c.list[:0]
		clear(c.at[:])
	}
	t.slots.Clear()
}
