package physics_test

import (
	"math"
	"testing"

	"tertius.dev/core/bitset"
	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
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
