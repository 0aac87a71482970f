package simulation_test

import (
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/simulation"
)

func TestReparentKeepsPlaceAndMotion(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	carrier, _ := childFrame(t, w, root, 100, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		n := float64(self.Tick() + 2)
		self.MoveKinematic(geom.Pose{Position: geom.Vec3{X: 100, Y: n}, Rotation: geom.AxisAngle(geom.UnitY, 0.01*n)})
	}))
	var heard, inside []message.FrameChanged
	fighter, owner := childFrame(t, w, root, 90, moves(&heard))
	pilot := spawn(t, w, at(fighter, 1, moves(&inside)))
	ticks(w, 5)
	before, _ := w.Snapshot().StateIn(pilot, root)
	if err := w.Reparent(fighter, carrier); err != nil {
		t.Fatal(err)
	}
	after, _ := w.Snapshot().StateIn(pilot, root)
	if !near(after.Pose.Position, before.Pose.Position) || after.Velocity.Sub(before.Velocity).Length() > 1e-10 {
		t.Errorf("the pilot moves as %+v, before as %+v", after, before)
	}
	row, _ := w.Snapshot().Transform(owner)
	if row.Frame != carrier || w.Frames().Parent(fighter) != carrier || row.Pose != w.Frames().Local(fighter).Pose {
		t.Errorf("the owner is %+v, the frame %+v in %v", row, w.Frames().Local(fighter), w.Frames().Parent(fighter))
	}
	carried, _ := w.Snapshot().PoseIn(owner, carrier)
	ticks(w, 3)
	wantPose(t, w, owner, carrier, carried.Position) // it rests in the carrier from the next step on
	if want := (message.FrameChanged{From: root, To: carrier}); len(heard) != 1 || heard[0] != want || len(inside) != 0 {
		t.Errorf("the owner heard %v, its pilot %v, want %v", heard, inside, want)
	}
	if err := w.Reparent(fighter, carrier); err != nil {
		t.Error(err)
	}
	if ticks(w, 1); len(heard) != 1 {
		t.Errorf("a frame that stayed told its owner %v", heard)
	}
}

// A fighter asks to be at +X 91 of the root where its next step ends. It is put into a carrier that goes to +X 150 in the
// same step: the end pose is still +X 91 of the root.
func TestReparentKeepsWhereTheOwnersStepEnds(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	goTo := func(x float64) simulation.Component {
		return everyTick(func(self *simulation.Self, _ *message.Outbox) {
			if self.Tick() == 0 {
				self.MoveKinematic(geom.Pose{Position: geom.Vec3{X: x}, Rotation: quarter})
			}
		})
	}
	carrier, _ := childFrame(t, w, root, 100, goTo(150))
	fighter, owner := childFrame(t, w, root, 90, goTo(91))
	w.Tick()
	if err := w.Reparent(fighter, carrier); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	wantPose(t, w, owner, root, geom.Vec3{X: 91})
	wantPose(t, w, owner, carrier, geom.Vec3{Z: -59})
}

func TestReparentRefusesWhatCannotBe(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	other, _ := rootFrame(t, w)
	ship, _ := childFrame(t, w, root, 1)
	cabin, _ := childFrame(t, w, ship, 1)
	far, _ := childFrame(t, w, root, 1e30)
	farther, _ := childFrame(t, w, far, 1e30)
	gone, owner := childFrame(t, w, root, 2)
	if err := w.Destroy(owner); err != nil {
		t.Fatal(err)
	}
	before := state(w)
	for _, c := range []struct {
		name      string
		f, parent handle.Frame
		want      string
	}{
		{"stale-frame", gone, root, "is not live"},
		{"stale-parent", ship, gone, "is not live"},
		{"no-parent", ship, handle.Frame{}, "is not live"},
		{"root", root, ship, "is a root"},
		{"other-tree", ship, other, "different trees"},
		{"itself", ship, ship, "is that frame or in it"},
		{"nowhere", farther, root, "its place there: the position"},
		{"loop", ship, cabin, "is that frame or in it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := w.Reparent(c.f, c.parent); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want one that tells of %q", err, c.want)
			}
			if after := state(w); after != before {
				t.Errorf("the refusal changed the world from\n%sto\n%s", before, after)
			}
		})
	}
}

func TestReparentDuringATickIsRefused(t *testing.T) {
	w := looseWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	f, _ := childFrame(t, w, root, 1)
	spawn(t, w, at(root, 0, everyTick(func(*simulation.Self, *message.Outbox) { _ = w.Reparent(f, root) })))
	if text := mustPanic(t, w.Tick); !strings.Contains(text, "World.Reparent during a tick") {
		t.Errorf("the panic is %q", text)
	}
}

func TestFirstMoveOfAFrameStartsWithItsFirstStep(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	d := at(root, 1)
	d.Owns, d.FirstMove = &simulation.FrameSpec{}, endAt(4)
	owner := spawn(t, w, d)
	w.Tick()
	f, _ := w.FrameOf(owner)
	if got, want := w.Frames().Local(f), (motion.State{Pose: geom.At(geom.Vec3{X: 4}), Velocity: geom.Vec3{X: 180}}); got.Pose != want.Pose ||
		got.Velocity.Sub(want.Velocity).Length() > 1e-9 {
		t.Errorf("after its first step the frame is %+v, want %+v", got, want)
	}
}
