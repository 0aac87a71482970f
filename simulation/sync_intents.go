package simulation

import "tertius.dev/core/physics"

// swapIntents takes over what the step applied and makes this tick's intents those of the next step.
func (w *World) swapIntents() {
	intents := &w.entities.Intents
	for _, e := range intents.Writers {
		if in := intents.Of(int(e.Index)); in.Parts&physics.HasCollision != 0 {
			w.entities.Collision[e.Index] = in.Collision
			w.index.FollowGroups(int(e.Index))
		}
	}
	intents.Swap(&w.entities.Slots)
}
