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
	single bool // each slot has at most one event, and the one of slot i lies at place i
}

// Collect copies the inboxes of a chunk. Each of the slots in led finds a copy of the lead before everything else.
func (r *Router) Collect(b *Bag, chunk int, led uint64, lead *message.Event) {
	mail := r.mail[chunk]
	if b.single = r.isSingle(chunk, mail, led); b.single {
		b.Grow(chunkSlots)
		b.putSingle(led, lead)
		r.synced.fillSingle(b, chunk)
		r.posted.fillSingle(b, chunk)
		return
	}
	slots := mail | led
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

// isSingle reports whether no slot of the chunk has more than one message, the lead counted.
func (r *Router) isSingle(chunk int, mail, led uint64) bool {
	return mail&led == 0 && r.synced.copies(chunk)+r.posted.copies(chunk) == bits.OnesCount64(mail)
}

// CollectPosted copies what was posted to a chunk, without what the sync point routed.
func (r *Router) CollectPosted(b *Bag, chunk int) {
	b.single, b.end = false, [chunkSlots]uint32{}
	r.posted.tally(b, chunk)
	b.lay(^uint64(0))
	r.posted.fill(b, chunk)
}

// Inbox returns the events of a slot of the chunk, counted from the chunk's first. They may be changed.
func (b *Bag) Inbox(slot int) []message.Event {
	from, to := slot, slot+1
	if !b.single {
		from, to = int(b.first[slot]), int(b.end[slot])
	}
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

// putSingle gives each of the slots one event.
func (b *Bag) putSingle(slots uint64, e *message.Event) {
	events := b.events[:chunkSlots]
	for ; slots != 0; slots &= slots - 1 {
		events[bits.TrailingZeros64(slots)&(chunkSlots-1)] = *e
	}
}

// copies returns how many inbox places the letters of the chunk fill.
func (t *routing) copies(chunk int) int {
	n := 0
	for k := range t.blocks {
		if piles := t.blocks[k].piles; chunk < len(piles) { // a chunk may be newer than the routing
			n += int(piles[chunk].copies)
		}
	}
	return n
}

// fillSingle puts the letters of the chunk into the bag, each event at the place of its slot.
func (t *routing) fillSingle(b *Bag, chunk int) {
	lists, events := t.lists, b.events[:chunkSlots]
	for k := range t.blocks {
		letters := t.blocks[k].of(chunk)
		for i := range letters {
			l := &letters[i]
			e := &lists[l.list][l.event]
			for slots := l.slots; slots != 0; slots &= slots - 1 {
				events[bits.TrailingZeros64(slots)&(chunkSlots-1)] = *e
			}
		}
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
