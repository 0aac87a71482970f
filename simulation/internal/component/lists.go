// Package component keeps which components each entity has, which types they are of, and which events they want.
//
// Invariants:
//  1. An entity's entries are in the order in which they run: by priority, and by the order of adding within one.
//  2. An entity that lives wants what its components want and what every entity wants; a free slot wants nothing.
//  3. Numbers of types, sets and wants are given outside the parallel part of a tick, so they are the same in every run.
package component

import (
	"fmt"

	"tertius.dev/core/bitset"
	"tertius.dev/core/message"
)

// chunkSlots is the number of neighboring slots whose entries lie together; one worker runs them.
const chunkSlots = 64

// Entry is a component of an entity, with what it said when it was attached.
type Entry[C any] struct {
	Component C
	Priority  int     // lower runs first
	Type      int32   // Type.Seen
	Wants     WantsID // the events for which it runs
}

// Lists holds the components of every entity by slot. Make it with NewLists.
//
// Threads: in the parallel part of a tick a worker may change the slots of the chunk that it runs with Replace and Rewant,
// and nobody reads another chunk's; the wants that they had before are read by nobody either. Everything else outside it.
type Lists[C any] struct {
	Wanted Wanted

	chunks []Chunk[C]
	always message.Mask // what every entity wants
}

// Chunk holds the entries of 64 slots in one piece, in slot order: they run in this order, and a slot costs 4 bytes.
type Chunk[C any] struct {
	entries []Entry[C]
	start   [chunkSlots + 1]uint32 // by slot in the chunk, where its entries start
}

// NewLists returns lists in which every entity wants the event type always, in a world that knows so many types.
func NewLists[C any](always message.TypeID, types int) Lists[C] {
	l := Lists[C]{Wanted: Wanted{Sets: Wants{newInterned()}, by: make([]bitset.Marks, types)}}
	l.always.Add(always)
	l.Wanted.Sets.Of(&l.always)
	return l
}

// Insert returns entries with e in its place: behind those of its priority.
func Insert[C any](entries []Entry[C], e *Entry[C]) []Entry[C] {
	at := len(entries)
	for at > 0 && entries[at-1].Priority > e.Priority {
		at--
	}
	entries = append(entries, *e)
	copy(entries[at+1:], entries[at:])
	entries[at] = *e
	return entries
}

// Grow makes room for n slots.
func (l *Lists[C]) Grow(n int) {
	chunks := len(l.chunks)
	if n <= chunks*chunkSlots {
		return
	}
	chunks = max((n+chunkSlots-1)/chunkSlots, 2*chunks)
	l.chunks = append(l.chunks, make([]Chunk[C], chunks-len(l.chunks))...)
	l.Wanted.grow(chunks * chunkSlots)
}

// Of returns the components of the entity at slot i, in the order in which they run. Valid: until a change in its chunk.
func (l *Lists[C]) Of(i int) []Entry[C] { return l.chunks[i/chunkSlots].Of(i % chunkSlots) }

// Chunk returns the components of the 64 slots from 64 k up. Valid: until Grow.
func (l *Lists[C]) Chunk(k int) *Chunk[C] { return &l.chunks[k] }

// Of returns the components of the entity at a slot, counted from the chunk's first, as Lists.Of.
func (c *Chunk[C]) Of(slot int) []Entry[C] {
	slot &= chunkSlots - 1
	from, to := c.start[slot], c.start[slot+1]
	return c.entries[from:to:to]
}

// Set gives the new entity at slot i its entries, in the order in which they run.
func (l *Lists[C]) Set(i int, entries []Entry[C]) {
	l.Replace(i, entries)
	wants := l.union(i)
	l.Wanted.set(i, l.Wanted.Sets.Of(&wants))
}

// Replace gives slot i other entries. Rewant or Set brings what the entity wants up to date.
func (l *Lists[C]) Replace(i int, entries []Entry[C]) {
	c := &l.chunks[i/chunkSlots]
	from, to := int(c.start[i%chunkSlots]), int(c.start[i%chunkSlots+1])
	more := len(entries) - (to - from)
	end := len(c.entries)
	switch {
	case more > 0:
		c.lengthen(end + more)
		copy(c.entries[to+more:], c.entries[to:end])
	case more < 0:
		copy(c.entries[to+more:], c.entries[to:])
		clear(c.entries[end+more:])
		c.entries = c.entries[:end+more]
	}
	copy(c.entries[from:], entries)
	if more != 0 {
		for s := i%chunkSlots + 1; s <= chunkSlots; s++ {
			c.start[s] += uint32(more)
		}
	}
}

// lengthen makes the chunk's list n long. The room is one component for each slot, which wastes nothing where each has one,
// and beyond that a quarter more than is needed, so that a chunk whose components come and go soon has room for all.
func (c *Chunk[C]) lengthen(n int) {
	if n > cap(c.entries) {
		room := chunkSlots
		if n > room {
			room = (n + n/4 + chunkSlots - 1) &^ (chunkSlots - 1)
		}
		c.entries = append(make([]Entry[C], 0, room), c.entries...)
	}
	c.entries = c.entries[:n]
}

// Rewant brings what the entity at slot i wants up to date. It reports false, and changes nothing, when that set never came
// up or an entry's did not: Settle must follow at the sync point.
func (l *Lists[C]) Rewant(i int) bool {
	for _, e := range l.Of(i) {
		if e.Wants&FreshWants != 0 {
			return false
		}
	}
	wants := l.union(i)
	if wants == *l.Wanted.Sets.Mask(l.Wanted.of[i]) {
		return true
	}
	id, ok := l.Wanted.Sets.Find(&wants)
	if ok {
		l.Wanted.set(i, id)
	}
	return ok
}

// Settle gives the entries that wait for a number of their wants one; fresh is the list that their marks point into.
func (l *Lists[C]) Settle(entries []Entry[C], fresh []message.Mask) {
	for k := range entries {
		if mark := entries[k].Wants; mark&FreshWants != 0 {
			entries[k].Wants = l.Wanted.Sets.Of(&fresh[mark&^FreshWants])
		}
	}
}

// SettleSlot settles the entries of slot i and brings what its entity wants up to date.
func (l *Lists[C]) SettleSlot(i int, fresh []message.Mask) {
	l.Settle(l.Of(i), fresh)
	wants := l.union(i)
	l.Wanted.set(i, l.Wanted.Sets.Of(&wants))
}

// union returns what the entity at slot i wants.
func (l *Lists[C]) union(i int) message.Mask {
	wants := l.always
	for _, e := range l.Of(i) {
		wants.Join(l.Wanted.Sets.Mask(e.Wants))
	}
	return wants
}

// Clear takes every component from slot i, whose entity is gone.
func (l *Lists[C]) Clear(i int) {
	l.Replace(i, nil)
	l.Wanted.set(i, 0)
}

// Check says which invariant of slot i is broken, or gives nil.
func (l *Lists[C]) Check(i int, live bool) error {
	entries := l.Of(i)
	for k := 1; k < len(entries); k++ {
		if entries[k-1].Priority > entries[k].Priority {
			return fmt.Errorf("component %d of slot %d has a higher priority than the one before it", k, i)
		}
	}
	for k := range entries {
		if entries[k].Wants&FreshWants != 0 {
			return fmt.Errorf("component %d of slot %d waits for the number of its wants outside a tick", k, i)
		}
	}
	want := message.Mask{}
	if live {
		want = l.union(i)
	}
	if !live && len(entries) > 0 {
		return fmt.Errorf("the free slot %d has %d components", i, len(entries))
	}
	return l.Wanted.check(i, &want)
}

// CheckChunk says which invariant of the layout of the chunk of slot i is broken, or gives nil.
func (l *Lists[C]) CheckChunk(i int) error {
	c := &l.chunks[i/chunkSlots]
	for s := range chunkSlots {
		if c.start[s] > c.start[s+1] {
			return fmt.Errorf("the components of slot %d end before they start", i&^(chunkSlots-1)+s)
		}
	}
	if c.start[0] != 0 || int(c.start[chunkSlots]) != len(c.entries) {
		return fmt.Errorf("the chunk of slot %d holds %d components, of which its slots have those from %d to %d",
			i, len(c.entries), c.start[0], c.start[chunkSlots])
	}
	return nil
}
