package simulation

import (
	"fmt"

	"tertius.dev/core/contract"
)

// Tick runs one tick.
//
// Errors: when a component or a physics step panics, the rest of the parallel part still runs, and Tick panics with a
// *TickFailure; so does every later call. Close then frees everything.
// Cost: allocates nothing once every table has its size, unless an entity spawns.
func (w *World) Tick() {
	w.refuseTick()
	w.ticking = true
	defer w.endTick()
	w.watch.start()
	w.prepare()
	w.watch.lap(LapPrepare)
	if caught := w.pool.RunNeighbors(&w.items, w.stepItems, w.stepItems+len(w.active)); caught != nil {
		panic(w.failureOf(caught))
	}
	w.watch.lap(LapRun)
	w.sync()
	w.tick++
	w.ticking = false
}

func (w *World) refuseTick() {
	w.outside("Tick", "")
	if w.failure != nil {
		panic(w.failure)
	}
}

// bug reports what only a bug produces: it breaks a contract where contracts are checked, and else goes into the log.
func (w *World) bug(what string, err error) {
	if contract.Enabled {
		panic(contract.Broken{Promise: what, Detail: err.Error()})
	}
	w.report("%s", fmt.Errorf("%s: %w", what, err))
}
