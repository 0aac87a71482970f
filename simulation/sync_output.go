package simulation

import (
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/table"
)

// takePhysicsOutput ends the step, checks what it did, and puts the states of the bodies into the back rows. The tree takes the
// hand-offs of frames, so that their step records, which are relative to their new parents, can land.
func (w *World) takePhysicsOutput() {
	if w.backend == nil {
		return
	}
	w.output.Reset()
	w.backend.Finish(&w.output)
	for _, err := range w.output.Errors {
		w.report("physics: %v", err)
	}
	w.noteGrowth()
	w.facts = physics.OutputFacts{
		Entities: &w.entities.Slots, Bodies: &w.entities.HasBody, Frames: &w.frames, Homes: w.entities.Homes,
		Owned: w.entities.Owned, Inputs: w.stepInput.Frames,
	}
	for _, err := range w.check.Check(&w.output, &w.facts) {
		w.bug("physics gave an output that only a bug produces, which is skipped", err)
	}
	for k := range w.output.HandOffs {
		h := &w.output.HandOffs[k]
		if f := w.entities.Owned[h.Entity.Index]; !f.IsNone() {
			w.frames.Reparent(f, h.To, &h.State)
		}
	}
	w.takeStates()
}

// noteGrowth tells the log of each frame that ran out of room for bodies: the step after it may have come late.
func (w *World) noteGrowth() {
	for k := range w.output.Grown {
		g := &w.output.Grown[k]
		w.log(fmt.Sprintf("frame %v: its physics system had too little room for what came to its %d bodies, ghosts and insides of frames among them: "+
			"they moved into a new one with room for %d, which takes time for each of them; to avoid it, give the physics backend a larger MaxBodiesPerFrame",
			g.Frame, g.Bodies, g.Room))
	}
}

// takeStates puts the states of the bodies into the back rows. Who goes into another frame does so in takeHandOffs, after the owners
// of frames.
func (w *World) takeStates() {
	for k := range w.output.Bodies {
		b := &w.output.Bodies[k]
		w.entities.Back[b.Entity.Index].Pose = b.Pose
		w.entities.SetMotion(int(b.Entity.Index), &table.Motion{Velocity: b.Velocity, AngularVelocity: b.AngularVelocity, Awake: b.Awake})
	}
	for k := range w.output.Frames {
		s := &w.output.Frames[k]
		w.entities.SetAwake(int(w.frames.Owner(s.Frame).Index), s.Awake)
	}
}

// takeHandOffs puts the bodies that crossed into another frame there, and tells them. What is in a frame that crossed stays in it.
func (w *World) takeHandOffs() {
	for k := range w.output.HandOffs {
		if h := &w.output.HandOffs[k]; w.entities.Owned[h.Entity.Index].IsNone() {
			w.changeFrame(h.Entity, h.To)
		}
	}
	w.putBack()
}

// putBack has physics take the bodies back whose hand-offs did not land. Of two hand-offs of one body the last one counts: physics has
// the body there.
func (w *World) putBack() {
	refused := w.check.Refused()
	for k := range refused {
		h := &refused[k]
		relation, ok := w.frames.Relate(h.To, h.From)
		if !ok {
			continue
		}
		move := physics.BodyMove{Entity: h.Entity, Frame: h.From, Relation: relation}
		if on := w.moveOnItsWay(h.Entity); on != nil {
			*on = move
			continue
		}
		w.changes.BodiesMoved = append(w.changes.BodiesMoved, move)
	}
}

// moveOnItsWay returns the move of a body that physics has not heard of yet, or nil. Only a hand-off that did not land leaves one.
func (w *World) moveOnItsWay(e handle.Entity) *physics.BodyMove {
	for k := range w.changes.BodiesMoved {
		if m := &w.changes.BodiesMoved[k]; m.Entity == e {
			return m
		}
	}
	return nil
}

// moveBodiless moves the entities without a body or a frame that asked for it, and stops those that moved in the step
// before. A pose that gameplay wrote in this tick wins.
func (w *World) moveBodiless() {
	w.stopDrifting()
	for _, e := range w.entities.Intents.Writers {
		i := int(e.Index)
		in := w.entities.Intents.Of(i)
		if in.Move.IsNone() || w.entities.HasBody.Has(i) || w.entities.Placed.Has(i) || !w.entities.Owned[i].IsNone() {
			continue
		}
		row := &w.entities.Back[i]
		var to motion.Sample
		if !in.PutStepRecord(&to, &row.Pose, w.rate.TickSeconds()) {
			continue
		}
		row.Pose = to.Pose
		w.entities.SetMotion(i, &table.Motion{Velocity: to.Velocity, AngularVelocity: to.AngularVelocity.SingleFinite()})
		w.drifting = append(w.drifting, e)
	}
}

// stopDrifting lets the entities without a body that moved in the last step hold still, until they ask again. Who has got a frame
// since, because it undocked, moves with it.
func (w *World) stopDrifting() {
	for _, e := range w.drifting {
		if w.entities.Slots.Live(e) && w.entities.Owned[e.Index].IsNone() {
			w.entities.SetMotion(int(e.Index), new(table.Motion))
		}
	}
	w.drifting = w.drifting[:0]
}

// sendContacts tells both sides of each contact that started, and then of each that ended.
func (w *World) sendContacts() {
	for i := range w.output.Started {
		c := &w.output.Started[i]
		w.sendCollision(c, c.A, c.B, c.Normal)
		w.sendCollision(c, c.B, c.A, c.Normal.Neg())
	}
	for i := range w.output.Ended {
		c := &w.output.Ended[i]
		w.sendCollisionEnded(c, c.A, c.B)
		w.sendCollisionEnded(c, c.B, c.A)
	}
}

func (w *World) sendCollision(c *physics.Contact, to, other handle.Entity, normal geom.Vec3f) {
	message.Collisions.Send(&w.engine, message.To(to), message.Collision{
		Other: other, Frame: c.Frame, Point: c.Point, Normal: geom.Pack(normal),
		ImpulseNewtonSeconds: c.ImpulseNewtonSeconds,
	})
}

func (w *World) sendCollisionEnded(c *physics.ContactEnd, to, other handle.Entity) {
	message.CollisionsEnded.Send(&w.engine, message.To(to), message.CollisionEnded{Other: other, Frame: c.Frame})
}
