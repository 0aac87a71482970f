package frame

import (
	"fmt"
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
)

// Check says which invariant of the tree is broken, or gives nil. Call it after Arrange.
//
// Cost: it walks from each frame to its root.
func (t *Tree) Check() error {
	if t.slots.Len() != t.Len() {
		return fmt.Errorf("%d frames are live, and %d have a row", t.slots.Len(), t.Len())
	}
	for row, h := range t.rows.frame {
		if !t.Live(h) || int(t.rowOf[h.Index]) != row {
			return fmt.Errorf("row %d holds the frame %v, which is not live or has another row", row, h)
		}
		if err := t.checkRow(row); err != nil {
			return fmt.Errorf("frame %v %w", h, err)
		}
	}
	return nil
}

func (t *Tree) checkRow(row int) error {
	c := &t.rows
	parent, local := c.parent[row], &c.local[row]
	switch {
	case c.owner[row].IsNone():
		return fmt.Errorf("has no owner")
	case t.unordered:
		return fmt.Errorf("is in a tree that is not arranged")
	case parent.IsNone() && (*local != motion.Rest || c.up[row] != -1):
		return fmt.Errorf("is a root, and has a parent's row or moves: %+v", *local)
	case !parent.IsNone() && !t.Live(parent):
		return fmt.Errorf("is in frame %v, which is not live", parent)
	case !parent.IsNone() && (int(c.up[row]) != t.Row(parent) || t.Row(parent) >= row):
		return fmt.Errorf("comes before its parent %v, or knows another row of it", parent)
	case !local.Pose.Position.Finite() || !local.Velocity.Finite() || !local.AngularVelocity.Finite():
		return fmt.Errorf("has a state that is not finite: %+v", *local)
	case !local.Pose.Rotation.IsUnit():
		return fmt.Errorf("has a rotation that is not of unit length: %v", local.Pose.Rotation)
	}
	return t.checkOwn(row)
}

// checkOwn checks what a frame has beside its place in the tree.
func (t *Tree) checkOwn(row int) error {
	own, last, proper := &t.rows.own[row], &t.rows.last[row], t.rows.proper[row]
	root := t.rows.parent[row].IsNone()
	switch {
	case root && (own.bounds != geom.Vec3{} || own.hull != Hull{} || proper != geom.Vec3{} || *last != lastStep{}):
		return fmt.Errorf("is a root, and has a bubble, a hull or a proper acceleration: %+v, %v", *own, proper)
	case BoundsProblem(own.bounds) != "":
		return fmt.Errorf("has the bounds %v: %s", own.bounds, BoundsProblem(own.bounds))
	case own.hull.Motion > motion.Dynamic || !own.hull.Present && own.hull.Motion != 0:
		return fmt.Errorf("has a hull that is none: %+v", own.hull)
	case last.follows > FollowsPhysics:
		return fmt.Errorf("follows %v, which is nothing", last.follows)
	case !proper.Finite() || !t.rows.found[row].Finite() || !last.angularAcceleration.Finite():
		return fmt.Errorf("has a proper acceleration of %v and an angular acceleration of %v, which are not finite", proper, last.angularAcceleration)
	case own.medium.Problem() != "":
		return fmt.Errorf("has a medium that cannot be: %s", own.medium.Problem())
	}
	return nil
}

// BoundsProblem says why no bubble can have these radii, in meters, or gives an empty string. Zero radii are no bubble.
func BoundsProblem(radii geom.Vec3) string {
	switch {
	case radii == geom.Vec3{}:
		return ""
	case !(radii.X > 0 && radii.Y > 0 && radii.Z > 0 && radii.Largest() <= math.MaxFloat64):
		return "the radii of a bubble are finite and above 0, or all three are 0 for none"
	}
	return ""
}
