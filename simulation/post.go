package simulation

// post.go is the messages of a world as its host sends them: what it posts, and what waits.

import (
	"fmt"
	"iter"

	"tertius.dev/core/clock"
	"tertius.dev/core/message"
)

// postbox holds what came from outside.
type postbox struct {
	posts      []message.Event // from outside a tick, for the next one
	postsSent  []message.Event // from outside, which the router reads during the tick
	postExtras []postExtra     // of some of the posts, in their order
}

// Post sends a message from outside. It arrives in the next tick, after what entities sent. Make it with a token's Event.
//
// Errors: panics during a tick.
func (w *World) Post(e message.Event) {
	w.outside("Post", "its outbox")
	w.refuseStrange("Post", &e)
	w.posts = append(w.posts, e.WithoutExtra())
}

// PostWith is Post for a message that carries a value beside its payload, as Token.SendWith does.
//
// Errors: as Post, and as SendWith.
func (w *World) PostWith(e message.Event, extra any) {
	w.outside("PostWith", "its outbox")
	w.refuseStrange("PostWith", &e)
	w.posts = append(w.posts, e.WithoutExtra())
	w.postExtras = append(w.postExtras, postExtra{len(w.posts) - 1, extra})
}

// postExtra is what a post carries.
type postExtra struct {
	post  int // its place among the posts
	value any
}

// attachPostExtras gives the posts that are sent now what they carry.
func (w *World) attachPostExtras() {
	if len(w.postExtras) == 0 {
		return
	}
	for i := range w.postExtras {
		x := &w.postExtras[i]
		w.extras.Attach(&w.postsSent[x.post], x.value)
	}
	clear(w.postExtras)
	w.postExtras = w.postExtras[:0]
	w.reportLostExtras()
}

// PostAfter is Post for a message that waits: it arrives so many ticks after the next one, before what entities sent in the tick
// before. A delay of 0 is a Post.
//
// Errors: panics for a negative delay, and during a tick.
func (w *World) PostAfter(e message.Event, delay clock.Ticks) {
	w.outside("PostAfter", "its outbox")
	w.refuseStrange("PostAfter", &e)
	if message.Due(w.tick, delay) == w.tick {
		w.posts = append(w.posts, e.WithoutExtra())
		return
	}
	e = e.WithoutExtra()
	w.timers.Add(message.Due(w.tick-1, delay), &e)
}

// refuseStrange refuses an event of another world.
func (w *World) refuseStrange(method string, e *message.Event) {
	if int(e.Type) >= w.messages.Len() {
		panic(fmt.Errorf("World.%s of an event of type %d: the world knows %d types; make the event with its Messages()",
			method, e.Type, w.messages.Len()))
	}
}

// Waiting walks the delayed messages with the tick at whose end each is routed. Those of one tick come in the order of sending.
// Panics during a tick.
func (w *World) Waiting() iter.Seq2[clock.Ticks, *message.Event] {
	w.outside("Waiting", "")
	return w.timers.All()
}
