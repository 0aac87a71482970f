package worldtest

import (
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// Actor is a component that does what its function does.
type Actor struct {
	Order int                // its priority
	Hears []message.AnyToken // what it wants
	Do    func(self *simulation.Self, events *message.List, out *message.Outbox)
}

// Priority returns Order.
func (a *Actor) Priority() int { return a.Order }

// Wants returns Hears.
func (a *Actor) Wants() []message.AnyToken { return a.Hears }

// Handle calls Do.
func (a *Actor) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {
	a.Do(self, events, out)
}

// EveryTick is a component that runs in each tick.
func EveryTick(do func(self *simulation.Self, out *message.Outbox)) *Actor {
	return &Actor{Hears: []message.AnyToken{message.Ticks}, Do: func(self *simulation.Self, _ *message.List, out *message.Outbox) {
		do(self, out)
	}}
}
