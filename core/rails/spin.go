package rails

import (
	"errors"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
)

// FrameSpin is a steady turn in place from an epoch, as the ground of a planet turns in the planet's frame.
type FrameSpin struct {
	Spin
	EpochSeconds float64
}

// Problem says why s is no spin of a frame, or gives an empty string.
func (s *FrameSpin) Problem() string {
	if problem := s.Spin.Problem(); problem != "" {
		return problem
	}
	if !finite(s.EpochSeconds) {
		return "the epoch is not finite"
	}
	return ""
}

var errSpinTooFar = errors.New("the time is not finite, or too far from the epoch for the spin rate: more than 2^52 rad")

// RotationAt returns the rotation, of unit length, at a time. It takes the frame's own axes into its parent's.
//
// Errors: those of Problem, and a time at which the turn is too long for a double to hold a part of it.
func (s *FrameSpin) RotationAt(timeSeconds float64) (geom.Quat, error) {
	if problem := s.Problem(); problem != "" {
		return geom.Quat{}, errors.New(problem)
	}
	rotation, ok := s.rotationAfter(timeSeconds - s.EpochSeconds)
	if !ok {
		return geom.Quat{}, errSpinTooFar
	}
	return rotation, nil
}

// Sample returns the motion over a step that ends at a time, of a frame that turns at a place in its parent.
//
// Units and frames: place in meters, the result in SI units, all in the parent's axes. The place rests, so the chord, the
// velocity and the acceleration are 0; the angular velocity is the spin's own, and steady.
// Errors: those of RotationAt, a place that is not finite, and a step that is not above 0.
func (s *FrameSpin) Sample(place geom.Vec3, timeSeconds, stepSeconds float64) (motion.Sample, error) {
	if !place.Finite() {
		return motion.Sample{}, errors.New("the place is not finite")
	}
	if !positive(stepSeconds) {
		return motion.Sample{}, errStep
	}
	rotation, err := s.RotationAt(timeSeconds)
	if err != nil {
		return motion.Sample{}, err
	}
	return motion.Sample{
		Pose:            geom.Pose{Position: place, Rotation: rotation},
		AngularVelocity: s.angularVelocity(),
	}, nil
}
