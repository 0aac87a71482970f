package jolt

import (
	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
)

// landed.go looks after the kinematic bodies that changed frames. Who crossed has the velocity that it had in the step, as the new
// frame sees it. In the next step it stands still there unless an intent moves it, of which Jolt, in whose new system it never moved,
// tells nothing.

// land notes a body that is in another frame from now on.
func (b *Backend) land(row *bodyRow) {
	if row.motion == physics.Kinematic && !row.isHull() {
		b.landed = append(b.landed, row.entity)
	}
}

// tellLanded tells of those who changed frames before the step and were not moved in it, that they stand still. They may also have
// to leave again: a bubble that came so fast that it took them in before it met them may have stopped.
func (b *Backend) tellLanded(out *physics.StepOutput) {
	for _, e := range b.landed {
		row := b.row(e)
		at := &b.at[e.Index]
		if row == nil || at.told == b.step {
			continue
		}
		at.velocity, at.angularVelocity, at.stirredAt = geom.Vec3{}, geom.Vec3{}, b.step
		b.tellState(e, row.frame, out)
	}
	b.landed = b.landed[:0]
}
