package message

import (
	"fmt"
	"math"
	"slices"

	"tertius.dev/core/clock"
	"tertius.dev/core/handle"
)

// Outbox collects what the entities of one chunk send during a tick, in the order of sending.
//
// Valid: during one call of a component's Handle. The worker that runs the chunk owns it.
type Outbox struct {
	registry *Registry
	sender   uint64 // the handle's two halves in one word, so that reading it at once after From does not wait for two stores
	events   []Event
	later    []Delayed
	extras   []extraOf // of some of the events, in their order
}

// Delayed is a message that waits before it is routed.
type Delayed struct {
	Delay clock.Ticks // after the tick in which it was sent, above 0
	Event Event
}

// Reset empties the outbox for a new tick and keeps its room.
func (o *Outbox) Reset(r *Registry) {
	o.registry, o.events, o.later = r, o.events[:0], o.later[:0]
	clear(o.extras)
	o.extras = o.extras[:0]
}

// From makes sender the sender of what follows.
func (o *Outbox) From(sender handle.Entity) {
	o.sender = uint64(sender.Index) | uint64(sender.Generation)<<32
}

func (o *Outbox) from() handle.Entity {
	return handle.Entity{Index: uint32(o.sender), Generation: uint32(o.sender >> 32)}
}

// Events returns what was sent to arrive in the next tick, in order. Valid: until the next Reset or Take.
func (o *Outbox) Events() []Event { return o.events }

// Later returns what was sent to arrive later than in the next tick, in order. Valid: until the next Reset or ClearLater.
func (o *Outbox) Later() []Delayed { return o.later }

// ClearLater forgets what Later returns.
func (o *Outbox) ClearLater() { o.later = o.later[:0] }

// Take returns what Events does and empties the outbox, which goes on in the given room.
func (o *Outbox) Take(room []Event) []Event {
	sent := o.events
	o.events = room[:0]
	return sent
}

// Forward sends a copy of an envelope on, with its payload and its first sender, and without its extra.
func (o *Outbox) Forward(e *Event, to Target) {
	o.events = append(o.events, Event{Target: to, Sender: e.Sender, Type: e.Type, Payload: e.Payload})
}

// add returns a new envelope at the end, its payload zero.
func (o *Outbox) add(t *label, to Target) *Event {
	id := o.registry.at(t)
	n := len(o.events)
	if n == cap(o.events) {
		o.lengthen()
	}
	o.events = o.events[:n+1]
	e := &o.events[n] // filled here, one field after the other: what is made elsewhere and copied costs twice as much
	e.Payload = Payload{}
	e.Target = to
	e.Sender = o.from()
	e.Type = id
	e.extra = 0
	return e
}

// lengthen makes room for one more event at least. It stays a call, so that add needs no room for what a call clobbers.
//
//go:noinline
func (o *Outbox) lengthen() { o.events = slices.Grow(o.events, 1) }

// addLater is add for a message that waits.
func (o *Outbox) addLater(delay clock.Ticks, id TypeID, to Target) *Event {
	o.later = append(o.later, Delayed{delay, Event{Target: to, Sender: o.from(), Type: id}})
	return &o.later[len(o.later)-1].Event
}

// Due returns the tick at whose end a message is routed that waits for delay after now; a message that would wait beyond the
// last tick there is waits for that one.
//
// Errors: panics for a negative delay.
func Due(now, delay clock.Ticks) clock.Ticks {
	if delay < 0 {
		panic(fmt.Errorf("message: a delay is %d ticks; it must be 0 or more", delay))
	}
	if now > math.MaxInt64-delay {
		return math.MaxInt64
	}
	return now + delay
}
