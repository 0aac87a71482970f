package ride

import (
	"errors"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// rider is what every component on rails does: it asks before it moves its entity, and puts it onto the rails at first.
type rider struct {
	riding  bool   // the entity had a sample in the tick before
	refused bool   // the entity took none in the tick before, and the log has why
	told    string // the reason that the log has
}

var anySample = motion.IntentOfSample(motion.Sample{})

// takes reports whether the entity takes a sample in the next step. If not, it says so once.
func (r *rider) takes(self *simulation.Self) bool {
	if self.TakesMotionIntent(anySample) {
		r.refused = false
		return true
	}
	if !r.refused { // wording the reason allocates
		r.tell(self, self.MotionIntentProblem(anySample).Error())
	}
	r.riding, r.refused = false, true
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

// problem says why no step can lead the entity where a sample does, or gives nil: a valid orbit can be too large for a body, or for
// a world.
func problem(self *simulation.Self, sample *motion.Sample) error {
	farthest := physics.FarthestPlaceMeters
	if self.Body().Exists() {
		farthest = physics.FarthestBodyMeters
	}
	if !sample.Pose.Position.Within(farthest) {
		return errTooFar
	}
	if sample.Problem() != "" {
		return errTooFast
	}
	return nil
}

var (
	errTooFar  = errors.New("they lead beyond 1e30 m, or beyond 9e14 m, where no body can be")
	errTooFast = errors.New("they need a velocity or an acceleration that no sample can have")
)

// fits reports whether a sample, unless an error came in its stead, is one that the entity can follow. If not, the entity holds
// still, and the log says why.
func (r *rider) fits(self *simulation.Self, sample *motion.Sample, err error) bool {
	if err == nil {
		err = problem(self, sample)
	}
	if err != nil {
		r.stop(self, err)
	}
	return err == nil
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
	self.Log("its rails do not move it: " + why)
}

// start makes a description one of an entity whose first step goes from one sample to the next.
func start(d *simulation.SpawnDesc, before, first *motion.Sample, c simulation.Component) {
	d.Pose, d.FirstMove = before.Pose, motion.IntentOfSample(*first)
	d.Components = append(d.Components, c)
}
