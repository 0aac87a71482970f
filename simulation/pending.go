package simulation

// pending.go shows the state that no other method shows, for hashes.

import (
	"iter"
	"math/bits"

	"tertius.dev/core/clock"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
)

// Pending is the part of a world's state that the next tick acts on and that no other method shows. Two worlds that differ in it
// go apart, even if they show the same today. Fields of type any hold plain values of the engine, to be walked by reflection.
type Pending struct {
	Made   Made
	Slots  PendingSlots
	Bodies []BodyState
	Wiring []Wiring
	Asked  []Asked // the front intents, in the order in which the next step applies them
	// Carried is what of Asked parts push, at their places: another center of mass before the step makes it turn otherwise.
	Carried any
	Stops   []handle.Entity // who has no body, moved in the last step and will rest after the next one
	Mail    Mail
	Docks   any // the owners whose frames are part of others, with what Undock makes of them
	Noted   any // of what the log has told already
	// Physics is what waits to be told to the backend, and what that remembers between steps beside the bodies of its library.
	Physics struct{ Changes, Memory any }
}

// Made is what a world was made with, as far as it decides results.
type Made struct {
	Rate          clock.Rate
	StartSeconds  float64
	Seed          uint64
	SpawnPoolSize int
	Messages      []string // the names of the payload types, in the order of their numbers
}

// PendingSlots decides which handles come next.
type PendingSlots struct {
	Entities, Frames         []uint64 // the free handles in the order in which they are given out
	EntitiesUsed, FramesUsed int      // slots that were ever used
	Spawned                  any      // by chunk, what it spawned in the last tick: its next pool is as large
}

// BodyState is the body of an entity.
type BodyState struct {
	Entity handle.Entity
	Home   handle.Frame
	Desc   physics.BodyDesc
}

// Wiring is what a component said when it was attached, and is not asked again.
type Wiring struct {
	Entity   handle.Entity
	Priority int
	Wants    message.Mask
}

// Asked is what an entity asks of the next step.
type Asked struct {
	Entity handle.Entity
	Intent physics.Intent
}

// Mail is what arrives in the next tick.
type Mail struct {
	Inboxes    []Routed        // by recipient, and for each in the order of arrival
	Posts      []message.Event // from outside, which the next tick routes
	Extras     []any           // what messages in the inboxes carry, by their numbers
	PostExtras []any           // what posts carry, in their order
	Ended      []message.Topic // which end once the posts are routed
}

// Pending returns it. What it holds is to be read only. Valid: until the world changes. Panics during a tick.
//
// Cost: it visits every slot, and allocates.
func (w *World) Pending() *Pending {
	w.outside("Pending", "")
	p := &Pending{
		Made:  Made{w.rate, w.startSeconds, w.seed, w.spawnPoolSize, nil},
		Stops: w.drifting, Docks: w.docks, Noted: [2]any{w.turning, w.toldRefusals}, Slots: w.pendingSlots(), Mail: w.pendingMail(),
	}
	for id := range w.messages.Len() {
		p.Made.Messages = append(p.Made.Messages, w.messages.Token(message.TypeID(id)).Name())
	}
	for e := range w.Entities() {
		i := int(e.Index)
		if w.entities.HasBody.Has(i) {
			p.Bodies = append(p.Bodies, BodyState{e, w.entities.Homes[i], w.entities.Bodies[i].Desc})
		}
		for _, entry := range w.components.Of(i) {
			p.Wiring = append(p.Wiring, Wiring{e, entry.Priority, *w.components.Wanted.Sets.Mask(entry.Wants)})
		}
	}
	for _, e := range w.entities.Intents.Writers {
		p.Asked = append(p.Asked, Asked{e, *w.entities.Intents.Of(int(e.Index))})
	}
	var carried []any
	for e, c := range w.parts.Carried() {
		carried = append(carried, e, c)
	}
	p.Carried = carried
	changes := w.changes
	changes.Tree = nil
	p.Physics.Changes = changes
	if r, ok := w.backend.(physics.Rememberer); ok {
		p.Physics.Memory = r.Memory()
	}
	return p
}

func (w *World) pendingSlots() PendingSlots {
	p := PendingSlots{EntitiesUsed: w.entities.Slots.Cap(), FramesUsed: w.frames.Cap(), Spawned: w.spawners}
	for e := range w.entities.Slots.Freed() {
		p.Entities = append(p.Entities, uint64(e.Index)<<32|uint64(e.Generation))
	}
	for f := range w.frames.Freed() {
		p.Frames = append(p.Frames, uint64(f.Index)<<32|uint64(f.Generation))
	}
	return p
}

func (w *World) pendingMail() Mail {
	m := Mail{Posts: w.posts, Extras: w.extras.All(), Ended: w.endedTopics}
	for slot, inbox := range w.inboxes(false) {
		for i := range inbox {
			e, _ := w.entities.Slots.At(slot)
			m.Inboxes = append(m.Inboxes, Routed{w.tick, e, inbox[i]})
		}
	}
	for i := range w.postExtras {
		m.PostExtras = append(m.PostExtras, w.postExtras[i].post, w.postExtras[i].value)
	}
	return m
}

// inboxes walks the inboxes of the next tick by slot: all that is in them, or what was posted.
func (w *World) inboxes(posted bool) iter.Seq2[int, []message.Event] {
	return func(yield func(int, []message.Event) bool) {
		bag := &w.workers[0].bag
		for k := range w.chunks {
			mail := w.router.Mail(k)
			switch {
			case mail == 0:
				continue
			case posted:
				w.router.CollectPosted(bag, k)
			default:
				w.router.Collect(bag, k, 0, nil)
			}
			for ; mail != 0; mail &= mail - 1 {
				if !yield(k*chunkSlots+bits.TrailingZeros64(mail), bag.Inbox(bits.TrailingZeros64(mail))) {
					return
				}
			}
		}
	}
}
