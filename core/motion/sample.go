package motion

import "tertius.dev/core/geom"

// Sample is a motion over one step in full: the step record of whatever moved so, and, as an intent, how it shall move.
//
// Two of its velocities differ. The chord is the change of place over the step, divided by the step. The velocity is the one
// at the end of the step, on which the next step goes on.
//
// Units and frames: meters, m/s, m/s², rad/s and rad/s² in the axes of the frame that the motion is relative to.
type Sample struct {
	Pose                geom.Pose // at the end of the step, the rotation of unit length
	Chord               geom.Vec3
	Velocity            geom.Vec3 // of the origin, at the end of the step
	Acceleration        geom.Vec3 // over the step
	AngularVelocity     geom.Vec3 // at the end of the step
	AngularAcceleration geom.Vec3 // over the step
}

// Still is the record of what rests at p.
func Still(p geom.Pose) Sample { return Sample{Pose: p} }

// steady is the record of a motion at constant velocities from one pose to another.
func steady(from, to *geom.Pose, seconds float64) Sample {
	chord := to.Position.Sub(from.Position).Scale(1 / seconds)
	return Sample{
		Pose: *to, Chord: chord, Velocity: chord,
		AngularVelocity: to.Rotation.Mul(from.Rotation.Conj()).RotationVector().Scale(1 / seconds),
	}
}

// mostRate bounds every component of a sample's velocities and accelerations, in the unit of each: none is needed to move between
// the farthest places in one tick, and what the tree of frames makes of larger ones would leave the doubles.
const mostRate = 1e37

// Problem says why s cannot move anything, or gives an empty string.
func (s *Sample) Problem() string {
	if problem := s.Pose.Problem(); problem != "" {
		return problem
	}
	for _, v := range [...]struct {
		name  string
		value geom.Vec3
	}{
		{"chord", s.Chord},
		{"velocity", s.Velocity},
		{"acceleration", s.Acceleration},
		{"angular velocity", s.AngularVelocity},
		{"angular acceleration", s.AngularAcceleration},
	} {
		if !v.value.Within(mostRate) {
			return "the " + v.name + " is not finite, or above 1e37 in its unit"
		}
	}
	return ""
}

// State returns where the motion ends and how it goes on.
func (s *Sample) State() State {
	return State{Pose: s.Pose, Velocity: s.Velocity, AngularVelocity: s.AngularVelocity}
}

// Relation returns how a frame that moves so moves in its parent.
func (s *Sample) Relation() Relation {
	return Relation{State: s.State(), Acceleration: s.Acceleration, AngularAcceleration: s.AngularAcceleration}
}

// Start returns where the origin was when the step started.
func (s *Sample) Start(seconds float64) geom.Vec3 { return s.Pose.Position.Sub(s.Chord.Scale(seconds)) }

// Converted returns the same motion in another frame. The pose, the velocities and the accelerations convert by how the
// sample's frame moves where the step ends, and the chord by where that frame is at both ends.
func (s *Sample) Converted(start, end *Relation, seconds float64) Sample {
	state := s.State()
	to := end.ToParent(&state).Unit()
	began := s.Start(seconds)
	return Sample{
		Pose:                to.Pose,
		Chord:               to.Pose.Position.Sub(start.Pose.ToParent(began)).Scale(1 / seconds),
		Velocity:            to.Velocity,
		Acceleration:        end.AccelerationToParent(&state, s.Acceleration),
		AngularVelocity:     to.AngularVelocity,
		AngularAcceleration: end.AngularAccelerationToParent(s.AngularVelocity, s.AngularAcceleration),
	}
}
