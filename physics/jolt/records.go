package jolt

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// records.go makes the step records of frames out of what their hulls did.

// hullEnd is what a step did to a hull.
type hullEnd struct {
	home  *frameRow // whose system the hull is in
	owned *frameRow // the frame that the hull is
	row   *bodyRow
	state *shim.State
	start *shim.Start // nil when the hull slept where the step started, or is not dynamic
	pose  geom.Pose   // at the end
}

// appendRecord adds the record of a hull that its motion of the step gives one.
func (b *Backend) appendRecord(out *physics.StepOutput, e *hullEnd) {
	state := physics.FrameState{Frame: e.row.owns, Parent: e.row.frame, Awake: e.state.Flags&shim.StateAwake != 0}
	switch {
	case e.row.motion == physics.Dynamic && state.Awake:
		b.measure(e, &state)
	case e.row.motion == physics.Dynamic:
		state.Record = b.fallAsleep(e)
	case e.row.movedAt == b.step:
		state.Record = motion.Still(e.pose)
		if in := &b.in.Frames[e.owned.hull.input]; in.Moves {
			state.Record = in.Record
		}
		e.owned.hull.place = state.Record.Pose
	case e.row.thrownAt == b.step || !state.Awake: // it was put there, or fell asleep
		state.Record = motion.Still(e.pose)
	default:
		return // it held still
	}
	b.at[e.row.entity.Index].tell(b.step, len(out.Frames))
	out.Frames = append(out.Frames, state)
}

// placeAtStart returns where a hull stands where the step starts: where the tree has its frame.
func (b *Backend) placeAtStart(row *bodyRow) geom.Pose {
	return b.in.Tree.LocalAt(b.in.Tree.Row(row.owns)).Pose
}

// fallAsleep is the record of a dynamic hull that the step put to sleep. Jolt takes a last slow velocity off it, which is no
// motion: the hull reads as at rest.
func (b *Backend) fallAsleep(e *hullEnd) motion.Sample {
	record := motion.Still(e.pose)
	record.Chord = b.chord(e)
	return record
}

// chord returns the velocity that brings the hull's origin over the tick from where the step started to where it ended.
func (b *Backend) chord(e *hullEnd) geom.Vec3 {
	from := geom.Vec3{}
	if e.start != nil {
		from = vec3(e.start.Position)
	} else {
		from = b.placeAtStart(e.row).Position
	}
	return e.pose.Position.Sub(from).Scale(1 / b.tick)
}

// measure fills the record of an awake dynamic hull, and what an accelerometer in it read.
//
// The accelerometer reads the whole change of velocity over the step, with the jumps that intents made, less the gravity that
// acted at the center of mass. The record's acceleration leaves these jumps out. The rotation terms of an origin off the
// center of mass are left out of the reading as they are left out of what the frame's contents feel.
func (b *Backend) measure(e *hullEnd, out *physics.FrameState) {
	arm := e.pose.Rotation.Rotate(e.row.shape.centerOfMass)
	spin := vec3(e.state.AngularVelocity)
	start := b.startOf(e, arm)
	if e.start == nil { // the library tells the end beside the start
		start.end = vec3(e.state.Velocity).Add(spin.Cross(arm))
	}
	out.ProperAcceleration, out.Measured = e.pose.Rotation.Conj().Rotate(start.felt(b.seconds)), true
	turned := spin.Sub(start.spin).Scale(1 / b.seconds)
	instant := start.end.AddScaled(start.steady(e.row.damping, b.seconds), 0.5*b.seconds)
	out.Record = motion.Sample{
		Pose: e.pose, Chord: b.chord(e),
		Velocity:            instant.Sub(spin.Cross(arm)),
		Acceleration:        start.gained(b.seconds).Sub(turned.Cross(arm)).Sub(spin.Cross(spin.Cross(arm))),
		AngularVelocity:     spin,
		AngularAcceleration: turned,
	}
}

// hullStep is what a step did to the center of mass of a dynamic hull, in m/s and m/s². Its velocities are those over a step, as Jolt
// has them, in doubles.
type hullStep struct {
	before   geom.Vec3 // the step's intents
	velocity geom.Vec3 // after them
	end      geom.Vec3
	spin     geom.Vec3 // in rad/s, after the intents
	push     geom.Vec3 // the acceleration of the intents' forces
	gravity  geom.Vec3
	drag     geom.Vec3 // of the damping
	slept    bool      // where the step started: something woke it
	free     bool      // nothing touched the hull
	set      bool      // an intent set its velocity, to the next float
}

// startOf returns how the hull started. One that slept, and that something woke during the step, was at rest.
func (b *Backend) startOf(e *hullEnd, arm geom.Vec3) hullStep {
	s := e.start
	if s == nil {
		return hullStep{gravity: e.home.gravityAt(e.pose.Position.Add(arm)), slept: true}
	}
	return hullStep{
		before: vec3(s.Before), velocity: vec3(s.Velocity), end: vec3(s.End), spin: vec3(s.AngularVelocity),
		push: vec3(s.Push), gravity: vec3(s.Gravity), drag: vec3(s.Drag),
		free: s.Flags&shim.StartFree != 0, set: s.Flags&shim.StartSet != 0,
	}
}

// felt returns what an accelerometer reads, in the axes of the hull's parent.
//
// Of a hull that nothing touches it is known: the jump that the intents made, their forces, and the drag. So a weak drive reads what
// it gives at any speed, and a ship that coasts exactly nothing. What touches a hull is measured on its velocity, to the rounding of
// Jolt's floats.
func (h *hullStep) felt(seconds float64) geom.Vec3 {
	if !h.free {
		return dropBelow(h.end.Sub(h.before).Scale(1/seconds).Sub(h.gravity), h.noise(h.before, seconds))
	}
	jump := h.velocity.Sub(h.before).Scale(1 / seconds)
	if h.set {
		jump = dropBelow(jump, h.noise(h.before, seconds))
	}
	return jump.Add(h.push).Add(h.drag)
}

// gained returns the acceleration of the step without the jump of its intents.
func (h *hullStep) gained(seconds float64) geom.Vec3 {
	return h.end.Sub(h.velocity).Scale(1 / seconds)
}

// steady returns the part of what gravity, the forces and the damping gave which the hull really gained: of that, Jolt's velocity is
// the one half a step before the end.
func (h *hullStep) steady(damping, seconds float64) geom.Vec3 {
	if h.slept {
		return geom.Vec3{}
	}
	given := h.gravity.Add(h.push).Sub(h.end.Scale(damping))
	if h.free {
		return given
	}
	return within(h.gained(seconds), given, h.noise(h.velocity, seconds))
}

// noise returns the acceleration by which Jolt's rounding of the hull's velocity, and of the pull on it, may be off in each axis.
func (h *hullStep) noise(from geom.Vec3, seconds float64) geom.Vec3 {
	axis := func(from, to, pull float64) float64 {
		largest := float32(max(math.Abs(from), math.Abs(to)))
		step := float64(math.Nextafter32(largest, math.MaxFloat32) - largest)
		return (step + float64(4*floatEpsilon*math.Abs(pull))) / seconds
	}
	return geom.Vec3{
		X: axis(from.X, h.end.X, h.gravity.X), Y: axis(from.Y, h.end.Y, h.gravity.Y), Z: axis(from.Z, h.end.Z, h.gravity.Z),
	}
}

// within returns the part of the acceleration that was given which the body really gained, component by component. What a
// contact took away again, as the ground does, or added, as a blow, is no such part.
//
// A gain that equals what was given up to the noise of floats counts as given.
func within(gained, given, noise geom.Vec3) geom.Vec3 {
	part := func(gained, given, noise float64) float64 {
		if math.Abs(gained-given) <= noise {
			return given
		}
		if given < 0 {
			return max(given, min(gained, 0))
		}
		return min(given, max(gained, 0))
	}
	return geom.Vec3{
		X: part(gained.X, given.X, noise.X), Y: part(gained.Y, given.Y, noise.Y), Z: part(gained.Z, given.Z, noise.Z),
	}
}

// floatEpsilon is half of the distance from 1 to the next float.
const floatEpsilon = 0x1p-24

// dropBelow makes each component that lies within the noise exactly zero. Without it the cargo of a ship that rests against
// something would drift on the rounding of Jolt's floats.
func dropBelow(v, noise geom.Vec3) geom.Vec3 {
	keep := func(x, noise float64) float64 {
		if math.Abs(x) <= noise {
			return 0
		}
		return x
	}
	return geom.Vec3{X: keep(v.X, noise.X), Y: keep(v.Y, noise.Y), Z: keep(v.Z, noise.Z)}
}
