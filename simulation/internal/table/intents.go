package table

import (
	"slices"

	"tertius.dev/core/bitset"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
)

// Intents holds what each entity asks of its body for a step, twice: the front is what the running step applies, the back
// is what gameplay writes for the step after it.
type Intents struct {
	Front   []physics.Intent
	Writers []handle.Entity // who has a front intent, in slot order, then those who joined in the order in which they did

	back    []physics.Intent
	written bitset.Marks // the slots that have a back intent
}

func (t *Intents) grow(n int) {
	t.Front, t.back = lengthen(t.Front, n), lengthen(t.back, n)
	t.written.Grow(n)
}

// Write returns the back intent of slot i, whose entity is in the frame, to be added to.
func (t *Intents) Write(i int, frame handle.Frame) *physics.Intent {
	t.written.Add(i)
	t.back[i].Frame = frame
	return &t.back[i]
}

// Swap makes the back intents the front ones, and forgets the old front.
func (t *Intents) Swap(slots *handle.EntitySlots) {
	for _, e := range t.Writers {
		t.Front[e.Index].Clear()
	}
	t.Front, t.back = t.back, t.Front
	t.Writers = t.Writers[:0]
	for i := range t.written.All() {
		if e, ok := slots.At(i); ok {
			t.Writers = append(t.Writers, e)
		}
	}
	t.written.Clear()
}

// Join makes e, whose front intent may have been empty, one of the writers.
func (t *Intents) Join(e handle.Entity, frame handle.Frame) {
	if in := &t.Front[e.Index]; in.Frame.IsNone() {
		in.Frame = frame
		t.Writers = append(t.Writers, e)
	}
}

// SetFirstMove gives an entity that has just come to life a front intent, so that the next step applies it.
func (t *Intents) SetFirstMove(e handle.Entity, in *physics.Intent) {
	t.Front[e.Index] = *in
	t.Writers = append(t.Writers, e)
}

// remove forgets what the entity at slot i asked for. DropDead takes it out of the writers.
func (t *Intents) remove(i int) {
	t.Front[i].Clear()
	t.back[i].Clear()
	t.written.Remove(i)
}

// Written reports whether the entity at slot i asks for something in this tick.
func (t *Intents) Written(i int) bool { return t.written.Has(i) }

// DropDead takes the entities that are gone out of the writers.
func (t *Intents) DropDead(slots *handle.EntitySlots) {
	t.Writers = slices.DeleteFunc(t.Writers, func(e handle.Entity) bool { return !slots.Live(e) })
}
