package motion_test

import (
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
)

func TestMoverTakesAnIntentByItsRules(t *testing.T) {
	end := motion.IntentOfEndPose(motion.EndPose{Pose: geom.IdentityPose})
	sample := motion.IntentOfSample(motion.Still(geom.IdentityPose))
	steer := motion.IntentOfSteerTarget(motion.SteerTarget{Target: geom.IdentityPose})
	for _, c := range []struct {
		name   string
		mover  motion.Mover
		intent motion.Intent
		want   motion.Refusal
	}{
		{"none-of-attached", motion.Mover{Attached: true}, motion.Intent{}, motion.Taken},
		{"end-pose-of-attached", motion.Mover{Attached: true}, end, motion.RefuseAttached},
		{"steer-of-attached", motion.Mover{Attached: true, HasBody: true, Motion: motion.Dynamic}, steer, motion.RefuseAttached},
		{"end-pose-without-body", motion.Mover{}, end, motion.Taken},
		{"sample-without-body", motion.Mover{}, sample, motion.Taken},
		{"steer-without-body", motion.Mover{}, steer, motion.RefuseUnlessDynamic},
		{"end-pose-of-kinematic", motion.Mover{HasBody: true, Motion: motion.Kinematic}, end, motion.Taken},
		{"sample-of-static", motion.Mover{HasBody: true}, sample, motion.RefuseUnlessKinematic},
		{"sample-of-dynamic", motion.Mover{HasBody: true, Motion: motion.Dynamic}, sample, motion.RefuseUnlessKinematic},
		{"steer-of-kinematic", motion.Mover{HasBody: true, Motion: motion.Kinematic}, steer, motion.RefuseUnlessDynamic},
		{"steer-of-dynamic", motion.Mover{HasBody: true, Motion: motion.Dynamic}, steer, motion.Taken},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.mover.RefusalOf(&c.intent)
			if got != c.want || (got == motion.Taken) != (got.String() == "") {
				t.Errorf("%v (%q), not %v", got, got.String(), c.want)
			}
		})
	}
}
