package simulation_test

import (
	"math"
	"strings"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// linesOf returns the lines of the log that tell of an entity.
func linesOf(w *simulation.World, e handle.Entity) []string {
	var found []string
	for _, line := range w.Log() {
		if strings.Contains(line, e.String()+": ") {
			found = append(found, line)
		}
	}
	return found
}

// wantNotes checks that each line of the log about e has the words, and that there are as many.
func wantNotes(t *testing.T, w *simulation.World, e handle.Entity, words ...string) {
	t.Helper()
	got := linesOf(w, e)
	if len(got) != len(words) {
		t.Fatalf("the log tells of %v: %q, want %q", e, got, words)
	}
	for i, word := range words {
		if !strings.Contains(got[i], word) {
			t.Errorf("the log tells of %v: %q, want %q", e, got[i], word)
		}
	}
}

// The pull is 4e14 m³/s², and at 1e7 m a circle takes √(4e14 / 1e7) = 6,325 m/s. A hundredth of it per second is 63.2 m/s².
func TestHullWithDampingWhereThingsOrbitIsNotedOnce(t *testing.T) {
	pull := field.GravityOfPoint(field.Point{Mu: 4e14, RadiusMeters: 1e6})
	even := field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -10}})
	for _, c := range []struct {
		name    string
		gravity field.Gravity
		change  func(d *simulation.SpawnDesc)
		want    []string
	}{
		{"moves", pull, func(d *simulation.SpawnDesc) { d.Velocity.Z = -2000 }, []string{"at the 2000 m/s it has it loses 20 m/s²"}},
		{"rests", pull, func(*simulation.SpawnDesc) {}, []string{"at the 6325 m/s of a circle there it loses 63.2 m/s²"}},
		{"kinematic", pull, func(d *simulation.SpawnDesc) { d.Body.Motion = physics.Kinematic }, []string{"give both 0"}},
		{"turns-only", pull, func(d *simulation.SpawnDesc) { d.Body.LinearDampingPerSecond = 0 }, []string{"it loses 0 m/s²"}},
		{"static", pull, func(d *simulation.SpawnDesc) { d.Body.Motion = physics.Static }, nil},
		{"no-damping", pull, func(d *simulation.SpawnDesc) { d.Body.LinearDampingPerSecond, d.Body.AngularDampingPerSecond = 0, 0 }, nil},
		{"no-hull", pull, func(d *simulation.SpawnDesc) { d.Owns = nil }, nil},
		{"uniform", even, func(*simulation.SpawnDesc) {}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
			space, _ := w.FrameOf(spawn(t, w, simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: c.gravity}}))
			body := physics.Body(physics.NewBox(1, 1, 1), physics.Dynamic)
			body.LinearDampingPerSecond = 0.01
			d := simulation.SpawnDesc{Frame: space, Pose: geom.At(geom.Vec3{X: 1e7}), Body: &body, Owns: &simulation.FrameSpec{}}
			c.change(&d)
			e := spawn(t, w, d)
			ticks(w, 3)
			wantNotes(t, w, e, c.want...)
		})
	}
}

// The hold is a box of 20 m by 10 m by 30 m, or what a case makes of it.
func TestBodyThatStartsInTheSolidInteriorOfItsFrameIsNotedOnce(t *testing.T) {
	const solid = "has no InteriorShape and a solid Shape"
	turned := geom.Pose{Position: geom.Vec3{X: 9.9, Y: 4.9, Z: -14.9}, Rotation: geom.AxisAngle(geom.Up, 0.7)}
	for _, c := range []struct {
		name   string
		change func(hold, crate *simulation.SpawnDesc)
		want   []string
	}{
		{"in-the-middle", func(_, _ *simulation.SpawnDesc) {}, []string{solid}},
		{"in-a-corner", func(_, crate *simulation.SpawnDesc) { crate.Pose = turned }, []string{solid}},
		{"ship-in-it", func(_, crate *simulation.SpawnDesc) { crate.Owns = &simulation.FrameSpec{} }, []string{solid}},
		{"in-a-capsule", func(hold, crate *simulation.SpawnDesc) {
			hold.Body.Shape, crate.Pose.Position = physics.NewCapsule(10, 2), geom.Vec3{X: 1, Y: -11}
		}, []string{solid}},
		{"in-an-interior", func(hold, _ *simulation.SpawnDesc) { hold.Body.InteriorShape = physics.NewSphere(3) }, []string{"has a solid InteriorShape"}},
		{"beside-it", func(_, crate *simulation.SpawnDesc) { crate.Pose.Position.X = 10 }, nil},
		{"past-the-end-of-a-capsule", func(hold, crate *simulation.SpawnDesc) {
			hold.Body.Shape, crate.Pose.Position = physics.NewCapsule(10, 2), geom.Vec3{X: 1.5, Y: -11.5}
		}, nil},
		{"on-a-deck", func(hold, _ *simulation.SpawnDesc) {
			hold.Body.InteriorShape = physics.NewCompound(physics.Part{Shape: physics.NewBox(10, 1, 15), Pose: geom.At(geom.Vec3{Y: -3})})
		}, nil},
		{"static", func(_, crate *simulation.SpawnDesc) { crate.Body.Motion = physics.Static }, nil},
		{"passes-through", func(_, crate *simulation.SpawnDesc) { crate.Body.Collision.Mask = 2 }, nil},
		{"without-walls", func(hold, _ *simulation.SpawnDesc) { hold.Body = nil }, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
			space, _ := rootFrame(t, w)
			walls, body := physics.Body(physics.NewBox(10, 5, 15), physics.Dynamic), physics.Body(physics.NewBox(1, 1, 1), physics.Dynamic)
			hold := simulation.SpawnDesc{Frame: space, Pose: geom.At(geom.Vec3{X: 100}), Body: &walls, Owns: &simulation.FrameSpec{}}
			crate := simulation.SpawnDesc{Pose: geom.IdentityPose, Body: &body}
			c.change(&hold, &crate)
			crate.Frame, _ = w.FrameOf(spawn(t, w, hold))
			e := spawn(t, w, crate)
			ticks(w, 3)
			wantNotes(t, w, e, c.want...)
		})
	}
}

// A hull that reaches out of every bubble like its frame's is noted, however it moves; one that only may reach out is not.
func TestHullLargerThanItsBubbleIsNoted(t *testing.T) {
	const out = "its hull reaches 3 m from its origin, out of the bubble of its frame, whose radii are {2 2.5 2} m: nothing is in the frame before it meets the hull there, " +
		"and it can dock only at frames with larger bubbles"
	for _, c := range []struct {
		name   string
		motion physics.BodyMotion
		bounds geom.Vec3
		want   []string
	}{
		{"larger", physics.Dynamic, geom.Vec3{X: 2, Y: 2.5, Z: 2}, []string{out}},
		{"larger-and-static", physics.Static, geom.Vec3{X: 2, Y: 2.5, Z: 2}, []string{out}},
		{"longer-on-one-side", physics.Dynamic, geom.Vec3{X: 2, Y: 3.5, Z: 2}, nil},
		{"a-room", physics.Dynamic, geom.Vec3{}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
			space, _ := rootFrame(t, w)
			body := physics.Body(physics.NewBox(1, 2, 2), c.motion)
			e := spawn(t, w, simulation.SpawnDesc{
				Frame: space, Pose: geom.IdentityPose, Body: &body, Owns: &simulation.FrameSpec{Bounds: c.bounds},
			})
			ticks(w, 2)
			wantNotes(t, w, e, c.want...)
		})
	}
}

// What a component spawns is noted at the sync point, and for any number of workers alike.
func TestSpawnInATickIsNoted(t *testing.T) {
	for _, workers := range []int{1, 3} {
		w := newWorld(t, simulation.Options{Backend: newFakePhysics(), Workers: workers})
		space, _ := rootFrame(t, w)
		walls, body := physics.Body(physics.NewSphere(math.Pi), physics.Static), physics.Body(physics.NewSphere(1), physics.Dynamic)
		hold, _ := w.FrameOf(spawn(t, w, simulation.SpawnDesc{Frame: space, Pose: geom.IdentityPose, Body: &walls, Owns: &simulation.FrameSpec{}}))
		var e handle.Entity
		spawn(t, w, at(space, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
			if self.Tick() == 1 {
				e, _ = self.Spawn(&simulation.SpawnDesc{Frame: hold, Pose: geom.IdentityPose, Body: &body})
			}
		})))
		ticks(w, 3)
		wantNotes(t, w, e, "tick 1: ")
	}
}
