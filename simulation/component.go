package simulation

import (
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

// attach reads what the components say and brings them into the order in which they run.
func (w *World) attach(components []Component) []componentEntry {
	if len(components) == 0 {
		return nil
	}
	entries := make([]componentEntry, len(components))
	for i, c := range components {
		entries[i] = componentEntry{Component: c, Type: component.TypeOf(reflect.TypeOf(c)), Priority: c.Priority(), Wants: w.messages.Mask(c.Wants()...)}
	}
	component.Sort(entries)
	return entries
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
