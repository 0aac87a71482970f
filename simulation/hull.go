package simulation

// hull.go says how bodies move, in which step. Only a hull can change its motion: that of the last finished step is stored in the
// tree of frames, and that of a step that has not finished follows from the intents that it applies.

import (
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/table"
)

// hullOf returns the frame whose hull is the body of slot i, and none when that body is no hull.
func (w *World) hullOf(i int) handle.Frame { return hullOf(&w.entities, i) }

func hullOf(rows *table.Entities, i int) handle.Frame {
	if !rows.HasBody.Has(i) || rows.Homes[i].IsNone() {
		return handle.Frame{}
	}
	return rows.Owned[i]
}

// storedMotion returns how the body of slot i moved in the last finished step.
func (s *Snapshot) storedMotion(i int) physics.BodyMotion {
	if f := hullOf(s.rows, i); !f.IsNone() {
		stored, _ := s.frames.HullMotion(f)
		return stored
	}
	return s.rows.Bodies[i].Desc.Motion
}

// motionInStep returns how the body of slot i moves in the step that applies the front intents: the running step during a tick
// and until step 4 of its sync point, and the next one from there on.
func (w *World) motionInStep(i int) physics.BodyMotion {
	if in := w.entities.Intents.Of(i); in != nil && in.Parts&physics.HasMotion != 0 {
		return in.HullMotion
	}
	return w.snapshot.storedMotion(i)
}

// nextStepMotion returns how the body of slot i moves in the step that applies what this tick wrote, as far as it has written.
//
// Threads: in the parallel part, the worker that runs the entity.
func (w *World) nextStepMotion(i int) physics.BodyMotion {
	if in := w.entities.Intents.Written(i); in != nil && in.Parts&physics.HasMotion != 0 {
		return in.HullMotion
	}
	return w.motionInStep(i)
}

// NextStepMotion returns how the body moves in the next step: as SetMotion said in this tick, or else as before. It is static for
// an entity without a body.
func (b Body) NextStepMotion() physics.BodyMotion {
	if !b.Exists() {
		return physics.Static
	}
	return b.self.world.nextStepMotion(int(b.self.entity.Index))
}

// MotionProblem says why SetMotion would refuse a motion, or gives nil. A ship that has docked has no hull until it undocks.
func (b Body) MotionProblem(m physics.BodyMotion) error {
	s := b.self
	s.check()
	i := int(s.entity.Index)
	if s.world.hullOf(i).IsNone() {
		if s.world.hasDocked(s.entity) {
			return fmt.Errorf("entity %v has no hull%s", s.entity, s.world.dockedWhere(s.entity))
		}
		return fmt.Errorf("entity %v has no hull: it owns no frame in another one, or has no body", s.entity)
	}
	if err := s.world.entities.Bodies[i].Desc.HullMotionProblem(m); err != nil {
		return fmt.Errorf("the hull of entity %v: %w", s.entity, err)
	}
	return nil
}

// SetMotion gives the hull of the entity's frame a motion, from the next step on: it parks a ship, or lets it go. The last one in a
// tick counts. A hull that becomes static or kinematic drops what it cannot do any more of what it asked in the same tick.
//
// Errors: panics for an entity whose body is no hull, and for a motion that the hull cannot have, as MotionProblem tells.
func (b Body) SetMotion(m physics.BodyMotion) {
	if err := b.MotionProblem(m); err != nil {
		panic(fmt.Errorf("Body.SetMotion: %w", err))
	}
	b.self.intent(physics.HasMotion).HullMotion = m
}

// MotionIntentProblem says why an entity refuses a motion intent for the next step, or gives nil. It does not look at the numbers
// of the intent.
func (w *World) MotionIntentProblem(e handle.Entity, m motion.Intent) error {
	w.between("MotionIntentProblem", "Self.MotionIntentProblem")
	if !w.entities.Slots.Live(e) {
		return fmt.Errorf("entity %v is not live", e)
	}
	return w.moveProblem(e, &m)
}

// moveProblem says why the entity refuses the motion intent, or gives nil.
func (w *World) moveProblem(e handle.Entity, m *motion.Intent) error {
	if refusal := w.refusalOf(int(e.Index), m); refusal != motion.Taken {
		return fmt.Errorf("entity %v: %v", e, refusal)
	}
	return nil
}

// refusalOf returns the rule by which the entity at slot i refuses a motion intent for the next step.
func (w *World) refusalOf(i int, m *motion.Intent) motion.Refusal {
	mover := w.moverOf(i)
	return mover.RefusalOf(m)
}

// moverOf returns what decides which motion intents slot i takes for the next step.
func (w *World) moverOf(i int) motion.Mover {
	mover := motion.Mover{OwnsRoot: w.ownsRoot(i), Attached: w.parts.Attached(i), HasBody: w.entities.HasBody.Has(i)}
	if mover.HasBody {
		mover.Motion = w.nextStepMotion(i)
	}
	return mover
}

// poseAfterStep returns where the running step leaves the entity at slot i, in the frame of its row, as far as its intent says so.
func (w *World) poseAfterStep(i int) geom.Pose {
	if w.entities.Placed.Has(i) {
		return w.entities.Back[i].Pose // which wins
	}
	now := &w.entities.Front[i].Pose
	in := w.entities.Intents.Of(i)
	if in == nil || w.entities.HasBody.Has(i) && w.motionInStep(i) == physics.Dynamic {
		return *now
	}
	var record motion.Sample
	if in.PutStepRecord(&record, now, w.rate.TickSeconds()) {
		return record.Pose
	}
	return *in.StartPose(now)
}
