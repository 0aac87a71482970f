package dock

import (
	"tertius.dev/core/clock"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// Mooring docks the frame of its entity at another one, and parts it again, where the ticks of these numbers start. It leaves alone
// what a script has docked or parted before.
type Mooring struct {
	At           handle.Frame
	Docks, Parts clock.Ticks
}

// Priority says that the mooring has no order.
func (*Mooring) Priority() int { return 0 }

// Wants says that the mooring runs in every tick, and hears what came of what it asked for.
func (*Mooring) Wants() []message.AnyToken {
	return []message.AnyToken{message.Ticks, message.DockAnswers}
}

// Handle asks in the tick before, at whose end the world does it.
func (m *Mooring) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	for answer := range message.DockAnswers.In(events) {
		self.Log(answer.Result.String())
	}
	_, parted := self.OwnFrame()
	switch next := self.Tick() + 1; {
	case next == m.Docks && parted:
		self.Dock(m.At)
	case next == m.Parts && !parted:
		self.Undock()
	}
}
