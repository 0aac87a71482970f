package frame

import (
	"fmt"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
)

// Follows says what made the step record that a frame took last.
type Follows uint8

const (
	// FollowsNothing is that of a frame that held still: without a record, or put somewhere at rest.
	FollowsNothing Follows = iota
	// FollowsRails is that of a frame whose owner gave a full sample.
	FollowsRails
	// FollowsEndPose is that of a frame whose owner gave an end pose.
	FollowsEndPose
	// FollowsPhysics is that of a frame whose hull physics moved.
	FollowsPhysics
)

// String returns the word that a dump has for it.
func (f Follows) String() string {
	switch f {
	case FollowsNothing:
		return "static"
	case FollowsRails:
		return "rails"
	case FollowsEndPose:
		return "kinematic"
	case FollowsPhysics:
		return "physics"
	}
	return fmt.Sprintf("Follows(%d)", uint8(f))
}

// StepRecord is what a step did to one frame. The zero value is that of a frame that held still.
type StepRecord struct {
	Moved  bool          // the frame moved by Record; else it held still in its parent
	Kept   bool          // what the step did is not known: the frame keeps all that it has
	Record motion.Sample // of the frame in its parent
	// ProperAcceleration is as physics measured it, in m/s² in the frame's axes, at the center of mass of a hull. Measured says that
	// it did; else the frame takes the one of its record, at its origin.
	ProperAcceleration geom.Vec3
	Measured           bool
	Follows            Follows
}

// TakeStepRecords takes what the step that ended did to every frame, by row of an arranged tree. Each takes the state of its
// record, and the proper acceleration that follows from it: the acceleration over the step less the gravity at its place where
// the step started, in the frame's axes. That gravity is the field of the parent there less the parent's own proper acceleration as
// the step found it, so every frame of a parent agrees with physics, and a change moves down one level with each step.
//
// What the parent's turn adds to that gravity, the terms of a turning frame, is not in it.
//
// Cost: one pass; allocates nothing.
func (t *Tree) TakeStepRecords(records []StepRecord, seconds float64) {
	for row := range t.rows.frame {
		t.TakeStepRecord(row, &records[row], seconds)
	}
	t.EndStepRecords()
}

// TakeStepRecord takes what the step that ended did to the frame of a row, as TakeStepRecords tells, for who makes one record after
// the other: a thousand at once are more than a processor keeps at hand. Every row takes one, in any order, before EndStepRecords.
func (t *Tree) TakeStepRecord(row int, r *StepRecord, seconds float64) {
	t.rows.found[row] = t.takeStepRecord(row, r, seconds)
}

// EndStepRecords ends the pass in which every row took its record: from here on the frames have their new proper accelerations.
func (t *Tree) EndStepRecords() {
	c := &t.rows
	c.proper, c.found = c.found, c.proper
	t.stamp++
}

// takeStepRecord takes the state of one frame's record, and returns its new proper acceleration.
func (t *Tree) takeStepRecord(row int, r *StepRecord, seconds float64) geom.Vec3 {
	c := &t.rows
	local := &c.local[row]
	switch {
	case c.up[row] < 0:
		return geom.Vec3{}
	case r.Kept:
		return c.proper[row]
	case !r.Moved:
		local.Velocity, local.AngularVelocity = geom.Vec3{}, geom.Vec3{}
		c.last[row] = lastStep{}
		return local.Pose.Rotation.Conj().Rotate(geom.Vec3{}.Sub(t.gravityAbove(row, local.Pose.Position)))
	}
	*local = r.Record.State()
	c.last[row] = lastStep{angularAcceleration: r.Record.AngularAcceleration, follows: r.Follows}
	if r.Measured {
		return r.ProperAcceleration
	}
	felt := r.Record.Acceleration.Sub(t.gravityAbove(row, r.Record.Start(seconds)))
	return local.Pose.Rotation.Conj().Rotate(felt)
}

// gravityAbove returns the gravity at a place in the parent of a row's frame, in the parent's axes.
func (t *Tree) gravityAbove(row int, place geom.Vec3) geom.Vec3 {
	up := t.rows.up[row]
	return t.rows.gravity[up].At(place).Sub(t.rows.proper[up])
}

// Coast returns how a row's frame, whose hull is dynamic and awake, will move where the next step ends, from a state where it
// starts: it keeps the acceleration of its proper acceleration and the gravity there, and its angular acceleration. What the intents
// of that step do to the hull is not in it.
//
// Units: seconds is the physics step (clock.Rate.StepSeconds), which takes the hull and its frame along.
//
// Source: the scheme of Jolt, which moves a body by the velocity that a step ends with; a frame's own velocity is half a step of
// acceleration ahead of that.
func (t *Tree) Coast(row int, from *motion.State, seconds float64) motion.Relation {
	a := from.Pose.Rotation.Rotate(t.rows.proper[row]).Add(t.gravityAbove(row, from.Pose.Position))
	return coast(from, a, t.rows.last[row].angularAcceleration, seconds)
}

// Fall is Coast for a hull that is dynamic from the next step on: what held or moved it lets go, so only the gravity there and its
// velocities are left.
func (t *Tree) Fall(row int, from *motion.State, seconds float64) motion.Relation {
	return coast(from, t.gravityAbove(row, from.Pose.Position), geom.Vec3{}, seconds)
}

// coast moves a frame on under an acceleration, and an angular one, of a step.
func coast(from *motion.State, a, change geom.Vec3, seconds float64) motion.Relation {
	chord := from.Velocity.AddScaled(a, 0.5*seconds)
	spin := from.AngularVelocity.AddScaled(change, seconds)
	turn := geom.AxisAngle(spin.Unit(geom.UnitX), float64(spin.Length()*seconds))
	rotation, _ := turn.Mul(from.Pose.Rotation).Unit()
	return motion.Relation{
		State: motion.State{
			Pose:     geom.Pose{Position: from.Pose.Position.AddScaled(chord, seconds), Rotation: rotation},
			Velocity: from.Velocity.AddScaled(a, seconds), AngularVelocity: spin,
		},
		Acceleration: a, AngularAcceleration: change,
	}
}

// ProperAcceleration returns what an accelerometer in h read over the last finished step, in m/s² in the axes of h. It is zero for a
// root and during the first step of a frame.
//
// The accelerometer sits at the origin, but in a hull that physics moved at the center of mass. There it leaves out what an origin off
// the center of mass reads besides while the hull turns: the angular acceleration times the lever, and the pull outward. Contents
// feel no such terms in any frame, wherever they are, until turning frames have them.
func (t *Tree) ProperAcceleration(h handle.Frame) geom.Vec3 { return t.rows.proper[t.Row(h)] }

// Follows returns what made the record that h took at the end of the last step.
func (t *Tree) Follows(h handle.Frame) Follows { return t.rows.last[t.Row(h)].follows }

// AngularAcceleration returns that of h in its parent over the last finished step, in rad/s² in the parent's axes.
func (t *Tree) AngularAcceleration(h handle.Frame) geom.Vec3 {
	return t.rows.last[t.Row(h)].angularAcceleration
}

// LinearGravity returns the gravity at a place in h, in m/s² in its axes, that physics applies to its bodies: the frame's field
// less its proper acceleration.
func (t *Tree) LinearGravity(h handle.Frame, place geom.Vec3) geom.Vec3 {
	row := t.Row(h)
	return t.rows.gravity[row].At(place).Sub(t.rows.proper[row])
}

// FeltGravity returns the gravity that a body at rest at a place in h felt over the last finished step, in m/s² in the axes of
// h: the linear gravity, less the centripetal and the Euler acceleration of the place where the frame turns about it, relative
// to its root. In a frame that does not turn it is the linear gravity, to the bit.
//
// Cost: O(depth of h); allocates nothing.
func (t *Tree) FeltGravity(h handle.Frame, place geom.Vec3) geom.Vec3 {
	gravity := t.LinearGravity(h, place)
	turn, change := t.Turn(h)
	if turn == (geom.Vec3{}) && change == (geom.Vec3{}) {
		return gravity
	}
	return gravity.Sub(turn.Cross(turn.Cross(place))).Sub(change.Cross(place))
}

// Turn returns the angular velocity of h relative to its root and how that changed over the last finished step, in rad/s and
// rad/s² in the axes of h.
func (t *Tree) Turn(h handle.Frame) (angularVelocity, angularAcceleration geom.Vec3) {
	turn := t.turnInRoot(h)
	if turn.AngularVelocity == (geom.Vec3{}) && turn.AngularAcceleration == (geom.Vec3{}) {
		return geom.Vec3{}, geom.Vec3{}
	}
	back := turn.Pose.Rotation.Conj()
	return back.Rotate(turn.AngularVelocity), back.Rotate(turn.AngularAcceleration)
}

// turnInRoot returns how h turns relative to its root, in the root's axes: the rotation, the angular velocity and the angular
// acceleration of the relation. Where no level turns, the two are zero exactly.
func (t *Tree) turnInRoot(h handle.Frame) motion.Relation {
	turn := motion.Relation{State: motion.Rest}
	for row := t.Row(h); !t.rows.parent[row].IsNone(); row = t.Row(t.rows.parent[row]) {
		local := &t.rows.local[row]
		level := motion.Relation{State: *local, AngularAcceleration: t.rows.last[row].angularAcceleration}
		if local.AngularVelocity != (geom.Vec3{}) || level.AngularAcceleration != (geom.Vec3{}) ||
			turn.AngularVelocity != (geom.Vec3{}) || turn.AngularAcceleration != (geom.Vec3{}) {
			turn.AngularAcceleration = level.AngularAccelerationToParent(turn.AngularVelocity, turn.AngularAcceleration)
			turn.AngularVelocity = local.AngularVelocity.Add(local.Pose.Rotation.Rotate(turn.AngularVelocity))
		}
		turn.Pose.Rotation = local.Pose.Rotation.Mul(turn.Pose.Rotation)
	}
	return turn
}

// angularAccelerationIn returns the angular acceleration of h in another frame of its tree, in rad/s² in the axes of that one.
func (t *Tree) angularAccelerationIn(h, in handle.Frame) geom.Vec3 {
	turn, other := t.turnInRoot(h), t.turnInRoot(in)
	if turn.AngularVelocity == other.AngularVelocity && turn.AngularAcceleration == other.AngularAcceleration {
		return geom.Vec3{} // they turn as one
	}
	return other.AngularAccelerationFromParent(turn.AngularVelocity, turn.AngularAcceleration)
}

// LooseBodyStep is what the last finished step did to a loose body in a frame: one that no physics library moves.
type LooseBodyStep struct {
	Gravity            field.Gravity // the frame's own
	ProperAcceleration geom.Vec3     // as the step found it, in m/s² in the frame's axes
	Medium             field.Medium
}

// LastLooseBodyStep returns the step for h. Valid: from the end of a step to the start of the next one.
func (t *Tree) LastLooseBodyStep(h handle.Frame) LooseBodyStep {
	row := t.Row(h)
	return LooseBodyStep{t.rows.gravity[row], t.rows.found[row], t.rows.own[row].medium}
}

// LinearGravity returns the gravity at a place in the frame, in m/s² in its axes, with the bits that physics read in the step.
func (s *LooseBodyStep) LinearGravity(place geom.Vec3) geom.Vec3 {
	return s.Gravity.At(place).Sub(s.ProperAcceleration)
}

// EffectiveGravity returns the gravity on a body at rest in the frame at a place, of which the linear one is known. The two are
// equal: the terms of a frame that turns are not in it.
func (s *LooseBodyStep) EffectiveGravity(_, linear geom.Vec3) geom.Vec3 { return linear }

// ChordAhead returns the velocity over the coming step of a loose body that moved at a chord and is at a place. The medium lifts
// it against the effective gravity, by the share lift: 0 falls freely, 1 floats. The drag, in 1/s, slows it toward the medium.
//
// Source: Archimedes; the drag by the implicit step of Euler, which is stable at any drag.
func (s *LooseBodyStep) ChordAhead(place, chord geom.Vec3, lift, drag, seconds float64) geom.Vec3 {
	pull := s.LinearGravity(place)
	if lift != 0 {
		pull = pull.Sub(s.EffectiveGravity(place, pull).Scale(lift))
	}
	chord = chord.AddScaled(pull, seconds)
	if drag != 0 {
		chord = chord.Scale(1 / (1 + float64(drag*seconds)))
	}
	return chord
}
