package ride

import (
	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// rider is what every component on rails does: it asks before it moves its entity, and puts it onto the rails at first.
type rider struct {
	riding bool   // the entity had a sample in the tick before
	told   string // the reason that the log has
}

var anySample = motion.IntentOfSample(motion.Sample{})

// takes reports whether the entity takes a sample in the next step. If not, it says so once.
func (r *rider) takes(self *simulation.Self) bool {
	if self.TakesMotionIntent(anySample) {
		return true
	}
	r.riding = false
	if r.told == "" { // wording the reason allocates
		r.tell(self, self.MotionIntentProblem(anySample).Error())
	}
	return false
}

// starts reports whether the entity is not on the rails yet.
func (r *rider) starts() bool { return !r.riding }

// begin puts a body onto the rails, at the pose where the next step starts. Without a body nothing is swept across the gap.
func (r *rider) begin(self *simulation.Self, pose *geom.Pose) {
	r.riding, r.told = true, ""
	body := self.Body()
	if body.Exists() && body.NextStepMotion() == physics.Kinematic && self.PoseAtNextStepStart() != *pose {
		body.Teleport(*pose)
	}
}

// stop lets the entity hold still, and says why.
func (r *rider) stop(self *simulation.Self, why error) {
	r.riding = false
	if text := why.Error(); text != r.told {
		r.tell(self, text)
	}
}

func (r *rider) tell(self *simulation.Self, why string) {
	r.told = why
	self.Log("it holds still on its rails: " + why)
}

// start makes a description one of an entity whose first step goes from one sample to the next.
func start(d *simulation.SpawnDesc, before, first *motion.Sample, c simulation.Component) {
	d.Pose, d.FirstMove = before.Pose, motion.IntentOfSample(*first)
	d.Components = append(d.Components, c)
}
