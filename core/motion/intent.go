// Package motion says how things move over the next step.
package motion

import "tertius.dev/core/geom"

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
