package simulation

// spawn_notes.go tells the log of spawns that a world takes and that are hardly meant. Each looks at what the spawn has at hand: no
// neighbor, no part of a compound.

import (
	"fmt"
	"math"

	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
)

// noteSpawn tells the log what is odd about an entity with a body that comes to life.
func (w *World) noteSpawn(e handle.Entity, p *spawnPlan) {
	f, body := p.transform.Frame, &p.body.Desc
	if !p.hasBody || f.IsNone() {
		return
	}
	if bubble := frame.Bubble(p.owns.Bounds); p.ownsFrame && !bubble.None() && p.body.BoundingRadiusMeters > bubble.Largest() {
		w.log(w.overgrown(e, p))
	}
	if body.Motion == physics.Static {
		return
	}
	gravity := w.frames.Gravity(f)
	if point, pulls := gravity.AsPoint(); pulls && p.ownsFrame && (body.LinearDampingPerSecond > 0 || body.AngularDampingPerSecond > 0) {
		w.log(dampedHull(e, p, &point))
	}
	if body.Motion == physics.Dynamic && w.startsInInterior(p) {
		w.log(w.buried(e, f))
	}
}

// dampedHull says what damping takes from the hull of a frame in a field by which things orbit: of the velocity that it has, or of that
// of a circle where it is.
func dampedHull(e handle.Entity, p *spawnPlan, point *field.Point) string {
	body, speed, which := &p.body.Desc, p.transform.Velocity.Length(), "it has"
	if speed == 0 {
		speed = math.Sqrt(point.Mu / max(p.transform.Pose.Position.Length(), point.RadiusMeters, 1))
		which = "of a circle there"
	}
	return fmt.Sprintf("%v: its LinearDampingPerSecond of %v and AngularDampingPerSecond of %v brake the hull in frame %v, which has point gravity: "+
		"at the %.4g m/s %s it loses %.3g m/s² while it is dynamic; give both 0 to what flies in space",
		e, body.LinearDampingPerSecond, body.AngularDampingPerSecond, p.transform.Frame, speed, which, float64(float64(body.LinearDampingPerSecond)*speed))
}

// overgrown says that a hull reaches out of the bubble of its frame.
func (w *World) overgrown(e handle.Entity, p *spawnPlan) string {
	return fmt.Sprintf("%v: its hull reaches %.4g m from its origin, out of the bubble of its frame, whose radii are %v m: nothing is in the "+
		"frame before it meets the hull there, and it can dock only at frames with larger bubbles; give Owns.Bounds radii that hold the hull", e, p.body.BoundingRadiusMeters, p.owns.Bounds)
}

// startsInInterior reports whether a dynamic body starts with its middle inside of what its frame's owner fills its frame with, and meets
// it. It is false where that is not sure, or costs more than a few comparisons to tell: of hulls and of compounds.
func (w *World) startsInInterior(p *spawnPlan) bool {
	owner := w.frames.Owner(p.transform.Frame)
	i := int(owner.Index)
	if !w.entities.HasBody.Has(i) || !holds(p.body.Desc.Shape, geom.Vec3{}) {
		return false
	}
	walls := &w.entities.Bodies[i].Desc
	inside := walls.InteriorShape
	if inside == nil {
		inside = walls.Shape
	}
	return holds(inside, p.transform.Pose.Position) && (p.ownsFrame || meet(walls.Collision, p.body.Desc.Collision))
}

// meet reports whether two bodies that are no hulls touch.
func meet(a, b physics.Collision) bool { return a.Groups&b.Mask != 0 && b.Groups&a.Mask != 0 }

// holds reports whether a place in a shape's axes is surely inside of it.
func holds(s physics.Shape, p geom.Vec3) bool {
	switch s := s.(type) {
	case *physics.Box:
		return math.Abs(p.X) < s.HalfExtents.X && math.Abs(p.Y) < s.HalfExtents.Y && math.Abs(p.Z) < s.HalfExtents.Z
	case *physics.Sphere:
		return p.Length() < s.RadiusMeters
	case *physics.Capsule:
		p.Y = max(0, math.Abs(p.Y)-s.HalfHeightMeters)
		return p.Length() < s.RadiusMeters
	case *physics.Hull, *physics.Compound, *physics.Assembly:
		return false // it may be, and only a walk over its points or its parts would tell
	}
	return false
}

// buried says that a body starts inside of the interior of its frame.
func (w *World) buried(e handle.Entity, f handle.Frame) string {
	owner := w.frames.Owner(f)
	inside := "has no InteriorShape and a solid Shape"
	if w.entities.Bodies[owner.Index].Desc.InteriorShape != nil {
		inside = "has a solid InteriorShape"
	}
	return fmt.Sprintf("%v: its body starts inside of the interior of frame %v, whose owner %v %s, and is pressed out; "+
		"give the owner an InteriorShape with room in it: a deck, or walls by physics.NewCompound", e, f, owner, inside)
}
