package simulation

// routed.go keeps the messages that reach inboxes, for dumps.

import (
	"tertius.dev/core/clock"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
)

// routedLog is what was routed while a host wants to know.
type routedLog struct {
	recording bool
	routed    []Routed
}

// Routed is a message on its way to one recipient.
type Routed struct {
	Tick      clock.Ticks // in which it arrives
	Recipient handle.Entity
	Event     message.Event
}

// RecordRouted says whether to keep what is routed from here on, for dumps. Panics during a tick.
func (w *World) RecordRouted(on bool) {
	w.between("RecordRouted", "")
	w.recording = on
}

// Routed returns what was routed while RecordRouted was on, since the last ClearRouted: by tick, within a tick by recipient,
// and within a recipient in the order of arrival; a tick's posts come after. Valid: until the next tick or ClearRouted.
// Panics during a tick.
func (w *World) Routed() []Routed {
	w.between("Routed", "")
	return w.routed
}

// ClearRouted forgets what was routed so far. Panics during a tick.
func (w *World) ClearRouted() {
	w.between("ClearRouted", "")
	w.routed = w.routed[:0]
}

// recordInboxes keeps what arrives in the tick: all of it, or what was posted.
func (w *World) recordInboxes(tick clock.Ticks, posted bool) {
	if !w.recording {
		return
	}
	for slot, inbox := range w.inboxes(posted) {
		w.recordInbox(tick, slot, inbox)
	}
}

func (w *World) recordInbox(tick clock.Ticks, slot int, inbox []message.Event) {
	e, _ := w.entities.Slots.At(slot)
	for i := range inbox {
		w.routed = append(w.routed, Routed{Tick: tick, Recipient: e, Event: inbox[i]})
	}
}
