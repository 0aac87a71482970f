package simulation

import (
	"fmt"

	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// frameWork is what the world keeps of its frames beside their tree, for the steps of the sync point.
type frameWork struct {
	dyingFrames []dyingFrame     // that others survive
	viewStamp   uint64           // of the frames, when the rows of their owners showed them last
	frameMoves  uint64           // of the rows, when every intent named the frame of its entity last
	record      frame.StepRecord // of the frame that takes its own
	stateOf     []int32          // by row of the frames: 1 + the place in output.Frames of what physics told of it; 0 for nothing
	turning     []uint32         // by the index of a frame, the generation of the one that the log tells of
	relations   relations        // of the frames over the next step
	dockBook
}

// FrameOf returns the frame that the entity owns, and false when it is not live or owns none.
func (w *World) FrameOf(owner handle.Entity) (handle.Frame, bool) {
	if !w.entities.Slots.Live(owner) {
		return handle.Frame{}, false
	}
	f := w.entities.Owned[owner.Index]
	return f, !f.IsNone()
}

// ownsRoot reports whether the live entity at slot i owns a root frame, which is nowhere.
func (w *World) ownsRoot(i int) bool { return w.entities.Back[i].Frame.IsNone() }

// addFrame makes the frame of a new owner, where the plan puts the owner.
func (w *World) addFrame(owner handle.Entity, p *spawnPlan) handle.Frame {
	d := frame.Desc{
		Owner: owner, Parent: p.transform.Frame, Local: motion.Rest,
		Gravity: p.owns.Gravity, Medium: p.owns.Medium, Bounds: p.owns.Bounds,
	}
	if !d.Parent.IsNone() {
		d.Local = p.transform.State()
		d.Hull = frame.Hull{Present: p.hasBody}
		if p.hasBody {
			d.Hull.Motion = p.body.Desc.Motion
		}
	}
	return w.frames.Make(&d)
}

// SetFrameGravity replaces the gravity of a frame, from the next step on. Physics wakes who would feel the change.
//
// Errors: the frame is not live, or the field cannot be, or the world has physics and the field pulls by more than
// physics.StrongestGravity. Panics during a tick.
func (w *World) SetFrameGravity(f handle.Frame, g field.Gravity) error {
	w.outside("SetFrameGravity", "")
	if !w.frames.Live(f) {
		return fmt.Errorf("set the gravity of frame %v: it is not live", f)
	}
	if problem := w.gravityProblem(&g); problem != "" {
		return fmt.Errorf("set the gravity of frame %v: %s", f, problem)
	}
	w.frames.SetGravity(f, g)
	return nil
}

// gravityProblem says why no frame of this world can have the field, or gives an empty string. Physics takes less than rails do.
func (w *World) gravityProblem(g *field.Gravity) string {
	if w.backend == nil {
		return g.Problem()
	}
	return physics.GravityProblem(g)
}

// SetFrameMedium replaces the gas that fills a frame.
//
// Errors: the frame is not live, or the medium cannot be; the frame keeps its own then. Panics during a tick.
func (w *World) SetFrameMedium(f handle.Frame, m field.Medium) error {
	w.outside("SetFrameMedium", "")
	if !w.frames.Live(f) {
		return fmt.Errorf("set the medium of frame %v: it is not live", f)
	}
	if problem := m.Problem(); problem != "" {
		return fmt.Errorf("set the medium of frame %v: %s", f, problem)
	}
	w.frames.SetMedium(f, m)
	return nil
}

// Reparent puts a frame into another frame of the same tree, with everything in it. It keeps its place and its motion as
// they are seen from the root. Its owner, and what is attached to the owner, are in the new frame then and each hear one
// FrameChanged. What the owner asked of the next step is still meant as it was.
//
// Errors: a frame that is not live; a root frame, which is in no frame; a parent that is in the frame itself, or that
// nothing relates to it; a place beyond 1e30 m there, or a hull beyond 9e14 m. Panics during a tick.
func (w *World) Reparent(f, parent handle.Frame) error {
	w.outside("Reparent", "")
	if err := w.reparentProblem(f, parent); err != nil {
		return fmt.Errorf("put frame %v into frame %v: %w", f, parent, err)
	}
	if w.frames.Parent(f) == parent {
		return nil
	}
	local, _ := w.frames.Relate(f, parent)
	local = local.Unit()
	if err := normalize("its place there", &local.Pose); err != nil {
		return fmt.Errorf("put frame %v into frame %v: %w", f, parent, err)
	}
	if _, hull := w.frames.HullMotion(f); hull {
		if err := bodyPlaceProblem("its place there", local.Pose.Position); err != nil {
			return fmt.Errorf("put frame %v into frame %v: %w", f, parent, err)
		}
	}
	w.frames.Reparent(f, parent, &local)
	w.deriveOutside()
	w.applyChanges() // the hull goes into the system of the new parent
	return nil
}

func (w *World) reparentProblem(f, parent handle.Frame) error {
	switch {
	case !w.frames.Live(f):
		return fmt.Errorf("frame %v is not live", f)
	case !w.frames.Live(parent):
		return fmt.Errorf("frame %v is not live", parent)
	case w.frames.IsRoot(f):
		return fmt.Errorf("frame %v is a root, which is nowhere and stays so", f)
	case w.frames.Root(f) != w.frames.Root(parent):
		return fmt.Errorf("they are in different trees, and nothing relates two roots")
	case w.frames.Within(parent, f):
		return fmt.Errorf("frame %v is that frame or in it", parent)
	}
	return nil
}

// deriveOutside ends a change outside a tick as steps 7 to 8 of the sync point end a tick: everything that follows from
// the change shows at once.
func (w *World) deriveOutside() {
	w.showFrames()
	w.deriveAttached()
	w.convertIntents()
	w.publish()
}

// changeFrame puts a live entity that is in a frame into another one, and tells it.
func (w *World) changeFrame(e handle.Entity, to handle.Frame) {
	i := int(e.Index)
	from := w.entities.Back[i].Frame
	w.entities.MoveToFrame(i, to)
	if w.entities.HasBody.Has(i) {
		w.entities.Homes[i] = to
	}
	w.tell(message.FramesChanged.Event(w.messages, message.To(e), message.FrameChanged{From: from, To: to}))
}
