package simulation

import (
	"fmt"

	"tertius.dev/core/contract"
	"tertius.dev/core/physics"
)

// checkTables looks at every invariant of the rows that the step and gameplay have written, when the world's options or
// the build ask for it.
func (w *World) checkTables() {
	if !w.debugChecks && !contract.Enabled {
		return
	}
	if err := w.entities.Check(&w.frames); err != nil {
		w.bug("the entity table broke an invariant", err)
	}
}

// checkAll looks at every invariant of the world as the next tick finds it, when the world's options or the build ask for
// it.
func (w *World) checkAll() {
	if !w.debugChecks && !contract.Enabled {
		return
	}
	if err := w.invariants(); err != nil {
		w.bug("the world broke an invariant", err)
	}
}

// Check says which invariant of the world's tables is broken, or gives nil. Only a bug of the engine breaks one. Panics
// during a tick.
//
// Cost: it visits every slot that was ever used.
func (w *World) Check() error {
	w.outside("Check", "")
	return w.invariants()
}

// invariants are those that hold outside the parallel part and between the steps of the sync point. The order:
func (w *World) invariants() error {
	for _, check := range [...]func(*World) error{
		(*World).checkFrames, (*World).checkEntities, (*World).checkBodies, (*World).checkParts, (*World).checkComponents, (*World).checkChunks, (*World).checkTopics,
		(*World).checkIndexes, (*World).checkDocks, (*World).checkBackend,
	} {
		if err := check(w); err != nil {
			return err
		}
	}
	return nil
}

func (w *World) checkFrames() error {
	w.frames.Arrange()
	return w.frames.Check()
}

func (w *World) checkEntities() error { return w.entities.Check(&w.frames) }

// checkComponents checks each entity's components, what it wants, and its flags.
func (w *World) checkComponents() error {
	clear(w.owners)
	for i := range w.entities.Cap() {
		e, live := w.entities.Slots.At(i)
		if i%chunkSlots == 0 {
			if err := w.components.CheckChunk(i); err != nil {
				return err
			}
		}
		if err := w.components.Check(i, live); err != nil {
			return err
		}
		types, _ := w.typesIn(w.components.Of(i))
		if *w.sets.Mask(w.entities.Flags.Back[i]) != types {
			return fmt.Errorf("the component flags of %v are not those of its components", e)
		}
		if err := w.checkOwned(e, w.components.Of(i)); err != nil {
			return err
		}
	}
	return nil
}

// checkBodies checks that each body has the center of mass that the backend gives its shape: parts push about it.
func (w *World) checkBodies() error {
	for i := range w.entities.HasBody.All() {
		b := &w.entities.Bodies[i]
		if center := w.backend.CenterOfMass(b.Shape()); center != b.CenterOfMass {
			return fmt.Errorf("the body of slot %d has its center of mass at %v, and its shape at %v", i, b.CenterOfMass, center)
		}
	}
	return nil
}

func (w *World) checkParts() error {
	for i := range w.parts.Heads().All() {
		dynamic := w.entities.HasBody.Has(i) && w.motionInStep(i) == physics.Dynamic
		if w.parts.Dynamic(i) != dynamic {
			return fmt.Errorf("the parts of slot %d take its body for one that is dynamic: %v", i, !dynamic)
		}
	}
	return w.parts.Check(&w.entities)
}

// checkDocks checks that who has docked is live, once, and owns no frame, and that hulls have the shapes that follow.
func (w *World) checkDocks() error {
	for k := range w.docks {
		e := w.docks[k].owner
		if !w.entities.Slots.Live(e) || !w.entities.Owned[e.Index].IsNone() || w.dockOf(e) != k {
			return fmt.Errorf("%v has docked, and is not live, owns a frame or has docked twice", e)
		}
	}
	for i := range w.entities.HasBody.All() {
		if err := w.checkHullShape(i); err != nil {
			return err
		}
	}
	return nil
}

// checkBackend lets a backend that can check itself do so.
func (w *World) checkBackend() error {
	checker, ok := w.backend.(physics.Checker)
	if !ok {
		return nil
	}
	if err := checker.Check(); err != nil {
		return fmt.Errorf("physics: %w", err)
	}
	return nil
}

func (w *World) checkTopics() error { return w.topics.Check(&w.entities.Slots) }

// checkChunks checks that nothing of a tick is left in a chunk.
func (w *World) checkChunks() error {
	for _, c := range w.chunks {
		if len(c.spawns)+len(c.destroys)+len(c.outbox.Events())+len(c.outbox.Later())+len(c.subscriptions)+
			len(c.questions)+len(c.notes)+len(c.freshWants)+len(c.unsettled) != 0 {
			return fmt.Errorf("chunk %d keeps something of a tick that is over", c.index)
		}
	}
	for k, worker := range w.workers {
		if len(worker.docks)+len(worker.moves) != 0 {
			return fmt.Errorf("worker %d keeps wishes to dock or to change frames of a tick that is over", k)
		}
	}
	return nil
}
