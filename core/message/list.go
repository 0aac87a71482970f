package message

import (
	"iter"

	"tertius.dev/core/handle"
)

// List is the inbox of one entity while it runs. Components edit it in place, in the order of their priorities.
//
// Valid: during one call of a component's Handle. The worker that runs the entity owns it.
type List struct {
	registry  *Registry
	recipient handle.Entity
	events    []Event
	mask      Mask // of the types in events
}

// Reset empties the list for a run of recipient and keeps its room.
func (l *List) Reset(r *Registry, recipient handle.Entity) {
	l.registry, l.recipient, l.events, l.mask = r, recipient, l.events[:0], Mask{}
}

// Append copies an envelope to the end of the list.
func (l *List) Append(e *Event) {
	l.events = append(l.events, *e)
	l.mask.Add(e.Type)
}

// Len returns the number of events in the list.
func (l *List) Len() int { return len(l.events) }

// Mask returns the set of the types in the list.
func (l *List) Mask() *Mask { return &l.mask }

// All walks every envelope in the list, in order.
func (l *List) All() iter.Seq[*Event] {
	return func(yield func(*Event) bool) {
		for i := range l.events {
			if !yield(&l.events[i]) {
				return
			}
		}
	}
}

func (l *List) remask() {
	l.mask = Mask{}
	for i := range l.events {
		l.mask.Add(l.events[i].Type)
	}
}

// Outbox collects what the entities of one chunk send during a tick, in the order of sending.
//
// Valid: during one call of a component's Handle. The worker that runs the chunk owns it.
type Outbox struct {
	registry *Registry
	sender   handle.Entity
	events   []Event
}

// Reset empties the outbox for a new tick and keeps its room.
func (o *Outbox) Reset(r *Registry) { o.registry, o.events = r, o.events[:0] }

// From makes sender the sender of what follows.
func (o *Outbox) From(sender handle.Entity) { o.sender = sender }

// Events returns what was sent, in order. Valid: until the next Reset.
func (o *Outbox) Events() []Event { return o.events }

// add returns a new envelope at the end, its payload zero.
func (o *Outbox) add(id TypeID, to Target) *Event {
	o.events = append(o.events, Event{Target: to, Sender: o.sender, Type: id})
	return &o.events[len(o.events)-1]
}
