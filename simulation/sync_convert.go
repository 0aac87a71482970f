package simulation

import (
	"fmt"

	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// convertIntents brings each intent of the next step into the frame of its entity. It visits them only if a row changed
// frame since it did so last: until then each one names the frame of its entity's row.
func (w *World) convertIntents() {
	if w.frameMoves == w.entities.FrameMoves {
		return
	}
	w.frameMoves = w.entities.FrameMoves
	w.stepEnds = w.stepEnds[:0]
	for _, e := range w.entities.Intents.Writers {
		in := w.entities.Intents.Of(int(e.Index))
		if in.Frame != w.entities.Back[e.Index].Frame {
			w.convertIntent(e, in)
		}
	}
}

// convertIntent brings an intent into the frame of its entity's back row, by the relation of the two frames where the next
// step starts, which is now, and where it ends.
func (w *World) convertIntent(e handle.Entity, in *physics.Intent) {
	row := &w.entities.Back[e.Index]
	start, ok := w.snapshot.FrameIn(in.Frame, row.Frame)
	if !ok {
		w.bug("an intent is in a frame that the world relates to its entity's",
			fmt.Errorf("the intent of %v is in frame %v, the entity in %v", e, in.Frame, row.Frame))
		*in = physics.Intent{Frame: row.Frame}
		return
	}
	end := start
	if in.Parts&physics.HasMove != 0 {
		w.predictStep()
		end, _ = w.frames.RelateIn(w.stepEnds, in.Frame, row.Frame)
	}
	starts, ends := motion.RelationOf(start), motion.RelationOf(end)
	in.Convert(row.Frame, &starts, &ends, row.Pose.Position, w.rate.TickSeconds())
}

// predictStep fills in where the next step puts the frames, unless it is known already. A frame whose owner has an end pose
// stands there, and any other one where the step starts.
func (w *World) predictStep() {
	if len(w.stepEnds) > 0 {
		return
	}
	w.stepEnds = append(w.stepEnds, w.frames.Locals()...)
	for row := range w.stepEnds {
		in := w.entities.Intents.Of(int(w.frames.OwnerAt(row).Index))
		if in == nil {
			continue
		}
		record, ok := in.Move.StepRecord(&w.stepEnds[row].Pose, w.rate.TickSeconds())
		if ok && in.Frame == w.frames.Parent(w.frames.At(row)) {
			w.stepEnds[row] = record.State()
		}
	}
}
