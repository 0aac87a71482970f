package simulation

import "tertius.dev/core/physics"

// applyChanges hands physics what came, went and changed frames since the last time, and lets its hulls follow the tree of frames,
// even when nothing else has changed.
func (w *World) applyChanges() {
	w.frames.Arrange()
	w.changes.Tree = &w.frames
	w.changes.BodiesMade = w.liveOnes(w.changes.BodiesMade)
	w.changes.HullsReshaped = w.liveHulls(w.changes.HullsReshaped)
	if w.backend != nil {
		for _, err := range w.backend.Apply(&w.changes) {
			w.report("physics could not apply a change: %v", err)
		}
	}
	for i := range w.changes.BodiesMade {
		w.unmade.Remove(int(w.changes.BodiesMade[i].Entity.Index))
	}
	w.changes.Reset()
}

// applyPending is applyChanges for when nothing can have changed but what waits.
func (w *World) applyPending() {
	if !w.changes.Empty() {
		w.applyChanges()
	}
}

// liveOnes leaves out the bodies of entities that are gone again.
func (w *World) liveOnes(bodies []physics.NewBody) []physics.NewBody {
	kept := bodies[:0]
	for i := range bodies {
		if w.entities.Slots.Live(bodies[i].Entity) {
			kept = append(kept, bodies[i])
		}
	}
	return kept
}

// liveHulls leaves out the hulls of owners that are gone again.
func (w *World) liveHulls(hulls []physics.HullReshape) []physics.HullReshape {
	kept := hulls[:0]
	for i := range hulls {
		if w.entities.Slots.Live(hulls[i].Entity) {
			kept = append(kept, hulls[i])
		}
	}
	clear(hulls[len(kept):])
	return kept
}
