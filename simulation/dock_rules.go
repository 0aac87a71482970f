package simulation

import (
	"fmt"

	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
)

// The fastest that a frame may move relative to the one that it docks at: more than people and cargo could stand.
const (
	fastestDockMetersPerSecond  = 1
	fastestDockRadiansPerSecond = 0.1
)

// planDock finds what makes frame b a part of frame a, both of which live, or by which rule that cannot be, and why. The tree is
// arranged.
func (w *World) planDock(a, b handle.Frame) (docking, message.DockResult, error) {
	d := docking{a: a, b: b, owner: w.frames.Owner(b)}
	for _, f := range [...]handle.Frame{a, b} {
		if frame.Bubble(w.frames.Bounds(f)).None() {
			return d, message.DockNoBubble, fmt.Errorf("frame %v has no bubble", f)
		}
	}
	here, there := frame.Bubble(w.frames.Bounds(a)), frame.Bubble(w.frames.Bounds(b))
	switch {
	case a == b:
		return d, message.DockWithItself, fmt.Errorf("%v", message.DockWithItself)
	case w.frames.Parent(a) != w.frames.Parent(b):
		return d, message.DockNoSiblings, fmt.Errorf("they are no siblings, but in frames %v and %v: World.Reparent puts one beside the other",
			w.frames.Parent(b), w.frames.Parent(a))
	case here.FitsIn(there) || there.FitsIn(here):
		return d, message.DockFits, fmt.Errorf("%v", message.DockFits)
	}
	inA, _ := w.frames.Relate(b, a)
	d.inA = inA.Unit()
	if at, outside := w.sticksOut(&d); outside {
		return d, message.DockOutside, fmt.Errorf("the second one has a body at %v in the first one that is not inside its bubble: "+
			"bring it nearer, or spawn the first one with a larger bubble", at)
	}
	if d.inA.Velocity.Length() > fastestDockMetersPerSecond || d.inA.AngularVelocity.Length() > fastestDockRadiansPerSecond {
		return d, message.DockTooFast, fmt.Errorf("they move relative to each other at %.3g m/s and %.3g rad/s; at most %v m/s and %v rad/s let them dock",
			d.inA.Velocity.Length(), d.inA.AngularVelocity.Length(), fastestDockMetersPerSecond, fastestDockRadiansPerSecond)
	}
	if err := w.planHull(&d); err != nil {
		return d, message.DockUnshaped, fmt.Errorf("their hulls cannot be one body: %w", err)
	}
	return d, message.Docked, nil
}

// sticksOut finds a body of b's owner, or of who has docked at b, that would not be inside the bubble of a. Outside of it, it would
// meet the hull that it is a part of.
func (w *World) sticksOut(d *docking) (geom.Vec3, bool) {
	if out := w.outOf(d.a, d.inA.Pose.Position, d.owner); out {
		return d.inA.Pose.Position, true
	}
	for k := range w.docks {
		part := &w.docks[k]
		if part.with != d.b {
			continue
		}
		if at := d.inA.Pose.ToParent(part.place.Position); w.outOf(d.a, at, part.owner) {
			return at, true
		}
	}
	return geom.Vec3{}, false
}

// outOf reports whether the body of an entity would reach out of the bubble of a frame at a place in it.
func (w *World) outOf(f handle.Frame, at geom.Vec3, e handle.Entity) bool {
	radius := 0.0
	if w.entities.HasBody.Has(int(e.Index)) {
		desc := &w.entities.Bodies[e.Index].Desc
		radius = desc.Shape.BoundingRadiusMeters()
		if desc.InteriorShape != nil {
			radius = max(radius, desc.InteriorShape.BoundingRadiusMeters())
		}
	}
	return frame.Bubble(w.frames.Bounds(f)).Distance(at) > -radius
}

// planHull finds what the hull of a becomes, or why it cannot be that.
func (w *World) planHull(d *docking) error {
	if !w.hasHull(d.a) {
		return nil
	}
	d.parts = w.partsOf(d.parts, d)
	if len(d.parts) == 0 {
		return nil
	}
	d.joined = w.joinedShape(d.a)
	for i := range d.parts {
		d.joined.Parts = append(d.joined.Parts, d.parts[i].AssemblyPart)
	}
	return w.backend.ShapeProblem(d.joined)
}

// partsOf adds what b brings to the hull of a: its own hull and those that have docked at it.
func (w *World) partsOf(to []physics.HullPart, d *docking) []physics.HullPart {
	for _, part := range w.docks {
		if part.with == d.b && w.entities.HasBody.Has(int(part.owner.Index)) {
			d.bring(&part)
			to = append(to, w.partMoving(&part))
		}
	}
	if w.entities.HasBody.Has(int(d.owner.Index)) {
		own := docked{owner: d.owner, place: d.inA.Pose, velocity: d.inA.Velocity, turn: d.inA.AngularVelocity}
		to = append(to, w.partMoving(&own))
	}
	return to
}
