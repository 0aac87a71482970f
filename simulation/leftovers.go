package simulation

import "tertius.dev/core/handle"

// leftovers are the kinds of what a chunk's run left for the sync point.
type leftovers uint8

const (
	leftNotes leftovers = 1 << iota
	leftSubscriptions
	leftDestroys
	leftChanges // of components, new to the world
	leftSpawns  // or wants that are new to the world
	leftQuestions
	leftExtras // of messages
	leftLater  // messages that wait
)

// leaver is a chunk that left something.
type leaver struct {
	chunk *chunk
	left  leftovers
}

// leave notes what the chunk's run leaves, if anything. Of most chunks a run leaves nothing but messages, and then the sync point,
// which runs on another processor, touches nothing of them.
func (w *World) leave(c *chunk) {
	if len(c.outbox.Events()) > 0 {
		c.sent = c.outbox.Take(c.sent)
		w.sent[c.place] = c.sent
	} else if w.sent[c.place] != nil {
		w.sent[c.place] = nil
	}
	if c.outbox.HasExtras() {
		c.left |= leftExtras
	}
	if len(c.outbox.Later()) > 0 {
		c.left |= leftLater
	}
	if c.left != 0 {
		w.left[c.place], c.left = c.left, 0
	}
}

// findLeavers lists the chunks that left something, in chunk order.
func (w *World) findLeavers() {
	w.leavers = w.leavers[:0]
	for place, left := range w.left[:len(w.active)] {
		if left != 0 {
			w.leavers = append(w.leavers, leaver{w.chunks[w.active[place].index], left})
			w.left[place] = 0
		}
	}
}

// leaversOf returns the chunks that left something of a kind, in chunk order. Valid: until the next call.
func (w *World) leaversOf(kind leftovers) []*chunk {
	w.leaving = w.leaving[:0]
	for k := range w.leavers {
		if w.leavers[k].left&kind != 0 {
			w.leaving = append(w.leaving, w.leavers[k].chunk)
		}
	}
	return w.leaving
}

// destroy notes that an entity of the chunk ends in this tick.
func (c *chunk) destroy(e handle.Entity) {
	c.destroys = append(c.destroys, e)
	c.left |= leftDestroys
}
