package jolt

import (
	"fmt"
	"slices"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// handoff.go moves bodies and frames into the frames that they belong to.
//
// All are judged by the frames as the step left them, before anyone moves, and then move: so no order shows.

// handOff is one who crosses.
type handOff struct {
	entity handle.Entity
	from   int32 // the rows of the frames
	to     int32
	state  motion.State // in the new frame, with instant velocities
	owns   int32        // the row of the frame that goes along; noRow for a plain body
	record motion.Sample
}

// handOffs moves all who crossed an edge in the step.
func (b *Backend) handOffs(out *physics.StepOutput) {
	e := &b.edges
	e.moves = e.moves[:0]
	for i := range b.frames {
		f := &b.frames[i]
		if f.frame.IsNone() || len(f.members) == 0 || !b.in.Tree.Live(f.frame) {
			continue
		}
		b.judgeFrame(f, int32(b.in.Tree.Row(f.frame)))
	}
	b.convertMoves(out)
	for i := range e.moves {
		b.hand(&e.moves[i], out)
	}
	if slices.ContainsFunc(e.moves, func(m handOff) bool { return m.owns != noRow }) {
		e.link()
	}
}

// judgeFrame finds who leaves a frame.
func (b *Backend) judgeFrame(f *frameRow, row int32) {
	e := &b.edges
	here := &e.rows[row]
	if here.first == noRow && (here.bubble.None() || here.up == noRow) {
		return
	}
	stirs := e.childMoved(row)
	for _, slot := range f.members {
		at := &b.at[slot]
		if at.stirredAt != b.step && !stirs {
			continue // nothing has changed between it and the bubbles
		}
		member := &b.bodies[slot]
		if member.motion == physics.Static || (member.isHull() && member.motion != physics.Dynamic) {
			continue
		}
		t := b.travelerOf(member, at, f)
		if to := e.home(row, &t); to != row {
			e.moves = append(e.moves, handOff{entity: member.entity, from: row, to: to, owns: t.owns})
		}
	}
}

// childMoved reports whether the bubble of a child of the row's frame moved.
func (e *edges) childMoved(row int32) bool {
	for c := e.rows[row].first; c != noRow; c = e.rows[c].next {
		if e.rows[c].moved {
			return true
		}
	}
	return false
}

func (b *Backend) travelerOf(member *bodyRow, at *bodyAt, f *frameRow) traveler {
	t := traveler{at: at.pose.Position, radius: member.radius, owns: noRow}
	if member.isHull() {
		t.owns = int32(b.in.Tree.Row(member.owns))
		t.coming = b.edges.rows[t.owns].coming.Position
		return t
	}
	t.coming = t.at
	if member.movedAt == b.step {
		t.coming = t.at.AddScaled(at.velocity, b.seconds) // it may stop, but what moves on intents mostly goes on
	}
	if member.motion == physics.Dynamic && at.awake {
		// The next step adds the acceleration of a whole step to the chord, of which the instant has half.
		instant := b.instantOfChord(member, at.velocity, f.gravityAt(at.pose.Position))
		t.coming = t.at.AddScaled(instant.Scale(2).Sub(at.velocity), b.seconds)
	}
	return t
}

// convertMoves takes the states of all who cross into their new frames. Those who go one way lie side by side.
func (b *Backend) convertMoves(out *physics.StepOutput) {
	e := &b.edges
	var end motion.Relation
	for i := range e.moves {
		m := &e.moves[i]
		if i == 0 || m.from != e.moves[i-1].from || m.to != e.moves[i-1].to {
			end, _ = b.in.Tree.RelateMotion(e.end, e.rows[m.from].frame, e.rows[m.to].frame)
		}
		b.convert(m, &end, out)
	}
}

// convert takes the state of one who crosses into the new frame, in doubles, by the frames as the step left them. End is how the old
// frame moves in the new one then.
func (b *Backend) convert(m *handOff, end *motion.Relation, out *physics.StepOutput) {
	e := &b.edges
	if m.owns != noRow {
		start, _ := b.in.Tree.RelateMotion(e.start, e.rows[m.from].frame, e.rows[m.to].frame)
		record := motion.Still(e.end[m.owns].Pose)
		if s := b.toldFrame(m.entity, out); s != nil {
			record = s.Record
		}
		m.record = record.Converted(&start, end, b.tick)
		m.state = m.record.State()
		return
	}
	member := b.row(m.entity)
	state, _, err := b.instantOf(member)
	if err != nil {
		out.Errors = append(out.Errors, fmt.Errorf("physics: entity %v: %w", m.entity, err))
		state = motion.State{Pose: b.at[m.entity.Index].pose}
	}
	if sample, ok := b.sampleOf(member); ok {
		state.Velocity, state.AngularVelocity = sample.Velocity, sample.AngularVelocity
	}
	m.state = end.ToParent(&state).Unit()
}

// toldFrame returns what the step told of the frame that an entity owns, or nil. Valid: until the output grows.
func (b *Backend) toldFrame(owner handle.Entity, out *physics.StepOutput) *physics.FrameState {
	at := &b.at[owner.Index]
	if at.told != b.step {
		return nil
	}
	return &out.Frames[at.state]
}

// hand moves one who crosses, and tells of it.
func (b *Backend) hand(m *handOff, out *physics.StepOutput) {
	e := &b.edges
	from, to := e.rows[m.from].frame, e.rows[m.to].frame
	member := b.row(m.entity)
	if err := b.transferAs(member, to, &m.state); err != nil {
		out.Errors = append(out.Errors, fmt.Errorf("physics: entity %v does not go from frame %v into %v: %w", m.entity, from, to, err))
		return
	}
	at := &b.at[m.entity.Index]
	at.pose, at.angularVelocity, at.stirredAt = m.state.Pose, m.state.AngularVelocity, b.step
	at.velocity = m.state.Velocity
	if member.motion == physics.Dynamic {
		at.velocity = b.chordOfInstant(member, m.state.Velocity, b.frame(to).gravityAt(m.state.Pose.Position))
		at.angularVelocity = m.state.AngularVelocity.Scale(1 + float64(0.5*b.seconds*member.angularDamping))
		at.awake = at.awake || at.velocity != geom.Vec3{} || at.angularVelocity != geom.Vec3{}
	}
	if m.owns != noRow {
		b.handFrame(m, out)
	} else {
		b.tellState(m.entity, to, out)
	}
	out.HandOffs = append(out.HandOffs, physics.HandOff{Entity: m.entity, From: from, To: to, State: m.state})
}

// handFrame lets the frame of a hull that crossed go along.
func (b *Backend) handFrame(m *handOff, out *physics.StepOutput) {
	e := &b.edges
	f := &e.rows[m.owns]
	f.up = m.to
	e.take(int(m.owns), &m.record, b.comingSeconds(f.frame))
	known := b.frame(f.frame)
	known.edge.parent, known.edge.pose, known.edge.stirredAt = e.rows[m.to].frame, e.end[m.owns].Pose, b.step
	if s := b.toldFrame(m.entity, out); s != nil {
		s.Parent, s.Record = e.rows[m.to].frame, m.record
		return
	}
	b.at[m.entity.Index].tell(b.step, len(out.Frames))
	out.Frames = append(out.Frames, physics.FrameState{
		Frame: f.frame, Parent: e.rows[m.to].frame, Record: m.record, Awake: b.at[m.entity.Index].awake,
	})
}

// tellState makes the body state of one who crossed that of its new frame.
func (b *Backend) tellState(entity handle.Entity, to handle.Frame, out *physics.StepOutput) {
	at := &b.at[entity.Index]
	state := physics.BodyState{
		Entity: entity, Frame: to, Pose: at.pose, Velocity: at.velocity,
		AngularVelocity: at.angularVelocity.SingleFinite(), Awake: at.awake,
	}
	if at.told == b.step {
		out.Bodies[at.state] = state
		return
	}
	at.tell(b.step, len(out.Bodies))
	out.Bodies = append(out.Bodies, state)
}
