package simulation

import (
	"fmt"
	"slices"

	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/table"
)

// takeStepRecords lets every frame take its step record, in one pass over the tree. A frame's own row is the exact one; the row of
// its owner, which showFrames brings up to date, shows it.
func (w *World) takeStepRecords() {
	w.frames.Arrange() // after the hand-offs of frames
	w.placeFrameStates()
	seconds := w.rate.TickSeconds()
	for row := range w.frames.Len() {
		w.record = frame.StepRecord{}
		if w.frames.Up(row) >= 0 {
			w.gatherRecord(row, &w.record)
		}
		w.frames.TakeStepRecord(row, &w.record, seconds)
		w.noteTurning(row)
	}
	w.frames.EndStepRecords()
}

// placeFrameStates finds the rows of the frames of which physics told.
func (w *World) placeFrameStates() {
	w.stateOf = w.stateOf[:0]
	for range w.frames.Len() {
		w.stateOf = append(w.stateOf, 0)
	}
	for k := range w.output.Frames {
		w.stateOf[w.frames.Row(w.output.Frames[k].Frame)] = int32(k) + 1
	}
}

// gatherRecord finds what the step did to a frame, and which frames keep all that they have. A pose that gameplay wrote in this
// tick wins over a motion intent. Physics tells of the frames with hulls that moved.
func (w *World) gatherRecord(row int, r *frame.StepRecord) {
	i := int(w.frames.OwnerAt(row).Index)
	switch {
	case w.entities.HasBody.Has(i):
		r.Kept = w.check.Void().Has(i) || w.stateOf[row] == 0 && slices.Contains(w.output.Unstepped, w.entities.Homes[i])
	case w.entities.Placed.Has(i):
		r.Moved, r.Record = true, motion.Still(w.entities.Back[i].Pose)
	default:
		r.Follows, r.Moved = w.putRecordInStep(row, &r.Record)
	}
	if k := w.stateOf[row]; k > 0 {
		s := &w.output.Frames[k-1]
		r.Moved, r.Record = true, s.Record
		r.ProperAcceleration, r.Measured = s.ProperAcceleration, s.Measured
		r.Follows = w.followedIn(i)
	}
}

// putRecordInStep puts the motion of a frame over the step that applies the front intents into a zero record, as the motion intent
// of its owner says it. It is false when that says none: for a hull that is not kinematic and for an owner that asks for nothing. So
// physics, which gets it before the step, and the tree, which takes it after the step, agree to the last bit.
func (w *World) putRecordInStep(row int, record *motion.Sample) (frame.Follows, bool) {
	i := int(w.frames.OwnerAt(row).Index)
	in := w.entities.Intents.Of(i)
	if in == nil || in.Parts&physics.HasMove == 0 || w.entities.HasBody.Has(i) && w.motionInStep(i) != physics.Kinematic {
		return frame.FollowsNothing, false
	}
	ok := in.PutStepRecord(record, &w.frames.LocalAt(row).Pose, w.rate.TickSeconds())
	return followedBy(&in.Move), ok
}

// followedBy says what a frame follows that moves as a motion intent asks.
func followedBy(m *motion.Intent) frame.Follows {
	switch m.Kind() {
	case motion.IntentEndPose:
		return frame.FollowsEndPose
	case motion.IntentSample:
		return frame.FollowsRails
	case motion.IntentNone, motion.IntentSteerTarget:
	}
	return frame.FollowsNothing
}

// followedIn says what made the record that physics gave for the frame that slot i owns.
func (w *World) followedIn(i int) frame.Follows {
	if w.motionInStep(i) == physics.Dynamic {
		return frame.FollowsPhysics
	}
	if in := w.entities.Intents.Of(i); in != nil {
		return followedBy(&in.Move)
	}
	return frame.FollowsNothing
}

// noticedAcceleration is the least one, in m/s², that what is in a frame counts as noticing: that from which on physics wakes
// sleepers. What walks in the frame is as fast as walkingMetersPerSecond, and no farther than roomRadiusMeters from the origin of a
// frame without a bubble.
const (
	noticedAcceleration    = 0.01
	walkingMetersPerSecond = 1
	roomRadiusMeters       = 10
)

// noticesTurn reports whether what is in a frame would notice how it turns: by the Coriolis force on what walks, or by the centrifugal
// one at the longest half axis of the bubble. The Euler force counts for nothing: a ship that rests on a floor trembles, and one
// that begins to turn soon turns.
func noticesTurn(angularVelocity, bounds geom.Vec3) bool {
	radius := bounds.Largest()
	if radius == 0 {
		radius = roomRadiusMeters
	}
	rate := angularVelocity.Length()
	return 2*rate*walkingMetersPerSecond > noticedAcceleration || rate*rate*radius > noticedAcceleration
}

// noteTurning tells the log once of a frame that turns so that its contents would notice: they feel nothing of it.
func (w *World) noteTurning(row int) {
	turn := w.frames.LocalAt(row).AngularVelocity
	if turn == (geom.Vec3{}) {
		return
	}
	f := w.frames.At(row)
	if !noticesTurn(turn, w.frames.Bounds(f)) {
		return
	}
	for len(w.turning) <= int(f.Index) {
		w.turning = append(w.turning, 0)
	}
	if w.turning[f.Index] != f.Generation {
		w.turning[f.Index] = f.Generation
		w.log(fmt.Sprintf("frame %v turns; what is in it, and in the frames within, feels no centrifugal, Euler or Coriolis force", f))
	}
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
	i := int(owner.Index)
	back := w.entities.BackRow(i)
	view := table.ViewOf(w.frames.Parent(w.frames.At(row)), w.frames.LocalAt(row), back.Awake)
	if back == view {
		return
	}
	if back.Frame != view.Frame {
		w.changeFrame(owner, view.Frame)
	}
	w.entities.SetTransform(i, &view)
}
