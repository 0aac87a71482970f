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
	w.chooseChunks()   // who runs
	w.reservePools()   // in chunk order, so that every spawn gets the same handle in every run
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
	w.active = w.active[:0]
	ticking := w.components.Wanted.Slots(w.ids.tick)
	w.router.AddChunks(&w.running)
	for k := range ticking.Words() {
		w.running.Add(k)
	}
	for k := range w.running.All() {
		if runs := w.router.Mail(k) | ticking.Word(k); runs != 0 { // who has mail or wants ticks is live
			w.chunks[k].runs = runs
			w.active = append(w.active, w.chunks[k])
		}
	}
	w.running.Clear()
}

// reservePools gives each chunk that runs its slots for spawns: twice what it spawned in the last tick, and no fewer than
// the world's SpawnPoolSize.
func (w *World) reservePools() {
	for _, c := range w.active {
		size := w.spawnPoolSize
		if c.spawnTick == w.tick-1 {
			size = min(max(size, 2*c.lastSpawns), largestSpawnPool)
		}
		for range size {
			c.pool = append(c.pool, w.entities.Slots.Reserve())
		}
	}
	w.grow()
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
