package physics

import (
	"cmp"
	"fmt"
	"slices"

	"tertius.dev/core/handle"
)

// check_handoffs.go holds the rules of hand-offs.

// Refused returns the hand-offs of plain bodies that the last Check left out, whose bodies the backend has in To all the same. To
// is of the root of From, where the body belongs. Valid: until the next Check.
func (c *OutputCheck) Refused() []HandOff { return c.refused }

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
	case !owned.IsNone() && !c.isOneEdge(h):
		return "takes a frame over more than one edge: it leaves for its parent's parent, or enters a sibling"
	case !finiteState(&h.State):
		return fmt.Sprintf("is not finite: %+v", h.State)
	case !h.State.Pose.Rotation.IsUnit():
		return fmt.Sprintf("has a rotation that is not of unit length: %v", h.State.Pose.Rotation)
	case !owned.IsNone() && !c.nest(h, owned):
		return "puts a frame under itself"
	}
	return ""
}

// isOneEdge reports whether the hand-off of a frame leads to its parent's parent or into a sibling, which another one may be since a
// hand-off before this one.
func (c *OutputCheck) isOneEdge(h *HandOff) bool {
	frames := c.facts.Frames
	return h.To == frames.Parent(h.From) || frames.Parent(h.To) == h.From || c.parentAfter(h.To) == h.From
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
