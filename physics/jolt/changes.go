package jolt

import "tertius.dev/core/physics"

// Apply removes, makes and moves bodies and frames.
func (b *Backend) Apply(c *physics.Changes) []error {
	if b.closed {
		return []error{errClosed}
	}
	var errs []error
	for _, e := range c.BodiesGone {
		if err := b.stageGone(e); err != nil {
			errs = append(errs, err)
		}
	}
	errs = b.flushLeaving(b.flushGone(errs))
	errs = b.followParents(c.Tree, errs)
	errs = b.moveBodies(c.BodiesMoved, errs)
	for _, h := range c.FramesGone {
		b.dropGhostsIn(h)
	}
	errs = b.flushLeaving(errs)
	for _, h := range c.FramesGone {
		if err := b.removeFrame(h); err != nil {
			errs = append(errs, err)
		}
	}
	for _, h := range c.FramesMade {
		if err := b.makeFrame(h); err != nil {
			errs = append(errs, err)
		}
	}
	for i := range c.BodiesMade {
		if err := b.stageMade(&c.BodiesMade[i]); err != nil {
			errs = append(errs, err)
		}
	}
	errs = b.reshapeHulls(c.HullsReshaped, b.flushMade(errs))
	errs = b.flushLeaving(b.followParents(c.Tree, errs))
	b.shapes.trim()
	return errs
}
