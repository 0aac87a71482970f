package simulation

import (
	"slices"

	"tertius.dev/core/message"
)

// partFromDyingFrames parts who has docked at a frame that ends, and does not end itself, before the frame does: the last one that docked
// first, so that what had docked at its frame goes along with it. Each owner hears a DockAnswer.
func (w *World) partFromDyingFrames() {
	w.parted = w.parted[:0]
	for k := len(w.docks) - 1; k >= 0; k-- {
		d := &w.docks[k]
		if owner := d.owner; w.frames.Live(d.with) && w.dying.has(w.frames.Owner(d.with)) && !w.dying.has(owner) {
			own := w.undock(owner)
			w.parted = append(w.parted, own)
			w.tell(message.DockAnswers.Event(w.messages, message.To(owner), message.DockAnswer{Frame: own, Result: message.DockEnded}))
		}
	}
	if len(w.parted) > 0 {
		w.convertParted()
	}
}

// convertParted brings the intents of who has gone along with an owner that parts into its frame, while the frame that ends is still
// there to relate them, and as if that went on moving.
func (w *World) convertParted() {
	w.relations.reset(w.frames.Len())
	w.relations.dyingMove = true
	for _, e := range w.entities.Intents.Writers {
		in, row := w.entities.Intents.Of(int(e.Index)), &w.entities.Back[e.Index]
		if in.Frame != row.Frame && slices.Contains(w.parted, row.Frame) {
			w.convertIntent(e, in, row.Frame, row.Pose.Position)
		}
	}
	w.relations.dyingMove = false
}
