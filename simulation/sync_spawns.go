package simulation

import (
	"fmt"

	"tertius.dev/core/handle"
	"tertius.dev/core/message"
)

// applySpawns brings this tick's spawns to life, in chunk order and within a chunk in the order of the calls.
func (w *World) applySpawns() {
	for _, c := range w.leaversOf(leftSpawns) {
		for k := range c.spawns {
			plan := &c.spawns[k].plan
			w.components.Settle(plan.components, c.freshWants)
			w.applySpawn(c.spawns[k].entity, plan)
			plan.reset()
		}
		c.spawns = c.spawns[:0]
		c.freshWants = c.freshWants[:0]
	}
}

// applySpawn drops a spawn whose frame or parent died in this tick: nobody could know that, and it has nowhere to be.
func (w *World) applySpawn(e handle.Entity, p *spawnPlan) {
	if err := w.spawnProblem(p); err != nil {
		w.entities.Slots.Return(e)
		w.tellStillborn(e)
		w.report("the spawn of %v was dropped, because %v", e, err)
		return
	}
	w.bringToLife(e, p)
	message.Spawns.Send(&w.engine, message.To(e), message.Spawned{})
}

// spawnProblem says why the sync point finds no place for a spawn, or gives nil.
func (w *World) spawnProblem(p *spawnPlan) error {
	switch {
	case !p.attachTo.IsNone():
		return w.parentProblem(p.attachTo)
	case !p.ownsRoot() && !w.frames.Live(p.transform.Frame):
		return fmt.Errorf("its frame %v died in the same tick", p.transform.Frame)
	}
	return nil
}
