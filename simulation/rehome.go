package simulation

import (
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/table"
)

// dyingFrame is a frame that ends while its root stays, with the nearest frame above it that stays.
type dyingFrame struct {
	frame, heir handle.Frame
	inHeir      motion.State // of frame
}

// moveOutOfDyingFrames moves what stays out of each frame that ends, and brings the intents of the next step along: later
// nothing could relate a frame that is gone.
func (w *World) moveOutOfDyingFrames() {
	w.dyingFrames = w.dyingFrames[:0]
	for _, e := range w.dying.entities {
		if f := w.entities.Owned[e.Index]; !f.IsNone() {
			w.addDyingFrame(f)
		}
	}
	if len(w.dyingFrames) == 0 {
		return
	}
	for k := range w.dyingFrames {
		w.moveOut(&w.dyingFrames[k])
	}
	w.rehomeNewBodies()
	w.rehomeIntents()
}

// addDyingFrame finds the heir of a frame that ends. A frame whose root ends has none, and none of its contents stays.
func (w *World) addDyingFrame(f handle.Frame) {
	heir := f
	for w.dying.slots.Has(int(w.frames.Owner(heir).Index)) {
		if heir = w.frames.Parent(heir); heir.IsNone() {
			return
		}
	}
	inHeir, _ := w.frames.Relate(f, heir)
	w.dyingFrames = append(w.dyingFrames, dyingFrame{f, heir, inHeir})
}

// moveOut moves what stays out of one frame, in slot order.
func (w *World) moveOut(d *dyingFrame) {
	for i := range w.entities.Members(d.frame).All() {
		if w.dying.slots.Has(i) {
			continue
		}
		if e, ok := w.entities.Slots.At(i); ok {
			w.rehome(e, d)
		}
	}
}

// rehome moves one entity into the heir. It keeps its place and its motion as they are seen from there.
func (w *World) rehome(e handle.Entity, d *dyingFrame) {
	i := int(e.Index)
	row := &w.entities.Back[i]
	if f := w.entities.Owned[i]; !f.IsNone() {
		local := w.frames.Local(f)
		local = d.inHeir.ToParent(&local).Unit()
		w.frames.Reparent(f, d.heir, &local)
		w.showFrame(w.frames.Row(f))
		return
	}
	state := row.State()
	state = d.inHeir.ToParent(&state).Unit()
	w.changeFrame(e, d.heir)
	row.Pose, row.Velocity, row.AngularVelocity = state.Pose, state.Velocity, state.AngularVelocity.Single()
	switch {
	case w.entities.HasBody.Has(i):
		w.rehomeBody(e, row)
	case state.Moves() && !w.parts.Attached(i):
		w.drifting = append(w.drifting, e) // it is carried no more, and holds still from the next step on
	}
}

// rehomeBody takes the body out of the system of its frame and makes it again in the one of its new frame, awake: what it
// lay on may be gone.
func (w *World) rehomeBody(e handle.Entity, row *table.Transform) {
	i := int(e.Index)
	desc := &w.entities.Bodies[i].Desc
	switch desc.Motion {
	case physics.Static:
		row.Velocity, row.AngularVelocity = geom.Vec3{}, geom.Vec3f{}
	case physics.Dynamic:
		row.Awake = true
	case physics.Kinematic: // it keeps what the last step gave it, and moves only as it is told
	}
	w.entities.Homes[i] = row.Frame
	if w.unmade.Has(i) {
		return // rehomeNewBodies brings it along
	}
	if now := w.entities.Collision[i]; now != desc.Collision {
		changed := *desc
		changed.Collision = now
		desc = &changed
	}
	w.unmade.Add(i)
	w.changes.BodiesGone = append(w.changes.BodiesGone, e)
	w.changes.BodiesMade = append(w.changes.BodiesMade, physics.NewBody{Entity: e, Desc: desc})
}

// rehomeNewBodies puts the bodies that physics has not made yet where their entities are.
func (w *World) rehomeNewBodies() {
	for k := range w.changes.BodiesMade {
		b := &w.changes.BodiesMade[k]
		if !w.entities.Slots.Live(b.Entity) {
			continue
		}
		row := &w.entities.Back[b.Entity.Index]
		if b.Frame == row.Frame {
			continue
		}
		b.Frame, b.Pose = row.Frame, row.Pose
		if b.Desc.Motion == physics.Dynamic {
			b.Velocity, b.AngularVelocity = row.Velocity, row.AngularVelocity
		}
	}
}

// rehomeIntents brings the intents that name a frame that ends into the frame of their entity. A frame that ends is related
// as it stands now, where the step starts and where it ends.
func (w *World) rehomeIntents() {
	for _, e := range w.entities.Intents.Writers {
		in := w.entities.Intents.Of(int(e.Index))
		row := &w.entities.Back[e.Index]
		if in.Frame == row.Frame || w.dying.slots.Has(int(e.Index)) {
			continue
		}
		if relation, ok := w.frames.Relate(in.Frame, row.Frame); ok {
			kept := motion.RelationOf(relation)
			in.Convert(row.Frame, &kept, &kept, row.Pose.Position, w.rate.TickSeconds())
		}
	}
}
