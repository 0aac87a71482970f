package simulation_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

type physicsOutput = physics.StepOutput

func TestContactReachesBothSidesAndEndsAfterIt(t *testing.T) {
	backend := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: backend})
	f, _ := rootFrame(t, w)
	var heardA, heardB []string
	var normals []geom.Vec3f
	look := actor{wants: []message.AnyToken{message.Collisions}, handle: func(_ *simulation.Self, events *message.List, _ *message.Outbox) {
		for c := range message.Collisions.In(events) {
			normals = append(normals, c.Normal.Unit())
			if c.Frame != f || c.Point != (geom.Vec3{X: 0.5}) || c.ImpulseNewtonSeconds != 3 {
				t.Errorf("the collision is %+v", c)
			}
		}
	}}
	a := spawn(t, w, crate(f, 0, listener(&heardA, message.Collisions, message.CollisionsEnded), &look))
	other := look
	b := spawn(t, w, crate(f, 1, listener(&heardB, message.Collisions, message.CollisionsEnded), &other))
	backend.distort = func(out *physicsOutput) {
		if backend.steps == 2 {
			out.Started = append(out.Started, physics.Contact{
				A: a, B: b, Frame: f, Point: geom.Vec3{X: 0.5}, Normal: geom.Vec3f{X: 1}, ImpulseNewtonSeconds: 3,
			})
			out.Ended = append(out.Ended, physics.ContactEnd{A: a, B: b, Frame: f})
		}
	}
	w.Tick()
	w.Tick()
	if len(heardA)+len(heardB) != 0 {
		t.Error("a contact was heard in the tick of its step")
	}
	w.Tick()
	if want := []string{"hit " + b.String(), "left " + b.String()}; !slices.Equal(heardA, want) {
		t.Errorf("A heard %q, want %q", heardA, want)
	}
	if want := []string{"hit " + a.String(), "left " + a.String()}; !slices.Equal(heardB, want) {
		t.Errorf("B heard %q, want %q", heardB, want)
	}
	if len(normals) != 2 || normals[0].Sub(geom.Vec3f{X: 1}).Length() > 1e-4 || normals[1].Sub(geom.Vec3f{X: -1}).Length() > 1e-4 {
		t.Errorf("the normals are %v, want +X for A and -X for B", normals)
	}
}

func TestEndOfAContactWithTheDeadReachesTheOther(t *testing.T) {
	backend := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: backend})
	f, _ := rootFrame(t, w)
	var heard []string
	a := spawn(t, w, crate(f, 0, listener(&heard, message.CollisionsEnded)))
	gone := spawn(t, w, crate(f, 1))
	if err := w.Destroy(gone); err != nil {
		t.Fatal(err)
	}
	backend.distort = func(out *physicsOutput) { out.Ended = append(out.Ended, physics.ContactEnd{A: a, B: gone, Frame: f}) }
	w.Tick()
	backend.distort = nil
	w.Tick()
	if want := []string{"left " + gone.String()}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
}

func TestBrokenOutputIsSkippedForWhomItNames(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(out *physicsOutput, a, b, stale handle.Entity, other handle.Frame)
		voids bool // the update of a
	}{
		{"stale-body", func(out *physicsOutput, a, b, stale handle.Entity, other handle.Frame) {
			out.Bodies = append(out.Bodies, physics.BodyState{Entity: stale, Frame: out.Bodies[0].Frame, Pose: geom.IdentityPose})
		}, false},
		{"wrong-frame", func(out *physicsOutput, a, b, stale handle.Entity, other handle.Frame) { out.Bodies[0].Frame = other }, true},
		{"dead-frame", func(out *physicsOutput, a, b, stale handle.Entity, other handle.Frame) {
			out.Bodies[0].Frame.Generation++
		}, true},
		{"twice", func(out *physicsOutput, a, b, stale handle.Entity, other handle.Frame) {
			out.Bodies = append(out.Bodies, out.Bodies[0])
		}, true},
		{"not-a-number", func(out *physicsOutput, a, b, stale handle.Entity, other handle.Frame) {
			zero := 0.0
			out.Bodies[0].Pose.Position.Y = zero / zero
		}, true},
		{"long-rotation", func(out *physicsOutput, a, b, stale handle.Entity, other handle.Frame) {
			out.Bodies[0].Pose.Rotation.W = 1.001
		}, true},
		{"contact-with-stale", func(out *physicsOutput, a, b, stale handle.Entity, other handle.Frame) {
			out.Started = append(out.Started, physics.Contact{A: a, B: stale, Frame: out.Bodies[0].Frame})
		}, true},
		{"contact-with-itself", func(out *physicsOutput, a, b, stale handle.Entity, other handle.Frame) {
			out.Started = append(out.Started, physics.Contact{A: a, B: a, Frame: out.Bodies[0].Frame})
		}, true},
		{"end-with-itself", func(out *physicsOutput, a, b, stale handle.Entity, other handle.Frame) {
			out.Ended = append(out.Ended, physics.ContactEnd{A: a, B: a})
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			backend := newFakePhysics()
			w := looseWorld(t, simulation.Options{Backend: backend})
			f, _ := rootFrame(t, w)
			g, _ := rootFrame(t, w)
			stale := spawn(t, w, crate(f, 9))
			if err := w.Destroy(stale); err != nil {
				t.Fatal(err)
			}
			moving := crate(f, 0)
			moving.Velocity.X = 60
			a, b := spawn(t, w, moving), spawn(t, w, moving)
			backend.distort = func(out *physicsOutput) { c.spoil(out, a, b, stale, g) }
			if contract.Enabled {
				if failure := failingTick(t, w); !strings.Contains(failure.Error(), "broken contract") {
					t.Errorf("the failure is %v", failure)
				}
				return
			}
			w.Tick()
			for _, e := range []handle.Entity{a, b} {
				transform, _ := w.Snapshot().Transform(e)
				if moved := transform.Pose.Position.X > 0.9; moved == (c.voids && e == a) {
					t.Errorf("%v is at %v; its update was to be skipped: %v", e, transform.Pose.Position.X, !moved)
				}
				if transform.Frame != f {
					t.Errorf("%v went to frame %v", e, transform.Frame)
				}
			}
			if errs := w.Errors(); len(errs) != 1 {
				t.Errorf("the log is %q, want one line", errs)
			}
			backend.distort = nil
			w.Tick()
			if errs := w.Errors(); len(errs) != 1 {
				t.Errorf("after a good step the log is %q", errs)
			}
		})
	}
}

func TestErrorsOfAStepReachTheLogWithTheirTick(t *testing.T) {
	backend := newFakePhysics()
	w := looseWorld(t, simulation.Options{Backend: backend})
	rootFrame(t, w)
	ticks(w, 3)
	backend.errors = []error{errors.New("no room for contacts")}
	ticks(w, 3)
	if got, want := w.Errors(), []string{"tick 3: physics: no room for contacts"}; !slices.Equal(got, want) {
		t.Errorf("the log is %q, want %q", got, want)
	}
}

func TestErrorLogIsBounded(t *testing.T) {
	backend := newFakePhysics()
	w := looseWorld(t, simulation.Options{Backend: backend})
	rootFrame(t, w)
	backend.distort = func(out *physicsOutput) {
		for range 1000 {
			out.Errors = append(out.Errors, errors.New("again"))
		}
	}
	ticks(w, 12)
	errs := w.Errors()
	if len(errs) != 10_000 || !strings.Contains(errs[9999], "and 2001 more lines") {
		t.Errorf("the log has %d lines, the last %q", len(errs), errs[len(errs)-1])
	}
}
