package part

import (
	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
)

// Push is what acts on a body over a step, in double precision.
type Push struct {
	Force          geom.Vec3 // in N at the center of mass
	Torque         geom.Vec3 // in N m
	Impulse        geom.Vec3 // in N s at the center of mass
	AngularImpulse geom.Vec3 // in N m s
}

// PushOf returns what an intent pushes.
func PushOf(in *physics.Intent) Push {
	return Push{in.Force.Double(), in.Torque.Double(), in.Impulse.Double(), in.AngularImpulse.Double()}
}

// AddAt adds what an intent pushes at a lever from the center of mass: each force and impulse gives the same one at the
// center, and turns about it. A torque acts the same wherever it is.
//
// Units and frames: lever in meters; everything in the axes of the same frame.
func (p *Push) AddAt(lever geom.Vec3, in *physics.Intent) {
	if in.Parts&physics.HasForce != 0 {
		force := in.Force.Double()
		p.Force = p.Force.Add(force)
		p.Torque = p.Torque.Add(lever.Cross(force))
	}
	if in.Parts&physics.HasTorque != 0 {
		p.Torque = p.Torque.Add(in.Torque.Double())
	}
	if in.Parts&physics.HasImpulse != 0 {
		impulse := in.Impulse.Double()
		p.Impulse = p.Impulse.Add(impulse)
		p.AngularImpulse = p.AngularImpulse.Add(lever.Cross(impulse))
	}
	if in.Parts&physics.HasAngularImpulse != 0 {
		p.AngularImpulse = p.AngularImpulse.Add(in.AngularImpulse.Double())
	}
}

// narrow writes the push into an intent, rounded once, and marks what is not zero.
func (p *Push) narrow(in *physics.Intent) {
	in.Force, in.Torque = p.Force.Single(), p.Torque.Single()
	in.Impulse, in.AngularImpulse = p.Impulse.Single(), p.AngularImpulse.Single()
	in.Parts |= marked(in.Force, physics.HasForce) | marked(in.Torque, physics.HasTorque) |
		marked(in.Impulse, physics.HasImpulse) | marked(in.AngularImpulse, physics.HasAngularImpulse)
}

func marked(v geom.Vec3f, part physics.Parts) physics.Parts {
	if v == (geom.Vec3f{}) {
		return 0
	}
	return part
}
