package jolt

import (
	"cmp"
	"slices"

	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// edges.go knows the frames and their bubbles where a step ended, for the passes over what crosses their edges: hand-offs
// first, then ghosts, then the contacts that both carry along.

// edges is the tree of frames as a step left it. The tree of the world still is the one where the step started.
type edges struct {
	rows  []edgeFrame       // by row of the tree
	start []motion.Relation // of each frame in its parent, where the step started
	end   []motion.Relation // and where it ended
	balls []ball            // of the frames that have a bubble, those of one parent side by side
	moves []handOff         // of the step

	stirred      bool // a frame moved in the last step
	settledSteps int  // steps since anything moved
}

// edgeFrame is a frame as a step left it.
type edgeFrame struct {
	frame  handle.Frame
	bubble frame.Bubble
	up     int32    // the row of the parent; noRow for a root
	first  int32    // of its children that have a bubble; noRow for none
	next   int32    // of its siblings that have a bubble; noRow for none
	balls  [2]int32 // where in edges.balls its children are
	widest float64  // the largest reach of these

	chord   motion.State // in the parent, with the velocities that it had over the step
	coming  geom.Pose    // in the parent, where the next step will end if nothing changes how it moves
	moved   bool         // it moved in the step, or is new where it is
	settled bool         // neither it nor how far its content reaches changed in this step and in the one before
	excess  float64      // in meters, how far out of the bubble its content reaches
}

const noRow int32 = -1

// readEdges takes the frames as the step left them. Where none moved, in this step and in the one before, and the tree is the
// same, they are known.
func (b *Backend) readEdges(out *physics.StepOutput) {
	e := &b.edges
	if !e.stirred && !b.framesMoved(out) && e.matches(b.in.Tree) {
		for row := range e.rows {
			e.rows[row].excess = 0
		}
		return
	}
	e.readTree(b.in.Tree)
	b.takeRecords(out)
	e.stirred = false
	for row := range e.rows {
		b.noteFrame(int32(row))
		e.stirred = e.stirred || e.rows[row].moved
	}
	e.link()
}

// framesMoved reports whether the step has a record of a frame.
func (b *Backend) framesMoved(out *physics.StepOutput) bool {
	if len(out.Frames) > 0 {
		return true
	}
	for i := range b.in.Frames {
		if b.in.Frames[i].Moves {
			return true
		}
	}
	return false
}

// matches reports whether the frames stand in the tree as the last look left them.
func (e *edges) matches(tree *frame.Tree) bool {
	if len(e.rows) != tree.Len() {
		return false
	}
	for row := range e.rows {
		f := &e.rows[row]
		if f.frame != tree.At(row) || int(f.up) != tree.Up(row) || e.end[row].Pose != tree.LocalAt(row).Pose {
			return false
		}
	}
	return true
}

// takeRecords gives the frames the records of the step.
func (b *Backend) takeRecords(out *physics.StepOutput) {
	tree := b.in.Tree
	for i := range b.in.Frames {
		if in := &b.in.Frames[i]; in.Moves && tree.Live(in.Frame) {
			b.edges.take(tree.Row(in.Frame), &in.Record, b.comingSeconds(in.Frame))
		}
	}
	for i := range out.Frames {
		s := &out.Frames[i]
		b.edges.take(tree.Row(s.Frame), &s.Record, b.comingSeconds(s.Frame))
	}
}

// comingSeconds is how long a frame goes on in the next step: a dynamic hull for the library's step, which takes its frame along, and
// every other frame for the tick.
func (b *Backend) comingSeconds(f handle.Frame) float64 {
	if known := b.frame(f); known != nil {
		if owner := b.row(known.owner); owner != nil && owner.isHull() && owner.motion == physics.Dynamic {
			return b.seconds
		}
	}
	return b.tick
}

// noteFrame finds out whether a frame moved, by itself or because someone put it elsewhere, and where its hull is.
func (b *Backend) noteFrame(row int32) {
	e := &b.edges.rows[row]
	known := b.frame(e.frame)
	if known == nil {
		return // reported where its gravity was taken
	}
	pose, parent := b.edges.end[row].Pose, b.in.Tree.Parent(e.frame)
	if known.edge.parent != parent || known.edge.pose != pose {
		known.edge.parent, known.edge.pose, e.moved = parent, pose, true
	}
	if e.moved {
		known.edge.stirredAt = b.step
	}
	if owner := b.row(known.owner); owner != nil && owner.isHull() {
		at := &b.at[known.owner.Index]
		at.pose, at.velocity, at.angularVelocity = pose, e.chord.Velocity, e.chord.AngularVelocity
		if e.moved {
			at.stirredAt = b.step
		}
	}
}

// readTree takes the frames as they stood where the step started, each at rest.
func (e *edges) readTree(tree *frame.Tree) {
	e.rows, e.start, e.end = e.rows[:0], e.start[:0], e.end[:0]
	for row := range tree.Len() {
		h, local := tree.At(row), tree.LocalAt(row)
		rest := motion.RestAt(local.Pose)
		e.start = append(e.start, motion.RelationOf(*local))
		e.end = append(e.end, motion.RelationOf(rest))
		e.rows = append(e.rows, edgeFrame{
			frame: h, bubble: frame.Bubble(tree.Bounds(h)), up: int32(tree.Up(row)), chord: rest, coming: local.Pose,
		})
	}
}

// take gives a frame the record of its step. It goes on for so many seconds in the next one.
func (e *edges) take(row int, record *motion.Sample, seconds float64) {
	e.end[row] = record.Relation()
	f := &e.rows[row]
	f.chord = record.State()
	f.chord.Velocity = record.Chord
	f.coming = comingPose(&e.end[row], seconds)
	f.moved = true
}

// comingPose returns where a frame will be if it goes on as its relation says.
func comingPose(r *motion.Relation, seconds float64) geom.Pose {
	way := r.Velocity.AddScaled(r.Acceleration, 0.5*seconds).Scale(seconds)
	pose := geom.Pose{Position: r.Pose.Position.Add(way), Rotation: r.Pose.Rotation}
	if turn := r.AngularVelocity.Scale(seconds); turn != (geom.Vec3{}) {
		pose.Rotation = geom.AxisAngle(turn, turn.Length()).Mul(pose.Rotation)
		pose.Rotation, _ = pose.Rotation.Unit()
	}
	return pose
}

// ball is a sphere that holds the bubble of a frame over the step to come, in the axes of the parent.
type ball struct {
	middle geom.Vec3
	reach  float64
	row    int32
}

// link lists the children of each frame that have a bubble, in the order of their rows.
func (e *edges) link() {
	for row := range e.rows {
		e.rows[row].first, e.rows[row].next = noRow, noRow
	}
	for row := len(e.rows) - 1; row >= 0; row-- {
		f := &e.rows[row]
		if f.up == noRow || f.bubble.None() {
			continue
		}
		above := &e.rows[f.up]
		f.next, above.first = above.first, int32(row)
	}
	e.packBalls()
}

// packBalls puts the balls of the children of each frame side by side, along the x axis.
func (e *edges) packBalls() {
	e.balls = e.balls[:0]
	for row := range e.rows {
		f := &e.rows[row]
		from := len(e.balls)
		f.widest = 0
		for c := f.first; c != noRow; c = e.rows[c].next {
			child := &e.rows[c]
			middle := e.end[c].Pose.Position
			reach := child.bubble.Largest() + child.coming.Position.Sub(middle).Length()
			f.widest = max(f.widest, reach)
			e.balls = append(e.balls, ball{middle, reach, c})
		}
		slices.SortFunc(e.balls[from:], alongX)
		f.balls = [2]int32{int32(from), int32(len(e.balls))}
	}
}

func alongX(a, b ball) int {
	return cmp.Or(cmp.Compare(a.middle.X, b.middle.X), cmp.Compare(a.row, b.row))
}

// near returns the balls of a row's children that may be within reach of a place, by the x axis alone.
func (e *edges) near(row int32, place geom.Vec3, reach float64) []ball {
	f := &e.rows[row]
	all := e.balls[f.balls[0]:f.balls[1]]
	reach += f.widest
	lo, hi := 0, len(all)
	for lo < hi { // the first one at or beyond the lower end
		if m := int(uint(lo+hi) >> 1); all[m].middle.X < place.X-reach {
			lo = m + 1
		} else {
			hi = m
		}
	}
	for hi < len(all) && all[hi].middle.X <= place.X+reach {
		hi++
	}
	return all[lo:hi]
}

// within reports whether a place is within reach of a ball.
func (b *ball) within(place geom.Vec3, reach float64) bool {
	far := b.reach + reach
	return place.Sub(b.middle).LengthSquared() <= float64(far*far)
}

// toParent takes the state of something in a row's frame, with velocities over the step, into the frame's parent.
func (e *edges) toParent(row int32, in *motion.State) motion.State {
	return e.rows[row].chord.ToParent(in)
}

// fromParent undoes toParent.
func (e *edges) fromParent(row int32, in *motion.State) motion.State {
	return e.rows[row].chord.FromParent(in)
}

// settledAfter is the number of steps without any motion after which nothing about edges changes any more: one in which what
// moved stops, and one in which its ghosts do.
const settledAfter = 2

// edgesRest reports whether nothing has moved for so long that no pass can find anything new.
func (b *Backend) edgesRest(out *physics.StepOutput) bool {
	e := &b.edges
	if len(b.items) > 0 || b.framesMoved(out) || !e.matches(b.in.Tree) {
		e.settledSteps = 0
		return false
	}
	e.settledSteps++
	return e.settledSteps > settledAfter
}

// crossEdges lets bodies and frames change frames, puts the ghosts of what is left, and finds the contacts that came loose.
func (b *Backend) crossEdges(out *physics.StepOutput) {
	if b.in == nil || b.in.Tree == nil {
		return
	}
	if b.edgesRest(out) {
		return
	}
	b.readEdges(out)
	b.handOffs(out)
	b.tellEarly(out)
	b.placeGhosts(out)
	for i := range b.frames {
		if f := &b.frames[i]; f.loosened {
			f.loosened = false
			b.contacts.readLoose(f)
		}
	}
}
