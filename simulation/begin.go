package simulation

// begin.go makes what a world works with, and the room for more.

import (
	"slices"

	"tertius.dev/core/clock"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/parallel"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/simulation/internal/component"
	"tertius.dev/simulation/internal/query"
)

// fixed is what a world was made with.
type fixed struct {
	rate             clock.Rate
	startSeconds     float64
	seed             uint64
	backend          physics.Backend // nil without physics
	messages         *message.Registry
	ids              engineTypes
	resources        *render.Store
	spawnPoolSize    int
	debugChecks      bool
	publishSnapshots bool
	pool             *parallel.Pool
}

// engineTypes are the numbers of the engine's payload types that the world looks for.
type engineTypes struct{ tick, destroy message.TypeID }

// begin makes what a new world needs beside its fixed fields.
func (w *World) begin(t *Thresholds) {
	w.ids = engineTypes{tick: message.Ticks.ID(w.messages), destroy: message.Destroys.ID(w.messages)}
	w.components = component.NewLists[Component](w.ids.destroy, w.messages.Len())
	w.sets = component.NewSets()
	w.index = query.NewTables(&w.entities, &w.frames, &w.types, &w.sets)
	w.snapshot = w.snapshotFor(&w.queries)
	w.items.w = w
	w.router.Begin(w.pool)
	if t.Messages > 0 {
		w.router.SetThreshold(t.Messages)
	}
	if t.Rows > 0 {
		_ = w.index.Cells.SetPublishThreshold(t.Rows) // cannot be below 1
	}
	if t.Drawn > 0 {
		_ = w.pictures.SetDrawnThreshold(t.Drawn) // cannot be below 1
	}
	for range w.pool.Workers() {
		k := &worker{entry: -1, selves: slices.Repeat([]Self{{world: w}}, selvesPerWorker())}
		k.snapshot = w.snapshotFor(&k.queries)
		k.list.Reset(w.messages, handle.Entity{})
		k.list.ReadExtras(&w.extras)
		w.workers = append(w.workers, k)
	}
	w.engine.Reset(w.messages)
}

// grow makes a row, and room in every table, for each slot that was ever used.
func (w *World) grow() {
	n := w.entities.Slots.Cap()
	w.entities.Grow()
	w.components.Grow(n)
	w.index.Grow(n)
	w.topics.Grow(n)
	w.parts.Grow(n)
	w.unmade.Grow(n)
	w.running.Grow((n + chunkSlots - 1) / chunkSlots)
	for len(w.chunks)*chunkSlots < n {
		c := &chunk{index: len(w.chunks)}
		c.outbox.Reset(w.messages)
		w.chunks = append(w.chunks, c)
	}
	w.router.Grow(len(w.chunks))
}
