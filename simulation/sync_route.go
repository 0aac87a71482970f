package simulation

import (
	"tertius.dev/core/clock"
	"tertius.dev/simulation/internal/route"
)

// route fills the inboxes of the next tick: the engine's messages first, so that an entity hears that it spawned before it
// hears anything else, and then the chunks' in chunk order.
func (w *World) route() {
	facts := w.routingFacts()
	w.router.Begin()
	w.router.Take(facts, w.engine.Events())
	w.engine.Reset(w.messages)
	for _, c := range w.active {
		w.router.Take(facts, c.outbox.Events())
		c.outbox.Reset(w.messages)
	}
	w.router.Sort(&w.entities.Slots)
	w.unsorted = false
	w.recordInboxes(w.tick+1, 0)
}

// routingFacts describes the entities as they are now.
func (w *World) routingFacts() *route.Facts {
	w.routeFacts = route.Facts{Entities: &w.entities, Frames: &w.frames, Wants: &w.components.Wanted}
	return &w.routeFacts
}

// recordInboxes keeps the inboxes' events from the given number on, as arriving in the tick.
func (w *World) recordInboxes(tick clock.Ticks, from int) {
	if !w.recording {
		return
	}
	for i := range w.router.Mail().All() {
		e, _ := w.entities.Slots.At(i)
		for _, number := range w.router.Inbox(i) {
			if int(number) >= from {
				w.routed = append(w.routed, Routed{Tick: tick, Recipient: e, Event: *w.router.Event(number)})
			}
		}
	}
}
