package simulation

import (
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
)

// prepare makes ready what the parallel part reads. The order:
func (w *World) prepare() {
	w.frames.Arrange() // parents before children again, after frames came and went outside a tick
	w.applyPending()   // what came and went outside a tick, before the step that can touch it
	w.routePosts()     // what was posted outside a tick
	w.prepareStep()    // the intents and the gravities that physics reads during the step
	w.takeDocks()      // the step has what hulls that docked bring
	w.chooseChunks()   // who runs
	w.stockPools()     // in chunk order, so that every spawn gets the same handle in every run
	w.stockQueries()   // after the tables have grown
	w.fixTick()        // what the parallel part counts on
}

// routePosts adds what came from outside to the inboxes.
func (w *World) routePosts() {
	if len(w.posts) == 0 {
		return
	}
	w.posts, w.postsSent = w.postsSent[:0], w.posts
	w.attachPostExtras()
	w.router.Post(w.routingFacts(), w.postsSent)
	w.dropEndedTopics()
	w.recordInboxes(w.tick, true)
}

// prepareStep hands physics the step's input.
func (w *World) prepareStep() {
	w.stepItems = 0
	if w.backend == nil {
		return
	}
	in := &w.stepInput
	in.Tick, in.StepSeconds, in.TickSeconds = w.tick, w.rate.StepSeconds(), w.rate.TickSeconds()
	in.Tree, in.Frames = &w.frames, in.Frames[:0]
	for f := range w.frames.All() {
		in.Frames = append(in.Frames, physics.FrameInput{})
		w.putFrameInput(f, &in.Frames[len(in.Frames)-1])
	}
	in.Writers, in.Intents = w.bodyWriters(in.Writers[:0]), w.entities.Intents.Front()
	w.stepItems = w.backend.Prepare(in)
}

// putFrameInput puts what the step needs to know of a frame. How its axes turn over the step, which will come with the terms of
// turning frames, belongs here.
func (w *World) putFrameInput(f handle.Frame, in *physics.FrameInput) {
	in.Frame, in.Gravity, in.ProperAcceleration = f, w.frames.Gravity(f), w.frames.ProperAcceleration(f)
	if w.frames.IsRoot(f) {
		return
	}
	if owner := int(w.frames.Owner(f).Index); w.entities.HasBody.Has(owner) {
		in.HullMotion = w.motionInStep(owner)
	}
	_, in.Moves = w.putRecordInStep(w.frames.Row(f), &in.Record)
}

// bodyWriters adds to list who wrote an intent that physics applies. The sync point moves who has no body.
func (w *World) bodyWriters(list []handle.Entity) []handle.Entity {
	for _, e := range w.entities.Intents.Writers {
		if w.entities.HasBody.Has(int(e.Index)) {
			list = append(list, e)
		}
	}
	return list
}

// chooseChunks finds the entities that run: those with mail, and those that want every tick.
func (w *World) chooseChunks() {
	n := 0
	ticking := w.components.Wanted.Slots(w.ids.tick)
	w.router.AddChunks(&w.running)
	for k := range ticking.Words() {
		w.running.Add(k)
	}
	for k := range w.running.All() {
		if runs := w.router.Mail(k) | ticking.Word(k); runs != 0 { // who has mail or wants ticks is live
			w.activate(n, activeChunk{k, runs})
			n++
		}
	}
	w.active = w.active[:n]
	for len(w.left) < n {
		w.left, w.sent = append(w.left, 0), append(w.sent, nil)
	}
	w.running.Clear()
}

// activate puts a chunk at its place among those that run. What is there already it does not write: every worker reads it.
func (w *World) activate(place int, c activeChunk) {
	switch {
	case place == len(w.active):
		w.active = append(w.active, c)
	case w.active[place] != c:
		w.active[place] = c
	}
}

// stockPools gives each chunk that runs its slots for spawns: twice what it spawned in the last tick, and no fewer than the
// world's SpawnPoolSize. The pools are neighbors among the free slots, in chunk order, in the order in which Reserve would take
// them.
func (w *World) stockPools() {
	spawners, at := w.spawners, 0
	for place := range w.active {
		w.putPool(place, at)
		size := w.spawnPoolSize
		for len(spawners) > 0 && spawners[0].chunk <= w.active[place].index {
			if spawners[0].chunk == w.active[place].index {
				size = min(max(size, 2*spawners[0].spawns), largestSpawnPool)
			}
			spawners = spawners[1:]
		}
		at += size
	}
	w.putPool(len(w.active), at)
	w.entities.Slots.Stock(at)
	w.grow()
}

// putPool notes where the pool of the chunk at a place starts, and writes only what is new, as activate.
func (w *World) putPool(place, at int) {
	if place == len(w.pools) {
		w.pools = append(w.pools, 0)
	}
	if w.pools[place] != uint32(at) {
		w.pools[place] = uint32(at)
	}
}

func (w *World) fixTick() {
	w.tickEvent = message.Ticks.Event(w.messages, message.Target{}, message.Tick{
		Number: w.tick, TimeSeconds: w.Time(), DeltaSeconds: w.rate.TickSeconds(),
	})
	w.nextSlot.Store(uint32(w.entities.Slots.Cap()))
	for _, k := range w.workers {
		k.note.item = -1
	}
	w.evenRoom()
	w.evenMoves()
}

// evenRoom gives every worker's list and bag the room of the largest. Which worker runs a chunk depends on timing, so without
// it those of a worker that has run little would grow in some later, warm tick.
func (w *World) evenRoom() {
	list, bag, after := 0, 0, 0
	for _, k := range w.workers {
		list, bag, after = max(list, k.list.Room()), max(bag, k.bag.Room()), max(after, cap(k.after))
	}
	for _, k := range w.workers {
		k.list.Grow(list)
		k.bag.Grow(bag)
		if cap(k.after) < after { // exactly so much: with a little more, the others would follow, and take a little more in turn
			k.after = make([]componentEntry, 0, after)
		}
	}
}
