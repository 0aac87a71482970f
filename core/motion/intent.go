// Package motion says how things move over the next step.
package motion

import (
	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
)

//go:generate go run tertius.dev/tools/cmd/uniongen

// EndPose moves a kinematic body, or an entity without a body, so that it ends the step at Pose.
type EndPose struct {
	Pose geom.Pose // at the end of the step, in the axes of the intent's frame
}

// Intent is a motion over one step. The zero value asks for none: a kinematic body then holds still.
//
//union:cases EndPose
type Intent struct{ intentSlots }

// Problem says why i cannot move anything, or gives an empty string.
func (i *Intent) Problem() string {
	if end, ok := i.AsEndPose(); ok {
		return end.Pose.Problem()
	}
	return ""
}

// Converted returns the same motion in another frame, in which the intent's own frame is at the pose where the step ends.
func (i *Intent) Converted(frameAtEnd *geom.Pose) Intent {
	switch i.Kind() {
	case IntentNone:
		return *i
	case IntentEndPose:
		end, _ := i.AsEndPose()
		pose := frameAtEnd.Compose(&end.Pose)
		pose.Rotation, _ = pose.Rotation.Unit()
		return IntentOfEndPose(EndPose{Pose: pose})
	}
	panic(contract.Unreachable(i.Kind()))
}
