package simulation

import (
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// swapIntents takes over what the step applied and makes this tick's intents those of the next step.
func (w *World) swapIntents() {
	w.keepApplied()
	w.dropUnderNewMotions()
	w.entities.Intents.Swap(&w.entities.Slots)
	w.followHulls()
}

// keepApplied stores what the step changed for good about the bodies: whom they touch, and how the hulls move.
func (w *World) keepApplied() {
	intents := &w.entities.Intents
	for _, e := range intents.Writers {
		i := int(e.Index)
		in := intents.Of(i)
		if in.Parts&physics.HasCollision != 0 {
			w.entities.Collision[i] = in.Collision
			w.index.FollowGroups(i)
		}
		if in.Parts&physics.HasMotion != 0 {
			w.frames.SetHullMotion(w.entities.Owned[i], in.HullMotion)
			w.rest(i, in.HullMotion)
		}
	}
}

// rest lets a hull that is static now be awake no more. Of one that can move the step tells.
func (w *World) rest(i int, m physics.BodyMotion) {
	if m == physics.Static && w.entities.BackMotion[i].Awake {
		w.entities.SetAwake(i, false)
	}
}

// dropUnderNewMotions takes out of this tick's intents what a hull cannot do under the motion that it has in the next step. The
// guards judged each request by the motion at its moment, and a change later in the tick can turn that. Forces and impulses stay:
// physics heeds them only of a dynamic body.
func (w *World) dropUnderNewMotions() {
	for i, in := range w.entities.Intents.AllWritten() {
		if in.Parts&physics.HasMotion == 0 {
			continue
		}
		if in.Parts&physics.HasMove != 0 && w.refusalOf(i, &in.Move) != motion.Taken {
			in.Parts &^= physics.HasMove
			in.Move = motion.Intent{}
		}
		if in.HullMotion != physics.Dynamic {
			in.Parts &^= physics.HasVelocity | physics.HasAngularVelocity
		}
	}
}

// followHulls tells the parts whether the bodies of their roots are dynamic in the next step, where that changes.
func (w *World) followHulls() {
	for _, e := range w.entities.Intents.Writers {
		if in := w.entities.Intents.Of(int(e.Index)); in.Parts&physics.HasMotion != 0 {
			w.parts.SetDynamic(int(e.Index), in.HullMotion == physics.Dynamic)
		}
	}
}
