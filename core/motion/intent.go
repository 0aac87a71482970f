// Package motion says how things move: their state at a moment, what they do over a step, and what gameplay asks of the
// next one.
package motion

import (
	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
)

//go:generate go run tertius.dev/tools/cmd/uniongen

// EndPose moves a kinematic body, or an entity without a body, at a constant velocity so that it ends the step at Pose.
type EndPose struct {
	Pose geom.Pose // at the end of the step, in the axes of the intent's frame
}

// SteerTarget gives a dynamic body the velocities that would carry its center of mass, and turn it, to a pose over the step.
// Gravity and contacts still act on it.
type SteerTarget struct {
	Target geom.Pose // of the body's origin at the end of the step, in the axes of the intent's frame
}

// Intent is what gameplay asks for the motion of an entity over one step. The zero value asks for nothing: a kinematic body
// then holds still.
//
// An end pose and a sample are the motion itself. A steer target is an input that physics integrates.
//
//union:cases EndPose Sample SteerTarget
type Intent struct{ intentSlots }

// Problem says why i cannot move anything, or gives an empty string.
func (i *Intent) Problem() string {
	switch i.Kind() {
	case IntentNone:
		return ""
	case IntentEndPose:
		end, _ := i.AsEndPose()
		return end.Pose.Problem()
	case IntentSample:
		sample, _ := i.AsSample()
		return sample.Problem()
	case IntentSteerTarget:
		steer, _ := i.AsSteerTarget()
		return steer.Target.Problem()
	}
	panic(contract.Unreachable(i.Kind()))
}

// Unit returns i with its rotation at unit length, which a caller's need not have. It has no problem.
func (i Intent) Unit() Intent {
	switch i.Kind() {
	case IntentNone:
	case IntentEndPose:
		end, _ := i.AsEndPose()
		end.Pose.Rotation, _ = end.Pose.Rotation.Unit()
		return IntentOfEndPose(end)
	case IntentSample:
		sample, _ := i.AsSample()
		sample.Pose.Rotation, _ = sample.Pose.Rotation.Unit()
		return IntentOfSample(sample)
	case IntentSteerTarget:
		steer, _ := i.AsSteerTarget()
		steer.Target.Rotation, _ = steer.Target.Rotation.Unit()
		return IntentOfSteerTarget(steer)
	default:
		panic(contract.Unreachable(i.Kind()))
	}
	return i
}

// Place returns where i leads, in the axes of the intent's frame, and zero for no motion.
func (i *Intent) Place() geom.Vec3 {
	switch i.Kind() {
	case IntentNone:
		return geom.Vec3{}
	case IntentEndPose:
		end, _ := i.AsEndPose()
		return end.Pose.Position
	case IntentSample:
		sample, _ := i.AsSample()
		return sample.Pose.Position
	case IntentSteerTarget:
		steer, _ := i.AsSteerTarget()
		return steer.Target.Position
	}
	panic(contract.Unreachable(i.Kind()))
}

// StepRecord returns the motion over the step that applies i, of something that stands at from where the step starts. It is
// false for no motion and for a steer target, whose motion physics measures.
//
// Units and frames: from in the axes of the intent's frame; seconds is the length of the step.
func (i *Intent) StepRecord(from *geom.Pose, seconds float64) (record Sample, ok bool) {
	ok = i.PutStepRecord(&record, from, seconds)
	return record, ok
}

// PutStepRecord is StepRecord for passes over many: it puts the record where it belongs, and leaves that place alone where there is
// none.
func (i *Intent) PutStepRecord(into *Sample, from *geom.Pose, seconds float64) bool {
	switch i.Kind() {
	case IntentNone, IntentSteerTarget:
		return false
	case IntentEndPose:
		end, _ := i.AsEndPose()
		*into = steady(from, &end.Pose, seconds)
		return true
	case IntentSample:
		*into, _ = i.AsSample()
		return true
	}
	panic(contract.Unreachable(i.Kind()))
}

// Converted returns the same motion in another frame. A pose at the end of the step converts by where the intent's frame is
// then, and keeps its case; a sample converts as Sample.Converted tells.
//
// Units and frames: start and end say how the intent's own frame moves in the other one, where the step starts and where it
// ends.
func (i *Intent) Converted(start, end *Relation, seconds float64) Intent {
	switch i.Kind() {
	case IntentNone:
		return *i
	case IntentEndPose:
		to, _ := i.AsEndPose()
		return IntentOfEndPose(EndPose{composed(&end.Pose, &to.Pose)})
	case IntentSample:
		sample, _ := i.AsSample()
		return IntentOfSample(sample.Converted(start, end, seconds))
	case IntentSteerTarget:
		to, _ := i.AsSteerTarget()
		return IntentOfSteerTarget(SteerTarget{composed(&end.Pose, &to.Target)})
	}
	panic(contract.Unreachable(i.Kind()))
}

// composed places p, which is in the frame that outer places, and keeps its rotation at unit length.
func composed(outer, p *geom.Pose) geom.Pose {
	pose := outer.Compose(p)
	pose.Rotation, _ = pose.Rotation.Unit()
	return pose
}
