package simulation

import (
	"tertius.dev/core/message"
	"tertius.dev/simulation/internal/route"
)

// route fills the inboxes of the next tick: the engine's messages first, so that an entity hears that it spawned before it
// hears anything else, then those whose wait ends with this tick, and then the chunks' in chunk order.
func (w *World) route() {
	w.router.Clear()
	w.extras.Reset()
	w.engineSent = w.engine.Take(w.engineSent)
	w.router.Take(w.engineSent)
	w.startTimers()
	w.dueSent = w.timers.Advance(w.dueSent[:0])
	w.router.Take(w.dueSent)
	for _, c := range w.leaversOf(leftExtras) {
		w.extras.TakeFrom(&c.outbox, c.sent)
	}
	w.router.TakeAll(w.sent[:len(w.active)])
	w.router.Route(w.routingFacts())
	w.reportLostExtras()
	w.dropEndedTopics()
	w.recordInboxes(w.tick+1, false)
}

// reportLostExtras says when more messages of a tick carried something than can.
func (w *World) reportLostExtras() {
	if n := w.extras.Lost(); n > 0 {
		w.report("%d messages arrive without their extras; those of one tick have at most %d", n, message.MostExtras)
	}
}

// startTimers lets the delayed messages of this tick wait, in chunk order.
func (w *World) startTimers() {
	for _, c := range w.leaversOf(leftLater) {
		later := c.outbox.Later()
		for k := range later {
			w.timers.Add(message.Due(w.tick, later[k].Delay), &later[k].Event)
		}
		c.outbox.ClearLater()
	}
}

// routingFacts describes the entities as they are now.
func (w *World) routingFacts() *route.Facts {
	w.routeFacts = route.Facts{
		Entities: &w.entities, Frames: &w.frames, Topics: &w.topics, Wanting: w.components.Wanted.By(),
	}
	return &w.routeFacts
}
