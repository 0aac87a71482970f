// Package lamp is a game's component.
package lamp

import (
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

type Lamp struct {
	entity simulation.Entity
	self   *simulation.Self // want `simulation.Self is lent for one call and must not be kept in a field`
	any    any
	undo   func()
	world  struct {
		events []*message.List // want `message.List is lent`
	}
}

var (
	global *message.Outbox // want `message.Outbox is lent for one call and must not be kept in a global`
	hidden any
	boxes  = map[int]*message.Outbox{} // want `message.Outbox is lent for one call and must not be kept in a global`
	things []any
)

type alias = simulation.Self

func (l *Lamp) Good(self *simulation.Self, events *message.List, out *message.Outbox) {
	l.entity = self.Entity()
	same := self
	same.Destroy()
	help(self, out)
	for e := range events.All {
		_ = e
	}
	func() { self.Destroy() }()
	defer func() { self.Destroy() }()
	l.undo = func() {
		var own simulation.Self
		own.Destroy()
	}
	l.any = self.Entity()
}

// recorder owns its outbox, as a test's helper may.
type recorder struct {
	out  message.Outbox
	list message.List
}

func help(self *simulation.Self, out *message.Outbox) {}

func (l *Lamp) Bad(self *simulation.Self, events *message.List, out *message.Outbox, a *alias) {
	l.any = self      // want `simulation.Self is lent for one call and must not be kept in a field`
	l.any = a         // want `simulation.Self is lent`
	hidden = events   // want `message.List is lent for one call and must not be kept in a global`
	things[0] = out   // want `message.Outbox is lent for one call and must not be kept in an element`
	things[0] = *self // want `simulation.Self is lent for one call and must not be kept in an element`
	p := &hidden
	*p = self                          // want `simulation.Self is lent for one call and must not be kept in what a pointer points to`
	things = append(things, 1, self)   // want `must not be kept in an element`
	_ = Lamp{any: self}                // want `must not be kept in a field`
	_ = []any{self}                    // want `must not be kept in an element`
	_ = map[any]int{out: 1}            // want `must not be kept in an element`
	l.undo = func() { self.Destroy() } // want `must not be kept in a closure`
	l.undo = self.Destroy              // want `must not be kept in a method value`
	make(chan any, 1) <- self          // want `must not be kept in a channel`
	go help(self, nil)                 // want `must not be kept in a goroutine`
	go func() { help(nil, out) }()     // want `must not be kept in a closure`
	for range events.All {
		l.undo = func() { _ = events } // want `must not be kept in a closure`
	}
}
