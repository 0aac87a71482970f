package simulation

import (
	"math/bits"

	"tertius.dev/core/contract"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/random"
	"tertius.dev/simulation/internal/route"
)

// chunkSlots is the number of neighboring slots that one work item runs. It is the width of a word of a bit set, so no two
// items write the same word.
const chunkSlots = 64

// chunk is 64 neighboring slots, with what their entities leave behind in a tick.
//
// Threads: the worker that runs it in the parallel part, the sync thread outside.
type chunk struct {
	// Two cache lines that each run needs. The others are touched only by what there is of them.
	index  int
	place  int       // in World.active, of this tick
	placed uint64    // the slots that were placed in this tick, until the chunk has run
	led    uint64    // the slots that something else places: their bodies, or what they are attached to
	worker *worker   // that runs it
	left   leftovers // of this tick, until the chunk has run
	outbox message.Outbox

	sent          []message.Event       // of the last tick in which it sent; the router reads it during the next
	subscriptions []subscriptionRequest // of this tick, in order
	questions     []physicsRequest      // to physics, of this tick, in order
	spawns        []spawnRecord         // of this tick, in order; the first ones have the slots of the chunk's pool
	destroys      []handle.Entity       // of this tick
	notes         []string              // for the log, of this tick, in order
	freshWants    []message.Mask        // sets of wants that are new to the world, of components that came in this tick
	unsettled     []int                 // the slots whose components changed in this tick in a way that is new to the world
	planning      bool                  // the plan behind the last of spawns is not empty: it was refused, or what planned it has panicked
}

// activeChunk is a chunk that runs in a tick.
type activeChunk struct {
	index int
	runs  uint64 // the slots that run
}

// worker is what one goroutine of the pool keeps to itself.
type worker struct {
	bag    route.Bag // the inboxes of the chunk that runs
	list   message.List
	outbox message.Outbox // of the chunk that runs
	selves []Self         // lent in turn, one per call of a component
	turn   int
	entry  int         // the place of the component that runs among those of the entity that the list is lent to; −1 for none
	note   failureNote // of the lowest item that panicked in this tick

	snapshot Snapshot // that its components see
	queries  runPool  // of that snapshot

	docks   []dockWish       // of this tick, of the chunks that it ran
	moves   []frameWish      // into other frames, of this tick, of the chunks that it ran
	drawn   bool             // the entity that runs has asked for random numbers
	random  random.Stream    // its numbers
	changed bool             // the entity that runs adds or removes components
	after   []componentEntry // those that it will have after its run

	_ [128]byte // two workers never write the same cache line
}

// selvesPerWorker is for how many calls on its worker a Self stays ended before it is lent again, so that a component that
// kept one meets an ended one. They fill whole lines of the caches: two workers never write the same.
func selvesPerWorker() int {
	if contract.Enabled {
		return 256
	}
	return 16
}

// tickItems are the work items of the parallel part: the steps of physics first, since they are the longest, then the
// chunks that run.
type tickItems struct{ w *World }

// Do runs one item.
func (t *tickItems) Do(workerIndex, item int) {
	w := t.w
	if item < w.stepItems {
		w.backend.Work(item)
		return
	}
	w.runChunk(w.workers[workerIndex], item, item-w.stepItems)
}

func (w *World) runChunk(k *worker, item, place int) {
	active := &w.active[place]
	c := w.chunks[active.index]
	c.worker, c.place = k, place
	c.led = w.entities.HasBody.Word(c.index) | w.parts.Hanging().Word(c.index)
	finished := false
	defer func() {
		if !finished {
			w.noteFailure(k, item)
		}
	}()
	w.router.Collect(&k.bag, c.index, active.runs&w.components.Wanted.Slots(w.ids.tick).Word(c.index), &w.tickEvent)
	k.outbox = c.outbox // what every message changes stays away from the lines of other chunks, which other workers write
	w.runEntities(k, c, active.runs)
	c.outbox, k.outbox = k.outbox, message.Outbox{}
	w.entities.MarkPlaced(c.index, c.placed)
	c.placed = 0
	w.leave(c)
	finished = true
}

// runEntities gives each entity of the chunk that runs its inbox, and each of its components a turn. A Destroy that no component
// has taken out of the list ends the entity.
func (w *World) runEntities(k *worker, c *chunk, runs uint64) {
	components := w.components.Chunk(c.index)
	for ; runs != 0; runs &= runs - 1 {
		slot := bits.TrailingZeros64(runs)
		e := w.entities.Slots.Tenant(c.index*chunkSlots + slot) // in registers: read back at once, its two halves cost a wait
		k.drawn = false
		k.list.Lend(e, k.bag.Inbox(slot))
		k.outbox.From(e)
		entries := components.Of(slot)
		for n := range entries {
			entry := &entries[n]
			if !k.list.HasAnyOf(w.components.Wanted.Sets.Mask(entry.Wants)) {
				continue
			}
			k.entry = n
			self := k.lend(c, e)
			entry.Component.Handle(self, &k.list, &k.outbox)
			self.chunk = nil
			k.list.NextTurn()
		}
		k.entry = -1
		if k.changed {
			w.applyChanged(k, c, int(e.Index))
		}
		if k.list.Mask().Has(w.ids.destroy) {
			c.destroy(e)
		}
	}
}

// lend returns a Self for one call.
func (k *worker) lend(c *chunk, e handle.Entity) *Self {
	s := &k.selves[k.turn]
	k.turn++
	if k.turn == len(k.selves) {
		k.turn = 0
	}
	s.chunk, s.entity = c, e
	return s
}

// noteFailure keeps who ran when an item panicked, if no lower one did.
func (w *World) noteFailure(k *worker, item int) {
	if k.note.item >= 0 && k.note.item < item {
		return
	}
	k.note = failureNote{item: item}
	if k.entry >= 0 {
		e := k.list.Recipient()
		k.note.entity, k.note.component = e, w.components.Of(int(e.Index))[k.entry].Component
	}
	k.entry = -1
}
