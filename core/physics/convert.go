package physics

import (
	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
)

// Convert says the same intent in the axes of another frame. Each request converts by the moment that it describes: forces,
// impulses, velocities and a teleport by how the old frame moves in the new one where the step starts, and the motion intent
// mostly by how it moves where the step ends. Collision depends on no frame.
//
// Units and frames: start, end and at in the new frame; at is the place of the entity's origin where the step starts, in
// meters, of which a teleport in the same intent takes the place; seconds is the length of the step.
func (i *Intent) Convert(to handle.Frame, start, end *motion.Relation, at geom.Vec3, seconds float64) {
	i.Frame = to
	if i.Parts&HasTeleport != 0 {
		i.Teleport = start.Pose.Compose(&i.Teleport)
		i.Teleport.Rotation, _ = i.Teleport.Rotation.Unit()
		at = i.Teleport.Position
	}
	for _, v := range [...]*geom.Vec3f{&i.Force, &i.Torque, &i.Impulse, &i.AngularImpulse} {
		*v = start.Pose.Rotation.Rotate(v.Double()).Single()
	}
	if i.Parts&HasVelocity != 0 {
		carried := start.VelocityAt(at.Sub(start.Pose.Position))
		i.Velocity = carried.Add(start.Pose.Rotation.Rotate(i.Velocity.Double())).Single()
	}
	if i.Parts&HasAngularVelocity != 0 {
		i.AngularVelocity = start.AngularVelocity.Add(start.Pose.Rotation.Rotate(i.AngularVelocity.Double())).Single()
	}
	i.Move = i.Move.Converted(start, end, seconds)
}

// Pushes are the requests that add up, and that parts make of the body of their chain's root.
const Pushes = HasForce | HasTorque | HasImpulse | HasAngularImpulse

// AddPush marks one request that adds up, and adds a vector to it.
func (i *Intent) AddPush(part Parts, v geom.Vec3f) {
	i.Parts |= part
	switch part {
	case HasForce:
		i.Force = i.Force.Add(v)
	case HasTorque:
		i.Torque = i.Torque.Add(v)
	case HasImpulse:
		i.Impulse = i.Impulse.Add(v)
	case HasAngularImpulse:
		i.AngularImpulse = i.AngularImpulse.Add(v)
	default:
		panic(contract.Unreachable(part))
	}
}
