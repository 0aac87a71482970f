package part

import (
	"math/bits"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
)

// Push is what a part asks of the body of its root in a tick, as floats in the axes of Frame.
type Push struct {
	Frame handle.Frame  // that the part is in
	Parts physics.Parts // which vectors are meant
	// Vectors are those of the requests that add up, by the number of their bit: a force in N, a torque in N m, an impulse
	// in N s and an angular impulse in N m s.
	Vectors [4]geom.Vec3f
}

// Add adds a vector to one request that adds up.
func (p *Push) Add(part physics.Parts, v geom.Vec3f) {
	p.Parts |= part
	at := &p.Vectors[bits.TrailingZeros16(uint16(part))&3]
	*at = at.Add(v)
}

// Sum is what acts on a body over a step, in double precision.
type Sum struct {
	Force          geom.Vec3 // in N at the center of mass
	Torque         geom.Vec3 // in N m
	Impulse        geom.Vec3 // in N s at the center of mass
	AngularImpulse geom.Vec3 // in N m s
}

// SumOf returns what an intent pushes.
func SumOf(in *physics.Intent) Sum {
	return Sum{in.Force.Double(), in.Torque.Double(), in.Impulse.Double(), in.AngularImpulse.Double()}
}

// AddAt adds a push at a lever from the center of mass: each force and impulse gives the same one at the center, and turns
// about it. A torque acts the same wherever it is.
//
// Units and frames: lever in meters; everything in the axes of the same frame.
func (s *Sum) AddAt(lever geom.Vec3, p *Push) {
	if p.Parts&physics.HasForce != 0 {
		force := p.Vectors[0].Double()
		s.Force = s.Force.Add(force)
		s.Torque = s.Torque.Add(lever.Cross(force))
	}
	if p.Parts&physics.HasTorque != 0 {
		s.Torque = s.Torque.Add(p.Vectors[1].Double())
	}
	if p.Parts&physics.HasImpulse != 0 {
		impulse := p.Vectors[2].Double()
		s.Impulse = s.Impulse.Add(impulse)
		s.AngularImpulse = s.AngularImpulse.Add(lever.Cross(impulse))
	}
	if p.Parts&physics.HasAngularImpulse != 0 {
		s.AngularImpulse = s.AngularImpulse.Add(p.Vectors[3].Double())
	}
}

// narrow writes the sum into an intent, rounded once, and marks what is not zero.
func (s *Sum) narrow(in *physics.Intent) {
	in.Force, in.Torque = s.Force.Single(), s.Torque.Single()
	in.Impulse, in.AngularImpulse = s.Impulse.Single(), s.AngularImpulse.Single()
	in.Parts |= marked(in.Force, physics.HasForce) | marked(in.Torque, physics.HasTorque) |
		marked(in.Impulse, physics.HasImpulse) | marked(in.AngularImpulse, physics.HasAngularImpulse)
}

// vanishes reports whether nothing is left of the sum when it is rounded.
func (s *Sum) vanishes() bool {
	none := geom.Vec3f{}
	return s.Force.Single() == none && s.Torque.Single() == none && s.Impulse.Single() == none && s.AngularImpulse.Single() == none
}

func marked(v geom.Vec3f, part physics.Parts) physics.Parts {
	if v == (geom.Vec3f{}) {
		return 0
	}
	return part
}
