package simulation

import (
	"fmt"
	"reflect"

	"tertius.dev/core/message"
	"tertius.dev/simulation/internal/component"
)

// Component is a piece of an entity's behavior. It changes only its own state and its own entity; to change another
// entity it sends a message.
//
// Threads: the entities of different chunks run at the same time, so what two components share must not change.
type Component interface {
	// Priority says when the component runs among those of its entity: lower first, equal ones in the order in which they
	// were added. Read once, when the component is attached.
	Priority() int

	// Wants names the messages for which the component runs. Read once, when the component is attached.
	Wants() []message.AnyToken

	// Handle is called in each tick in which events holds something that the component wants. It may edit the list, for
	// the components after it. Self, events and out are valid only during the call.
	Handle(self *Self, events *message.List, out *message.Outbox)
}

type (
	componentEntry = component.Entry[Component]
	componentLists = component.Lists[Component]
)

// entryOf reads what a component says. Wants that are new to the world wait in fresh, and the entry points there until the
// world settles it outside the parallel part of a tick.
//
// Errors: names a component that wants what the world does not know.
func (w *World) entryOf(c Component, fresh *[]message.Mask) (componentEntry, error) {
	e := componentEntry{Component: c, Priority: c.Priority(), Type: component.TypeOf(reflect.TypeOf(c)).Seen}
	wants, err := w.messages.Wanted(c.Wants())
	if err != nil {
		return e, fmt.Errorf("what %s wants: %w", componentName(c), err)
	}
	known := false
	if e.Wants, known = w.components.Wanted.Sets.Find(&wants); !known {
		e.Wants = component.FreshWants | component.WantsID(len(*fresh))
		*fresh = append(*fresh, wants)
	}
	return e, nil
}

// attach adds the entries of the components of a description to a list, in the order in which they run.
//
// Errors: names the component that cannot be one of the entity.
func (w *World) attach(entries []componentEntry, components []Component, fresh *[]message.Mask) ([]componentEntry, error) {
	for i, c := range components {
		if err := addProblem(entries, c); err != nil {
			return entries, fmt.Errorf("Components[%d]: %w", i, err)
		}
		e, err := w.entryOf(c, fresh)
		if err != nil {
			return entries, fmt.Errorf("Components[%d]: %w", i, err)
		}
		entries = component.Insert(entries, &e)
	}
	return entries, nil
}

// componentName returns the name of a component's type with its package's path, such as "game/scene.Lamp".
func componentName(c Component) string {
	t := reflect.TypeOf(c)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.PkgPath() == "" {
		return t.String()
	}
	return t.PkgPath() + "." + t.Name()
}
