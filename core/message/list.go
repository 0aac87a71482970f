package message

import (
	"iter"

	"tertius.dev/core/handle"
)

// List is the inbox of one entity while it runs. Components edit it in place, in the order of their priorities. Tokens read
// and edit it, each the payloads of its type. A component sees what those before it have left and added, and not what it adds
// itself.
//
// Valid: during one call of a component's Handle. The worker that runs the entity owns it.
type List struct {
	registry  *Registry
	words     int // of the mask that the registry's numbers fill
	recipient handle.Entity
	events    []Event // in lent room, or in own once something was added that the lent room could not take
	own       []Event // the list's own room, which it keeps
	seen      int     // how many of the events the present component sees; it has added the others
	mask      Mask    // of the types in events, exactly
	extras    *Extras // of the events, or nil
}

// Reset empties the list for a run of recipient and keeps its room.
func (l *List) Reset(r *Registry, recipient handle.Entity) {
	l.registry, l.words, l.recipient, l.events, l.seen, l.mask = r, r.words, recipient, l.own[:0], 0, Mask{}
}

// Lend makes events the inbox of recipient, in the list of a registry that Reset named. The list edits them where they lie, and moves
// into room of its own when it grows beyond their capacity, so whoever lends caps them to what is theirs.
func (l *List) Lend(recipient handle.Entity, events []Event) {
	l.recipient, l.events, l.seen = recipient, events, len(events)
	if l.words == 1 { // the other words stay empty
		var types uint64
		for i := range events {
			types |= 1 << (events[i].Type & 63)
		}
		l.mask[0] = types
		return
	}
	l.mask = Mask{}
	for i := range events {
		l.mask.Add(events[i].Type)
	}
}

// NextTurn begins the turn of the next component, which sees what the last one has added.
func (l *List) NextTurn() { l.seen = len(l.events) }

// Append copies an envelope to the end of the list. It is seen from the next turn on.
func (l *List) Append(e *Event) {
	l.mask.Add(e.Type)
	*l.extend() = *e
}

// extend makes the list longer by one event and returns it, with whatever was there before.
func (l *List) extend() *Event {
	n := len(l.events)
	if n == cap(l.events) {
		l.moveOut()
	}
	l.events = l.events[:n+1]
	return &l.events[n]
}

// moveOut moves the events into the list's own room, with place for at least one more.
func (l *List) moveOut() {
	n := len(l.events)
	if cap(l.own) <= n {
		l.own = make([]Event, 0, 2*n+4)
	}
	l.own = append(l.own[:0], l.events...)
	l.events = l.own
}

// Room returns how many events the list takes in room of its own.
func (l *List) Room() int { return cap(l.own) }

// Grow gives the list room of its own for n events, so that it grows at no later time for as many. It ends the present run.
func (l *List) Grow(n int) {
	if cap(l.own) < n {
		l.own, l.events = make([]Event, 0, n), nil
	}
}

// Recipient returns whose inbox it is.
func (l *List) Recipient() handle.Entity { return l.recipient }

// Registry returns the payload types of the world.
func (l *List) Registry() *Registry { return l.registry }

// Len returns the number of events in the list that the present component sees.
func (l *List) Len() int { return l.seen }

// Mask returns the set of the types in the list, with those that the present component has added.
func (l *List) Mask() *Mask { return &l.mask }

// HasAnyOf reports whether the list has an event of one of the types, those that the present component has added counted.
//
// Cost: one word of each set in a world of at most 64 types.
func (l *List) HasAnyOf(types *Mask) bool {
	if l.words == 1 {
		return l.mask[0]&types[0] != 0
	}
	return l.mask.Meets(types)
}

// All walks every envelope in the list, in order.
func (l *List) All() iter.Seq[*Event] {
	return func(yield func(*Event) bool) {
		for i := 0; i < l.seen; i++ {
			if !yield(&l.events[i]) {
				return
			}
		}
	}
}
