package simulation

import (
	"fmt"
	"slices"

	"tertius.dev/core/bitset"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
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

// has reports whether a live entity is in the batch.
func (b *dyingBatch) has(e handle.Entity) bool {
	return b.slots.Has(int(e.Index))
}

// add puts a live entity into the batch.
func (b *dyingBatch) add(e handle.Entity) {
	if !b.slots.Has(int(e.Index)) {
		b.slots.Add(int(e.Index))
		b.entities = append(b.entities, e)
	}
}

// Destroy ends an entity at once. What is in a frame that it owns goes on in the nearest frame above that stays, with its
// place and its motion as they were, and hears one FrameChanged; but who has docked at that frame parts first, as by Undock, with what
// goes along, and hears a DockAnswer. The owner of a root frame takes everything in its tree
// with it.
//
// Errors: the entity is not live. Panics during a tick.
func (w *World) Destroy(e handle.Entity) error {
	w.outside("Destroy", "Self.Destroy, or a Destroy message to another entity")
	if !w.entities.Slots.Live(e) {
		return fmt.Errorf("destroy %v: it is not live", e)
	}
	w.dying.reset(w.entities.Cap())
	w.dying.add(e)
	w.growBatch()
	w.applyBatch()
	if len(w.dyingFrames) > 0 {
		w.deriveOutside() // of what has moved out of the frames that ended
	}
	for _, gone := range w.dying.entities {
		w.router.Forget(int(gone.Index)) // its mail for the next tick
	}
	w.dying.reset(w.entities.Cap())
	return nil
}

// applyBatch ends what is in the batch. What is in frames that end, and does not end itself, moves out before.
func (w *World) applyBatch() {
	if len(w.dying.entities) == 0 {
		return
	}
	for w.addPlaceless() {
		w.addAttached()
	}
	w.partFromDyingFrames()
	w.moveOutOfDyingFrames()
	for _, e := range w.dying.entities {
		w.end(e)
	}
	w.entities.Intents.DropDead(&w.entities.Slots)
	if len(w.changes.FramesGone) > 0 {
		w.applyChanges() // before a new frame takes the slot of one that ended
	}
}

// growBatch adds everything that lies below each dying root frame, which leaves nothing to move it to: frame by frame in the
// order of their indices, and within a frame in slot order. Then it adds what is attached to any of these.
func (w *World) growBatch() {
	asked := len(w.dying.entities)
	for _, e := range w.dying.entities[:asked] {
		if root := w.entities.Owned[e.Index]; !root.IsNone() && w.frames.IsRoot(root) {
			w.addTree(root)
		}
	}
	w.addAttached()
}

// addAttached adds everything that is attached to what is in the batch, directly or through others.
func (w *World) addAttached() {
	for _, e := range w.dying.entities {
		w.parts.Mark(int(e.Index))
	}
	for child, parent := range w.parts.Below() {
		if w.dying.slots.Has(int(parent.Index)) {
			w.dying.add(child)
		}
	}
}

// addTree adds the contents of a root frame and of every frame below it to the batch.
func (w *World) addTree(root handle.Frame) {
	for f := range w.frames.All() {
		if w.frames.Root(f) != root {
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
			w.dropMove(e)
		}
	}
	if f := w.entities.Owned[i]; !f.IsNone() {
		w.endFrame(f)
	}
	w.forgetDocked(e)
	w.parts.Remove(i)
	w.leaveTopics(e)
	w.components.Clear(i)
	w.entities.Remove(e)
	w.index.Follow(i)
}

// dropMove takes back the move of a body that ends. It has one only if its hand-off did not land in the same sync point.
func (w *World) dropMove(e handle.Entity) {
	if len(w.check.Refused()) > 0 {
		w.changes.BodiesMoved = slices.DeleteFunc(w.changes.BodiesMoved, func(m physics.BodyMove) bool { return m.Entity == e })
	}
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
