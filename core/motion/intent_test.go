package motion_test

import (
	"math"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
)

func TestIntentTellsItsProblem(t *testing.T) {
	endPose := func(p geom.Pose) motion.Intent { return motion.IntentOfEndPose(motion.EndPose{Pose: p}) }
	for _, c := range []struct {
		name   string
		intent motion.Intent
		want   string
	}{
		{"none", motion.Intent{}, ""},
		{"end-pose", endPose(geom.At(geom.UnitX)), ""},
		{"zero-pose", endPose(geom.Pose{}), "the rotation is zero; geom.At(place) has the identity rotation"},
		{"nan", endPose(geom.At(geom.Vec3{X: math.NaN()})), "the position is not finite"},
		{"wild", motion.IntentOfSample(motion.Sample{Pose: geom.IdentityPose, Acceleration: geom.Vec3{Y: 2e37}}),
			"the acceleration is not finite, or above 1e37 in its unit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.intent.Problem(); got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}

func TestZeroIntentMovesNothing(t *testing.T) {
	var none motion.Intent
	if _, ok := none.AsEndPose(); ok || !none.IsNone() {
		t.Error("the zero intent holds an end pose")
	}
	pose := geom.At(geom.UnitZ)
	moved := motion.IntentOfEndPose(motion.EndPose{Pose: pose})
	if end, ok := moved.AsEndPose(); !ok || end.Pose != pose || moved.Equal(none) {
		t.Errorf("an end pose comes back as %v, %v", end, ok)
	}
}
