package jolt

import (
	"fmt"

	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// contacts.go counts the touches of entities over all systems, so that two entities hear of one contact, however many of
// their bodies touch in however many systems.
//
// A body that leaves a system, and a ghost that goes, do not end their contacts there: those come loose. After the hand-offs
// and the ghosts of the step, each system that has a body of both entities holds a loose contact on, if the library finds that
// the two bodies can touch at all. Then what started is counted up and what ended, loose contacts among it, is counted down.

// contactBook is what the backend knows of the contacts of entities.
type contactBook struct {
	counts pairCounts
	ended  []endedTouch // of this step, and of frames that went before it
}

// endedTouch is a touch of two bodies that is over in one system.
type endedTouch struct {
	key   pairKey
	frame handle.Frame
	loose bool // another system may hold it on
}

// startContacts counts the touches that started in a frame and keeps the ones that ended. The first system that tells of a
// start, which is that of the frame with the lowest index, gives the place of the contact.
func (b *Backend) startContacts(f *frameRow, out *physics.StepOutput) {
	f.loosened = false
	contacts := f.system.Contacts()
	for i := range contacts {
		c := &contacts[i]
		if c.Kind != shim.ContactStarted {
			b.contacts.keepEnd(f, c)
			continue
		}
		if b.contacts.counts.add(pairKey{c.User1, c.User2}) == 1 {
			out.Started = append(out.Started, b.contactOf(f, c))
		}
	}
}

func (k *contactBook) keepEnd(f *frameRow, c *shim.Contact) {
	k.ended = append(k.ended, endedTouch{pairKey{c.User1, c.User2}, f.frame, c.Kind == shim.ContactLoosened})
}

// readLoose keeps the contacts of a frame that came loose, or ended, since its step.
func (k *contactBook) readLoose(f *frameRow) {
	if f.system == nil {
		return
	}
	contacts := f.system.ReadContacts()
	for i := range contacts {
		k.keepEnd(f, &contacts[i])
	}
}

// endContacts counts down what ended, after all that started, so that a contact that one system drops while another one
// starts it goes on.
func (b *Backend) endContacts(out *physics.StepOutput) {
	k := &b.contacts
	for i := range k.ended {
		if k.ended[i].loose {
			b.carry(&k.ended[i], out)
		}
	}
	for i := range k.ended {
		e := &k.ended[i]
		left := k.counts.drop(e.key)
		switch {
		case left == 0:
			out.Ended = append(out.Ended, physics.ContactEnd{A: entityOf(e.key.a), B: entityOf(e.key.b), Frame: e.frame})
		case left < 0:
			out.Errors = append(out.Errors, fmt.Errorf("physics: frame %v: a contact of %v and %v ends that never started",
				e.frame, entityOf(e.key.a), entityOf(e.key.b)))
		}
	}
	k.ended = k.ended[:0]
}

// carry lets the systems that have a body of each entity hold a loose contact on.
func (b *Backend) carry(e *endedTouch, out *physics.StepOutput) {
	one, other := b.row(entityOf(e.key.a)), b.row(entityOf(e.key.b))
	if one == nil || other == nil {
		return // its end names who is gone
	}
	b.carryIn(e, one.presence(), other.presence(), out)
	for i := one.ghosts; i != noGhost; i = b.ghosts.all[i].next {
		b.carryIn(e, b.ghosts.all[i].presence(), other.presence(), out)
		for k := other.ghosts; k != noGhost; k = b.ghosts.all[k].next {
			b.carryIn(e, b.ghosts.all[i].presence(), b.ghosts.all[k].presence(), out)
		}
	}
	for k := other.ghosts; k != noGhost; k = b.ghosts.all[k].next {
		b.carryIn(e, one.presence(), b.ghosts.all[k].presence(), out)
	}
	b.carryOnInterior(e, one, other, out)
	b.carryOnInterior(e, other, one, out)
}

// carryOnInterior lets the interior of an owner hold on a contact that it had in its own system or by its ghost in a child. It
// takes over none of the hull's: a body is in the frame before it can touch the hull.
func (b *Backend) carryOnInterior(e *endedTouch, owner, other *bodyRow, out *physics.StepOutput) {
	if owner.interior == shim.NoBody || (owner.owns != e.frame && !b.isChildOf(e.frame, owner.owns)) {
		return
	}
	interior := presence{owner.owns, owner.interior}
	b.carryIn(e, interior, other.presence(), out)
	for i := other.ghosts; i != noGhost; i = b.ghosts.all[i].next {
		b.carryIn(e, interior, b.ghosts.all[i].presence(), out)
	}
}

// isChildOf reports whether a frame was, where the step started, in another one.
func (b *Backend) isChildOf(h, parent handle.Frame) bool {
	return b.in != nil && b.in.Tree != nil && b.in.Tree.Live(h) && b.in.Tree.Parent(h) == parent
}

// presence is a body of an entity in a system.
type presence struct {
	frame  handle.Frame
	native uint32
}

func (r *bodyRow) presence() presence { return presence{r.frame, r.native} }

func (g *ghost) presence() presence { return presence{g.frame, g.native} }

func (b *Backend) carryIn(e *endedTouch, a, c presence, out *physics.StepOutput) {
	if a.frame != c.frame || a.native == shim.NoBody || c.native == shim.NoBody {
		return
	}
	held, err := b.frame(a.frame).system.Hold(a.native, c.native)
	if err != nil {
		out.Errors = append(out.Errors, fmt.Errorf("physics: frame %v: %w", a.frame, err))
		return
	}
	if held {
		b.contacts.counts.add(e.key)
	}
}

func (b *Backend) contactOf(f *frameRow, c *shim.Contact) physics.Contact {
	approach := max(0, c.Approach)
	return physics.Contact{
		A: entityOf(c.User1), B: entityOf(c.User2), Frame: f.frame,
		Point:                   vec3(c.Point),
		Normal:                  vec3(c.Normal).Single(),
		GapMeters:               float32(c.Gap),
		ApproachMetersPerSecond: float32(c.Approach),
		ImpulseNewtonSeconds:    float32(approach * b.reducedMass(f, c)),
	}
}

// reducedMass returns the reduced mass of the two bodies of a contact, of which a ghost has the mass of its real body.
func (b *Backend) reducedMass(f *frameRow, c *shim.Contact) float64 {
	one, other := b.row(entityOf(c.User1)), b.row(entityOf(c.User2))
	if one == nil || other == nil || (one.isAtHome(f) && other.isAtHome(f)) {
		return c.ReducedMass
	}
	if inverse := one.inverseMassIn(f) + other.inverseMassIn(f); inverse > 0 {
		return 1 / inverse
	}
	return 0
}

// isAtHome reports whether the entity's body in a frame is no ghost.
func (r *bodyRow) isAtHome(f *frameRow) bool { return r.frame == f.frame || r.owns == f.frame }

// inverseMassIn returns the inverse mass that the entity's body in a frame has or stands for, in 1/kg. An interior has none.
func (r *bodyRow) inverseMassIn(f *frameRow) float64 {
	if r.owns == f.frame || r.motion != physics.Dynamic {
		return 0
	}
	return 1 / r.mass
}
