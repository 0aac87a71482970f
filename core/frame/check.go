package frame

import (
	"fmt"
	"math"

	"tertius.dev/core/motion"
)

// unitTolerance is how far a squared length may be from 1: at 1e-7, a parent 6.8e6 m away would be a meter off.
const unitTolerance = 1e-12

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
	case !(math.Abs(local.Pose.Rotation.LengthSquared()-1) <= unitTolerance):
		return fmt.Errorf("has a rotation that is not of unit length: %v", local.Pose.Rotation)
	}
	return nil
}
