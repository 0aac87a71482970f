package motion

import "tertius.dev/core/geom"

// Relation is how one frame moves in another: a state, and the accelerations of the frame's origin and axes.
//
// Units and frames: as State, and m/s² and rad/s², in the axes of the frame that it is relative to.
type Relation struct {
	State
	Acceleration        geom.Vec3
	AngularAcceleration geom.Vec3
}

// RelationOf returns the relation of a frame that keeps its velocities.
func RelationOf(s State) Relation { return Relation{State: s} }

// AccelerationToParent takes the acceleration of a point in the frame that r moves into the frame that r is relative to. The
// state is the point's, in the frame that r moves.
//
// Source: the acceleration of a point of a turning frame, a + α × r + ω × (ω × r) + 2 ω × u.
func (r *Relation) AccelerationToParent(point *State, a geom.Vec3) geom.Vec3 {
	lever, u := r.Pose.Rotation.Rotate(point.Pose.Position), r.Pose.Rotation.Rotate(point.Velocity)
	return r.rotationTerms(lever, u).Add(r.Acceleration).Add(r.Pose.Rotation.Rotate(a))
}

// AccelerationFromParent takes the acceleration of a point in the frame that r is relative to into the frame that r moves.
// The state is the point's, in the frame that r is relative to.
func (r *Relation) AccelerationFromParent(point *State, a geom.Vec3) geom.Vec3 {
	lever := point.Pose.Position.Sub(r.Pose.Position)
	u := point.Velocity.Sub(r.VelocityAt(lever))
	return r.Pose.Rotation.Conj().Rotate(a.Sub(r.Acceleration).Sub(r.rotationTerms(lever, u)))
}

// rotationTerms returns the Euler, the centripetal and the Coriolis acceleration at a lever from the frame's origin, of what
// moves there at u relative to the frame, all in the axes that r is relative to.
func (r *Relation) rotationTerms(lever, u geom.Vec3) geom.Vec3 {
	euler := r.AngularAcceleration.Cross(lever)
	centripetal := r.AngularVelocity.Cross(r.AngularVelocity.Cross(lever))
	coriolis := r.AngularVelocity.Cross(u).Scale(2)
	return euler.Add(centripetal).Add(coriolis)
}

// AngularAccelerationToParent takes the change of an angular velocity over time into the frame that r is relative to. Both
// arguments are in the frame that r moves.
func (r *Relation) AngularAccelerationToParent(angularVelocity, a geom.Vec3) geom.Vec3 {
	turned := r.AngularVelocity.Cross(r.Pose.Rotation.Rotate(angularVelocity))
	return r.AngularAcceleration.Add(r.Pose.Rotation.Rotate(a)).Add(turned)
}

// AngularAccelerationFromParent takes the change of an angular velocity over time into the frame that r moves. Both
// arguments are in the frame that r is relative to.
func (r *Relation) AngularAccelerationFromParent(angularVelocity, a geom.Vec3) geom.Vec3 {
	turned := r.AngularVelocity.Cross(angularVelocity)
	return r.Pose.Rotation.Conj().Rotate(a.Sub(r.AngularAcceleration).Sub(turned))
}

// Compose takes how something moves in the frame that r moves into the frame that r is relative to.
func (r *Relation) Compose(in *Relation) Relation {
	return Relation{
		State:               r.ToParent(&in.State),
		Acceleration:        r.AccelerationToParent(&in.State, in.Acceleration),
		AngularAcceleration: r.AngularAccelerationToParent(in.AngularVelocity, in.AngularAcceleration),
	}
}

// Relative takes how something moves in the frame that r is relative to into the frame that r moves. It undoes Compose up to
// rounding.
func (r *Relation) Relative(of *Relation) Relation {
	return Relation{
		State:               r.FromParent(&of.State),
		Acceleration:        r.AccelerationFromParent(&of.State, of.Acceleration),
		AngularAcceleration: r.AngularAccelerationFromParent(of.AngularVelocity, of.AngularAcceleration),
	}
}
