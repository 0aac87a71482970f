package jolt

import (
	"fmt"

	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// contacts.go counts the touches of entities over all systems, so that two entities hear of one contact, however many of
// their bodies touch in however many systems.

// contactBook is what the backend knows of the contacts of entities.
type contactBook struct {
	counts pairCounts
	ended  []endedTouch // of this step, and of frames that went before it
}

// endedTouch is a touch of two bodies that is over in one system.
type endedTouch struct {
	key   pairKey
	frame handle.Frame
}

// start counts the touches that started in a frame and keeps the ones that ended. The first system that tells of a start,
// which is that of the frame with the lowest index, gives the place of the contact.
func (k *contactBook) start(f *frameRow, contacts []shim.Contact, out *physics.StepOutput) {
	for i := range contacts {
		c := &contacts[i]
		key := pairKey{c.User1, c.User2}
		if c.Kind != shim.ContactStarted {
			k.ended = append(k.ended, endedTouch{key, f.frame})
			continue
		}
		if k.counts.add(key) == 1 {
			out.Started = append(out.Started, contactOf(f.frame, c))
		}
	}
}

// end counts down what ended, after all that started, so that a contact that one system drops while another one starts it
// goes on.
func (k *contactBook) end(out *physics.StepOutput) {
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

// closeFrame keeps the ends of a frame's contacts that no step has read.
func (k *contactBook) closeFrame(f *frameRow) {
	contacts := f.system.ReadContacts()
	for i := range contacts {
		k.ended = append(k.ended, endedTouch{pairKey{contacts[i].User1, contacts[i].User2}, f.frame})
	}
}

func contactOf(frame handle.Frame, c *shim.Contact) physics.Contact {
	return physics.Contact{
		A: entityOf(c.User1), B: entityOf(c.User2), Frame: frame,
		Point:                   vec3(c.Point),
		Normal:                  vec3(c.Normal).Single(),
		GapMeters:               float32(c.Gap),
		ApproachMetersPerSecond: float32(c.Approach),
		ImpulseNewtonSeconds:    float32(max(0, c.Approach) * c.ReducedMass),
	}
}
