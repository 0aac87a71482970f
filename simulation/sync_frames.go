package simulation

import (
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/table"
)

// followOwners moves every frame that has a parent as its owner asked for the step that ended, in one pass over the tree.
// The frame's own row is the exact one; the row of the owner shows it.
func (w *World) followOwners() {
	for row := range w.frames.Len() {
		if w.frames.Up(row) < 0 {
			continue
		}
		if record, moves := w.stepRecord(row); moves {
			w.frames.SetLocal(w.frames.At(row), &record)
			w.showFrame(row)
		}
	}
	w.viewStamp = w.frames.Stamp()
}

// stepRecord returns where the step left the frame of a row, and false when it rests where it was. A pose that gameplay
// wrote in this tick wins over an end pose, and a frame without either holds still.
func (w *World) stepRecord(row int) (motion.State, bool) {
	owner := w.frames.OwnerAt(row)
	local := w.frames.LocalAt(row)
	if w.entities.Placed.Has(int(owner.Index)) {
		return motion.RestAt(w.entities.Back[owner.Index].Pose), true
	}
	if in := w.entities.Intents.Of(int(owner.Index)); in != nil && in.Parts&physics.HasMove != 0 {
		if record, ok := in.Move.StepRecord(&local.Pose, w.rate.TickSeconds()); ok {
			return record.State(), true
		}
	}
	return motion.RestAt(local.Pose), local.Moves()
}

// showFrames brings the row of each frame's owner up to date, if the tree changed since they were.
func (w *World) showFrames() {
	w.frames.Arrange()
	if w.viewStamp == w.frames.Stamp() {
		return
	}
	for row := range w.frames.Len() {
		if w.frames.Up(row) >= 0 {
			w.showFrame(row)
		}
	}
	w.viewStamp = w.frames.Stamp()
}

// showFrame makes the row of the owner of a frame with a parent show the frame, and puts the owner into that parent.
func (w *World) showFrame(row int) {
	owner := w.frames.OwnerAt(row)
	back := &w.entities.Back[owner.Index]
	view := table.ViewOf(w.frames.Parent(w.frames.At(row)), w.frames.LocalAt(row))
	if *back == view {
		return
	}
	if back.Frame != view.Frame {
		w.changeFrame(owner, view.Frame)
	}
	*back = view
	w.entities.Moved.Add(int(owner.Index))
}
