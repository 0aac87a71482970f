package container

import (
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// Item is a component that lets its entity be inside of containers.
//
// An entity that physics, a frame or a parent places cannot be inside of one: nothing could put it down where the container
// is. While it is inside it is in the frame of its container, and it follows that one into others, of any tree: so it hears the topic
// of that frame, and what ends with the frame ends with it. It gets there two ticks after the container, and one later for each
// further container around it.
type Item struct {
	// In is the container that it enters when it spawns; none for an item that lies in the open. World.Log tells why one stays outside,
	// and so does an Outcome to the item's entity.
	In handle.Entity

	holder  handle.Entity
	fate    Fate // when the holder goes
	visible bool // was, before it went in

	way    invitation    // that it is on, while way.item is not none
	to     handle.Entity // the container that it is on the way to
	number uint32        // of the way

	entering bool // In, where it is not yet known whether it can
}

var (
	itemType      = simulation.TypeOf[*Item]()
	containerType = simulation.TypeOf[*Container]()
)

// Priority is below that of a Container and above 0, as a Container's is.
func (*Item) Priority() int { return priority - 1 }

// Wants names what items hear.
func (*Item) Wants() []message.AnyToken {
	return []message.AnyToken{message.Spawns, invitations, climbs, clearances, releases, delays, message.Departures, message.FramesChanged, follows, Outcomes, arrivals}
}

// Holder returns the container that the item is in, or none. Threads: outside a tick, or from a component of the same entity.
func (i *Item) Holder() handle.Entity { return i.holder }

// Handle does what containers ask of the item.
func (i *Item) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {
	if message.Spawns.Any(events) && !i.In.IsNone() {
		i.enter(self, out)
	}
	if arrivals.Any(events) && !self.Snapshot().Has(i.In, containerType) {
		tell(self, out, request{Putting, self.Entity()}, HolderGone, self.Entity(), i.In)
	}
	if i.entering {
		i.hear(self, events)
	}
	for gone := range message.Departures.In(events) {
		i.mourn(self, out, gone)
	}
	if !i.holder.IsNone() && (follows.Any(events) || message.FramesChanged.Any(events)) {
		i.follow(self)
	}
	for c := range clearances.In(events) {
		i.arrive(self, out, c.number, c.problem)
	}
	for d := range delays.In(events) {
		i.arrive(self, out, d.number, HolderGone)
	}
	for e, r := range releases.Events(events) {
		i.comeOut(self, out, e.Sender, r.request)
	}
	for e, inv := range invitations.Events(events) {
		if inv.item == self.Entity() {
			i.setOut(self, out, e.Sender, inv)
		}
	}
	message.RemoveWith(invitations, events, self.Entity(), isOf) // the rest are for a Container of this entity
	i.climbOn(self, events, out)
}

// enter asks the container In to take the item in. Nobody answers for an entity that is none, so the item looks itself, in the tick in
// which the container gets the Put.
func (i *Item) enter(self *simulation.Self, out *message.Outbox) {
	i.entering = true
	Puts.Send(out, message.To(i.In), Put{self.Entity()})
	arrivals.Send(out, message.To(self.Entity()), arrival{})
}

// hear notes what came of entering In, if it cannot be.
func (i *Item) hear(self *simulation.Self, events *message.List) {
	for o := range Outcomes.In(events) {
		if o.Act != Putting || o.Item != self.Entity() || o.Container != i.In {
			continue
		}
		i.entering = false
		if o.Problem != NoProblem {
			self.Log(fmt.Sprintf("it cannot enter entity %v, which its container.Item.In names: %v", i.In, o.Problem))
		}
	}
}

func isOf(item handle.Entity, i *invitation) bool { return i.item == item }

// setOut begins the way into a container. An item that is no container itself is there at once, since it can close no loop.
func (i *Item) setOut(self *simulation.Self, out *message.Outbox, to handle.Entity, inv *invitation) {
	if problem := i.wayProblem(self, inv); problem != NoProblem {
		refusals.Send(out, message.To(to), refusal{inv.request, problem})
		return
	}
	i.way, i.to = *inv, to
	i.number++
	if !self.Snapshot().Has(self.Entity(), containerType) {
		i.arrive(self, out, i.number, NoProblem)
		return
	}
	self.Subscribe(message.EntityTopic(to))
	climbs.Send(out, message.To(to), climb{mover: self.Entity(), number: i.number})
	delays.SendAfter(out, longestWay, message.To(self.Entity()), delay{i.number})
}

func (i *Item) wayProblem(self *simulation.Self, inv *invitation) Problem {
	switch {
	case !i.way.item.IsNone():
		return Busy
	case i.holder != inv.from:
		return Elsewhere
	case self.MoveProblem() != nil:
		return NotPlaced
	}
	return NoProblem
}

// arrive ends the way with that number: inside when there was no problem.
func (i *Item) arrive(self *simulation.Self, out *message.Outbox, number uint32, problem Problem) {
	if i.way.item.IsNone() || number != i.number {
		return // of a way that is over
	}
	way := i.way
	i.way = invitation{}
	if problem != NoProblem {
		self.Unsubscribe(message.EntityTopic(i.to))
		refusals.Send(out, message.To(i.to), refusal{way.request, problem})
		return
	}
	if i.holder.IsNone() {
		i.hide(self)
	} else {
		self.Unsubscribe(message.EntityTopic(i.holder))
		exits.Send(out, message.To(i.holder), exit{way.request})
	}
	i.holder, i.fate = i.to, way.fate
	self.Subscribe(message.EntityTopic(i.holder))
	i.follow(self)
	entries.Send(out, message.To(i.holder), entry{way.request})
}

// comeOut leaves the holder, to where it is.
func (i *Item) comeOut(self *simulation.Self, out *message.Outbox, from handle.Entity, r request) {
	switch {
	case !i.way.item.IsNone():
		tell(self, out, r, Busy, self.Entity(), from)
		return
	case i.holder != from:
		tell(self, out, r, NotInside, self.Entity(), from)
		return
	}
	if at, ok := self.Snapshot().Transform(from); ok && !at.Frame.IsNone() {
		move(self, at.Frame, at.Pose)
	}
	self.Unsubscribe(message.EntityTopic(from))
	exits.Send(out, message.To(from), exit{r})
	i.show(self)
}

// mourn does what the item's fate says when its holder is gone.
func (i *Item) mourn(self *simulation.Self, out *message.Outbox, gone *message.Gone) {
	if gone.Entity == i.to && !i.way.item.IsNone() {
		tell(self, out, i.way.request, HolderGone, self.Entity(), i.to)
		i.way = invitation{}
	}
	if gone.Entity != i.holder {
		return
	}
	if i.fate == Dies {
		self.Destroy()
		return
	}
	i.drop(self, gone)
	i.show(self)
}

// drop puts the item where its holder was. A frame that has ended with the holder has left the item in the one above it.
func (i *Item) drop(self *simulation.Self, gone *message.Gone) {
	p := geom.Pose{Position: gone.Position, Rotation: self.Pose().Rotation}
	if _, live := self.Snapshot().FrameIn(gone.Frame, gone.Frame); live {
		move(self, gone.Frame, p)
	}
}

// follow puts the item, which is inside, into the frame in which its holder is.
func (i *Item) follow(self *simulation.Self) {
	if at, ok := self.Snapshot().Transform(i.holder); ok && !at.Frame.IsNone() && at.Frame != self.Frame() {
		move(self, at.Frame, at.Pose)
	}
}

// move puts the item at a pose in a frame. One that went in while it was docked, and has undocked since, has a frame of its own, and
// stays where that is. Beyond the farthest place, where what is attached may be, it is put down at that.
func move(self *simulation.Self, to handle.Frame, p geom.Pose) {
	if self.MoveProblem() != nil {
		return
	}
	p.Position = geom.Vec3{X: bounded(p.Position.X), Y: bounded(p.Position.Y), Z: bounded(p.Position.Z)}
	self.MoveToFrame(to, p)
}

func bounded(meters float64) float64 {
	return max(-physics.FarthestPlaceMeters, min(meters, physics.FarthestPlaceMeters))
}

// hide takes the item out of sight.
func (i *Item) hide(self *simulation.Self) {
	v := self.Visual()
	i.visible = !v.Hidden
	v.Hidden = true
	self.SetVisual(v)
}

// show ends being inside.
func (i *Item) show(self *simulation.Self) {
	i.holder = handle.Entity{}
	if i.visible {
		v := self.Visual()
		v.Hidden = false
		self.SetVisual(v)
	}
}

// climbOn sends climbs on to the holder, and refuses those that must not pass. What it leaves in the list is for a Container of
// this entity around which nothing is.
func (i *Item) climbOn(self *simulation.Self, events *message.List, out *message.Outbox) {
	for c := range climbs.In(events) {
		problem := loopProblem(self, c)
		if problem == NoProblem && !i.way.item.IsNone() {
			problem = Busy
		}
		switch {
		case problem != NoProblem:
			clearances.Send(out, message.To(c.mover), clearance{c.number, problem})
		case i.holder.IsNone():
			continue
		default:
			climbs.Send(out, message.To(i.holder), climb{c.mover, c.number, c.depth + 1})
		}
		c.mover = handle.Entity{}
	}
	climbs.Remove(events, func(c *climb) bool { return c.mover.IsNone() })
}
