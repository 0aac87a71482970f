package physics_test

import (
	"math"
	"testing"

	"tertius.dev/core/bitset"
	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// checkedWorld is three bodies in a frame, a live entity without a body, and a body that is gone.
type checkedWorld struct {
	facts            physics.OutputFacts
	a, b, c          handle.Entity
	bodiless, gone   handle.Entity
	frame, elsewhere handle.Frame
}

func newCheckedWorld() *checkedWorld {
	slots, bodies, frames := &handle.EntitySlots{}, &bitset.Set{}, &frame.Tree{}
	w := &checkedWorld{}
	for _, e := range []*handle.Entity{&w.a, &w.b, &w.c, &w.bodiless, &w.gone} {
		*e = slots.Reserve()
		slots.Activate(*e)
	}
	slots.Release(w.gone)
	w.frame = frames.AddRoot(w.bodiless, field.Gravity{})
	w.elsewhere = frames.AddRoot(w.bodiless, field.Gravity{})
	bodies.Grow(slots.Cap())
	for _, e := range []handle.Entity{w.a, w.b, w.c} {
		bodies.Add(int(e.Index))
	}
	w.facts = physics.OutputFacts{
		Entities: slots, Bodies: bodies, Frames: frames,
		Homes: []handle.Frame{w.frame, w.frame, w.frame, {}, {}},
		Owned: make([]handle.Frame, slots.Cap()),
	}
	return w
}

// output is a good step: every body moved, a touched b, and the contact of b and c ended, as did that with one gone.
func (w *checkedWorld) output() *physics.StepOutput {
	out := &physics.StepOutput{
		Started: []physics.Contact{{A: w.a, B: w.b, Frame: w.frame, Normal: geom.Vec3f{X: 1}}},
		Ended:   []physics.ContactEnd{{A: w.b, B: w.c, Frame: w.frame}, {A: w.c, B: w.gone, Frame: w.frame}},
	}
	for _, e := range []handle.Entity{w.a, w.b, w.c} {
		out.Bodies = append(out.Bodies, physics.BodyState{Entity: e, Frame: w.frame, Pose: geom.IdentityPose})
	}
	return out
}

func TestOutputCheckLeavesGoodOutputAlone(t *testing.T) {
	w := newCheckedWorld()
	out, check := w.output(), physics.OutputCheck{}
	for range 2 {
		if errs := check.Check(out, &w.facts); len(errs) != 0 {
			t.Fatalf("a good output has the errors %v", errs)
		}
	}
	if len(out.Bodies) != 3 || len(out.Started) != 1 || len(out.Ended) != 2 {
		t.Errorf("of a good output %d, %d and %d are left", len(out.Bodies), len(out.Started), len(out.Ended))
	}
}

func TestOutputCheckVoidsTheWholeUpdateOfWhomABrokenOutputNames(t *testing.T) {
	w := newCheckedWorld()
	start := func(a, b handle.Entity) physics.Contact { return physics.Contact{A: a, B: b, Frame: w.frame} }
	for _, c := range []struct {
		name                   string
		spoil                  func(out *physics.StepOutput)
		bodies, started, ended int // that are left
	}{
		{"body-of-the-dead", func(out *physics.StepOutput) { out.Bodies[0].Entity = w.gone }, 2, 1, 2},
		{"body-of-none", func(out *physics.StepOutput) { out.Bodies[0].Entity = w.bodiless }, 2, 1, 2},
		{"body-elsewhere", func(out *physics.StepOutput) { out.Bodies[0].Frame = w.elsewhere }, 2, 0, 2},
		{"body-in-a-dead-frame", func(out *physics.StepOutput) { out.Bodies[1].Frame.Generation++ }, 2, 0, 1},
		{"body-twice", func(out *physics.StepOutput) { out.Bodies[2].Entity = w.b }, 1, 0, 1},
		{"infinite-place", func(out *physics.StepOutput) { out.Bodies[2].Pose.Position.X = math.Inf(1) }, 2, 1, 0},
		{"velocity-not-a-number", func(out *physics.StepOutput) { out.Bodies[0].Velocity.Y = math.NaN() }, 2, 0, 2},
		{"single-precision-rotation", func(out *physics.StepOutput) { out.Bodies[0].Pose.Rotation.W = 1 - 0x1p-24 }, 2, 0, 2},
		{"start-with-the-dead", func(out *physics.StepOutput) { out.Started = append(out.Started, start(w.c, w.gone)) }, 2, 1, 0},
		{"start-with-itself", func(out *physics.StepOutput) { out.Started[0].B = w.a }, 2, 0, 2},
		{"start-in-a-dead-frame", func(out *physics.StepOutput) { out.Started[0].Frame.Generation++ }, 1, 0, 1},
		{"start-in-no-frame", func(out *physics.StepOutput) { out.Started[0].Frame = handle.Frame{} }, 1, 0, 1},
		{"start-of-who-has-no-body", func(out *physics.StepOutput) { out.Started = append(out.Started, start(w.c, w.bodiless)) }, 2, 1, 0},
		{"start-not-a-number", func(out *physics.StepOutput) { out.Started[0].Point.Z = math.NaN() }, 1, 0, 1},
		{"end-with-itself", func(out *physics.StepOutput) { out.Ended[0].B = w.b }, 2, 0, 1},
		{"end-with-none", func(out *physics.StepOutput) { out.Ended[1].B = handle.Entity{} }, 2, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, check := w.output(), physics.OutputCheck{}
			c.spoil(out)
			if errs := check.Check(out, &w.facts); len(errs) != 1 {
				t.Errorf("the errors are %v, want one", errs)
			}
			if len(out.Bodies) != c.bodies || len(out.Started) != c.started || len(out.Ended) != c.ended {
				t.Errorf("%d bodies, %d starts and %d ends are left, want %d, %d and %d",
					len(out.Bodies), len(out.Started), len(out.Ended), c.bodies, c.started, c.ended)
			}
			if errs := check.Check(w.output(), &w.facts); len(errs) != 0 {
				t.Errorf("the next good step has the errors %v", errs)
			}
		})
	}
}

// fleet is a root with two ships that fall freely, one with a boat in it, a rock in the root and a station on rails.
type fleet struct {
	facts                              physics.OutputFacts
	rock, first, second, boat, station handle.Entity
	root, inFirst, inSecond, inBoat    handle.Frame
	inStation, elsewhere               handle.Frame
}

func newFleet() *fleet {
	slots, bodies, tree := &handle.EntitySlots{}, &bitset.Set{}, &frame.Tree{}
	w := &fleet{}
	space := slots.Reserve()
	slots.Activate(space)
	for _, e := range []*handle.Entity{&w.rock, &w.first, &w.second, &w.boat, &w.station} {
		*e = slots.Reserve()
		slots.Activate(*e)
	}
	n := slots.Cap()
	w.facts = physics.OutputFacts{
		Entities: slots, Bodies: bodies, Frames: tree, Homes: make([]handle.Frame, n), Owned: make([]handle.Frame, n),
	}
	bodies.Grow(n)
	w.root = tree.AddRoot(space, field.Gravity{})
	w.facts.Owned[space.Index] = w.root
	for _, f := range []struct {
		frame  *handle.Frame
		owner  handle.Entity
		parent *handle.Frame
		motion physics.BodyMotion
	}{
		{&w.inFirst, w.first, &w.root, physics.Dynamic},
		{&w.inSecond, w.second, &w.root, physics.Dynamic},
		{&w.inBoat, w.boat, &w.inFirst, physics.Dynamic},
		{&w.inStation, w.station, &w.root, physics.Kinematic},
	} {
		*f.frame = tree.Make(&frame.Desc{
			Owner: f.owner, Parent: *f.parent, Local: motion.Rest, Hull: frame.Hull{Present: true, Motion: f.motion},
		})
		w.facts.Homes[f.owner.Index], w.facts.Owned[f.owner.Index] = *f.parent, *f.frame
		bodies.Add(int(f.owner.Index))
	}
	w.elsewhere = tree.AddRoot(space, field.Gravity{})
	w.facts.Homes[w.rock.Index] = w.root
	bodies.Add(int(w.rock.Index))
	for f := range tree.All() {
		hull, _ := tree.HullMotion(f)
		w.facts.Inputs = append(w.facts.Inputs, physics.FrameInput{Frame: f, HullMotion: hull})
	}
	return w
}

// output is a good step: the boat leaves the first ship, the rock goes into the second one, and the station moves on.
func (w *fleet) output() *physics.StepOutput {
	return &physics.StepOutput{
		HandOffs: []physics.HandOff{
			{Entity: w.rock, From: w.root, To: w.inSecond, State: motion.Rest},
			{Entity: w.boat, From: w.inFirst, To: w.root, State: motion.Rest},
		},
		Bodies: []physics.BodyState{{Entity: w.rock, Frame: w.inSecond, Pose: geom.IdentityPose}},
		Frames: []physics.FrameState{
			{Frame: w.inBoat, Parent: w.root, Record: motion.Still(geom.IdentityPose)},
			{Frame: w.inStation, Parent: w.root, Record: motion.Still(geom.IdentityPose)},
		},
		Started: []physics.Contact{{A: w.rock, B: w.second, Frame: w.inSecond, Normal: geom.Vec3f{X: 1}}},
		Ended:   []physics.ContactEnd{{A: w.first, B: w.boat, Frame: w.inFirst}},
	}
}

func TestOutputCheckTakesHandOffsOfBodiesAndFrames(t *testing.T) {
	w := newFleet()
	out, check := w.output(), physics.OutputCheck{}
	for range 2 {
		if errs := check.Check(out, &w.facts); len(errs) != 0 {
			t.Fatalf("a good output has the errors %v", errs)
		}
	}
	if len(out.HandOffs) != 2 || len(out.Bodies) != 1 || len(out.Frames) != 2 || len(out.Started) != 1 || len(out.Ended) != 1 {
		t.Errorf("of a good output is left %+v", out)
	}
}

func TestOutputCheckVoidsWhatNoCorrectBackendHandsOff(t *testing.T) {
	w := newFleet()
	for _, c := range []struct {
		name                                     string
		spoil                                    func(out *physics.StepOutput)
		handOffs, bodies, frames, started, ended int // that are left
		errors                                   int
	}{
		{"of-none", func(out *physics.StepOutput) { out.HandOffs[0].Entity.Generation++ }, 1, 0, 2, 0, 1, 2},
		{"into-a-dead-frame", func(out *physics.StepOutput) {
			out.HandOffs[1].To.Generation++
			out.Frames[0].Parent = out.HandOffs[1].To
		}, 1, 1, 1, 1, 0, 1},
		{"into-its-own-frame", func(out *physics.StepOutput) { out.HandOffs[0].To, out.Bodies[0].Frame = w.root, w.root }, 1, 0, 2, 0, 1, 1},
		{"into-another-root", func(out *physics.StepOutput) { out.HandOffs[0].To, out.Bodies[0].Frame = w.elsewhere, w.elsewhere }, 1, 0, 2, 0, 1, 1},
		{"from-where-it-is-not", func(out *physics.StepOutput) { out.HandOffs[0].From = w.inFirst }, 1, 0, 2, 0, 1, 1},
		{"of-a-hull-on-rails", func(out *physics.StepOutput) {
			out.HandOffs = append(out.HandOffs, physics.HandOff{Entity: w.station, From: w.root, To: w.inFirst, State: motion.Rest})
			out.Frames[1].Parent = w.inFirst
		}, 2, 1, 1, 1, 1, 1},
		{"into-a-frame-of-a-sibling", func(out *physics.StepOutput) {
			out.HandOffs[1] = physics.HandOff{Entity: w.second, From: w.root, To: w.inBoat, State: motion.Rest}
			out.Frames[0] = physics.FrameState{Frame: w.inSecond, Parent: w.inBoat, Record: motion.Still(geom.IdentityPose)}
			out.Started = nil
		}, 1, 1, 1, 0, 1, 1},
		{"twice", func(out *physics.StepOutput) { out.HandOffs = append(out.HandOffs, out.HandOffs[0]) }, 1, 0, 2, 0, 1, 1},
		{"not-a-number", func(out *physics.StepOutput) { out.HandOffs[0].State.Velocity.X = math.NaN() }, 1, 0, 2, 0, 1, 1},
		{"stretched", func(out *physics.StepOutput) { out.HandOffs[0].State.Pose.Rotation.W = 1.1 }, 1, 0, 2, 0, 1, 1},
		{"without-a-state", func(out *physics.StepOutput) { out.Bodies = nil }, 1, 0, 2, 0, 1, 1},
		{"of-a-frame-without-a-state", func(out *physics.StepOutput) { out.Frames = out.Frames[1:] }, 1, 1, 1, 1, 0, 1},
		{"state-without-a-hand-off", func(out *physics.StepOutput) { out.HandOffs = out.HandOffs[1:] }, 1, 0, 2, 0, 1, 1},
		{"body-state-of-an-owner", func(out *physics.StepOutput) {
			out.Bodies = append(out.Bodies, physics.BodyState{Entity: w.station, Frame: w.root, Pose: geom.IdentityPose})
		}, 2, 1, 1, 1, 1, 1},
		{"state-of-a-root", func(out *physics.StepOutput) { out.Frames[1].Frame = w.root }, 2, 1, 1, 1, 1, 1},
		{"state-of-a-dead-frame", func(out *physics.StepOutput) { out.Frames[1].Frame.Generation++ }, 2, 1, 1, 1, 1, 1},
		{"state-in-another-parent", func(out *physics.StepOutput) { out.Frames[1].Parent = w.inFirst }, 2, 1, 1, 1, 1, 1},
		{"state-twice", func(out *physics.StepOutput) { out.Frames = append(out.Frames, out.Frames[1]) }, 2, 1, 1, 1, 1, 1},
		{"endless-record", func(out *physics.StepOutput) { out.Frames[1].Record.Chord.Y = math.Inf(1) }, 2, 1, 1, 1, 1, 1},
		{"stretched-record", func(out *physics.StepOutput) { out.Frames[1].Record.Pose.Rotation.W = 1.1 }, 2, 1, 1, 1, 1, 1},
		{"endless-push", func(out *physics.StepOutput) { out.Frames[1].ProperAcceleration.Y = math.Inf(1) }, 2, 1, 1, 1, 1, 1},
		{"under-itself", func(out *physics.StepOutput) { // two ships enter each other
			out.HandOffs[1] = physics.HandOff{Entity: w.second, From: w.root, To: w.inFirst, State: motion.Rest}
			out.HandOffs = append(out.HandOffs, physics.HandOff{Entity: w.first, From: w.root, To: w.inSecond, State: motion.Rest})
			out.Frames[0] = physics.FrameState{Frame: w.inSecond, Parent: w.inFirst, Record: motion.Still(geom.IdentityPose)}
			out.Frames = append(out.Frames, physics.FrameState{Frame: w.inFirst, Parent: w.inSecond, Record: motion.Still(geom.IdentityPose)})
		}, 2, 1, 2, 1, 0, 1},
		{"under-itself-without-the-one-before", func(out *physics.StepOutput) { // the boat leaves the ship, which enters the boat
			out.HandOffs = append(out.HandOffs, physics.HandOff{Entity: w.first, From: w.root, To: w.inBoat, State: motion.Rest})
			out.Frames = append(out.Frames, physics.FrameState{Frame: w.inFirst, Parent: w.inBoat, Record: motion.Still(geom.IdentityPose)})
			out.Frames[0].Record.Chord.X = math.NaN()
		}, 1, 1, 1, 1, 0, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, check := w.output(), physics.OutputCheck{}
			c.spoil(out)
			if errs := check.Check(out, &w.facts); len(errs) != c.errors {
				t.Errorf("the errors are %v, want %d", errs, c.errors)
			}
			if len(out.HandOffs) != c.handOffs || len(out.Bodies) != c.bodies || len(out.Frames) != c.frames ||
				len(out.Started) != c.started || len(out.Ended) != c.ended {
				t.Errorf("%d hand-offs, %d bodies, %d frames, %d starts and %d ends are left, want %d, %d, %d, %d and %d",
					len(out.HandOffs), len(out.Bodies), len(out.Frames), len(out.Started), len(out.Ended),
					c.handOffs, c.bodies, c.frames, c.started, c.ended)
			}
			if errs := check.Check(w.output(), &w.facts); len(errs) != 0 {
				t.Errorf("the next good step has the errors %v", errs)
			}
		})
	}
}
