// Package route brings each message to its recipients.
//
// A routing takes lists of messages one after the other, finds the recipients of each, drops those that do not want it, and
// sorts the deliveries by recipient. So an inbox lists its messages in the order of the routing, whatever happened on
// which worker. A message is stored once, however many recipients it has.
package route

import (
	"tertius.dev/core/bitset"
	"tertius.dev/core/contract"
	"tertius.dev/core/frame"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation/internal/component"
	"tertius.dev/simulation/internal/table"
)

// Facts is what a routing needs to know of the entities.
type Facts struct {
	Entities *table.Entities
	Frames   *frame.Tree
	Wants    *component.Wanted
}

// delivery is one message for one recipient.
type delivery struct {
	recipient handle.Entity
	event     uint32
}

// Router holds the inboxes of one tick.
//
// Threads: Begin, Take and Sort on one goroutine; the reads beside each other.
type Router struct {
	events     []message.Event // each routed message once
	deliveries []delivery      // in routing order
	inboxes    []uint32        // events, by recipient and then in routing order
	first      []uint32        // by slot, where its inbox starts
	count      []uint32        // by slot, the length of its inbox
	mail       bitset.Set      // the slots whose inbox is not empty
}

// Grow makes room for n slots.
func (r *Router) Grow(n int) {
	if n <= len(r.first) {
		return
	}
	more := max(n, 2*len(r.first)) - len(r.first)
	r.first = append(r.first, make([]uint32, more)...)
	r.count = append(r.count, make([]uint32, more)...)
	r.mail.Grow(len(r.first))
}

// Begin forgets every message.
func (r *Router) Begin() {
	r.events, r.deliveries = r.events[:0], r.deliveries[:0]
	r.empty()
}

// Take adds messages to the routing, after those that it has.
func (r *Router) Take(f *Facts, events []message.Event) {
	for i := range events {
		r.events = append(r.events, events[i])
		r.expand(f, &events[i], uint32(len(r.events)-1))
	}
}

// expand finds the recipients of the event with that number.
func (r *Router) expand(f *Facts, e *message.Event, number uint32) {
	switch e.Target.Kind() {
	case message.TargetNone:
	case message.TargetDirect:
		to, _ := e.Target.AsDirect()
		if f.Entities.Slots.Live(to.Entity) {
			r.deliver(f, int(to.Entity.Index), e.Type, number)
		}
	case message.TargetSubscribers:
		to, _ := e.Target.AsSubscribers()
		if of, ok := to.Topic.Frame(); ok && f.Frames.Live(of) {
			r.deliverAll(f, f.Entities.Members(of), e.Type, number)
		}
	case message.TargetBroadcast:
		r.deliverAll(f, &f.Entities.Live, e.Type, number)
	default:
		panic(contract.Unreachable(e.Target.Kind()))
	}
}

func (r *Router) deliverAll(f *Facts, slots *bitset.Set, id message.TypeID, number uint32) {
	for i := range slots.All() {
		r.deliver(f, i, id, number)
	}
}

// deliver adds a delivery to the live entity at slot i, if it wants it.
func (r *Router) deliver(f *Facts, i int, id message.TypeID, number uint32) {
	if !f.Wants.Has(i, id) {
		return
	}
	if e, ok := f.Entities.Slots.At(i); ok {
		r.deliveries = append(r.deliveries, delivery{e, number})
	}
}

// Sort fills the inboxes from what was taken since Begin. Deliveries to entities that are gone by now are left out.
//
// It is a stable counting sort by slot that visits only the slots with mail, in their order.
func (r *Router) Sort(slots *handle.EntitySlots) {
	r.empty()
	kept := r.deliveries[:0]
	for _, d := range r.deliveries {
		if slots.Live(d.recipient) {
			kept = append(kept, d)
			r.count[d.recipient.Index]++
			r.mail.Add(int(d.recipient.Index))
		}
	}
	r.deliveries = kept
	at := uint32(0)
	for i := range r.mail.All() {
		r.first[i] = at
		at += r.count[i]
		r.count[i] = 0
	}
	if int(at) > cap(r.inboxes) {
		r.inboxes = make([]uint32, at, 2*at)
	}
	r.inboxes = r.inboxes[:at]
	for _, d := range r.deliveries {
		i := d.recipient.Index
		r.inboxes[r.first[i]+r.count[i]] = d.event
		r.count[i]++
	}
}

// empty makes every inbox empty.
func (r *Router) empty() {
	for i := range r.mail.All() {
		r.count[i] = 0
	}
	r.mail.Clear()
}

// Mail returns the slots whose inbox is not empty.
func (r *Router) Mail() *bitset.Set { return &r.mail }

// Inbox returns the numbers of the events for slot i, in order.
func (r *Router) Inbox(i int) []uint32 {
	if r.count[i] == 0 {
		return nil
	}
	return r.inboxes[r.first[i] : r.first[i]+r.count[i]]
}

// Events returns the number of events routed so far; the next one taken has that number.
func (r *Router) Events() int { return len(r.events) }

// Event returns the event with that number.
func (r *Router) Event(number uint32) *message.Event { return &r.events[number] }
