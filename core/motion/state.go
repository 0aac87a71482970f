package motion

import "tertius.dev/core/geom"

// State is where something is and how it moves at one moment, relative to a frame: an entity in its frame, or a frame in
// another one.
//
// Units and frames: meters, m/s and rad/s in the axes of the frame that it is relative to. The rotation has unit length.
type State struct {
	Pose            geom.Pose
	Velocity        geom.Vec3 // of the origin that Pose places
	AngularVelocity geom.Vec3
}

// Rest is the frame's own origin and axes, at rest.
var Rest = State{Pose: geom.IdentityPose}

// RestAt returns the state of rest at p.
func RestAt(p geom.Pose) State { return State{Pose: p} }

// ToParent takes the state of something in the frame that s moves into the frame that s is relative to.
//
// Source: the velocity of a point of a turning frame, v + ω × r; angular velocities add up.
func (s *State) ToParent(in *State) State {
	lever := s.Pose.Rotation.Rotate(in.Pose.Position)
	return State{
		Pose:            geom.Pose{Position: s.Pose.Position.Add(lever), Rotation: s.Pose.Rotation.Mul(in.Pose.Rotation)},
		Velocity:        s.VelocityAt(lever).Add(s.Pose.Rotation.Rotate(in.Velocity)),
		AngularVelocity: s.AngularVelocity.Add(s.Pose.Rotation.Rotate(in.AngularVelocity)),
	}
}

// FromParent takes the state of something in the frame that s is relative to into the frame that s moves. It undoes
// ToParent up to rounding.
func (s *State) FromParent(in *State) State {
	lever := in.Pose.Position.Sub(s.Pose.Position)
	back := s.Pose.Rotation.Conj()
	return State{
		Pose:            geom.Pose{Position: back.Rotate(lever), Rotation: back.Mul(in.Pose.Rotation)},
		Velocity:        back.Rotate(in.Velocity.Sub(s.VelocityAt(lever))),
		AngularVelocity: back.Rotate(in.AngularVelocity.Sub(s.AngularVelocity)),
	}
}

// VelocityAt returns the velocity of the point that moves with s at lever from its origin, both in the axes of the frame
// that s is relative to.
func (s *State) VelocityAt(lever geom.Vec3) geom.Vec3 {
	return s.Velocity.Add(s.AngularVelocity.Cross(lever))
}

// Moves reports whether a velocity of s is not zero.
func (s *State) Moves() bool { return s.Velocity != geom.Vec3{} || s.AngularVelocity != geom.Vec3{} }

// Unit returns s with its rotation at unit length again, for a state that is kept.
//
// A product of unit rotations is off by some roundings. States that are kept and composed again and again would add these
// up.
func (s State) Unit() State {
	s.Pose.Rotation, _ = s.Pose.Rotation.Unit()
	return s
}
