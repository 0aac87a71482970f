package physics

import (
	"fmt"
	"slices"

	"tertius.dev/core/bitset"
	"tertius.dev/core/frame"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
)

// OutputFacts is what a check of a step's output needs to know of the world, as it was during the step.
type OutputFacts struct {
	Entities *handle.EntitySlots
	Bodies   *bitset.Set // the slots of the entities that have a body
	Frames   *frame.Tree
	Homes    []handle.Frame // by slot, the frame that the entity's body is in; of an owner, where its hull is
	Owned    []handle.Frame // by slot, the frame that the entity owns, or none
	Inputs   []FrameInput   // of the step
}

// OutputCheck takes out of a step's output what only a bug in a backend produces, before any of it lands.
//
// An output that breaks a rule makes the whole update of each entity that it names void for the step: its state, that of the
// frame that it owns, its hand-off and its contacts. The rules:
//  1. A hand-off names a live entity with a body, which is in From, and another live frame of the same root. It is the only one
//     of its entity. If the entity owns a frame, the hull is dynamic in the step, and To is the parent's parent or a sibling. Its
//     numbers are finite, and the state of the entity, or of the frame that it owns, comes with it.
//  2. The hand-offs, applied in their order, put no frame under itself.
//  3. A body state names a live entity with a body and without a frame of its own, and the live frame that the body is in: after
//     a hand-off, the one that it goes to. Its numbers are finite, its rotation has unit length, and it is the only one of its
//     entity.
//  4. A frame state names a live frame with a parent, whose owner has a body, and that parent: after a hand-off, the frame that
//     the owner goes to. Its numbers are finite, its rotation has unit length, and it is the only one of its frame.
//  5. A contact that started names two different live entities with bodies and a live frame, and its numbers are finite.
//  6. A contact that ended names two different entities. They may be gone: the end of a body ends its contacts.
//
// Threads: one goroutine. Cost: two passes over the output, and for each hand-off of a frame one walk to the root; it allocates
// only for broken output and while it grows.
type OutputCheck struct {
	facts    *OutputFacts
	void     bitset.Set     // the slots whose update is void
	crossed  bitset.Set     // the slots that have a hand-off
	seen     bitset.Set     // the slots that have a state, or whose frame has one
	nested   bitset.Set     // the slots of owners whose frame goes along, so far
	target   []handle.Frame // by slot of who crosses
	refused  []HandOff      // of plain bodies
	problems []error
}

// Check leaves in the output what may land, and returns one error for each output that breaks a rule. Valid: until the
// next call.
func (c *OutputCheck) Check(out *StepOutput, f *OutputFacts) []error {
	c.begin(f)
	for i := range out.HandOffs {
		h := &out.HandOffs[i]
		if problem := c.handOffProblem(h); problem != "" {
			c.refuse(fmt.Errorf("the hand-off of %v from frame %v to frame %v %s", h.Entity, h.From, h.To, problem), h.Entity)
		}
	}
	for i := range out.Bodies {
		b := &out.Bodies[i]
		if problem := c.bodyProblem(b); problem != "" {
			c.refuse(fmt.Errorf("the state of body %v in frame %v %s", b.Entity, b.Frame, problem), b.Entity)
		}
	}
	for i := range out.Frames {
		s := &out.Frames[i]
		if problem := c.frameProblem(s); problem != "" {
			c.refuse(fmt.Errorf("the state of frame %v in frame %v %s", s.Frame, s.Parent, problem), c.ownerOf(s.Frame))
		}
	}
	c.checkStates(out)
	c.checkContacts(out)
	if len(c.problems) > 0 {
		c.checkNesting(out)
		c.dropVoid(out)
	}
	return c.problems
}

// Void returns the slots whose update the last Check made void, to be read only. Valid: until the next Check.
func (c *OutputCheck) Void() *bitset.Set { return &c.void }

func (c *OutputCheck) begin(f *OutputFacts) {
	c.facts = f
	c.refused = c.refused[:0]
	c.problems = c.problems[:0]
	n := f.Entities.Cap()
	for _, set := range [...]*bitset.Set{&c.void, &c.crossed, &c.seen, &c.nested} {
		set.Clear()
		set.Grow(n)
	}
	if n > len(c.target) {
		c.target = append(c.target, make([]handle.Frame, n-len(c.target))...)
	}
}

func (c *OutputCheck) checkContacts(out *StepOutput) {
	for i := range out.Started {
		s := &out.Started[i]
		if problem := c.startProblem(s); problem != "" {
			c.refuse(fmt.Errorf("the contact of %v and %v in frame %v %s", s.A, s.B, s.Frame, problem), s.A, s.B)
		}
	}
	for i := range out.Ended {
		if e := &out.Ended[i]; !namesTwo(e.A, e.B) {
			c.refuse(fmt.Errorf("the end of the contact of %v and %v names no two entities", e.A, e.B), e.A, e.B)
		}
	}
}

// dropVoid leaves out what names a void entity, or a stale one where that is a break of a rule.
func (c *OutputCheck) dropVoid(out *StepOutput) {
	lands := func(e handle.Entity) bool { return c.hasBody(e) && !c.isVoid(e) }
	for i := range out.HandOffs {
		if h := &out.HandOffs[i]; !lands(h.Entity) && c.leftHome(h) {
			c.refused = append(c.refused, *h)
		}
	}
	out.HandOffs = slices.DeleteFunc(out.HandOffs, func(h HandOff) bool { return !lands(h.Entity) })
	out.Bodies = slices.DeleteFunc(out.Bodies, func(b BodyState) bool { return !lands(b.Entity) })
	out.Frames = slices.DeleteFunc(out.Frames, func(s FrameState) bool { return !lands(c.ownerOf(s.Frame)) })
	out.Started = slices.DeleteFunc(out.Started, func(s Contact) bool { return !lands(s.A) || !lands(s.B) })
	out.Ended = slices.DeleteFunc(out.Ended, func(e ContactEnd) bool {
		return !namesTwo(e.A, e.B) || c.isVoid(e.A) || c.isVoid(e.B)
	})
}

func (c *OutputCheck) bodyProblem(b *BodyState) string {
	f := c.facts
	i := int(b.Entity.Index)
	switch {
	case !c.hasBody(b.Entity):
		return "names no live entity with a body"
	case !f.Owned[i].IsNone():
		return fmt.Sprintf("is that of the owner of frame %v, whose state tells of its body", f.Owned[i])
	case !f.Frames.Live(b.Frame):
		return "names a frame that is not live"
	case c.home(i) != b.Frame:
		return "names a frame that the body is not in"
	case c.seen.Has(i):
		return "is the second one of the step"
	case !b.Pose.Position.Finite() || !b.Velocity.Finite() || !b.AngularVelocity.Finite():
		return fmt.Sprintf("is not finite: %+v", *b)
	case !b.Pose.Rotation.IsUnit():
		return fmt.Sprintf("has a rotation that is not of unit length: %v", b.Pose.Rotation)
	}
	c.seen.Add(i)
	return ""
}

func (c *OutputCheck) frameProblem(s *FrameState) string {
	owner := c.ownerOf(s.Frame)
	i := int(owner.Index)
	switch {
	case owner.IsNone():
		return "names a frame that is not live"
	case c.facts.Frames.IsRoot(s.Frame):
		return "is that of a root"
	case !c.hasBody(owner):
		return "is that of a frame without a hull"
	case c.home(i) != s.Parent:
		return "names a frame that the hull is not in"
	case c.seen.Has(i):
		return "is the second one of the step"
	case s.Record.Problem() != "":
		return "cannot be: " + s.Record.Problem()
	case !s.ProperAcceleration.Finite():
		return fmt.Sprintf("has a proper acceleration that is not finite: %v", s.ProperAcceleration)
	case !s.Record.Pose.Rotation.IsUnit():
		return fmt.Sprintf("has a rotation that is not of unit length: %v", s.Record.Pose.Rotation)
	}
	c.seen.Add(i)
	return ""
}

// ownerOf returns the owner of a frame, or none when it is not live.
func (c *OutputCheck) ownerOf(f handle.Frame) handle.Entity {
	if !c.facts.Frames.Live(f) {
		return handle.Entity{}
	}
	return c.facts.Frames.Owner(f)
}

func finiteState(s *motion.State) bool {
	return s.Pose.Position.Finite() && s.Velocity.Finite() && s.AngularVelocity.Finite()
}

func (c *OutputCheck) startProblem(s *Contact) string {
	switch {
	case s.A == s.B:
		return "names one body twice"
	case !c.hasBody(s.A) || !c.hasBody(s.B):
		return "names no two live entities with bodies"
	case !c.facts.Frames.Live(s.Frame):
		return "names a frame that is not live"
	case !s.Point.Finite() || !s.Normal.Finite() || !finite(s.ImpulseNewtonSeconds):
		return fmt.Sprintf("is not finite: %+v", *s)
	}
	return ""
}

func namesTwo(a, b handle.Entity) bool { return a != b && !a.IsNone() && !b.IsNone() }

func (c *OutputCheck) hasBody(e handle.Entity) bool {
	return c.facts.Entities.Live(e) && c.facts.Bodies.Has(int(e.Index))
}

func (c *OutputCheck) isVoid(e handle.Entity) bool {
	return c.facts.Entities.Live(e) && c.void.Has(int(e.Index))
}

// refuse keeps the problem and makes the update of the live entities among these void.
func (c *OutputCheck) refuse(problem error, entities ...handle.Entity) {
	c.problems = append(c.problems, problem)
	for _, e := range entities {
		if c.facts.Entities.Live(e) {
			c.void.Add(int(e.Index))
		}
	}
}

func finite(x float32) bool { return x-x == 0 }
