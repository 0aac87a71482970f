package simulation_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// attached describes an entity attached to the parent, at (x, 0, 0) of its axes and turned by a quarter about +Y.
func attached(parent handle.Entity, x float64, components ...simulation.Component) simulation.SpawnDesc {
	return simulation.SpawnDesc{
		AttachTo: parent, Offset: geom.Pose{Position: geom.Vec3{X: x}, Rotation: quarter}, Components: components,
	}
}

// The mast turns by 0.1 rad and rises by 2 m in each tick. The arm is 3 m out on it, and the lamp 1 m along the arm's +X,
// which is the mast's -Z.
func TestAttachedFollowsItsRootAtItsOffset(t *testing.T) {
	const turn, rise, rate = 0.1, 2.0, 60
	w := newWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	d := at(root, 5, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		n := float64(self.Tick() + 1)
		self.MoveKinematic(geom.Pose{Position: geom.Vec3{X: 5, Y: rise * n}, Rotation: geom.AxisAngle(geom.UnitY, turn*n)})
	}))
	mast := spawn(t, w, d)
	arm := spawn(t, w, attached(mast, 3))
	lamp := spawn(t, w, attached(arm, 1))
	wantPose(t, w, lamp, root, geom.Vec3{X: 8, Z: -1}) // at once
	w.Tick()
	for n := 1.0; n <= 10; n++ {
		w.Tick()
		a := turn * n
		turned := func(x, z float64) geom.Vec3 {
			return geom.Vec3{X: x*math.Cos(a) + z*math.Sin(a), Z: -x*math.Sin(a) + z*math.Cos(a)}
		}
		for _, c := range []struct {
			e     handle.Entity
			lever geom.Vec3
			angle float64
		}{{arm, turned(3, 0), a + math.Pi/2}, {lamp, turned(3, -1), a + math.Pi}} {
			row, _ := w.Snapshot().Transform(c.e)
			if want := c.lever.Add(geom.Vec3{X: 5, Y: rise * n}); row.Frame != root || row.Pose.Position.Sub(want).Length() > 1e-12 {
				t.Fatalf("after step %g %v is at %v of %v, want %v", n, c.e, row.Pose.Position, row.Frame, want)
			}
			off := row.Pose.Rotation.Conj().Mul(geom.AxisAngle(geom.UnitY, c.angle))
			if off.RotationVector().Length() > 1e-12 {
				t.Fatalf("after step %g %v is turned by %v", n, c.e, row.Pose.Rotation)
			}
			// v + ω × r, ω = 6 rad/s along +Y; the root's row holds the float of 6.
			want := geom.Vec3{X: turn * rate * c.lever.Z, Y: rise * rate, Z: -turn * rate * c.lever.X}
			if row.Velocity.Sub(want).Length() > 2e-5 || row.AngularVelocity.Sub(geom.Vec3f{Y: turn * rate}).Length() > 1e-6 {
				t.Fatalf("after step %g %v moves at %v and turns at %v, want %v", n, c.e, row.Velocity, row.AngularVelocity, want)
			}
		}
	}
	if parent, offset, ok := w.AttachedTo(lamp); !ok || parent != arm || offset != attached(arm, 1).Offset {
		t.Errorf("the lamp is attached to %v at %v: %v", parent, offset, ok)
	}
	if _, _, ok := w.AttachedTo(mast); ok {
		t.Error("the mast is attached")
	}
}

func TestAttachedFollowsWhatAHostDoes(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	ship, _ := childFrame(t, w, root, 10)
	pole := spawn(t, w, at(root, 0))
	flag := spawn(t, w, attached(pole, 1))
	if err := w.SetTransform(pole, geom.At(geom.Vec3{Y: 7})); err != nil {
		t.Fatal(err)
	}
	wantPose(t, w, flag, root, geom.Vec3{X: 1, Y: 7})
	wantPose(t, w, flag, ship, geom.Vec3{Y: 7, Z: -9})
	if err := w.SetTransform(flag, geom.IdentityPose); err == nil || !strings.Contains(err.Error(), "is attached") {
		t.Errorf("an attached entity was placed, with the error %v", err)
	}
}

func TestAttachedDiesWithItsParent(t *testing.T) {
	for _, inTick := range []bool{false, true} {
		w := newWorld(t, simulation.Options{})
		root, _ := rootFrame(t, w)
		base := spawn(t, w, at(root, 0))
		arm, other := spawn(t, w, attached(base, 1)), spawn(t, w, attached(base, 2))
		hand := spawn(t, w, attached(arm, 1))
		finger := spawn(t, w, attached(hand, 1))
		end := func(e handle.Entity) {
			if !inTick {
				if err := w.Destroy(e); err != nil {
					t.Fatal(err)
				}
				return
			}
			w.Post(message.Destroys.Event(w.Messages(), message.To(e), message.Destroy{}))
			w.Tick()
		}
		live := func(want ...bool) {
			t.Helper()
			for k, e := range []handle.Entity{base, other, arm, hand, finger} {
				if w.Snapshot().Live(e) != want[k] {
					t.Errorf("in a tick %v: the entity %d of the chain is live: %v", inTick, k, !want[k])
				}
			}
		}
		end(hand)
		live(true, true, true, false, false)
		late := spawn(t, w, at(root, 9)) // in a slot of the chain that is gone
		end(base)
		live(false, false, false, false, false)
		if !w.Snapshot().Live(late) {
			t.Error("one who was never attached died with the chain")
		}
		ticks(w, 1)
	}
}

func TestAttachedChangesFrameWithItsRoot(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	ship, owner := childFrame(t, w, root, 10)
	station, _ := childFrame(t, w, root, -10)
	var fromShip, fromRoot []message.FrameChanged
	mast := spawn(t, w, at(ship, 1))
	lamp := spawn(t, w, attached(mast, 1, moves(&fromShip)))
	pod, podOwner := childFrame(t, w, root, 3)
	light := spawn(t, w, attached(podOwner, 1, moves(&fromRoot)))
	before, _ := w.Snapshot().PoseIn(lamp, root)
	w.Post(message.Destroys.Event(w.Messages(), message.To(owner), message.Destroy{}))
	ticks(w, 2)
	wantPose(t, w, lamp, root, before.Position)
	if want := (message.FrameChanged{From: ship, To: root}); len(fromShip) != 1 || fromShip[0] != want {
		t.Errorf("the lamp heard %v, want %v", fromShip, want)
	}
	before, _ = w.Snapshot().PoseIn(light, root)
	if err := w.Reparent(pod, station); err != nil {
		t.Fatal(err)
	}
	row, _ := w.Snapshot().Transform(light)
	if row.Frame != station {
		t.Errorf("the light is in %v, want %v", row.Frame, station)
	}
	wantPose(t, w, light, root, before.Position)
	w.Tick()
	if want := (message.FrameChanged{From: root, To: station}); len(fromRoot) != 1 || fromRoot[0] != want {
		t.Errorf("the light heard %v, want %v", fromRoot, want)
	}
}

func TestAttachedSpawnRefusesAndNamesTheField(t *testing.T) {
	w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
	f, owner := rootFrame(t, w)
	parent, dead := spawn(t, w, at(f, 0)), spawn(t, w, at(f, 1))
	if err := w.Destroy(dead); err != nil {
		t.Fatal(err)
	}
	before := state(w)
	for _, c := range []struct {
		name, want string
		change     func(d *simulation.SpawnDesc)
	}{
		{"stale-parent", "AttachTo", func(d *simulation.SpawnDesc) { d.AttachTo = dead }},
		{"owner-of-a-root", "AttachTo", func(d *simulation.SpawnDesc) { d.AttachTo = owner }},
		{"no-parent", "AttachTo", func(d *simulation.SpawnDesc) { d.AttachTo, d.Frame, d.Pose = handle.Entity{}, f, geom.IdentityPose }},
		{"zero-offset", "Offset", func(d *simulation.SpawnDesc) { d.Offset = geom.Pose{} }},
		{"offset-not-a-number", "Offset", func(d *simulation.SpawnDesc) { d.Offset.Position.X = math.NaN() }},
		{"pose", "Pose", func(d *simulation.SpawnDesc) { d.Pose = geom.At(geom.UnitX) }},
		{"body", "Body", func(d *simulation.SpawnDesc) { b := physics.Body(physics.NewSphere(1), physics.Static); d.Body = &b }},
		{"frame", "Owns", func(d *simulation.SpawnDesc) { d.Owns = &simulation.FrameSpec{} }},
		{"velocity", "attached", func(d *simulation.SpawnDesc) { d.Velocity.X = 1 }},
		{"first-move", "FirstMove", func(d *simulation.SpawnDesc) { d.FirstMove = endAt(1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := attached(parent, 1)
			c.change(&d)
			if e, err := w.Spawn(&d); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("spawned %v with the error %v, want one that names %s", e, err, c.want)
			}
			if after := state(w); after != before {
				t.Errorf("the refused spawn changed the world from\n%sto\n%s", before, after)
			}
		})
	}
}

// The frame of the description does not count: a component may name the one that it saw the parent in.
func TestSpawnInATickAttachesWhereTheParentIsThen(t *testing.T) {
	w := looseWorld(t, simulation.Options{})
	root, star := rootFrame(t, w)
	ship, _ := childFrame(t, w, root, 10, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		if self.Tick() == 1 {
			self.Destroy()
		}
	}))
	parent, doomed := spawn(t, w, at(ship, 1)), spawn(t, w, at(root, 2))
	var good, chain, late, nowhere handle.Entity
	spawn(t, w, at(root, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		d := attached(parent, 1)
		switch d.Frame = ship; self.Tick() {
		case 1: // in which the ship dies and the parent moves to the root
			good, _ = self.Spawn(&d)
			d = attached(good, 1) // a handle that is live from this sync point on
			chain, _ = self.Spawn(&d)
		case 2:
			d = attached(doomed, 1)
			late, _ = self.Spawn(&d)
			d = attached(star, 1)
			nowhere, _ = self.Spawn(&d)
		}
	})))
	ticks(w, 2)
	row, ok := w.Snapshot().Transform(good)
	if !ok || row.Frame != root || !near(row.Pose.Position, geom.Vec3{X: 10, Z: -2}) {
		t.Errorf("the spawn is %+v (%v)", row, ok)
	}
	wantPose(t, w, chain, root, geom.Vec3{X: 9, Z: -2}) // along two quarter turns more
	w.Post(message.Destroys.Event(w.Messages(), message.To(doomed), message.Destroy{}))
	w.Tick()
	errs := w.Errors()
	if w.Snapshot().Live(late) || w.Snapshot().Live(nowhere) || len(errs) != 2 ||
		!strings.Contains(errs[0], "is not live") || !strings.Contains(errs[1], "owns a root frame") {
		t.Errorf("%v and %v were spawned, with the errors %v", late, nowhere, errs)
	}
}

func TestAttachedCannotMoveItself(t *testing.T) {
	for name, do := range map[string]func(self *simulation.Self){
		"SetTransform":  func(self *simulation.Self) { self.SetTransform(geom.IdentityPose) },
		"MoveKinematic": func(self *simulation.Self) { self.MoveKinematic(geom.IdentityPose) },
	} {
		w := looseWorld(t, simulation.Options{})
		f, _ := rootFrame(t, w)
		parent := spawn(t, w, at(f, 0))
		spawn(t, w, attached(parent, 1, everyTick(func(self *simulation.Self, _ *message.Outbox) { do(self) })))
		if text := mustPanic(t, w.Tick); !strings.Contains(text, "Self."+name) || !strings.Contains(text, "is attached") {
			t.Errorf("the panic is %q", text)
		}
	}
}

// shadow is what the random test knows of an entity without asking the world.
type shadow struct {
	parent handle.Entity // none for a root
	offset geom.Pose
}

// Random chains in random frames, which come, go, move and change parents: every attached entity is at its offsets from its
// root, in its root's frame, and the world finds no invariant broken.
func TestRandomChainsHoldTogether(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 5))
		w := newWorld(t, simulation.Options{Workers: 1 + int(seed%3)})
		root, _ := rootFrame(t, w)
		all := map[handle.Entity]shadow{}
		var order []handle.Entity // a stable order to draw from
		frames := []handle.Frame{root}
		pose := func() geom.Pose {
			v := func() geom.Vec3 { return geom.Vec3{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
			return geom.Pose{Position: v().Scale(10), Rotation: geom.AxisAngle(v(), 3*r.Float64())}
		}
		for range 150 {
			order = liveOf(w, order)
			switch n := r.IntN(12); {
			case n < 2 || len(order) == 0:
				d := simulation.SpawnDesc{Frame: frames[r.IntN(len(frames))], Pose: pose(), Components: []simulation.Component{walk()}}
				if w.Frames().Live(d.Frame) {
					e := spawn(t, w, d)
					all[e], order = shadow{}, append(order, e)
				}
			case n < 7:
				d := simulation.SpawnDesc{AttachTo: order[r.IntN(len(order))], Offset: pose()}
				e := spawn(t, w, d)
				all[e], order = shadow{d.AttachTo, d.Offset}, append(order, e)
			case n < 8:
				d := simulation.SpawnDesc{Frame: frames[r.IntN(len(frames))], Pose: pose(), Owns: &simulation.FrameSpec{}, Components: []simulation.Component{walk()}}
				if w.Frames().Live(d.Frame) {
					e := spawn(t, w, d)
					f, _ := w.FrameOf(e)
					all[e], order, frames = shadow{}, append(order, e), append(frames, f)
				}
			case n < 9:
				_ = w.Reparent(frames[r.IntN(len(frames))], frames[r.IntN(len(frames))]) // refused where it cannot be
			case n < 10:
				if err := w.Destroy(order[r.IntN(len(order))]); err != nil {
					t.Fatal(err)
				}
			case n < 11:
				w.Post(message.Destroys.Event(w.Messages(), message.To(order[r.IntN(len(order))]), message.Destroy{}))
				w.Tick()
			default:
				w.Tick()
			}
			for _, e := range liveOf(w, order) {
				wantShadow(t, w, seed, e, all)
			}
		}
	}
}

func liveOf(w *simulation.World, all []handle.Entity) []handle.Entity {
	var live []handle.Entity
	for _, e := range all {
		if w.Snapshot().Live(e) {
			live = append(live, e)
		}
	}
	return live
}

// wantShadow composes the offsets from the root down and compares.
func wantShadow(t *testing.T, w *simulation.World, seed uint64, e handle.Entity, all map[handle.Entity]shadow) {
	t.Helper()
	pose, at := geom.IdentityPose, e
	for !all[at].parent.IsNone() {
		offset := all[at].offset
		pose, at = offset.Compose(&pose), all[at].parent
	}
	if at == e {
		return
	}
	base, ok := w.Snapshot().Transform(at)
	row, _ := w.Snapshot().Transform(e)
	if !ok {
		t.Fatalf("seed %d: %v outlived its root %v", seed, e, at)
	}
	rest := motion.RestAt(pose)
	frame := motion.State{Pose: base.Pose}
	want := frame.ToParent(&rest)
	if row.Frame != base.Frame || row.Pose.Position.Sub(want.Pose.Position).Length() > 1e-9 {
		t.Fatalf("seed %d: %v is at %v of %v, want %v of %v", seed, e, row.Pose.Position, row.Frame, want.Pose.Position, base.Frame)
	}
}
