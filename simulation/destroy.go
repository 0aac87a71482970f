package simulation

import (
	"fmt"
	"slices"

	"tertius.dev/core/bitset"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
)

// dyingBatch is the entities that go together, each once, in the order in which they go.
type dyingBatch struct {
	slots    bitset.Set
	entities []handle.Entity
}

func (b *dyingBatch) reset(capacity int) {
	b.slots.Grow(capacity)
	for _, e := range b.entities {
		b.slots.Remove(int(e.Index))
	}
	b.entities = b.entities[:0]
}

// add puts a live entity into the batch.
func (b *dyingBatch) add(e handle.Entity) {
	if !b.slots.Has(int(e.Index)) {
		b.slots.Add(int(e.Index))
		b.entities = append(b.entities, e)
	}
}

// Destroy ends an entity at once. The owner of a root frame takes everything in the frame with it.
//
// Errors: the entity is not live. Panics during a tick.
func (w *World) Destroy(e handle.Entity) error {
	w.outside("Destroy", "Self.Destroy, or a Destroy message to another entity")
	if !w.entities.Slots.Live(e) {
		return fmt.Errorf("destroy %v: it is not live", e)
	}
	w.dying.reset(w.entities.Cap())
	w.dying.add(e)
	w.applyBatch()
	for _, gone := range w.dying.entities {
		w.router.Forget(int(gone.Index)) // its mail for the next tick
	}
	return nil
}

// applyBatch ends what is in the batch, and what is in the frames that die with it.
func (w *World) applyBatch() {
	w.growBatch()
	if len(w.dying.entities) == 0 {
		return
	}
	for _, e := range w.dying.entities {
		w.end(e)
	}
	w.entities.Intents.DropDead(&w.entities.Slots)
}

// growBatch adds the contents of each dying frame, in slot order. A root frame has no ancestor to move them to.
func (w *World) growBatch() {
	for k := 0; k < len(w.dying.entities); k++ {
		f := w.entities.Owned[w.dying.entities[k].Index]
		if f.IsNone() {
			continue
		}
		for i := range w.entities.Members(f).All() {
			if e, ok := w.entities.Slots.At(i); ok {
				w.dying.add(e)
			}
		}
	}
}

// end takes a live entity out of every table and tells physics.
func (w *World) end(e handle.Entity) {
	i := int(e.Index)
	if w.entities.HasBody.Has(i) {
		if w.unmade.Has(i) {
			w.unmade.Remove(i)
		} else {
			w.changes.BodiesGone = append(w.changes.BodiesGone, e)
		}
	}
	if f := w.entities.Owned[i]; !f.IsNone() {
		w.endFrame(f)
	}
	w.leaveTopics(e)
	w.components.Clear(i)
	w.entities.Remove(e)
	w.index.Follow(i)
}

func (w *World) endFrame(f handle.Frame) {
	if made := slices.Index(w.changes.FramesMade, f); made >= 0 {
		w.changes.FramesMade = slices.Delete(w.changes.FramesMade, made, made+1)
	} else {
		w.changes.FramesGone = append(w.changes.FramesGone, f)
	}
	w.frames.Remove(f)
	w.endedTopics = append(w.endedTopics, message.FrameTopic(f))
}
