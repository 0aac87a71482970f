package simulation

import (
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// relations are how the frames move in their parents over the next step, where it starts and where it ends, by row of the arranged
// tree. A row is filled in when somebody asks for it.
type relations struct {
	starts, ends []motion.Relation
	known        []progress
	dyingMove    bool // a frame that dies at this sync point moves as if it lived on, for who parts from it
}

// progress says how far a row of the relations is.
type progress uint8

const (
	unknown progress = iota
	begun            // its owner's intent is being converted, which may ask for the row itself
	known
)

func (r *relations) reset(rows int) {
	r.starts, r.ends, r.known = r.starts[:0], r.ends[:0], r.known[:0]
	for range rows {
		r.starts, r.ends, r.known = append(r.starts, motion.Relation{}), append(r.ends, motion.Relation{}), append(r.known, unknown)
	}
}

// convertIntents brings each intent of the next step into the frame of its entity. It visits them only if a row changed
// frame since it did so last: until then each one names the frame of its entity's row.
func (w *World) convertIntents() {
	if w.frameMoves == w.entities.FrameMoves {
		return
	}
	w.frameMoves = w.entities.FrameMoves
	w.relations.reset(w.frames.Len())
	for _, e := range w.entities.Intents.Writers {
		in := w.entities.Intents.Of(int(e.Index))
		if row := &w.entities.Back[e.Index]; in.Frame != row.Frame {
			w.convertIntent(e, in, row.Frame, row.Pose.Position)
		}
	}
}

// convertIntent brings an intent into another frame, by the relation of the two where the next step starts, which is now, and where
// it ends. The entity starts the step at a place in the new frame.
func (w *World) convertIntent(e handle.Entity, in *physics.Intent, to handle.Frame, at geom.Vec3) {
	if !w.frames.Live(in.Frame) || !w.frames.Live(to) || w.frames.Root(in.Frame) != w.frames.Root(to) {
		w.bug("an intent is in a frame that the world relates to its entity's",
			fmt.Errorf("the intent of %v is in frame %v, the entity in %v", e, in.Frame, to))
		*in = physics.Intent{Frame: to}
		return
	}
	w.relatePath(in.Frame)
	w.relatePath(to)
	if in.Frame == to { // as it was an owner's, and the path led to it
		return
	}
	start, _ := w.frames.RelateMotion(w.relations.starts, in.Frame, to)
	end, _ := w.frames.RelateMotion(w.relations.ends, in.Frame, to)
	in.Convert(to, &start, &end, at, w.rate.TickSeconds())
}

// relatePath fills in the relations of a frame and of all above it.
func (w *World) relatePath(f handle.Frame) {
	for row := w.frames.Row(f); row >= 0; row = w.frames.Up(row) {
		w.relate(row)
	}
}

// relate fills in the relations of a row. Its owner's intent is brought into its frame before, so that it can tell where the step
// takes the frame: where two frames have gone into each other's places, so that each waits for the other, one of them is taken to
// stand as it does now. A frame that dies at this sync point moves no more than it does now, unless dyingMove says so.
func (w *World) relate(row int) {
	r := &w.relations
	if r.known[row] != unknown {
		return
	}
	owner := w.frames.OwnerAt(row)
	local := w.frames.LocalAt(row)
	r.known[row] = begun
	r.starts[row], r.ends[row] = motion.RelationOf(*local), motion.RelationOf(*local)
	if w.frames.Up(row) >= 0 && (r.dyingMove || !w.dying.has(owner)) {
		parent := w.frames.Parent(w.frames.At(row))
		if in := w.entities.Intents.Of(int(owner.Index)); in != nil && in.Frame != parent {
			w.convertIntent(owner, in, parent, local.Pose.Position)
		}
		w.predict(row)
	}
	r.known[row] = known
}

// predict fills in where the next step starts and ends for the frame of a row, which has a parent and lives on: by a teleport and
// the motion intent of its owner, by what a dynamic hull does if it is left alone, which also one does that this tick let go, or at
// rest where the step starts. What a dynamic hull does takes the physics step (see clock.Rate.StepSeconds), all else the tick.
func (w *World) predict(row int) {
	r := &w.relations
	i := int(w.frames.OwnerAt(row).Index)
	in := w.entities.Intents.Of(i)
	if in != nil {
		r.starts[row].Pose = *in.StartPose(&r.starts[row].Pose)
	}
	var record motion.Sample
	switch _, moves := w.putRecordInStep(row, &record); {
	case moves:
		r.ends[row] = record.Relation()
	case !w.entities.HasBody.Has(i) || w.motionInStep(i) != physics.Dynamic:
		r.ends[row] = motion.RelationOf(motion.RestAt(r.starts[row].Pose))
	case w.snapshot.storedMotion(i) != physics.Dynamic:
		r.ends[row] = w.frames.Fall(row, &r.starts[row].State, float64(w.rate.StepSeconds()))
	case w.entities.BackMotion[i].Awake:
		r.ends[row] = w.frames.Coast(row, &r.starts[row].State, float64(w.rate.StepSeconds()))
	default:
		r.ends[row] = motion.RelationOf(motion.RestAt(r.starts[row].Pose))
	}
}
