package simulation

import (
	"fmt"
	"runtime/debug"

	"tertius.dev/core/clock"
	"tertius.dev/core/handle"
	"tertius.dev/core/parallel"
)

// TickFailure is what World.Tick panics with when something in the tick panicked. It is an error.
//
// When several work items panicked it tells of the first in their order, physics before gameplay and chunks by slot, so
// it is the same for any number of workers.
type TickFailure struct {
	Tick      clock.Ticks   // that failed
	Entity    handle.Entity // whose component panicked; none for anything else
	Component string        // the type of that component, with its package's path; empty for anything else
	Frame     handle.Frame  // whose physics step panicked; none for anything else
	Value     any           // what it panicked with
	Stack     []byte        // of the goroutine that panicked
}

// Error tells what failed and why, without the stack.
func (f *TickFailure) Error() string {
	switch {
	case f.Component != "":
		return fmt.Sprintf("tick %d: component %s of entity %v panicked: %v", f.Tick, f.Component, f.Entity, f.Value)
	case !f.Frame.IsNone():
		return fmt.Sprintf("tick %d: the physics step of frame %v panicked: %v", f.Tick, f.Frame, f.Value)
	default:
		return fmt.Sprintf("tick %d: the engine panicked: %v", f.Tick, f.Value)
	}
}

// Unwrap returns the panic's value when it is an error.
func (f *TickFailure) Unwrap() error {
	err, _ := f.Value.(error)
	return err
}

// failureNote is what a worker was doing in the work item that panicked.
type failureNote struct {
	item      int // −1 without a note
	entity    handle.Entity
	component Component
}

// failureOf says what the work item that panicked was.
func (w *World) failureOf(c *parallel.Caught) *TickFailure {
	f := &TickFailure{Tick: w.tick, Value: c.Value, Stack: c.Stack}
	if c.Item < w.stepItems {
		f.Frame = w.backend.WorkFrame(c.Item)
		return f
	}
	for _, k := range w.workers {
		if k.note.item == c.Item && k.note.component != nil {
			f.Entity, f.Component = k.note.entity, componentName(k.note.component)
		}
	}
	return f
}

// endTick runs when Tick returns or panics. After a panic it makes the world refuse every later tick with the same cause.
func (w *World) endTick() {
	if !w.ticking {
		return
	}
	w.ticking = false
	value := recover()
	f, ok := value.(*TickFailure)
	if caught, onWorker := value.(*parallel.Caught); onWorker { // of a piece of the sync point
		f = &TickFailure{Tick: w.tick, Value: caught.Value, Stack: caught.Stack}
	} else if !ok {
		f = &TickFailure{Tick: w.tick, Value: value, Stack: debug.Stack()}
	}
	w.failure = f
	panic(f)
}
