package simulation

import (
	"fmt"

	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
)

// PoseIn returns where the entity is, seen from any frame that is related to its own.
//
// Units and frames: meters, in the axes of f, computed in double precision through the lowest frame above both. In the
// entity's own frame it is Pose, to the bit.
// Errors: panics for a frame that is not live or in another tree; ask Snapshot.PoseIn where that can be.
func (s *Self) PoseIn(f handle.Frame) geom.Pose { return s.stateIn("PoseIn", f).Pose }

// VelocityIn returns the velocity of the entity's origin relative to a frame, in m/s in the axes of f: what someone who
// moves and turns with that frame sees. Errors: as PoseIn.
func (s *Self) VelocityIn(f handle.Frame) geom.Vec3 { return s.stateIn("VelocityIn", f).Velocity }

// AngularVelocityIn returns the angular velocity relative to a frame, in rad/s in the axes of f. Errors: as PoseIn.
func (s *Self) AngularVelocityIn(f handle.Frame) geom.Vec3 {
	return s.stateIn("AngularVelocityIn", f).AngularVelocity
}

func (s *Self) stateIn(method string, f handle.Frame) motion.State {
	s.check()
	state, ok := s.world.snapshot.StateIn(s.entity, f)
	switch {
	case ok:
		return state
	case !s.world.frames.Live(f):
		panic(fmt.Errorf("Self.%s: frame %v is not live", method, f))
	default:
		panic(fmt.Errorf("Self.%s: frame %v is in another tree than entity %v, and nothing relates two roots", method, f, s.entity))
	}
}

// StateIn returns where e is and how it moves, relative to a frame: the reads of PoseIn, VelocityIn and AngularVelocityIn in
// one. It gives false when e or f is not live, and when f is in another tree.
func (s *Snapshot) StateIn(e handle.Entity, f handle.Frame) (motion.State, bool) {
	if !s.Live(e) || !s.frames.Live(f) {
		return motion.State{}, false
	}
	row := s.rows.FrontRow(int(e.Index))
	home, state := row.Frame, row.State()
	if home.IsNone() {
		home, state = s.rows.Owned[e.Index], motion.Rest
	}
	if home == f {
		return state, true
	}
	relation, ok := s.frames.Relate(home, f)
	if !ok {
		return motion.State{}, false
	}
	return relation.ToParent(&state), true
}

// PoseIn returns where e is, seen from any frame that is related to its own, in meters in the axes of f. The owner of a
// root frame is at its origin. It gives false when e or f is not live, and when f is in another tree.
func (s *Snapshot) PoseIn(e handle.Entity, f handle.Frame) (geom.Pose, bool) {
	state, ok := s.StateIn(e, f)
	return state.Pose, ok
}

// VelocityIn returns the velocity of e's origin relative to a frame, in m/s in the axes of f, and false as PoseIn.
func (s *Snapshot) VelocityIn(e handle.Entity, f handle.Frame) (geom.Vec3, bool) {
	state, ok := s.StateIn(e, f)
	return state.Velocity, ok
}

// AngularVelocityIn returns the angular velocity of e relative to a frame, in rad/s in the axes of f, and false as PoseIn.
func (s *Snapshot) AngularVelocityIn(e handle.Entity, f handle.Frame) (geom.Vec3, bool) {
	state, ok := s.StateIn(e, f)
	return state.AngularVelocity, ok
}

// FrameOf returns the frame that e owns, and false when e is not live or owns none.
func (s *Snapshot) FrameOf(e handle.Entity) (handle.Frame, bool) {
	if !s.Live(e) {
		return handle.Frame{}, false
	}
	f := s.rows.Owned[e.Index]
	return f, !f.IsNone()
}

// Gravity returns the field of a frame, and false when it is not live.
func (s *Snapshot) Gravity(f handle.Frame) (field.Gravity, bool) {
	if !s.frames.Live(f) {
		return field.Gravity{}, false
	}
	return s.frames.Gravity(f), true
}

// Medium returns the gas that fills a frame, and false when it is not live.
func (s *Snapshot) Medium(f handle.Frame) (field.Medium, bool) {
	if !s.frames.Live(f) {
		return field.Medium{}, false
	}
	return s.frames.Medium(f), true
}

// ProperAcceleration returns what an accelerometer in a frame read over the last finished step, in m/s² in the frame's axes, and false
// when the frame is not live. It sits where core/frame.Tree.ProperAcceleration says: at the center of mass of a hull that physics
// moves, and at the origin of any other frame.
func (s *Snapshot) ProperAcceleration(f handle.Frame) (geom.Vec3, bool) {
	if !s.frames.Live(f) {
		return geom.Vec3{}, false
	}
	return s.frames.ProperAcceleration(f), true
}

// Follows says what moved a frame in the last finished step, and false when the frame is not live.
func (s *Snapshot) Follows(f handle.Frame) (frame.Follows, bool) {
	if !s.frames.Live(f) {
		return frame.FollowsNothing, false
	}
	return s.frames.Follows(f), true
}

// FeltGravity returns the gravity that a body at rest at a place in a frame felt over the last finished step, in m/s² in the frame's
// axes: the frame's field less its proper acceleration, and what its turn adds. It gives false when the frame is not live.
func (s *Snapshot) FeltGravity(f handle.Frame, place geom.Vec3) (geom.Vec3, bool) {
	if !s.frames.Live(f) {
		return geom.Vec3{}, false
	}
	return s.frames.FeltGravity(f, place), true
}

// FrameIn returns where a frame is and how it moves, relative to another one, in meters, m/s and rad/s in the axes of f. It
// gives false when one of them is not live, and when nothing relates them.
func (s *Snapshot) FrameIn(of, f handle.Frame) (motion.State, bool) {
	if !s.frames.Live(of) || !s.frames.Live(f) {
		return motion.State{}, false
	}
	return s.frames.Relate(of, f)
}
