package simulation

import "tertius.dev/core/physics"

// applyChanges hands physics what came and went since the last time.
func (w *World) applyChanges() {
	if w.changes.Empty() {
		return
	}
	w.changes.BodiesMade = w.liveOnes(w.changes.BodiesMade)
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
