package simulation

import (
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
	w.findDyingFrames()
	if len(w.dyingFrames) == 0 {
		return
	}
	w.rehomeIntents() // by the tree as it still is
	for k := range w.dyingFrames {
		w.moveOut(&w.dyingFrames[k])
	}
	w.rehomeNewBodies()
}

// findDyingFrames finds the frames that end, and their heirs.
func (w *World) findDyingFrames() {
	w.dyingFrames = w.dyingFrames[:0]
	w.frames.Arrange()
	for _, e := range w.dying.entities {
		if f := w.entities.Owned[e.Index]; !f.IsNone() {
			w.addDyingFrame(f)
		}
	}
}

// addPlaceless adds to the batch whoever is in a frame that ends and would be farther out in the heir than it can be, and reports
// whether there was anyone: that may be the owner of another frame. World.Errors says so.
func (w *World) addPlaceless() bool {
	w.findDyingFrames()
	before := len(w.dying.entities)
	for k := range w.dyingFrames {
		d := &w.dyingFrames[k]
		for i := range w.entities.Members(d.frame).All() {
			e, ok := w.entities.Slots.At(i)
			if !ok || w.dying.has(e) {
				continue
			}
			what, farthest := "it", physics.FarthestPlaceMeters
			if w.entities.HasBody.Has(i) {
				what, farthest = "its body", physics.FarthestBodyMeters
			}
			if place := d.inHeir.Pose.ToParent(w.entities.Back[i].Pose.Position); place.Largest() > farthest {
				w.report("%v ends with frame %v: %s would be at %v in frame %v, beyond %g m", e, d.frame, what, place, d.heir, farthest)
				w.dying.add(e)
			}
		}
	}
	return len(w.dying.entities) > before
}

// addDyingFrame finds the heir of a frame that ends. A frame whose root ends has none, and none of its contents stays.
func (w *World) addDyingFrame(f handle.Frame) {
	heir, ok := w.heirOf(f)
	if !ok {
		return
	}
	inHeir, _ := w.frames.Relate(f, heir)
	w.dyingFrames = append(w.dyingFrames, dyingFrame{f, heir, inHeir})
}

// heirOf returns the nearest frame that stays, f itself or one above it, and false when all of them end.
func (w *World) heirOf(f handle.Frame) (handle.Frame, bool) {
	for w.dying.has(w.frames.Owner(f)) {
		if f = w.frames.Parent(f); f.IsNone() {
			return f, false
		}
	}
	return f, true
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
	if f := w.entities.Owned[i]; !f.IsNone() {
		local := w.frames.Local(f)
		local = d.inHeir.ToParent(&local).Unit()
		w.frames.Reparent(f, d.heir, &local)
		w.showFrame(w.frames.Row(f))
		return
	}
	row := w.entities.BackRow(i)
	state := row.State()
	state = d.inHeir.ToParent(&state).Unit()
	w.changeFrame(e, d.heir)
	row = table.ViewOf(d.heir, &state, row.Awake)
	w.entities.SetTransform(i, &row)
	switch {
	case w.entities.HasBody.Has(i):
		w.rehomeBody(e, &d.inHeir)
	case state.Moves() && !w.parts.Attached(i):
		w.drifting = append(w.drifting, e) // it is carried no more, and holds still from the next step on
	}
}

// rehomeBody moves a plain body whose row is in its new frame already, where the frame that it leaves has a state.
func (w *World) rehomeBody(e handle.Entity, relation *motion.State) {
	i := int(e.Index)
	m := w.entities.BackMotion[i]
	switch w.entities.Bodies[i].Desc.Motion {
	case physics.Static:
		w.entities.SetMotion(i, &table.Motion{Awake: m.Awake})
	case physics.Dynamic:
		w.entities.SetAwake(i, m != table.Motion{})
	case physics.Kinematic: // it keeps what the last step gave it, and moves only as it is told
	}
	if !w.unmade.Has(i) { // rehomeNewBodies brings those along
		w.moveBody(e, w.entities.Back[i].Frame, relation)
	}
}

// moveBody has physics move a plain body out of a frame. One that was on its way back into that frame goes on from where physics has
// it.
func (w *World) moveBody(e handle.Entity, to handle.Frame, relation *motion.State) {
	if len(w.check.Refused()) > 0 {
		if on := w.moveOnItsWay(e); on != nil {
			on.Frame, on.Relation = to, relation.ToParent(&on.Relation).Unit()
			return
		}
	}
	w.changes.BodiesMoved = append(w.changes.BodiesMoved, physics.BodyMove{Entity: e, Frame: to, Relation: *relation})
}

// rehomeNewBodies puts the bodies that physics has not made yet where their entities are.
func (w *World) rehomeNewBodies() {
	for k := range w.changes.BodiesMade {
		b := &w.changes.BodiesMade[k]
		if !w.entities.Slots.Live(b.Entity) {
			continue
		}
		row := w.entities.BackRow(int(b.Entity.Index))
		if b.Frame == row.Frame {
			continue
		}
		b.Frame, b.Pose = row.Frame, row.Pose
		if b.Desc.Motion == physics.Dynamic || !b.Owns.IsNone() {
			b.Velocity, b.AngularVelocity = row.Velocity, row.AngularVelocity
		}
	}
}

// rehomeIntents brings the intents that name a frame that ends into the frame that their entity goes to. It finds every relation
// before it converts any intent: a frame that stays while its parent ends moves with its owner, whose intent converts here too.
func (w *World) rehomeIntents() {
	w.relations.reset(w.frames.Len())
	for _, convert := range [...]bool{false, true} {
		for _, e := range w.entities.Intents.Writers {
			in := w.entities.Intents.Of(int(e.Index))
			if !w.dying.has(e) && w.frames.Live(in.Frame) && w.dying.has(w.frames.Owner(in.Frame)) {
				w.rehomeIntent(e, in, convert)
			}
		}
	}
}

func (w *World) rehomeIntent(e handle.Entity, in *physics.Intent, convert bool) {
	row := &w.entities.Back[e.Index]
	to, ok := w.heirOf(row.Frame)
	if !ok {
		return
	}
	w.relatePath(in.Frame)
	w.relatePath(row.Frame)
	if convert {
		here, _ := w.frames.RelateMotion(w.relations.starts, row.Frame, to)
		w.convertIntent(e, in, to, here.Pose.ToParent(row.Pose.Position))
	}
}
