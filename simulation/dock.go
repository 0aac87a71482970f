package simulation

// dock.go joins two frames of like size into one, and parts them again. Frames that fit into each other nest by their bubbles; two
// that do not would stay siblings, and nobody could walk from one into the other.

import (
	"fmt"

	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/table"
)

// The fastest that a frame may move relative to the one that it docks at: its owner's body stops there.
const (
	fastestDockMetersPerSecond  = 1
	fastestDockRadiansPerSecond = 0.1
)

// docked is what an entity was before the frame that it owned became part of another one.
type docked struct {
	owner  handle.Entity
	with   handle.Frame // that it is part of
	spec   FrameSpec
	motion physics.BodyMotion // of its hull
}

// Dock makes frame b a part of frame a, a sibling of like size: neither fits into the other. Frame b ends, and what was in it is in
// a, at the same place and with the same motion; child frames too. Its owner is in a as well, where its body, now static, is the
// walls that b had. Everyone of these hears one FrameChanged. Frame a goes on as it was, with its handle, bubble, fields, hull and
// topic; its hull gains neither the shape nor the mass of b's. Undock parts the two.
//
// Errors: a frame that is not live or has no bubble; frames that are no siblings, or of which one fits into the other; a body of b's
// owner that is not inside a's bubble, which never changes; frames that move relative to each other at more than 1 m/s or 0.1 rad/s.
// Panics during a tick.
func (w *World) Dock(a, b handle.Frame) error {
	w.outside("Dock", "")
	if err := w.dockProblem(a, b); err != nil {
		return fmt.Errorf("dock frame %v at frame %v: %w", b, a, err)
	}
	w.applyPending()
	w.frames.Arrange()
	owner := w.frames.Owner(b)
	w.rememberDocked(owner, a, b)
	inA, _ := w.frames.Relate(b, a)
	inA = inA.Unit()
	w.dockIntents(owner, a, b, &inA)
	w.moveMembers(b, &dyingFrame{b, a, inA}, func(motion.State) bool { return true })
	w.becomePart(owner, a, inA.Pose)
	w.deriveOutside()
	w.applyChanges()
	return nil
}

func (w *World) dockProblem(a, b handle.Frame) error {
	for _, f := range [...]handle.Frame{a, b} {
		if !w.frames.Live(f) {
			return fmt.Errorf("frame %v is not live", f)
		}
	}
	for _, f := range [...]handle.Frame{a, b} {
		if frame.Bubble(w.frames.Bounds(f)).None() {
			return fmt.Errorf("frame %v has no bubble", f)
		}
	}
	inA, _ := w.frames.Relate(b, a)
	here, there := frame.Bubble(w.frames.Bounds(a)), frame.Bubble(w.frames.Bounds(b))
	switch {
	case a == b:
		return fmt.Errorf("a frame cannot dock at itself")
	case w.frames.Parent(a) != w.frames.Parent(b):
		return fmt.Errorf("they are no siblings, but in frames %v and %v: World.Reparent puts one beside the other", w.frames.Parent(b), w.frames.Parent(a))
	case here.FitsIn(there) || there.FitsIn(here):
		return fmt.Errorf("one fits into the other, so it flies in by itself")
	case here.Distance(inA.Pose.Position) > -w.entities.Bodies[w.frames.Owner(b).Index].BoundingRadiusMeters:
		return fmt.Errorf("the second one, at %v in the first one, is not inside its bubble: bring it nearer, or spawn the first one with a larger bubble",
			inA.Pose.Position)
	case inA.Velocity.Length() > fastestDockMetersPerSecond || inA.AngularVelocity.Length() > fastestDockRadiansPerSecond:
		return fmt.Errorf("they move relative to each other at %.3g m/s and %.3g rad/s; at most %v m/s and %v rad/s let them dock",
			inA.Velocity.Length(), inA.AngularVelocity.Length(), fastestDockMetersPerSecond, fastestDockRadiansPerSecond)
	}
	return nil
}

// rememberDocked keeps what Undock makes a frame of.
func (w *World) rememberDocked(owner handle.Entity, a, b handle.Frame) {
	i := int(owner.Index)
	d := docked{owner: owner, with: a, spec: FrameSpec{w.frames.Gravity(b), w.frames.Medium(b), w.frames.Bounds(b)}}
	if w.entities.HasBody.Has(i) {
		d.motion = w.motionInStep(i)
	}
	for k := range w.docks { // what had docked at b is part of a now
		if w.docks[k].with == b {
			w.docks[k].with = a
		}
	}
	w.docks = append(w.docks, d)
}

// dockIntents brings the intents that name b into a, in which it holds still from now on. The owner of b asks for nothing any more but
// whom its body touches.
func (w *World) dockIntents(owner handle.Entity, a handle.Frame, b handle.Frame, inA *motion.State) {
	kept := motion.RelationOf(*inA)
	for _, e := range w.entities.Intents.Writers {
		in := w.entities.Intents.Of(int(e.Index))
		switch {
		case e == owner:
			*in = physics.Intent{Frame: a, Parts: in.Parts & physics.HasCollision, Collision: in.Collision}
		case in.Frame == b:
			in.Convert(a, &kept, &kept, inA.Pose.ToParent(w.entities.Back[e.Index].Pose.Position), w.rate.TickSeconds())
		}
	}
}

// moveMembers takes those members of a frame along to another one that go by their state there, in slot order.
func (w *World) moveMembers(from handle.Frame, to *dyingFrame, goes func(there motion.State) bool) {
	for i := range w.entities.Members(from).All() {
		e, ok := w.entities.Slots.At(i)
		if !ok || w.parts.Attached(i) || w.entities.Owned[i] == to.heir {
			continue // an attached entity goes with its root, and no frame goes into itself
		}
		row := w.entities.BackRow(i)
		state := row.State()
		if goes(to.inHeir.ToParent(&state)) {
			w.rehome(e, to)
		}
	}
}

// becomePart ends the frame of an owner, and makes the owner a member of a, with a static body, at a pose there.
func (w *World) becomePart(owner handle.Entity, a handle.Frame, pose geom.Pose) {
	i := int(owner.Index)
	w.endFrame(w.entities.Owned[i])
	w.entities.Owned[i] = handle.Frame{}
	w.changeFrame(owner, a)
	w.entities.SetTransform(i, &table.Transform{Place: table.Place{Frame: a, Pose: pose}})
	if !w.entities.HasBody.Has(i) {
		return
	}
	w.changes.BodiesGone = append(w.changes.BodiesGone, owner)
	w.entities.Bodies[i].Desc.Motion = physics.Static
	w.parts.SetDynamic(i, false)
	w.makeBodyAgain(owner, handle.Frame{})
}

// makeBodyAgain lets physics make the body of an entity anew, where its row says, for a plain body or for the hull of a frame.
func (w *World) makeBodyAgain(e handle.Entity, owns handle.Frame) {
	i := int(e.Index)
	row := w.entities.BackRow(i)
	desc := w.entities.Bodies[i].Desc
	desc.Collision = w.entities.Collision[i]
	if owns.IsNone() && desc.InteriorShape != nil { // a plain body stands for the walls of the frame that was
		desc.Shape, desc.InteriorShape = desc.InteriorShape, nil
	}
	w.unmade.Add(i)
	w.changes.BodiesMade = append(w.changes.BodiesMade, physics.NewBody{
		Entity: e, Frame: row.Frame, Owns: owns, Desc: &desc, Pose: row.Pose, Velocity: row.Velocity, AngularVelocity: row.AngularVelocity,
	})
}

// DockedAt returns the frame that an entity's own frame has become a part of, and false when it has not.
func (w *World) DockedAt(e handle.Entity) (handle.Frame, bool) {
	k := w.dockOf(e)
	if k < 0 { // who ends is forgotten
		return handle.Frame{}, false
	}
	if with := w.docks[k].with; w.frames.Live(with) {
		return with, true
	}
	return w.entities.Front[e.Index].Frame, true // the one that took the contents of that
}

// dockOf returns the place of what Dock remembers of an owner, or −1.
func (w *World) dockOf(e handle.Entity) int {
	for k := range w.docks {
		if w.docks[k].owner == e {
			return k
		}
	}
	return -1
}

// Undock parts a frame that Dock made a part of another one from it again: its owner gets a new frame, beside the other one, with the
// bubble, the fields and the hull that it had, and moves on as the two have moved. Of what is in the other frame now, that goes along
// which is deeper in the bubble of the new one than in that of the other; child frames go by their origins. Everyone who goes hears
// one FrameChanged.
//
// Errors: the entity is not live or has not docked. Panics during a tick.
func (w *World) Undock(owner handle.Entity) (handle.Frame, error) {
	w.outside("Undock", "")
	k := w.dockOf(owner)
	if k < 0 {
		return handle.Frame{}, w.undockProblem(owner)
	}
	d := w.docks[k]
	w.docks = append(w.docks[:k], w.docks[k+1:]...)
	w.applyPending()
	w.frames.Arrange()
	from := w.entities.Back[owner.Index].Frame
	own := w.partFrom(owner, &d)
	w.deriveOutside()
	w.applyChanges() // the frame is made, and its hull and its walls, before anything goes in
	there, _ := w.frames.Relate(from, own)
	bubble, left := frame.Bubble(d.spec.Bounds), frame.Bubble(w.frames.Bounds(from))
	w.moveMembers(from, &dyingFrame{from, own, there.Unit()}, func(s motion.State) bool {
		here := there.FromParent(&s)
		depth := bubble.Distance(s.Pose.Position)
		return depth < 0 && (left.None() || depth < left.Distance(here.Pose.Position))
	})
	w.rehomeNewBodies()
	w.deriveOutside()
	w.applyChanges()
	return own, nil
}

func (w *World) undockProblem(e handle.Entity) error {
	if !w.entities.Slots.Live(e) {
		return fmt.Errorf("undock %v: it is not live", e)
	}
	return fmt.Errorf("undock %v: its frame is part of no other one", e)
}

// partFrom gives an owner that has docked its frame and its hull back, beside the frame that it is a part of.
func (w *World) partFrom(owner handle.Entity, d *docked) handle.Frame {
	i := int(owner.Index)
	from := w.entities.Back[i].Frame
	parent := from
	if d.with == from && !w.frames.IsRoot(from) {
		parent = w.frames.Parent(from)
	}
	row, hasBody := w.entities.BackRow(i), w.entities.HasBody.Has(i)
	state := row.State()
	if parent != from {
		local := w.frames.Local(from)
		state = local.ToParent(&state).Unit()
		w.changeFrame(owner, parent)
	}
	own := w.frames.Make(&frame.Desc{
		Owner: owner, Parent: parent, Local: state, Gravity: d.spec.Gravity, Medium: d.spec.Medium, Bounds: d.spec.Bounds,
		Hull: frame.Hull{Present: hasBody, Motion: d.motion},
	})
	w.entities.Owned[i] = own
	w.changes.FramesMade = append(w.changes.FramesMade, own)
	w.frames.Arrange()
	w.showFrame(w.frames.Row(own))
	if in := w.entities.Intents.Of(i); in != nil {
		*in = physics.Intent{Frame: parent, Parts: in.Parts & physics.HasCollision, Collision: in.Collision}
	}
	if !hasBody || d.motion == physics.Kinematic {
		w.moveOn(owner, parent, &state)
	}
	if hasBody {
		w.entities.SetAwake(i, d.motion == physics.Dynamic)
		w.entities.Bodies[i].Desc.Motion = d.motion
		w.parts.SetDynamic(i, d.motion == physics.Dynamic)
		w.changes.BodiesGone = append(w.changes.BodiesGone, owner)
		w.makeBodyAgain(owner, own)
	}
	return own
}

// moveOn asks for an owner that keeps its velocities in the next step only when somebody asks for them: one whose hull is kinematic, or
// that has none.
func (w *World) moveOn(owner handle.Entity, in handle.Frame, from *motion.State) {
	asks := w.entities.Intents.Of(int(owner.Index))
	if asks == nil {
		asks = w.entities.Intents.Join(owner, in)
	}
	seconds := w.rate.TickSeconds()
	end := geom.Pose{Position: from.Pose.Position.AddScaled(from.Velocity, seconds), Rotation: from.Pose.Rotation}
	if turn := from.AngularVelocity.Scale(seconds); turn != (geom.Vec3{}) {
		end.Rotation, _ = geom.AxisAngle(turn, turn.Length()).Mul(end.Rotation).Unit()
	}
	asks.Parts |= physics.HasMove
	asks.Move = motion.IntentOfEndPose(motion.EndPose{Pose: end})
}

// forgetDocked forgets what Dock knows of an entity that ends.
func (w *World) forgetDocked(e handle.Entity) {
	if k := w.dockOf(e); k >= 0 {
		w.docks = append(w.docks[:k], w.docks[k+1:]...)
	}
}
