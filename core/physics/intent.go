package physics

import (
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
)

// Parts says which requests an intent holds.
//
//closedset:open an intent holds any combination of requests
type Parts uint16

// The requests. Forces and impulses add up during a tick; of the others the last one written counts.
const (
	HasForce Parts = 1 << iota
	HasTorque
	HasImpulse
	HasAngularImpulse
	HasVelocity
	HasAngularVelocity
	HasTeleport
	HasMove
	HasCollision
	HasMotion
)

// Intent is what gameplay asks of one body for the next step, in the axes of Frame.
//
// The requests apply where the step starts, but Move, which names where the step ends. A dynamic body takes every request
// but an end pose and a sample; a kinematic body takes teleports, end poses and samples; a static body takes teleports. A hull
// takes a new motion, before everything else, so the other requests are those of that motion; it heeds no force and no impulse
// in a step in which it is not dynamic.
type Intent struct {
	Frame           handle.Frame // in whose axes everything here is; the entity's own
	Parts           Parts        // which of the fields below are meant
	HullMotion      BodyMotion   // the new one
	Collision       Collision    // the new groups and mask
	Force           geom.Vec3f   // in N at the center of mass, over the whole step
	Torque          geom.Vec3f   // in N m
	Impulse         geom.Vec3f   // in N s at the center of mass
	AngularImpulse  geom.Vec3f   // in N m s
	Velocity        geom.Vec3f   // of the origin, in m/s
	AngularVelocity geom.Vec3f   // in rad/s
	Teleport        geom.Pose
	Move            motion.Intent
}

// StartPose returns where the step that applies i starts for who stands at from: there, or where its teleport puts it.
func (i *Intent) StartPose(from *geom.Pose) *geom.Pose {
	if i.Parts&HasTeleport != 0 {
		return &i.Teleport
	}
	return from
}

// PutStepRecord puts the motion over the step that applies i, of who stands at from before it and moves by no forces: its motion
// intent from where the step starts. It leaves that place alone, and is false, where i holds none.
func (i *Intent) PutStepRecord(into *motion.Sample, from *geom.Pose, seconds float64) bool {
	return i.Parts&HasMove != 0 && i.Move.PutStepRecord(into, i.StartPose(from), seconds)
}

// Clear empties the intent.
func (i *Intent) Clear() { *i = Intent{} }

// Collision says whom a body can touch: two bodies touch when the mask of each meets the groups of the other.
type Collision struct {
	Groups Groups // that the body is in
	Mask   Groups // that the body touches
}

// Groups is a set of the 12 collision groups that content may use.
type Groups uint16

// Solid is the group of everything that names no other.
const Solid Groups = 1

// ContentGroups is every group that content may use. The engine keeps the bits above for itself.
const ContentGroups Groups = 0x0fff

// SolidCollision touches everything solid, and is solid.
var SolidCollision = Collision{Groups: Solid, Mask: Solid}
