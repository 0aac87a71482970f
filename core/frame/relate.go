package frame

import (
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
)

// Relate returns the state of one frame in another of the same tree, and false when nothing relates the two: when they
// have different roots.
//
// It goes through the lowest frame above both, so two frames that are near each other are related exactly however far they
// are from the root. A path straight up composes poses only; a frame in itself rests, exactly.
//
// Errors: panics for a frame that is not live. Cost: O(frames on the path); allocates nothing.
func (t *Tree) Relate(of, in handle.Frame) (motion.State, bool) {
	return t.RelateIn(t.rows.local, of, in)
}

// PoseIn returns the pose of one frame in another, by the rules of Relate.
func (t *Tree) PoseIn(of, in handle.Frame) (geom.Pose, bool) {
	s, ok := t.Relate(of, in)
	return s.Pose, ok
}

// RelateIn is Relate with other local states than the tree's own: one for each row, such as where a step will put the
// frames.
func (t *Tree) RelateIn(locals []motion.State, of, in handle.Frame) (motion.State, bool) {
	left := climber{t, t.Row(of), motion.Rest}
	right := climber{t, t.Row(in), motion.Rest}
	down, up := t.depth(left.row), t.depth(right.row)
	for ; down > up; down-- {
		left.climb(locals)
	}
	for ; up > down; up-- {
		right.climb(locals)
	}
	for left.row != right.row {
		if down == 0 {
			return motion.State{}, false
		}
		left.climb(locals)
		right.climb(locals)
		down--
	}
	if right.state == motion.Rest {
		return left.state, true
	}
	return right.state.FromParent(&left.state), true
}

// climber knows the state of a frame in the frame of a row above it.
type climber struct {
	tree  *Tree
	row   int
	state motion.State
}

func (c *climber) climb(locals []motion.State) {
	c.state = locals[c.row].ToParent(&c.state)
	c.row = c.tree.Row(c.tree.rows.parent[c.row])
}

// depth counts the frames above the row's.
func (t *Tree) depth(row int) int {
	depth := 0
	for up := t.rows.parent[row]; !up.IsNone(); up = t.rows.parent[t.Row(up)] {
		depth++
	}
	return depth
}

// RelateMotion returns how one frame moves in another of the same tree, with accelerations, where a step moves each level as
// levels says, by row of an arranged tree. It goes the way of Relate.
//
// Errors: as Relate. Cost: O(frames on the path); allocates nothing.
func (t *Tree) RelateMotion(levels []motion.Relation, of, in handle.Frame) (motion.Relation, bool) {
	rest := motion.RelationOf(motion.Rest)
	left, right := t.Row(of), t.Row(in)
	ofAbove, inAbove := rest, rest // each in the frame of the row that its climb has reached
	down, up := t.depth(left), t.depth(right)
	for left != right {
		if down == 0 && up == 0 {
			return motion.Relation{}, false
		}
		stepLeft, stepRight := down >= up, up >= down
		if stepLeft {
			ofAbove = levels[left].Compose(&ofAbove)
			left, down = t.Row(t.rows.parent[left]), down-1
		}
		if stepRight {
			inAbove = levels[right].Compose(&inAbove)
			right, up = t.Row(t.rows.parent[right]), up-1
		}
	}
	if inAbove == rest {
		return ofAbove, true
	}
	return inAbove.Relative(&ofAbove), true
}
