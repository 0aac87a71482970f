package simulation

import (
	"fmt"
	"math"

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
			return d, message.DockNoBubble, w.noBubble(f)
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
	if err := w.sticksOut(&d); err != nil {
		return d, message.DockOutside, err
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

// noBubble says that a frame that is to dock, or to be docked at, has no bubble.
func (w *World) noBubble(f handle.Frame) error {
	if w.frames.IsRoot(f) {
		return fmt.Errorf("frame %v is a root, which has no bubble and no siblings: only frames in the same frame dock at each other", f)
	}
	return fmt.Errorf("frame %v has no bubble: give its owner's spawn the radii FrameSpec.Bounds", f)
}

// sticksOut finds a body of b's owner, or of who has docked at b, that would not be inside the bubble of a, and says so. Outside of it,
// it would meet the hull that it is a part of.
func (w *World) sticksOut(d *docking) error {
	if err := w.outOf(d.a, d.inA.Pose.Position, d.owner); err != nil {
		return err
	}
	for k := range w.docks {
		part := &w.docks[k]
		if part.with != d.b {
			continue
		}
		if err := w.outOf(d.a, d.inA.Pose.ToParent(part.place.Position), part.owner); err != nil {
			return err
		}
	}
	return nil
}

// outOf says that the body of an entity would reach out of the bubble of a frame at a place in it, or gives nil.
func (w *World) outOf(f handle.Frame, at geom.Vec3, e handle.Entity) error {
	radius := 0.0
	if w.entities.HasBody.Has(int(e.Index)) {
		desc := &w.entities.Bodies[e.Index].Desc
		radius = desc.Shape.BoundingRadiusMeters()
		if desc.InteriorShape != nil {
			radius = max(radius, desc.InteriorShape.BoundingRadiusMeters())
		}
	}
	if frame.Bubble(w.frames.Bounds(f)).Distance(at) <= -radius {
		return nil
	}
	return fmt.Errorf("entity %v is at %v in frame %v and reaches %.4g m from there, out of the bubble of frame %v, whose radii are %v m: "+
		"bring it nearer, or give the spawn of the owner of frame %v larger FrameSpec.Bounds", e, millimeters(at), f, radius, f, w.frames.Bounds(f), f)
}

// millimeters rounds a place for people to read.
func millimeters(p geom.Vec3) geom.Vec3 {
	round := func(x float64) float64 { return math.Round(x*1e3)/1e3 + 0 } // which is not −0
	return geom.Vec3{X: round(p.X), Y: round(p.Y), Z: round(p.Z)}
}

// hasDocked reports whether the frame of an entity is a part of another one.
func (w *World) hasDocked(e handle.Entity) bool {
	return w.entities.Owned[e.Index].IsNone() && w.dockOf(e) >= 0
}

// dockedWhere goes behind a text about what an entity lacks while it has docked, and says where and the way out. It is empty for others.
func (w *World) dockedWhere(e handle.Entity) string {
	if !w.hasDocked(e) {
		return ""
	}
	return fmt.Sprintf(": entity %v has docked at frame %v, and is a part of the hull there until it undocks", e, w.docks[w.dockOf(e)].with)
}

// goneProblem says that a frame is not live, or that none was given.
func goneProblem(f handle.Frame) error {
	if f.IsNone() {
		return fmt.Errorf("frame %v is not live: it was never set; World.FrameOf and Snapshot.FrameOf find the frame of an owner that is live", f)
	}
	return fmt.Errorf("frame %v is not live", f)
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
