package jolt

import (
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// ghosts.go lets bodies meet what is in the system of a frame next to theirs.
//
// A ghost is a native body with the shape of a real one, in the system of a frame next to the real one's: a child of its
// frame, its parent or a sibling. It stands where the real body stands and moves as it moves there, and nothing pushes the
// real body back. An entity has at most one body in a system, real or ghost, so the entities of a contact name its bodies.
//
//	ghost                                      role                                      motion in Jolt
//	of a static body in a child                that of the body, so it meets hulls       static while it holds still there
//	of a hull in a child                       that of the interior, so it meets hulls   the same for a static hull; kinematic
//	of a body that can move in a child         ghost                                     kinematic
//	of an interior in a child                  its own, so it meets hulls                the same as of a static body
//	of a hull that sticks out, in a sibling    that of the interior                      kinematic; the same for a static one
//	of a body that sticks out, in a sibling    that of a ghost in a child                the same
//	of what sticks out, in the parent          ghost: it must not push the own hull      the same
//
// The content of a frame reaches out of its bubble by the excess: what has not left yet sticks out by up to twice its radius
// and the exit margin. Static and kinematic bodies have a ghost in a child where they reach its content, and so have hulls,
// which the ghosts of what sticks out do not meet. Dynamic plain bodies have one only where they reach the bubble: what
// sticks out has its own ghost where they are, and a second one would make the two meet twice, each as something that cannot
// be moved.

// ghostWant is a ghost that a pass wants.
type ghostWant struct {
	slot   uint32
	row    int32 // of the frame in whose system it shall be
	layer  uint32
	still  bool         // it may be static when it holds still
	inside bool         // it stands for the interior
	state  motion.State // in that frame, with velocities over the step
}

// placeGhosts makes, places and removes ghosts for the frames and bodies as the step left them.
func (b *Backend) placeGhosts(out *physics.StepOutput) {
	b.measureContents()
	b.keepSettled()
	for i := range b.frames {
		f := &b.frames[i]
		if f.frame.IsNone() || f.bodies == 0 || !b.in.Tree.Live(f.frame) {
			continue
		}
		row := int32(b.in.Tree.Row(f.frame))
		b.wantInChildren(f, row, out)
		b.wantOutside(f, row, out)
	}
	b.dropUnwanted()
	out.Errors = b.flushLeaving(out.Errors)
	b.makeGhosts(out)
	for i := range b.frames {
		b.frames[i].placeStaged(b.seconds, out)
	}
}

// keepSettled wants the ghosts in children that nothing changed: neither the body nor the child moved in this step or in the
// one before, and the child's content reaches as far as it did. The pass does not look at these again.
func (b *Backend) keepSettled() {
	e := &b.edges
	for row := range e.rows {
		if f := b.frame(e.rows[row].frame); f != nil {
			e.rows[row].settled = f.edge.stirredAt+1 < b.step && f.edge.excess == e.rows[row].excess
			f.edge.excess = e.rows[row].excess
		}
	}
	tree := b.in.Tree
	for i := range b.ghosts.all {
		g := &b.ghosts.all[i]
		if g.entity.IsNone() || !tree.Live(g.frame) {
			continue
		}
		child := &e.rows[tree.Row(g.frame)]
		member := &b.bodies[g.entity.Index]
		if child.up != noRow && e.rows[child.up].frame == member.frame && child.settled && !b.stirred(g.entity.Index) {
			g.wanted = b.step
		}
	}
}

// stirred reports whether a body moved, or something else about it changed, in this step or in the one before.
func (b *Backend) stirred(slot uint32) bool { return b.at[slot].stirredAt+1 >= b.step }

// measureContents finds how far the content of each frame reaches out of its bubble. One that its frame took in ahead of its
// way does not count before it touches the bubble.
func (b *Backend) measureContents() {
	for i := range b.frames {
		f := &b.frames[i]
		if f.frame.IsNone() || len(f.members) == 0 || !b.in.Tree.Live(f.frame) {
			continue
		}
		e := &b.edges.rows[b.in.Tree.Row(f.frame)]
		if e.bubble.None() {
			continue
		}
		inner := e.bubble.Smallest()
		for _, slot := range f.members {
			member, at := &b.bodies[slot], &b.at[slot]
			if b.stirred(slot) {
				at.out = 0
				if at.pose.Position.Length()+member.radius > inner {
					at.out = max(0, e.bubble.Distance(at.pose.Position)+member.radius)
				}
			}
			if member.motion != physics.Static && at.out > e.excess && !e.bubble.Left(at.pose.Position, member.radius) {
				e.excess = at.out
			}
		}
	}
}

// wantInChildren wants the ghosts of a frame's members, and of its interior, in its children.
func (b *Backend) wantInChildren(f *frameRow, row int32, out *physics.StepOutput) {
	e := &b.edges
	if e.rows[row].first == noRow {
		return
	}
	settled, excess := true, 0.0
	for c := e.rows[row].first; c != noRow; c = e.rows[c].next {
		settled = settled && e.rows[c].settled
		excess = max(excess, e.rows[c].excess)
	}
	for _, slot := range f.members {
		if !settled || b.stirred(slot) {
			b.wantMember(slot, row, excess, out)
		}
	}
	for c := e.rows[row].first; c != noRow; c = e.rows[c].next {
		b.wantInterior(f, c, out)
	}
}

// wantMember wants the ghosts of a member of the row's frame in the frame's children, whose contents reach no farther out of
// their bubbles than the excess.
func (b *Backend) wantMember(slot uint32, row int32, excess float64, out *physics.StepOutput) {
	e := &b.edges
	member, at := &b.bodies[slot], &b.at[slot]
	own := member.reach(b.bubbleOf(member))
	stirred := b.stirred(slot)
	balls := e.near(row, at.pose.Position, own+excess)
	for i := range balls {
		c := balls[i].row
		child := &e.rows[c]
		if member.owns == child.frame || (child.settled && !stirred) || !balls[i].within(at.pose.Position, own+excess) {
			continue
		}
		reach := own + child.reachOfContent(member)
		if child.bubble.Touches(e.end[c].Pose.FromParent(at.pose.Position), reach) {
			state := b.overStep(member, at)
			b.want(&ghostWant{
				slot: slot, row: c, layer: member.ghostLayerInside(), still: member.motion == physics.Static,
				state: e.fromParent(c, &state),
			}, out)
		}
	}
}

// wantInterior wants the ghost of a frame's interior in a child that it reaches: what is in the child, or sticks out of it,
// meets the walls and the deck around.
func (b *Backend) wantInterior(f *frameRow, c int32, out *physics.StepOutput) {
	owner := b.row(f.owner)
	if owner == nil || owner.interior == shim.NoBody {
		return
	}
	e := &b.edges
	child := &e.rows[c]
	if !child.bubble.Touches(e.end[c].Pose.FromParent(geom.Vec3{}), owner.inside.radius+child.excess) {
		return
	}
	b.want(&ghostWant{
		slot: f.owner.Index, row: c, layer: standingLayer(owner.collision), still: true, inside: true,
		state: e.fromParent(c, &motion.Rest),
	}, out)
}

// wantOutside wants the ghosts of the members that stick out of a frame's bubble, in its parent and its siblings.
func (b *Backend) wantOutside(f *frameRow, row int32, out *physics.StepOutput) {
	e := &b.edges
	here := &e.rows[row]
	if here.bubble.None() || here.up == noRow {
		return
	}
	for _, slot := range f.members {
		at := &b.at[slot]
		if at.out == 0 {
			continue
		}
		member := &b.bodies[slot]
		inside := b.overStep(member, at)
		state := e.toParent(row, &inside)
		still := member.motion == physics.Static
		b.want(&ghostWant{slot: slot, row: here.up, layer: ghostLayer(member.collision), still: still, state: state}, out)
		b.wantInSiblings(slot, row, &state, out)
	}
}

// wantInSiblings wants the ghosts of a member that sticks out of the row's frame in the frame's siblings. The state is the
// member's in the parent.
//
// The content of a sibling has only kinematic ghosts in the parent, where this one has one too, so all of it meets it here.
func (b *Backend) wantInSiblings(slot uint32, row int32, state *motion.State, out *physics.StepOutput) {
	e := &b.edges
	up, place := e.rows[row].up, state.Pose.Position
	member := &b.bodies[slot]
	own, excess := member.reach(b.bubbleOf(member)), 0.0
	for s := e.rows[up].first; s != noRow; s = e.rows[s].next {
		excess = max(excess, e.rows[s].excess)
	}
	balls := e.near(up, place, own+excess)
	for i := range balls {
		s := balls[i].row
		sibling := &e.rows[s]
		if s == row || member.owns == sibling.frame || !balls[i].within(place, own+excess) {
			continue
		}
		if sibling.bubble.Touches(e.end[s].Pose.FromParent(place), own+sibling.excess) {
			b.want(&ghostWant{
				slot: slot, row: s, layer: member.ghostLayerInside(), still: member.motion == physics.Static,
				state: e.fromParent(s, state),
			}, out)
		}
	}
}

// reach returns how far from its origin a body can touch something of another frame: a hull by what is in its bubble.
func (r *bodyRow) reach(bubble float64) float64 { return max(r.radius, bubble) }

// bubbleOf returns the largest radius of the bubble of the frame that a body is the hull of, and 0 for a plain body.
func (b *Backend) bubbleOf(member *bodyRow) float64 {
	if !member.isHull() {
		return 0
	}
	return b.edges.rows[b.in.Tree.Row(member.owns)].bubble.Largest()
}

// reachOfContent returns how far out of the bubble a member of the parent or of a sibling meets the frame's content.
func (e *edgeFrame) reachOfContent(member *bodyRow) float64 {
	if member.motion == physics.Dynamic && !member.isHull() {
		return 0
	}
	return e.excess
}

// ghostLayerInside is that of a ghost in the system of a child or a sibling. Of a static body and of a hull it is what
// bodies there stand on and what hulls meet.
func (r *bodyRow) ghostLayerInside() uint32 {
	if r.motion == physics.Static || r.isHull() {
		return standingLayer(r.collision)
	}
	return ghostLayer(r.collision)
}

// overStep returns the state of a member in its frame, with its velocities over the step.
func (b *Backend) overStep(member *bodyRow, at *bodyAt) motion.State {
	if member.isHull() {
		return b.edges.rows[b.in.Tree.Row(member.owns)].chord
	}
	return motion.State{Pose: at.pose, Velocity: at.velocity, AngularVelocity: at.angularVelocity}
}

// want asks for a ghost in this pass, and gives the one that is there its place.
func (b *Backend) want(w *ghostWant, out *physics.StepOutput) {
	target := b.edges.rows[w.row].frame
	member := &b.bodies[w.slot]
	state := w.state.Unit()
	place := placementOf(&state)
	if problem := placeProblem(&state.Pose); problem != "" {
		return // too far out to be simulated, so nothing is there that it could meet
	}
	for i := member.ghosts; i != noGhost; i = b.ghosts.all[i].next {
		g := &b.ghosts.all[i]
		if g.frame != target {
			continue
		}
		if g.wanted == b.step {
			out.Errors = append(out.Errors, fmt.Errorf("physics: entity %v wants two ghosts in frame %v", g.entity, target))
			return
		}
		if g.layer == w.layer && g.inside == w.inside {
			b.keep(g, w, &place)
			return
		}
		b.dropGhost(i) // another body takes its role and its contacts
		break
	}
	b.stageGhost(w, &place)
}

func placementOf(s *motion.State) shim.Placement {
	p := shim.Placement{Velocity: velocityComponents(s.Velocity), AngularVelocity: velocityComponents(s.AngularVelocity)}
	p.Position, p.Rotation = poseComponents(&s.Pose)
	return p
}
