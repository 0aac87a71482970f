package physics

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tertius.dev/core/bitset"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
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
//     of its entity. If the entity owns a frame, the hull is dynamic in the step. Its numbers are finite, and the state of the
//     entity, or of the frame that it owns, comes with it.
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

// Refused returns the hand-offs of plain bodies that the last Check left out, whose bodies the backend has in To all the same. To
// is of the root of From, where the body belongs. Valid: until the next Check.
func (c *OutputCheck) Refused() []HandOff { return c.refused }

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

func (c *OutputCheck) handOffProblem(h *HandOff) string {
	f, i := c.facts, int(h.Entity.Index)
	switch {
	case !c.hasBody(h.Entity):
		return "names no live entity with a body"
	case c.crossed.Has(i):
		return "is the second one of the step"
	}
	c.crossed.Add(i)
	c.target[i] = h.To
	owned := f.Owned[i]
	switch {
	case h.From.IsNone() || f.Homes[i] != h.From:
		return fmt.Sprintf("leaves a frame in which the entity is not: it is in frame %v", f.Homes[i])
	case !f.Frames.Live(h.To) || h.To == h.From:
		return "leads to no other live frame"
	case f.Frames.Root(h.To) != f.Frames.Root(h.From):
		return "leads to another root"
	case !owned.IsNone() && c.hullMotion(owned) != Dynamic:
		return fmt.Sprintf("is that of frame %v, whose hull is %v", owned, c.hullMotion(owned))
	case !finiteState(&h.State):
		return fmt.Sprintf("is not finite: %+v", h.State)
	case !unit(h.State.Pose.Rotation):
		return fmt.Sprintf("has a rotation that is not of unit length: %v", h.State.Pose.Rotation)
	case !owned.IsNone() && !c.nest(h, owned):
		return "puts a frame under itself"
	}
	return ""
}

// nest reports whether a frame may go where its hand-off leads, after those before it, and remembers it.
func (c *OutputCheck) nest(h *HandOff, owned handle.Frame) bool {
	for up := h.To; !up.IsNone(); up = c.parentAfter(up) {
		if up == owned {
			return false
		}
	}
	c.nested.Add(int(h.Entity.Index))
	return true
}

// parentAfter returns the parent of a frame after the hand-offs of frames so far.
func (c *OutputCheck) parentAfter(f handle.Frame) handle.Frame {
	if owner := c.facts.Frames.Owner(f); c.nested.Has(int(owner.Index)) {
		return c.target[owner.Index]
	}
	return c.facts.Frames.Parent(f)
}

// checkNesting refuses the hand-offs that put a frame under itself now that others, which came before them, are void.
func (c *OutputCheck) checkNesting(out *StepOutput) {
	for stable := false; !stable; {
		stable = true
		c.nested.Clear()
		for i := range out.HandOffs {
			h := &out.HandOffs[i]
			if !c.hasBody(h.Entity) || c.isVoid(h.Entity) || c.facts.Owned[h.Entity.Index].IsNone() {
				continue
			}
			if !c.nest(h, c.facts.Owned[h.Entity.Index]) {
				c.refuse(fmt.Errorf("the hand-off of %v from frame %v to frame %v puts a frame under itself, as one before it is void",
					h.Entity, h.From, h.To), h.Entity)
				stable = false
			}
		}
	}
}

// hullMotion returns how the hull of a live frame moved in the step.
func (c *OutputCheck) hullMotion(f handle.Frame) BodyMotion {
	i, ok := slices.BinarySearchFunc(c.facts.Inputs, f, func(in FrameInput, f handle.Frame) int {
		return cmp.Compare(in.Frame.Index, f.Index)
	})
	if !ok {
		return Static
	}
	return c.facts.Inputs[i].HullMotion
}

// checkStates refuses the hand-offs without a state of the entity, or of the frame that it owns.
func (c *OutputCheck) checkStates(out *StepOutput) {
	for i := range out.HandOffs {
		if h := &out.HandOffs[i]; c.hasBody(h.Entity) && !c.seen.Has(int(h.Entity.Index)) && !c.isVoid(h.Entity) {
			c.refuse(fmt.Errorf("the hand-off of %v to frame %v comes without a state there", h.Entity, h.To), h.Entity)
		}
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

// leftHome reports whether a hand-off is that of a plain body out of the frame where it belongs, into one of the same root.
func (c *OutputCheck) leftHome(h *HandOff) bool {
	f, i := c.facts, int(h.Entity.Index)
	return c.hasBody(h.Entity) && f.Owned[i].IsNone() && f.Homes[i] == h.From && h.To != h.From &&
		f.Frames.Live(h.From) && f.Frames.Live(h.To) && f.Frames.Root(h.From) == f.Frames.Root(h.To)
}

// home returns the frame that the live entity at slot i is in after the step.
func (c *OutputCheck) home(i int) handle.Frame {
	if c.crossed.Has(i) {
		return c.target[i]
	}
	return c.facts.Homes[i]
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
	case !unit(b.Pose.Rotation):
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
	case !unit(s.Record.Pose.Rotation):
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

// unitTolerance is how far a squared length in double precision may be from 1: far above rounding, far below what a
// rotation of single precision has.
const unitTolerance = 1e-12

func unit(q geom.Quat) bool { return math.Abs(q.LengthSquared()-1) <= unitTolerance }

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
