// Package route brings each message to its recipients.
//
// A routing takes lists of messages one after the other, finds the recipients of each, and drops those that do not want it. It
// copies no message: an inbox names the messages where they were sent. A message is stored once, however many recipients it
// has.
//
// Words: a letter is a message for some slots of one chunk; a bag is the inboxes of the slots of one chunk, copied out for the
// worker that runs it. The routing sorts letters by chunk, and the worker sorts the letters of its chunk by slot. So a message
// to everyone is a letter for each 64 entities, and the finer half of the sorting is done in the cache of the worker that
// needs it, beside the others.
//
// Invariants:
//  1. An inbox lists its messages in the order of the routing, whatever happened on which worker.
//  2. Only live entities have mail, and only such as they want.
//  3. The messages of the posts come after those of the sync point.
package route

import (
	"fmt"

	"tertius.dev/core/bitset"
	"tertius.dev/core/frame"
	"tertius.dev/core/message"
	"tertius.dev/core/parallel"
	"tertius.dev/simulation/internal/table"
	"tertius.dev/simulation/internal/topic"
)

// Facts is what a routing needs to know of the entities.
type Facts struct {
	Entities *table.Entities
	Frames   *frame.Tree
	Topics   *topic.Table
	Wanting  []bitset.Marks // by the type of a message, the slots that it reaches
}

// Threshold is the number of messages from which a routing runs on the workers. Below it, waking them costs more than they
// save. Nanoseconds for a shuffled message on the caller alone, on 2 and on 16 workers: 18, 15 and 19 of 6,000; 17, 15 and 12
// of 12,000; 17, 12 and 9 of 24,000; 18, 11 and 6 of 100,000 (medians on 16 cores of a shared Xeon, 2026-11-30, by
// BenchmarkThreshold).
const Threshold = 16_000

// Router holds the mail of one tick: what the sync point routed, and after it what was posted between ticks.
//
// Threads: one goroutine routes; Collect of different bags beside each other.
type Router struct {
	pool      *parallel.Pool // nil to work on the caller alone
	threshold int
	synced    routing
	posted    routing
	mail      []uint64 // by chunk, the slots that have mail
	running   *routing // whose blocks run on the workers
	expanding expanding
	gathering gathering
}

// Begin makes the router of a world with a pool.
func (r *Router) Begin(pool *parallel.Pool) {
	r.threshold = Threshold
	if pool.Workers() > 1 {
		r.pool = pool
	}
	r.expanding.router, r.gathering.router = r, r
}

// SetThreshold changes the number of messages from which a routing runs on the workers.
//
// Errors: panics for a number below 1.
func (r *Router) SetThreshold(messages int) {
	if messages < 1 {
		panic(fmt.Errorf("route: the threshold is %d messages; it must be 1 or more", messages))
	}
	r.threshold = messages
}

// Grow makes room for so many chunks.
func (r *Router) Grow(chunks int) {
	if n := chunks - len(r.mail); n > 0 {
		r.mail = append(r.mail, make([]uint64, n)...)
	}
}

// Clear forgets every message.
func (r *Router) Clear() {
	r.synced.clear(r.mail)
	r.posted.clear(r.mail)
}

// Take adds messages to the routing of the sync point, after those that it has. Valid: the list must stay as it is until the
// next Clear.
func (r *Router) Take(events []message.Event) { r.synced.take(events) }

// TakeAll is Take of one list after the other. Only the lists' messages must stay as they are.
func (r *Router) TakeAll(lists [][]message.Event) {
	for _, list := range lists {
		r.synced.take(list)
	}
}

// Route sorts what was taken.
func (r *Router) Route(f *Facts) { r.route(&r.synced, f) }

// Post adds messages from outside behind those of the sync point, once in a tick. Valid: as with Take.
func (r *Router) Post(f *Facts, events []message.Event) {
	r.posted.take(events)
	r.route(&r.posted, f)
}

// Forget takes the mail from a slot, whose entity has gone since the routing.
func (r *Router) Forget(slot int) {
	chunk, bit := slot>>chunkBits, uint64(1)<<(slot&(chunkSlots-1))
	if r.mail[chunk]&bit == 0 {
		return
	}
	r.mail[chunk] &^= bit
	r.synced.forget(chunk, bit)
	r.posted.forget(chunk, bit)
}

// Mail returns the slots of a chunk whose inbox is not empty, bit 0 the lowest.
func (r *Router) Mail(chunk int) uint64 { return r.mail[chunk] }

// AddChunks puts the chunks with mail into the set, and some that had mail until it was forgotten.
func (r *Router) AddChunks(to *bitset.Set) {
	for _, t := range [...]*routing{&r.synced, &r.posted} {
		for chunk := range members(t.reached) {
			to.Add(chunk)
		}
	}
}

// Stats counts the last routing and the posts after it.
type Stats struct {
	Messages   int // that were taken
	Deliveries int // inbox places that they fill
}

// Stats counts what lies in the inboxes. Cost: a visit of every letter.
func (r *Router) Stats() Stats {
	a, b := r.synced.stats(), r.posted.stats()
	return Stats{a.Messages + b.Messages, a.Deliveries + b.Deliveries}
}
