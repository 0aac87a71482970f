package simulation

// dock.go joins two frames of like size into one, and parts them again. Frames that fit into each other nest by their bubbles; two
// that do not would stay siblings, and nobody could walk from one into the other.

import (
	"fmt"

	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/table"
)

// dockBook is what a world keeps of frames that dock.
type dockBook struct {
	docks        []docked       // of the owners whose frames are part of others, in the order in which they came to be so
	dockWishes   []dockWish     // of the running sync point
	toldRefusals []uint16       // by slot, the results of refused wishes to dock of which the log tells, as bits
	parted       []handle.Frame // of owners that part from frames that end now
}

// docked is what an entity was before the frame that it owned became part of another one.
type docked struct {
	owner  handle.Entity
	with   handle.Frame // that it is part of
	place  geom.Pose    // of its hull, in that frame
	spec   FrameSpec
	motion physics.BodyMotion // of its hull

	// What the hull brought, in m/s of its origin and in rad/s, beside the frame and in its axes: 0 from the next step on, in which
	// the hull of that takes it.
	velocity, turn geom.Vec3
}

// docking is a frame b that becomes a part of a.
type docking struct {
	a, b   handle.Frame
	owner  handle.Entity      // of b
	inA    motion.State       // of b
	parts  []physics.HullPart // of the hull of a that come with b
	joined *physics.Assembly  // that the hull of a becomes; nil when it stays as it is
}

// Dock makes frame b a part of frame a, a sibling of like size: neither fits into the other. Frame b ends, and what was in it is in
// a, at the same place and with the same motion; child frames too. Its owner is in a as well, where its body, now static, is the
// walls that b had. Everyone of these hears one FrameChanged. Frame a goes on as it was, with its handle, bubble, fields and topic.
// Its hull gains the shape and the mass of b's, and takes the motion that b had beside it as an impulse in the next step. Undock
// parts the two.
//
// Errors: a frame that is not live or has no bubble; frames that are no siblings, or of which one fits into the other; a body of b's
// owner, or of who has docked at b, that is not inside a's bubble, which never changes; frames that move relative to each other at
// more than 1 m/s or 0.1 rad/s; hulls that cannot be one body. Nothing has changed then. Panics during a tick.
func (w *World) Dock(a, b handle.Frame) error {
	w.outside("Dock", "Self.Dock")
	for _, f := range [...]handle.Frame{a, b} {
		if !w.frames.Live(f) {
			return fmt.Errorf("dock frame %v at frame %v: %w", b, a, goneProblem(f))
		}
	}
	w.frames.Arrange()
	d, result, err := w.planDock(a, b)
	if result.Refused() {
		return fmt.Errorf("dock frame %v at frame %v: %w", b, a, err)
	}
	w.dock(&d)
	return nil
}

// dock does what is planned, which nothing refuses.
func (w *World) dock(d *docking) {
	w.applyPending()
	w.frames.Arrange()
	w.rememberDocked(d)
	w.dockIntents(d)
	w.moveMembers(d.b, &dyingFrame{d.b, d.a, d.inA}, func(motion.State) bool { return true })
	w.becomePart(d.owner, d.a, d.inA.Pose)
	if d.joined != nil {
		w.shapeHull(d.a, d.joined, d.parts)
	}
	w.deriveDock()
	w.applyChanges()
}

// deriveDock shows what follows from a change of the frames. In a sync point the steps that come after do the rest.
func (w *World) deriveDock() {
	if !w.ticking {
		w.deriveOutside()
		return
	}
	w.showFrames()
	w.deriveAttached()
}

// rememberDocked keeps what Undock makes a frame of. What had docked at b is part of a now, and docks there with it.
func (w *World) rememberDocked(d *docking) {
	i := int(d.owner.Index)
	was := docked{
		owner: d.owner, with: d.a, place: d.inA.Pose, velocity: d.inA.Velocity, turn: d.inA.AngularVelocity,
		spec: FrameSpec{w.frames.Gravity(d.b), w.frames.Medium(d.b), w.frames.Bounds(d.b)},
	}
	if w.entities.HasBody.Has(i) {
		was.motion = w.motionInStep(i)
		body := &w.entities.Bodies[i]
		w.takeShape(i, body, nil)
	}
	stay, come := w.docks[:0], []docked(nil) // who had docked at b comes after those of a, as the hull has them
	for _, part := range w.docks {
		if part.with == d.b {
			d.bring(&part)
			come = append(come, part)
			continue
		}
		stay = append(stay, part)
	}
	w.docks = append(append(stay, come...), was)
}

// bring makes what had docked at b a part of a.
func (d *docking) bring(part *docked) {
	part.with, part.place = d.a, d.placeInA(&part.place)
	turn := d.inA.AngularVelocity
	arm := part.place.Position.Sub(d.inA.Pose.Position)
	part.velocity = d.inA.Velocity.Add(turn.Cross(arm)).Add(d.inA.Pose.Rotation.Rotate(part.velocity))
	part.turn = turn.Add(d.inA.Pose.Rotation.Rotate(part.turn))
}

// takeDocks lets the step that starts now take what hulls that docked brought.
func (w *World) takeDocks() {
	for k := range w.docks {
		w.docks[k].velocity, w.docks[k].turn = geom.Vec3{}, geom.Vec3{}
	}
}

// placeInA returns where something is in a that is at a pose in b.
func (d *docking) placeInA(inB *geom.Pose) geom.Pose {
	place := d.inA.Pose.Compose(inB)
	place.Rotation, _ = place.Rotation.Unit()
	return place
}

// dockIntents brings the intents that name b into a, in which it holds still from now on. The owner of b asks for nothing any more but
// whom its body touches.
func (w *World) dockIntents(d *docking) {
	kept := motion.RelationOf(d.inA)
	for _, e := range w.entities.Intents.Writers {
		in := w.entities.Intents.Of(int(e.Index))
		switch {
		case e == d.owner:
			*in = physics.Intent{Frame: d.a, Parts: in.Parts & physics.HasCollision, Collision: in.Collision}
		case in.Frame == d.b:
			in.Convert(d.a, &kept, &kept, d.inA.Pose.ToParent(w.entities.Back[e.Index].Pose.Position), w.rate.TickSeconds())
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
	return w.docks[k].with, true
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
// which is in the box around the owner's walls; what is in those of others stays or goes with them, and outside of all walls goes what
// is less of the way to the edge of the new frame's bubble than of that of the other one; child frames go by their origins, as do the
// walls of who has docked. Nothing outside of the new bubble goes. Everyone who goes hears one FrameChanged. The hull of the other one is again what it was without it.
//
// Errors: the entity is not live or has not docked. Panics during a tick.
func (w *World) Undock(owner handle.Entity) (handle.Frame, error) {
	w.outside("Undock", "Self.Undock")
	switch {
	case !w.entities.Slots.Live(owner):
		return handle.Frame{}, fmt.Errorf("undock %v: it is not live", owner)
	case w.dockOf(owner) < 0:
		return handle.Frame{}, fmt.Errorf("undock %v: %v", owner, message.UndockNotDocked)
	}
	return w.undock(owner), nil
}

// undock parts the frame of an owner that has docked, and returns it.
func (w *World) undock(owner handle.Entity) handle.Frame {
	k := w.dockOf(owner)
	d := w.docks[k]
	w.docks = append(w.docks[:k], w.docks[k+1:]...)
	w.applyPending()
	w.frames.Arrange()
	from := w.entities.Back[owner.Index].Frame
	own := w.partFrom(owner, &d)
	w.shedPart(&d)
	w.deriveDock()
	w.applyChanges() // the frame is made, and its hull and its walls, before anything goes in
	there, _ := w.frames.Relate(from, own)
	taker := w.takerOf(own, from)
	w.moveMembers(from, &dyingFrame{from, own, there.Unit()}, func(s motion.State) bool {
		here := there.FromParent(&s)
		return taker.takes(s.Pose.Position, here.Pose.Position)
	})
	w.passParts(from, own, &there)
	w.rehomeNewBodies()
	w.deriveDock()
	w.applyChanges()
	return own
}

// partFrom gives an owner that has docked its frame and its hull back, beside the frame that it is a part of, or in the nearest frame
// above that stays.
func (w *World) partFrom(owner handle.Entity, d *docked) handle.Frame {
	i := int(owner.Index)
	from := w.entities.Back[i].Frame
	parent := from
	if d.with == from && !w.frames.IsRoot(from) {
		parent = w.frames.Parent(from)
	}
	parent, _ = w.heirOf(parent)
	row, hasBody := w.entities.BackRow(i), w.entities.HasBody.Has(i)
	state := row.State()
	if d.with == from { // who parts again before the next step goes on as it came
		state.Velocity, state.AngularVelocity = state.Velocity.Add(d.velocity), state.AngularVelocity.Add(d.turn)
	}
	for f := from; f != parent; f = w.frames.Parent(f) {
		local := w.frames.Local(f)
		state = local.ToParent(&state).Unit()
	}
	if parent != from {
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

// forgetDocked forgets what Dock knows of an entity that ends. The hull that it was a part of loses the part.
func (w *World) forgetDocked(e handle.Entity) {
	if int(e.Index) < len(w.toldRefusals) {
		w.toldRefusals[e.Index] = 0
	}
	k := w.dockOf(e)
	if k < 0 {
		return
	}
	d := w.docks[k]
	w.docks = append(w.docks[:k], w.docks[k+1:]...)
	w.shedPart(&d)
}
