package simulation_test

import (
	"fmt"
	"slices"

	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// witness is a component that checks what its entity hears: every change of frame, one after the other, and of each contact its start
// and then its end, both once. It comes with its entity and stays.
type witness struct {
	frame    handle.Frame // that the entity is in, as far as it heard
	frames   int          // how often it changed frames
	touching []touch
	awake    bool // it has been run before
}

// touch is a contact that has begun.
type touch struct {
	other handle.Entity
	gone  int // ticks since the other one ended
	apart int // ticks in which the two have been far from each other
}

// A contact of things whose bounding spheres are so far apart must end. An interior reaches up to 6 m from where its owner is.
const (
	farMeters      = 12
	mostTicksApart = 10
)

// mostTicksGone is how long after the end of a body its contacts may end: the next step leaves it out, and the tick after that hears.
const mostTicksGone = 3

// Priority is before all others.
func (*witness) Priority() int { return -10 }

// Wants what it checks.
func (*witness) Wants() []message.AnyToken {
	return []message.AnyToken{message.Ticks, message.FramesChanged, message.Collisions, message.CollisionsEnded}
}

// Handle panics when it hears what cannot be.
func (w *witness) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	for change := range message.FramesChanged.In(events) {
		if w.awake && change.From != w.frame || change.From == change.To {
			panic(fmt.Errorf("it changed from frame %v to %v, but was in %v", change.From, change.To, w.frame))
		}
		w.awake, w.frame = true, change.To
		w.frames++
	}
	if w.awake && w.frame != self.Frame() {
		panic(fmt.Errorf("it is in frame %v, but has heard of %v last", self.Frame(), w.frame))
	}
	w.awake, w.frame = true, self.Frame()
	w.checkContacts(self, events)
}

func (w *witness) checkContacts(self *simulation.Self, events *message.List) {
	for hit := range message.Collisions.In(events) {
		if w.find(hit.Other) >= 0 {
			panic(fmt.Errorf("its contact with %v began twice", hit.Other))
		}
		w.touching = append(w.touching, touch{other: hit.Other})
	}
	for left := range message.CollisionsEnded.In(events) {
		at := w.find(left.Other)
		if at < 0 {
			panic(fmt.Errorf("its contact with %v ended, which had not begun", left.Other))
		}
		w.touching = slices.Delete(w.touching, at, at+1)
	}
	for i := range w.touching {
		with := &w.touching[i]
		if self.Snapshot().Live(with.other) {
			with.look(self)
			continue
		}
		if with.gone++; with.gone > mostTicksGone {
			panic(fmt.Errorf("it touches %v, which is gone", with.other))
		}
	}
}

// look panics when the two have been far apart for long.
func (t *touch) look(self *simulation.Self) {
	at, ok := self.Snapshot().PoseIn(t.other, self.Frame())
	own, _ := self.Snapshot().BodyOf(self.Entity())
	other, _ := self.Snapshot().BodyOf(t.other)
	switch {
	case !ok: // the owner of a root is nowhere
	case at.Position.Sub(self.Pose().Position).Length() < own.BoundingRadiusMeters+other.BoundingRadiusMeters+farMeters:
		t.apart = 0
	case t.apart < mostTicksApart:
		t.apart++
	default:
		panic(fmt.Errorf("it touches %v, which is at %v, itself at %v", t.other, at.Position, self.Pose().Position))
	}
}

func (w *witness) find(other handle.Entity) int {
	return slices.IndexFunc(w.touching, func(t touch) bool { return t.other == other })
}
