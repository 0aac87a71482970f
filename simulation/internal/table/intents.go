package table

import (
	"iter"
	"slices"

	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
)

// Intents holds what entities ask of their bodies for a step, twice: the front is what the running step applies, the back is
// what gameplay writes for the step after it.
type Intents struct {
	Writers []handle.Entity // who has a front intent, in slot order, then those who joined in the order in which they did

	front, back physics.Intents
}

func (t *Intents) grow(n int) {
	t.front.Grow(n)
	t.back.Grow(n)
}

// Of returns the front intent of slot i, or nil when it asks for nothing. Valid: as physics.Intents.Of.
func (t *Intents) Of(i int) *physics.Intent { return t.front.Of(i) }

// Front returns what the running step applies, to be read only.
func (t *Intents) Front() *physics.Intents { return &t.front }

// Write returns the back intent of slot i, whose entity is in the frame, to be added to. Valid: until the next Write of an
// entity of its chunk.
func (t *Intents) Write(i int, frame handle.Frame) *physics.Intent {
	in := t.back.Make(i)
	in.Frame = frame
	return in
}

// Swap makes the back intents the front ones, and forgets the old front.
func (t *Intents) Swap(slots *handle.EntitySlots) {
	t.front.Clear()
	t.front, t.back = t.back, t.front
	t.Writers = t.Writers[:0]
	for i := range t.front.Slots().All() {
		if e, ok := slots.At(i); ok {
			t.Writers = append(t.Writers, e)
		}
	}
}

// Join makes e, which has no front intent, one of the writers, and returns its intent, which is empty.
func (t *Intents) Join(e handle.Entity, frame handle.Frame) *physics.Intent {
	in := t.front.Make(int(e.Index))
	in.Frame = frame
	t.Writers = append(t.Writers, e)
	return in
}

// SetFirstMove gives an entity that has just come to life a front intent, so that the next step applies it.
func (t *Intents) SetFirstMove(e handle.Entity, in *physics.Intent) {
	*t.Join(e, in.Frame) = *in
}

// remove forgets what the entity at slot i asked for. DropDead takes it out of the writers.
func (t *Intents) remove(i int) {
	t.front.Remove(i)
	t.back.Remove(i)
}

// Written returns the back intent of slot i, or nil when its entity asks for nothing in this tick. Valid: as Write.
func (t *Intents) Written(i int) *physics.Intent { return t.back.Of(i) }

// AllWritten walks the slots that have a back intent, with it.
func (t *Intents) AllWritten() iter.Seq2[int, *physics.Intent] {
	return func(yield func(int, *physics.Intent) bool) {
		for i := range t.back.Slots().All() {
			if !yield(i, t.back.Of(i)) {
				return
			}
		}
	}
}

// DropDead takes the entities that are gone out of the writers.
func (t *Intents) DropDead(slots *handle.EntitySlots) {
	t.Writers = slices.DeleteFunc(t.Writers, func(e handle.Entity) bool { return !slots.Live(e) })
}
