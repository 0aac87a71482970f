package container

import (
	"tertius.dev/core/clock"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
)

// Put asks a container to take an item in. An item that is in another container does not come; send that one a Transfer.
type Put struct{ Item handle.Entity }

// Take asks a container to let an item out. It comes out where the container is, in the frame in which that is.
type Take struct{ Item handle.Entity }

// Transfer asks the container that holds an item to move it into another one. If that one refuses, the item stays.
type Transfer struct{ Item, To handle.Entity }

// Outcome tells who asked how a Put, a Take or a Transfer went.
type Outcome struct {
	Act       Act
	Problem   Problem // NoProblem when it was done
	Item      handle.Entity
	Container handle.Entity // that was asked to take the item in, or to let it out
}

// Act is what a container was asked to do.
type Act uint8

// The acts.
const (
	Putting Act = iota
	Taking
	Transferring
)

// Problem says why something was not done.
type Problem uint8

// The problems.
const (
	NoProblem  Problem = iota
	Full               // the container holds its Capacity
	Loop               // the item is the container, or the container is inside of the item
	Busy               // the item, or a container around the container, is on its way
	NotAnItem          // what should go in has no Item, or is not live
	NotPlaced          // nothing but physics, a frame or a parent may place the item: see simulation.Self.PlaceProblem
	Elsewhere          // the item is in another container, or in this one already
	NotInside          // the item is not in this container
	TooDeep            // the container is inside of more than MaxDepth others
	HolderGone         // the container is gone, or is none
)

// Messages returns the payload types that a world with containers must know.
func Messages() []message.AnyToken {
	return []message.AnyToken{
		Puts, Takes, Transfers, Outcomes, invitations, refusals, climbs, clearances, entries, releases, exits, delays,
		follows, arrivals,
	}
}

// The payload types that a game sends and hears.
var (
	Puts      = message.Type[Put]("container.put")
	Takes     = message.Type[Take]("container.take")
	Transfers = message.Type[Transfer]("container.transfer")
	Outcomes  = message.Type[Outcome]("container.outcome")
)

// request is what someone has asked for, as it goes from one to the other.
type request struct {
	act   Act
	asker handle.Entity
}

// The payload types between containers and items. In each of them the sender is the container or the item that speaks.
var (
	invitations = message.Type[invitation]("container.invitation")
	refusals    = message.Type[refusal]("container.refusal")
	climbs      = message.Type[climb]("container.climb")
	clearances  = message.Type[clearance]("container.clearance")
	entries     = message.Type[entry]("container.entry")
	releases    = message.Type[release]("container.release")
	exits       = message.Type[exit]("container.exit")
	delays      = message.Type[delay]("container.delay")
	follows     = message.Type[follow]("container.follow")
	arrivals    = message.Type[arrival]("container.arrival")
)

type (
	// invitation asks an item to enter the container that sends it, or a container to invite the item.
	invitation struct {
		request
		fate Fate
		item handle.Entity
		from handle.Entity // the holder that the item must have
	}
	// refusal tells a container that the item did not come.
	refusal struct {
		request
		problem Problem
	}
	// climb goes from holder to holder, to find whether the mover is among them.
	climb struct {
		mover  handle.Entity
		number uint32 // of the mover's way
		depth  uint32 // how many containers it has met
	}
	// clearance answers a climb.
	clearance struct {
		number  uint32
		problem Problem
	}
	// entry tells a container that the item has come in.
	entry struct{ request }
	// release asks an item to come out.
	release struct{ request }
	// exit tells a container that the item has gone.
	exit struct{ request }
	// follow tells what is inside that the container is in another frame, or will be in the next tick.
	follow struct{}
	// arrival tells an item that its Put has reached the container that it enters as it spawns.
	arrival struct{}
	// delay tells an item that its way has taken too long: something on it is gone.
	delay struct{ number uint32 }
)

// MaxDepth is how many containers may lie around another one.
const MaxDepth = 64

// longestWay is how long a climb can take, in ticks: up MaxDepth containers, back, and the rest.
const longestWay clock.Ticks = MaxDepth + 8
