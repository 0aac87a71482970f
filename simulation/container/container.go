package container

import (
	"fmt"
	"iter"
	"slices"

	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// Fate is what becomes of the contents of a container that is gone.
type Fate uint8

// The fates.
const (
	Drops Fate = iota // they lie where it was
	Dies              // they go too, one tick after it
)

// Container is a component that makes its entity hold others.
type Container struct {
	Capacity int                // how many items it holds, those on their way counted; 0 has no bound
	Fate     Fate               // of what is inside when the container goes
	Forwards []message.AnyToken // the messages that it sends on to everything inside, with their first sender; fixed once spawned

	contents []handle.Entity // in the order of coming in
	coming   []handle.Entity // invited, in the order of inviting
	forwards message.Mask
	ready    bool // forwards is made
}

// priority lets components of the usual priority 0 see messages to containers first.
const priority = 100

// Priority is above 0, so that a component of the same entity can stop messages before they reach the container.
func (*Container) Priority() int { return priority }

// Wants names what containers hear, and what this one forwards.
func (c *Container) Wants() []message.AnyToken {
	own := []message.AnyToken{
		Puts, Takes, Transfers, invitations, refusals, climbs, entries, exits, message.Departures, message.FramesChanged, follows,
	}
	return append(own, c.Forwards...)
}

// Contents walks what is inside, in the order of coming in. Threads: outside a tick, or from a component of the same entity.
func (c *Container) Contents() iter.Seq[handle.Entity] { return slices.Values(c.contents) }

// Len returns how many items are inside.
func (c *Container) Len() int { return len(c.contents) }

// Handle does what the container is asked to.
func (c *Container) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {
	c.forward(events, out)
	for gone := range message.Departures.In(events) {
		c.contents, c.coming = without(c.contents, gone.Entity), without(c.coming, gone.Entity)
	}
	for e, x := range exits.Events(events) {
		c.contents = without(c.contents, e.Sender)
		c.listenNoMore(self, e.Sender)
		if x.act == Taking { // of a Transfer the new holder tells
			tell(self, out, x.request, NoProblem, e.Sender, self.Entity())
		}
	}
	for e, r := range refusals.Events(events) {
		c.coming = without(c.coming, e.Sender)
		c.listenNoMore(self, e.Sender)
		tell(self, out, r.request, r.problem, e.Sender, self.Entity())
	}
	for e, r := range entries.Events(events) {
		c.coming = without(c.coming, e.Sender)
		c.contents = append(c.contents, e.Sender)
		tell(self, out, r.request, NoProblem, e.Sender, self.Entity())
	}
	if message.FramesChanged.Any(events) || follows.Any(events) {
		c.leadOn(out)
	}
	for e, p := range Puts.Events(events) {
		c.invite(self, out, &invitation{request: request{Putting, e.Sender}, item: p.Item})
	}
	for e, t := range Transfers.Events(events) {
		c.transfer(self, out, request{Transferring, e.Sender}, t)
	}
	for i := range invitations.In(events) {
		c.invite(self, out, i)
	}
	for e, t := range Takes.Events(events) {
		c.take(self, out, request{Taking, e.Sender}, t.Item)
	}
	for cl := range climbs.In(events) { // that no Item of this entity has sent on: nothing is around this container
		clearances.Send(out, message.To(cl.mover), clearance{cl.number, loopProblem(self, cl)})
	}
}

// leadOn lets what is inside follow, also who has just come in, into the frame before. A container that is an item hears of it in the tick
// in which it asks to go after its own holder: so what is inside finds it there, and waits for no FrameChanged in between.
func (c *Container) leadOn(out *message.Outbox) {
	for _, item := range c.contents {
		follows.Send(out, message.To(item), follow{})
	}
}

// forward sends messages of the chosen types on to what is inside.
func (c *Container) forward(events *message.List, out *message.Outbox) {
	if !c.ready {
		c.forwards, c.ready = events.Registry().Mask(c.Forwards...), true
	}
	if !c.forwards.Meets(events.Mask()) {
		return
	}
	for e := range events.All() {
		if !c.forwards.Has(e.Type) {
			continue
		}
		for _, item := range c.contents {
			out.ForwardWith(e, message.To(item), events.Extra(e))
		}
	}
}

// invite asks an item in, if there is room for it.
func (c *Container) invite(self *simulation.Self, out *message.Outbox, i *invitation) {
	if problem := c.inviteProblem(self, i.item); problem != NoProblem {
		tell(self, out, i.request, problem, i.item, self.Entity())
		return
	}
	c.coming = append(c.coming, i.item)
	self.Subscribe(message.EntityTopic(i.item))
	i.fate = c.Fate
	invitations.Send(out, message.To(i.item), *i)
}

func (c *Container) inviteProblem(self *simulation.Self, item handle.Entity) Problem {
	switch {
	case item == self.Entity():
		return Loop
	case !self.Snapshot().Has(item, itemType):
		return NotAnItem
	case slices.Contains(c.coming, item):
		return Busy
	case slices.Contains(c.contents, item):
		return Elsewhere
	case c.Capacity > 0 && len(c.contents)+len(c.coming) >= c.Capacity:
		return Full
	}
	return NoProblem
}

// transfer asks another container to invite an item that is inside this one.
func (c *Container) transfer(self *simulation.Self, out *message.Outbox, r request, t *Transfer) {
	switch {
	case !slices.Contains(c.contents, t.Item):
		tell(self, out, r, NotInside, t.Item, self.Entity())
	case !self.Snapshot().Has(t.To, containerType):
		tell(self, out, r, HolderGone, t.Item, t.To)
	default:
		invitations.Send(out, message.To(t.To), invitation{request: r, item: t.Item, from: self.Entity()})
	}
}

// take asks an item to come out.
func (c *Container) take(self *simulation.Self, out *message.Outbox, r request, item handle.Entity) {
	if !slices.Contains(c.contents, item) {
		tell(self, out, r, NotInside, item, self.Entity())
		return
	}
	releases.Send(out, message.To(item), release{r})
}

// listenNoMore ends hearing of an item's end, unless the container still has to do with it.
func (c *Container) listenNoMore(self *simulation.Self, item handle.Entity) {
	if !slices.Contains(c.contents, item) && !slices.Contains(c.coming, item) {
		self.Unsubscribe(message.EntityTopic(item))
	}
}

// tell answers who asked. Where that was no entity, World.Log hears of a problem.
func tell(self *simulation.Self, out *message.Outbox, r request, p Problem, item, container handle.Entity) {
	switch {
	case !r.asker.IsNone():
		Outcomes.Send(out, message.To(r.asker), Outcome{r.act, p, item, container})
	case p != NoProblem:
		self.Log(fmt.Sprintf("the %v of entity %v, asked of entity %v from outside, is refused: %v", r.act, item, container, p))
	}
}

// loopProblem says why the mover cannot come into what this entity is or is in.
func loopProblem(self *simulation.Self, c *climb) Problem {
	switch {
	case c.mover == self.Entity():
		return Loop
	case c.depth >= MaxDepth:
		return TooDeep
	}
	return NoProblem
}

// without returns the list without the item, the rest in order.
func without(list []handle.Entity, item handle.Entity) []handle.Entity {
	if i := slices.Index(list, item); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}
