package physics

import (
	"fmt"
	"math"
	"slices"

	"tertius.dev/core/bitset"
	"tertius.dev/core/frame"
	"tertius.dev/core/handle"
)

// OutputFacts is what a check of a step's output needs to know of the world, as it was during the step.
type OutputFacts struct {
	Entities *handle.EntitySlots
	Bodies   *bitset.Set // the slots of the entities that have a body
	Frames   *frame.Tree
	Homes    []handle.Frame // by slot, the frame in whose system the entity's body is
}

// OutputCheck takes out of a step's output what only a bug in a backend produces, before any of it lands.
//
// An output that breaks a rule makes the whole update of each entity that it names void for the step: its state and its
// contacts. The rules:
//  1. A body state names a live entity with a body, and the live frame that the body is in. Its numbers are finite, its
//     rotation has unit length, and it is the only one of its entity.
//  2. A contact that started names two different live entities with bodies and a live frame, and its numbers are finite.
//  3. A contact that ended names two different entities. They may be gone: the end of a body ends its contacts.
//
// Threads: one goroutine. Cost: two passes over the output; it allocates only for broken output and while it grows.
type OutputCheck struct {
	facts    *OutputFacts
	void     bitset.Set // the slots whose update is void
	seen     bitset.Set // the slots that had a body state
	problems []error
}

// Check leaves in the output what may land, and returns one error for each output that breaks a rule. Valid: until the
// next call.
func (c *OutputCheck) Check(out *StepOutput, f *OutputFacts) []error {
	c.facts = f
	c.problems = c.problems[:0]
	c.seen.Clear()
	c.seen.Grow(f.Entities.Cap())
	for i := range out.Bodies {
		b := &out.Bodies[i]
		if problem := c.bodyProblem(b); problem != "" {
			c.refuse(fmt.Errorf("the state of body %v in frame %v %s", b.Entity, b.Frame, problem), b.Entity)
		}
	}
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
	if len(c.problems) > 0 {
		c.dropVoid(out)
	}
	return c.problems
}

// dropVoid leaves out what names a void entity, or a stale one where that is a break of a rule.
func (c *OutputCheck) dropVoid(out *StepOutput) {
	out.Bodies = slices.DeleteFunc(out.Bodies, func(b BodyState) bool { return !c.hasBody(b.Entity) || c.isVoid(b.Entity) })
	out.Started = slices.DeleteFunc(out.Started, func(s Contact) bool {
		return !c.hasBody(s.A) || !c.hasBody(s.B) || c.isVoid(s.A) || c.isVoid(s.B)
	})
	out.Ended = slices.DeleteFunc(out.Ended, func(e ContactEnd) bool {
		return !namesTwo(e.A, e.B) || c.isVoid(e.A) || c.isVoid(e.B)
	})
	c.void.Clear()
}

func (c *OutputCheck) bodyProblem(b *BodyState) string {
	f := c.facts
	i := int(b.Entity.Index)
	switch {
	case !c.hasBody(b.Entity):
		return "names no live entity with a body"
	case !f.Frames.Live(b.Frame):
		return "names a frame that is not live"
	case f.Homes[i] != b.Frame:
		return "names a frame that the body is not in"
	case c.seen.Has(i):
		return "is the second one of the step"
	case !b.Pose.Position.Finite() || !b.Velocity.Finite() || !b.AngularVelocity.Finite():
		return fmt.Sprintf("is not finite: %+v", *b)
	case !(math.Abs(b.Pose.Rotation.LengthSquared()-1) <= unitTolerance):
		return fmt.Sprintf("has a rotation that is not of unit length: %v", b.Pose.Rotation)
	}
	c.seen.Add(i)
	return ""
}

// unitTolerance is how far a squared length in double precision may be from 1: far above rounding, far below what a
// rotation of single precision has.
const unitTolerance = 1e-12

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
	c.void.Grow(c.facts.Entities.Cap())
	for _, e := range entities {
		if c.facts.Entities.Live(e) {
			c.void.Add(int(e.Index))
		}
	}
}

func finite(x float32) bool { return x-x == 0 }
