package jolt

import (
	"cmp"
	"fmt"
	"slices"

	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// early.go moves new bodies that are so fast that they must be in another frame before their first step: a slug that is
// fired at a ship nearby. Every other body is looked at where a step ends.

// earlyMove is a body that changed frames before its first step, of which that step tells.
type earlyMove struct {
	entity   handle.Entity
	from     handle.Frame
	relation motion.Relation // of the frame that it left, in the new one, where the step starts
}

// sendsElsewhere are the requests that decide where a body's first step leads it: with one of them its velocity does not tell.
const sendsElsewhere = physics.HasVelocity | physics.HasTeleport | physics.HasMove

// moveFastSpawns moves the new bodies whose first step would lead them through a bubble. One whose way an intent decides stays where
// the intent means it; any other intent follows the body.
func (b *Backend) moveFastSpawns() {
	b.early = b.early[:0]
	read := false
	for _, slot := range b.spawned {
		member := &b.bodies[slot]
		if member.entity.IsNone() || member.isHull() || member.motion != physics.Dynamic || b.isSent(slot) ||
			b.in.Tree == nil || !b.in.Tree.Live(member.frame) {
			continue
		}
		at := &b.at[slot]
		t := traveler{at: at.pose.Position, radius: member.radius, owns: noRow}
		t.coming = t.at.AddScaled(at.velocity, b.seconds)
		if !t.fast(t.at, t.coming) {
			continue
		}
		if !read {
			b.readStart()
			read = true
		}
		row := int32(b.in.Tree.Row(member.frame))
		if to := b.edges.home(row, &t); to != row {
			b.moveEarly(member, row, to)
		}
	}
	b.spawned = b.spawned[:0]
}

// isSent reports whether an intent of the step in flight decides where it leads the body of a slot.
func (b *Backend) isSent(slot uint32) bool {
	if b.in.Intents == nil {
		return false
	}
	in := b.in.Intents.Of(int(slot))
	return in != nil && in.Parts&sendsElsewhere != 0
}

// followed returns the intent of a body in the axes of the frame that the body is in: that of one that moved before the step is turned
// into a copy. Valid: until the next call.
func (b *Backend) followed(row *bodyRow, in *physics.Intent) *physics.Intent {
	if in.Frame == row.frame {
		return in
	}
	for i := range b.early {
		if m := &b.early[i]; m.entity == row.entity && m.from == in.Frame {
			b.turned = *in
			b.turned.Convert(row.frame, &m.relation, &m.relation, b.at[row.entity.Index].pose.Position, b.tick)
			return &b.turned
		}
	}
	return in
}

// readStart takes the frames as they are where the step starts, with where it will bring them.
func (b *Backend) readStart() {
	e, tree := &b.edges, b.in.Tree
	e.readTree(tree)
	copy(e.end, e.start)
	for row := range e.rows {
		e.rows[row].coming = comingPose(&e.end[row], b.comingSeconds(e.rows[row].frame))
	}
	for i := range b.in.Frames {
		if in := &b.in.Frames[i]; in.Moves && tree.Live(in.Frame) {
			e.rows[tree.Row(in.Frame)].coming = in.Record.Pose
		}
	}
	e.link()
	e.stirred = true // the look where the step ends must not take this one for its own
}

func (b *Backend) moveEarly(member *bodyRow, from, to int32) {
	source, target := b.edges.rows[from].frame, b.edges.rows[to].frame
	relation, _ := b.in.Tree.RelateMotion(b.edges.end, source, target)
	state, _, err := b.instantOf(member)
	if err == nil {
		state = relation.ToParent(&state).Unit()
		err = b.transferAs(member, target, &state)
	}
	if err != nil {
		b.report(fmt.Errorf("physics: entity %v does not go from frame %v into %v: %w", member.entity, source, target, err))
		return
	}
	at := &b.at[member.entity.Index]
	at.pose, at.velocity, at.angularVelocity = state.Pose, state.Velocity, state.AngularVelocity
	b.early = append(b.early, earlyMove{member.entity, source, relation})
}

// tellEarly tells the hand-offs of the bodies that moved before the step: from where they were spawned to where they are.
func (b *Backend) tellEarly(out *physics.StepOutput) {
	if len(b.early) == 0 {
		return
	}
	for _, m := range b.early {
		if i := slices.IndexFunc(out.HandOffs, func(h physics.HandOff) bool { return h.Entity == m.entity }); i >= 0 {
			out.HandOffs = slices.Delete(out.HandOffs, i, i+1)
		}
		member := b.row(m.entity)
		b.tellState(m.entity, member.frame, out)
		if member.frame == m.from {
			continue // it came back
		}
		state, _, err := b.instantOf(member)
		if err != nil {
			out.Errors = append(out.Errors, fmt.Errorf("physics: entity %v: %w", m.entity, err))
			continue
		}
		out.HandOffs = append(out.HandOffs, physics.HandOff{Entity: m.entity, From: m.from, To: member.frame, State: state})
	}
	slices.SortFunc(out.HandOffs, func(a, c physics.HandOff) int {
		return cmp.Or(cmp.Compare(a.From.Index, c.From.Index), cmp.Compare(a.Entity.Index, c.Entity.Index))
	})
}
