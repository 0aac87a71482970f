package route

import (
	"math/bits"

	"tertius.dev/core/message"
)

// Bag is the inboxes of the slots of one chunk, copied out, so that whoever runs the slots may change them.
//
// Threads: one worker. Valid: until the next Collect.
type Bag struct {
	events []message.Event // by slot, then in the order of the routing
	first  [chunkSlots]uint32
	end    [chunkSlots]uint32
}

// Collect copies the inboxes of a chunk. Each of the slots in led finds a copy of the lead before everything else.
func (r *Router) Collect(b *Bag, chunk int, led uint64, lead *message.Event) {
	if r.mail[chunk] == 0 {
		b.layOne(led, lead)
		return
	}
	slots := r.mail[chunk] | led
	b.end = [chunkSlots]uint32{}
	for rest := led; rest != 0; rest &= rest - 1 {
		b.end[bits.TrailingZeros64(rest)&(chunkSlots-1)] = 1
	}
	r.synced.tally(b, chunk)
	r.posted.tally(b, chunk)
	b.lay(slots)
	b.put(led, lead)
	r.synced.fill(b, chunk)
	r.posted.fill(b, chunk)
}

// CollectPosted copies what was posted to a chunk, without what the sync point routed.
func (r *Router) CollectPosted(b *Bag, chunk int) {
	b.end = [chunkSlots]uint32{}
	r.posted.tally(b, chunk)
	b.lay(^uint64(0))
	r.posted.fill(b, chunk)
}

// Inbox returns the events of a slot of the chunk, counted from the chunk's first. They may be changed.
func (b *Bag) Inbox(slot int) []message.Event {
	from, to := b.first[slot], b.end[slot]
	return b.events[from:to:to]
}

// Room returns how many events the bag takes without growing.
func (b *Bag) Room() int { return len(b.events) }

// Grow gives the bag room for n events. It forgets those that it holds.
func (b *Bag) Grow(n int) {
	if n > len(b.events) {
		b.events = make([]message.Event, n)
	}
}

// lay gives each slot its place behind those before it, and makes the counts in end the places to fill next.
func (b *Bag) lay(slots uint64) {
	at := uint32(0)
	for ; slots != 0; slots &= slots - 1 {
		i := bits.TrailingZeros64(slots) & (chunkSlots - 1)
		n := b.end[i]
		b.first[i], b.end[i] = at, at
		at += n
	}
	if int(at) > len(b.events) {
		b.Grow(2 * int(at))
	}
}

// layOne gives each of the slots one event, in the order of the slots.
func (b *Bag) layOne(slots uint64, e *message.Event) {
	if n := bits.OnesCount64(slots); n > len(b.events) {
		b.Grow(2 * n)
	}
	at := uint32(0)
	for ; slots != 0; slots &= slots - 1 {
		slot := bits.TrailingZeros64(slots) & (chunkSlots - 1)
		b.events[at] = *e
		b.first[slot], b.end[slot] = at, at+1
		at++
	}
}

// tally counts the letters of each slot of the chunk.
func (t *routing) tally(b *Bag, chunk int) {
	for k := range t.blocks {
		letters := t.blocks[k].of(chunk)
		for i := range letters {
			for rest := letters[i].slots; rest != 0; rest &= rest - 1 {
				b.end[bits.TrailingZeros64(rest)&(chunkSlots-1)]++
			}
		}
	}
}

// fill puts the letters of the chunk into the bag.
func (t *routing) fill(b *Bag, chunk int) {
	lists := t.lists
	for k := range t.blocks {
		letters := t.blocks[k].of(chunk)
		for i := range letters {
			l := &letters[i]
			b.put(l.slots, &lists[l.list][l.event])
		}
	}
}

// put puts an event behind what each of the slots has.
func (b *Bag) put(slots uint64, e *message.Event) {
	events := b.events
	for ; slots != 0; slots &= slots - 1 {
		slot := bits.TrailingZeros64(slots) & (chunkSlots - 1)
		at := b.end[slot]
		b.end[slot] = at + 1
		events[at] = *e
	}
}
