package simulation_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// quarter turns by 90 degrees about +Y: +X goes to -Z, and +Z to +X.
var quarter = geom.AxisAngle(geom.UnitY, math.Pi/2)

// childFrame makes a frame in another one, its axes a quarter turn about +Y, and returns it with its owner.
func childFrame(t *testing.T, w *simulation.World, in handle.Frame, x float64, components ...simulation.Component) (handle.Frame, handle.Entity) {
	t.Helper()
	d := at(in, x, components...)
	d.Pose.Rotation, d.Owns = quarter, &simulation.FrameSpec{}
	owner := spawn(t, w, d)
	f, ok := w.FrameOf(owner)
	if !ok {
		t.Fatal("the owner owns no frame")
	}
	return f, owner
}

func near(a, b geom.Vec3) bool { return a.Sub(b).Length() <= 1e-12 }

// moves is a listener for changes of frame.
func moves(heard *[]message.FrameChanged) *actor {
	return &actor{wants: []message.AnyToken{message.FramesChanged}, handle: func(_ *simulation.Self, events *message.List, _ *message.Outbox) {
		for c := range message.FramesChanged.In(events) {
			*heard = append(*heard, *c)
		}
	}}
}

func wantPose(t *testing.T, w *simulation.World, e handle.Entity, f handle.Frame, want geom.Vec3) {
	t.Helper()
	if p, ok := w.Snapshot().PoseIn(e, f); !ok || !near(p.Position, want) {
		t.Errorf("%v is at %v in %v (%v), want %v", e, p.Position, f, ok, want)
	}
}

func TestPoseIsReadInAnyFrameOfTheTree(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	root, star := rootFrame(t, w)
	ship, shipOwner := childFrame(t, w, root, 10)
	station, _ := childFrame(t, w, root, -5)
	cabin, _ := childFrame(t, w, ship, 2)
	inCabin, inRoot := spawn(t, w, at(cabin, 1)), spawn(t, w, at(root, 4))
	wantPose(t, w, inCabin, cabin, geom.Vec3{X: 1})
	wantPose(t, w, inCabin, ship, geom.Vec3{X: 2, Z: -1}) // the child frame's pose composed with its own
	wantPose(t, w, inCabin, root, geom.Vec3{X: 10 - 1, Z: -2})
	wantPose(t, w, inRoot, ship, geom.Vec3{Z: -6}) // through the inverse of the frame's pose
	wantPose(t, w, inCabin, station, geom.Vec3{X: 2, Z: 14})
	wantPose(t, w, shipOwner, root, geom.Vec3{X: 10})
	wantPose(t, w, shipOwner, ship, geom.Vec3{})
	wantPose(t, w, star, ship, geom.Vec3{Z: -10})
	if s, ok := w.Snapshot().FrameIn(ship, root); !ok || !near(s.Pose.Position, geom.Vec3{X: 10}) || s.Moves() {
		t.Errorf("the ship is %+v in the root", s)
	}
}

func TestStaleHandlesAndOtherTreesHaveNoPose(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	other, _ := rootFrame(t, w)
	gone, owner := childFrame(t, w, root, 1)
	e, dead := spawn(t, w, at(root, 1)), spawn(t, w, at(root, 2))
	for _, d := range []handle.Entity{owner, dead} {
		if err := w.Destroy(d); err != nil {
			t.Fatal(err)
		}
	}
	late, _ := childFrame(t, w, root, 1) // in the slot of the one that is gone
	s := w.Snapshot()
	for _, c := range []struct {
		e handle.Entity
		f handle.Frame
	}{{dead, root}, {e, gone}, {e, other}, {e, handle.Frame{}}, {handle.Entity{}, root}} {
		_, a := s.PoseIn(c.e, c.f)
		_, b := s.VelocityIn(c.e, c.f)
		_, d := s.AngularVelocityIn(c.e, c.f)
		_, f := s.StateIn(c.e, c.f)
		if a || b || d || f {
			t.Errorf("%v has a pose in %v", c.e, c.f)
		}
	}
	if _, ok := s.FrameIn(gone, root); ok || late.Index != gone.Index {
		t.Error("a frame that is gone has a place")
	}
	for _, c := range []struct {
		f    handle.Frame
		want string
	}{{gone, "is not live"}, {other, "another tree"}} {
		text := readInTick(t, c.f == other)
		if !strings.Contains(text, c.want) {
			t.Errorf("a component that asks for a pose there ends with %q, want one that tells of %q", text, c.want)
		}
	}
}

// readInTick lets a component ask for its pose in a frame that is gone, or in another tree, and returns its panic.
func readInTick(t *testing.T, otherTree bool) string {
	w := looseWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	f, owner := childFrame(t, w, root, 1)
	if otherTree {
		f, _ = rootFrame(t, w)
	} else if err := w.Destroy(owner); err != nil {
		t.Fatal(err)
	}
	spawn(t, w, at(root, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) { self.PoseIn(f) })))
	return mustPanic(t, w.Tick)
}

// A ship flies 3 m per tick along +X and turns by 0.1 rad about +Y in each tick, with a crate in it 2 m along its +X.
func TestFrameMovesWithItsOwnerAndCarriesWhatIsInIt(t *testing.T) {
	const perTick, turn = 3.0, 0.1
	w := newWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	d := at(root, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		n := float64(self.Tick() + 2) // where the next step ends
		self.MoveKinematic(geom.Pose{Position: geom.Vec3{X: perTick * n}, Rotation: geom.AxisAngle(geom.UnitY, turn*n)})
	}))
	d.Owns = &simulation.FrameSpec{}
	d.FirstMove = motion.IntentOfEndPose(motion.EndPose{Pose: geom.Pose{Position: geom.Vec3{X: perTick}, Rotation: geom.AxisAngle(geom.UnitY, turn)}})
	owner := spawn(t, w, d)
	ship, _ := w.FrameOf(owner)
	var seen geom.Vec3
	e := spawn(t, w, at(ship, 2, everyTick(func(self *simulation.Self, _ *message.Outbox) { seen = self.PoseIn(root).Position })))
	for n := 1; n <= 20; n++ {
		w.Tick()
		angle := turn * float64(n)
		lever := geom.Vec3{X: 2 * math.Cos(angle), Z: -2 * math.Sin(angle)}
		wantPose(t, w, e, root, geom.Vec3{X: perTick * float64(n)}.Add(lever))
		// v + ω × r with ω = 6 rad/s along +Y: ω × (x, 0, z) = ω (z, 0, -x). The velocities of an end pose are those that
		// carry the pose over 1/60 s.
		const rate = 60
		want := geom.Vec3{X: perTick*rate + turn*rate*lever.Z, Z: -turn * rate * lever.X}
		if v, _ := w.Snapshot().VelocityIn(e, root); v.Sub(want).Length() > 1e-9 {
			t.Errorf("after tick %d the crate moves at %v, want %v", n, v, want)
		}
		if a, _ := w.Snapshot().AngularVelocityIn(e, root); a.Sub(geom.Vec3{Y: turn * rate}).Length() > 1e-9 {
			t.Errorf("after tick %d the crate turns at %v", n, a)
		}
		if row, _ := w.Snapshot().Transform(e); row.Pose != geom.At(geom.Vec3{X: 2}) || row.Velocity != (geom.Vec3{}) {
			t.Errorf("after tick %d the crate is %+v in the ship", n, row)
		}
	}
	if want := (geom.Vec3{X: perTick*19 + 2*math.Cos(19*turn), Z: -2 * math.Sin(19*turn)}); !near(seen, want) {
		t.Errorf("in tick 20 its component saw it at %v, want %v, where tick 19 left it", seen, want)
	}
}

func TestFrameWithoutAMoveHoldsStillAndAWriteWins(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	f, owner := childFrame(t, w, root, 1, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		switch self.Tick() {
		case 0:
			self.MoveKinematic(geom.At(geom.Vec3{X: 7}))
		case 1:
			self.MoveKinematic(geom.At(geom.Vec3{X: 8}))
		case 2:
			self.SetTransform(geom.At(geom.Vec3{Y: 4}))
		}
	}))
	for n, want := range []motion.State{
		motion.RestAt(geom.Pose{Position: geom.Vec3{X: 1}, Rotation: quarter}),
		{Pose: geom.At(geom.Vec3{X: 7}), Velocity: geom.Vec3{X: 6 * 60}, AngularVelocity: geom.Vec3{Y: -math.Pi / 2 * 60}},
		motion.RestAt(geom.At(geom.Vec3{Y: 4})), // the write of tick 2 wins over the move of tick 1
		motion.RestAt(geom.At(geom.Vec3{Y: 4})),
	} {
		w.Tick()
		got := w.Frames().Local(f)
		if !near(got.Pose.Position, want.Pose.Position) || got.Velocity.Sub(want.Velocity).Length() > 1e-9 ||
			got.AngularVelocity.Sub(want.AngularVelocity).Length() > 1e-9 {
			t.Errorf("after tick %d the frame is %+v, want %+v", n, got, want)
		}
	}
	if err := w.SetTransform(owner, geom.At(geom.Vec3{Z: 2})); err != nil {
		t.Fatal(err)
	}
	if got := w.Frames().Local(f); got != motion.RestAt(geom.At(geom.Vec3{Z: 2})) {
		t.Errorf("written outside a tick, the frame is %+v", got)
	}
	wantPose(t, w, owner, root, geom.Vec3{Z: 2})
}

func TestEntitiesOfADestroyedFrameMoveToItsParent(t *testing.T) {
	w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
	root, _ := rootFrame(t, w)
	ship, owner := childFrame(t, w, root, 10)
	var heard, deep []message.FrameChanged
	plain := spawn(t, w, at(ship, 2, moves(&heard)))
	body := crate(ship, 3)
	body.Velocity = geom.Vec3{X: 5}
	crateInShip := spawn(t, w, body)
	wall := crate(ship, 4)
	wall.Body.Motion = physics.Static
	wallInShip := spawn(t, w, wall)
	cabin, cabinOwner := childFrame(t, w, ship, 1, moves(&heard))
	inCabin := spawn(t, w, at(cabin, 1, moves(&deep)))
	w.Tick()
	before, _ := w.Snapshot().StateIn(crateInShip, root)
	if err := w.Destroy(owner); err != nil {
		t.Fatal(err)
	}
	if w.Frames().Live(ship) || w.Snapshot().Live(owner) {
		t.Fatal("the frame or its owner lives")
	}
	for _, c := range []struct {
		e handle.Entity
		x geom.Vec3
	}{{plain, geom.Vec3{X: 10, Z: -2}}, {wallInShip, geom.Vec3{X: 10, Z: -4}}, {cabinOwner, geom.Vec3{X: 10, Z: -1}}} {
		row, ok := w.Snapshot().Transform(c.e)
		if !ok || row.Frame != root || !near(row.Pose.Position, c.x) {
			t.Errorf("%v is %+v (%v), want at %v of the root", c.e, row, ok, c.x)
		}
	}
	after, _ := w.Snapshot().StateIn(crateInShip, root)
	if !near(after.Pose.Position, before.Pose.Position) || after.Velocity.Sub(before.Velocity).Length() > 1e-6 {
		t.Errorf("the crate moves as %+v, before as %+v", after, before)
	}
	wantPose(t, w, inCabin, root, geom.Vec3{X: 9, Z: -1})
	if row, _ := w.Snapshot().Transform(inCabin); row.Frame != cabin || w.Frames().Parent(cabin) != root {
		t.Errorf("what was in the cabin is in %v, the cabin in %v", row.Frame, w.Frames().Parent(cabin))
	}
	ticks(w, 3)
	want := message.FrameChanged{From: ship, To: root}
	if len(heard) != 2 || heard[0] != want || heard[1] != want || len(deep) != 0 {
		t.Errorf("they heard %v, and what is in the cabin %v; want each once %v", heard, deep, want)
	}
	flown, _ := w.Snapshot().PoseIn(crateInShip, root)
	if want := before.Pose.Position.AddScaled(before.Velocity, 3.0/60); flown.Position.Sub(want).Length() > 1e-6 {
		t.Errorf("three ticks later the crate is at %v, want %v", flown.Position, want)
	}
}

// In a tick the step moves the crate, then the frame dies, and the crate's intent of this tick is meant in the axes in
// which it was written.
func TestIntentOfAnEntityInADyingFrameKeepsItsMeaning(t *testing.T) {
	p := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: p})
	root, _ := rootFrame(t, w)
	ship, owner := childFrame(t, w, root, 10)
	d := crate(ship, 1, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		if self.Tick() == 0 {
			self.Body().SetVelocity(geom.Vec3f{X: 6})
			self.Body().AddForce(geom.Vec3f{X: 60})
		}
	}))
	e := spawn(t, w, d)
	w.Post(message.Destroys.Event(w.Messages(), message.To(owner), message.Destroy{}))
	w.Tick()
	if row, _ := w.Snapshot().Transform(e); row.Frame != root {
		t.Fatalf("the crate is in %v", row.Frame)
	}
	w.Tick()
	if len(p.lastInput) != 1 || p.lastInput[0].Frame != root {
		t.Fatalf("the step applied %+v", p.lastInput)
	}
	// 6 m/s and 1 m/s of the force, along the ship's +X, which is the root's -Z.
	if row, _ := w.Snapshot().Transform(e); row.Velocity.Sub(geom.Vec3{Z: -7}).Length() > 1e-5 {
		t.Errorf("the crate flies at %v, want 7 m/s along -Z", row.Velocity)
	}
}

// A lift in the ship that goes up a meter in each tick: its end pose of the tick in which the ship dies leads on.
func TestEndPoseInADyingFrameLeadsOn(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	ship, owner := childFrame(t, w, root, 10)
	lift := spawn(t, w, at(ship, 1, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		p := self.Pose()
		p.Position.Y++
		self.MoveKinematic(p)
	})))
	w.Tick()
	w.Post(message.Destroys.Event(w.Messages(), message.To(owner), message.Destroy{}))
	for _, y := range []float64{1, 1, 2, 2} { // it asks from where it is: every second tick repeats
		w.Tick()
		wantPose(t, w, lift, root, geom.Vec3{X: 10, Y: y, Z: -1})
	}
}

func TestNestedFramesThatDieTogetherHandOnOnce(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	root, star := rootFrame(t, w)
	a, aOwner := childFrame(t, w, root, 1)
	b, bOwner := childFrame(t, w, a, 1)
	var heard []message.FrameChanged
	e := spawn(t, w, at(b, 1, moves(&heard)))
	where, _ := w.Snapshot().PoseIn(e, root)
	for _, owner := range []handle.Entity{bOwner, aOwner} {
		w.Post(message.Destroys.Event(w.Messages(), message.To(owner), message.Destroy{}))
	}
	ticks(w, 2)
	wantPose(t, w, e, root, where.Position)
	if want := (message.FrameChanged{From: b, To: root}); len(heard) != 1 || heard[0] != want {
		t.Errorf("it heard %v, want %v", heard, want)
	}
	c, _ := childFrame(t, w, root, 5)
	deep, _ := childFrame(t, w, c, 5)
	inside := spawn(t, w, at(deep, 1))
	if err := w.Destroy(star); err != nil {
		t.Fatal(err)
	}
	if w.Snapshot().Live(inside) || w.Snapshot().Live(e) || w.Frames().Len() != 0 {
		t.Error("something in the tree of a root that died lives")
	}
}

func TestSpawnIntoAChildFrameThatDiesInTheSameTickIsDropped(t *testing.T) {
	w := looseWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	f, _ := childFrame(t, w, root, 1, everyTick(func(self *simulation.Self, _ *message.Outbox) { self.Destroy() }))
	var plain, owner handle.Entity
	spawn(t, w, at(root, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		if self.Tick() > 0 {
			return
		}
		d := at(f, 1)
		plain, _ = self.Spawn(&d)
		d.Owns = &simulation.FrameSpec{}
		owner, _ = self.Spawn(&d)
	})))
	w.Tick()
	if plain.IsNone() || owner.IsNone() || w.Snapshot().Live(plain) || w.Snapshot().Live(owner) || len(w.Errors()) != 2 {
		t.Errorf("%v and %v were spawned, with the errors %v", plain, owner, w.Errors())
	}
}

func TestFrameSpawnedInATickIsReadyInTheNext(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	var owner, inside handle.Entity
	spawn(t, w, at(root, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		switch self.Tick() {
		case 0:
			d := at(root, 5)
			d.Owns = &simulation.FrameSpec{Gravity: field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -1}})}
			owner, _ = self.Spawn(&d)
		case 1:
			f, _ := w.FrameOf(owner)
			d := at(f, 1)
			inside, _ = self.Spawn(&d)
		}
	})))
	ticks(w, 2)
	wantPose(t, w, inside, root, geom.Vec3{X: 6})
}

func TestMessagesReachTheOwnerAndTheMembersOfAFrameApart(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	root, _ := rootFrame(t, w)
	var owner, member, outside []string
	ship, shipOwner := childFrame(t, w, root, 10, listener(&owner, pings))
	spawn(t, w, at(ship, 1, listener(&member, pings)))
	spawn(t, w, at(root, 1, listener(&outside, pings)))
	w.Post(pings.Event(w.Messages(), message.To(shipOwner), ping{1}))
	w.Post(pings.Event(w.Messages(), message.ToTopic(message.FrameTopic(ship)), ping{2}))
	w.Post(pings.Event(w.Messages(), message.ToTopic(message.FrameTopic(root)), ping{3}))
	w.Tick()
	if got := fmt.Sprint(owner, member, outside); got != "[ping 1 ping 3] [ping 2] [ping 3]" {
		t.Errorf("owner, member and one outside heard %s", got)
	}
	if err := w.Destroy(shipOwner); err != nil {
		t.Fatal(err)
	}
	w.Post(pings.Event(w.Messages(), message.ToTopic(message.FrameTopic(root)), ping{4}))
	w.Tick()
	if got := fmt.Sprint(member); got != "[ping 2 ping 4]" {
		t.Errorf("after the move the member heard %s", got)
	}
}
