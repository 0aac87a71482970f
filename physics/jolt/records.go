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
	case e.row.moved == b.step:
		state.Record = motion.Still(e.pose)
		if in := &b.in.Frames[e.owned.hull.input]; in.Moves {
			state.Record = in.Record
		}
		e.owned.hull.place = state.Record.Pose
	case e.row.thrown == b.step || !state.Awake: // it was put there, or fell asleep
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
	e.owned.hull.velocity, e.owned.hull.known = geom.Vec3{}, true
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
	end := vec3(e.state.Velocity).Add(spin.Cross(arm)) // of the center of mass
	start := b.startOf(e, arm)
	before := start.velocity
	if e.owned.hull.known {
		before = e.owned.hull.velocity
	}
	noise := (resolution(before, end) + 4*floatEpsilon*start.gravity.Largest()) / b.seconds
	pushed := end.Sub(before).Scale(1 / b.seconds).Sub(start.gravity)
	out.ProperAcceleration = e.pose.Rotation.Conj().Rotate(dropBelow(pushed, noise))
	out.Measured = true

	gained := end.Sub(start.velocity).Scale(1 / b.seconds)
	turned := spin.Sub(start.spin).Scale(1 / b.seconds)
	given := start.given.Sub(end.Scale(e.row.damping))
	instant := end.AddScaled(within(gained, given, noise), 0.5*b.seconds)
	out.Record = motion.Sample{
		Pose: e.pose, Chord: b.chord(e),
		Velocity:            instant.Sub(spin.Cross(arm)),
		Acceleration:        gained.Sub(turned.Cross(arm)).Sub(spin.Cross(spin.Cross(arm))),
		AngularVelocity:     spin,
		AngularAcceleration: turned,
	}
	e.owned.hull.velocity, e.owned.hull.known = end, true
}

// hullStart is a dynamic hull after the intents of a step, before Jolt steps it.
type hullStart struct {
	velocity geom.Vec3 // of the center of mass
	spin     geom.Vec3
	gravity  geom.Vec3 // in m/s², that acts on it
	given    geom.Vec3 // in m/s², by gravity and the forces of the intents
}

// startOf returns how the hull started. One that slept, and that something woke during the step, was at rest.
func (b *Backend) startOf(e *hullEnd, arm geom.Vec3) hullStart {
	if e.start == nil {
		gravity := e.home.gravityAt(e.pose.Position.Add(arm))
		return hullStart{gravity: gravity, given: geom.Vec3{}}
	}
	return hullStart{
		velocity: vec3(e.start.Velocity), spin: vec3(e.start.AngularVelocity),
		gravity: vec3(e.start.Gravity), given: vec3(e.start.Acceleration),
	}
}

// within returns the part of the acceleration that was given which the body really gained, component by component. Jolt's
// velocity is that of half a step before the end for what accelerates it steadily, as gravity and engines do. What a
// contact took away again, as the ground does, or added, as a blow, is no such part.
//
// A gain that equals what was given up to the noise of floats counts as given.
func within(gained, given geom.Vec3, noise float64) geom.Vec3 {
	part := func(gained, given float64) float64 {
		if math.Abs(gained-given) <= noise {
			return given
		}
		if given < 0 {
			return max(given, min(gained, 0))
		}
		return min(given, max(gained, 0))
	}
	return geom.Vec3{X: part(gained.X, given.X), Y: part(gained.Y, given.Y), Z: part(gained.Z, given.Z)}
}

// floatEpsilon is half of the distance from 1 to the next float.
const floatEpsilon = 0x1p-24

// resolution returns the distance of neighboring floats at the largest component of two velocities.
func resolution(a, b geom.Vec3) float64 {
	largest := float32(max(a.Largest(), b.Largest()))
	return float64(math.Nextafter32(largest, math.MaxFloat32) - largest)
}

// dropBelow makes each component that lies within the noise exactly zero. Without it the cargo of a ship in orbit would
// drift on the rounding of Jolt's floats.
func dropBelow(v geom.Vec3, noise float64) geom.Vec3 {
	keep := func(x float64) float64 {
		if math.Abs(x) <= noise {
			return 0
		}
		return x
	}
	return geom.Vec3{X: keep(v.X), Y: keep(v.Y), Z: keep(v.Z)}
}
