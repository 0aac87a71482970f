package simulation_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/contract"
	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// vessel describes the owner of a frame with a hull of one kilogram.
func vessel(in handle.Frame, x float64, m physics.BodyMotion, components ...simulation.Component) simulation.SpawnDesc {
	d := crate(in, x, components...)
	d.Body.Motion = m
	d.Owns = &simulation.FrameSpec{Bounds: geom.Vec3{X: 5, Y: 5, Z: 5}}
	return d
}

func spawnVessel(t *testing.T, w *simulation.World, d simulation.SpawnDesc) (handle.Entity, handle.Frame) {
	t.Helper()
	e := spawn(t, w, d)
	f, ok := w.FrameOf(e)
	if !ok {
		t.Fatalf("%v owns no frame", e)
	}
	return e, f
}

// onTick does something in one tick.
func onTick(n int64, do func(self *simulation.Self)) *actor {
	return everyTick(func(self *simulation.Self, _ *message.Outbox) {
		if int64(self.Tick()) == n {
			do(self)
		}
	})
}

// aSample ends the step at x with odd velocities, which only a sample can have.
func aSample(x float64) motion.Sample {
	return motion.Sample{Pose: geom.At(geom.Vec3{X: x}), Chord: geom.Vec3{X: 3}, Velocity: geom.Vec3{X: 4}, Acceleration: geom.Vec3{X: 5}}
}

func TestEveryKindOfOwnerFollowsItsMotionIntent(t *testing.T) {
	for _, c := range []struct {
		name    string
		motion  physics.BodyMotion
		body    bool
		ask     func(self *simulation.Self)
		want    motion.State
		follows frame.Follows
	}{
		{"room-with-an-end-pose", 0, false, func(self *simulation.Self) { self.MoveKinematic(geom.At(geom.Vec3{X: 1})) },
			motion.State{Pose: geom.At(geom.Vec3{X: 1}), Velocity: geom.Vec3{X: 60}}, frame.FollowsEndPose},
		{"room-with-a-sample", 0, false, func(self *simulation.Self) { self.MoveOnRails(aSample(2)) },
			motion.State{Pose: geom.At(geom.Vec3{X: 2}), Velocity: geom.Vec3{X: 4}}, frame.FollowsRails},
		{"placed-room", 0, false, func(self *simulation.Self) { self.SetTransform(geom.At(geom.Vec3{X: 3})) },
			motion.RestAt(geom.At(geom.Vec3{X: 3})), frame.FollowsNothing},
		{"kinematic-hull-with-an-end-pose", physics.Kinematic, true, func(self *simulation.Self) { self.MoveKinematic(geom.At(geom.Vec3{X: 1})) },
			motion.State{Pose: geom.At(geom.Vec3{X: 1}), Velocity: geom.Vec3{X: 60}}, frame.FollowsEndPose},
		{"kinematic-hull-with-a-sample", physics.Kinematic, true, func(self *simulation.Self) { self.MoveOnRails(aSample(2)) },
			motion.State{Pose: geom.At(geom.Vec3{X: 2}), Velocity: geom.Vec3{X: 4}}, frame.FollowsRails},
		{"teleported-static-hull", physics.Static, true, func(self *simulation.Self) { self.Body().Teleport(geom.At(geom.Vec3{X: 3})) },
			motion.RestAt(geom.At(geom.Vec3{X: 3})), frame.FollowsNothing},
		{"dynamic-hull", physics.Dynamic, true, func(self *simulation.Self) { self.Body().SetVelocity(geom.Vec3f{X: 60}) },
			motion.State{Pose: geom.At(geom.Vec3{X: 1}), Velocity: geom.Vec3{X: 60}}, frame.FollowsPhysics},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
			f, _ := rootFrame(t, w)
			asked := int64(0)
			if c.name == "placed-room" {
				asked = 1 // a transform is written at the sync point of its own tick
			}
			d := vessel(f, 0, c.motion, onTick(asked, c.ask))
			if !c.body {
				d.Body = nil
			}
			_, own := spawnVessel(t, w, d)
			ticks(w, 2)
			got := w.Frames().Local(own)
			if got.Pose.Position.Sub(c.want.Pose.Position).Length() > 1e-6 || got.Velocity.Sub(c.want.Velocity).Length() > 1e-4 {
				t.Errorf("the frame is %+v, want %+v", got, c.want)
			}
			if w.Frames().Follows(own) != c.follows {
				t.Errorf("it follows %v, want %v", w.Frames().Follows(own), c.follows)
			}
		})
	}
}

func TestMotionOfAHullIsReadByTheStepThatItIsOf(t *testing.T) {
	w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
	f, _ := rootFrame(t, w)
	var next []physics.BodyMotion
	e, own := spawnVessel(t, w, vessel(f, 0, physics.Dynamic, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		next = append(next, self.Body().NextStepMotion())
		if self.Tick() == 1 {
			self.Body().SetMotion(physics.Static)
			self.Body().SetMotion(physics.Kinematic)
			next = append(next, self.Body().NextStepMotion())
		}
	})))
	var stored []physics.BodyMotion
	for range 5 {
		facts, _ := w.Snapshot().BodyOf(e)
		inTree, _ := w.Frames().HullMotion(own)
		if facts.Motion != inTree {
			t.Errorf("the facts say %v, the tree %v", facts.Motion, inTree)
		}
		stored = append(stored, inTree)
		w.Tick()
	}
	// Written in tick 1, applied by the step of tick 2, stored at the end of tick 2.
	if want := []physics.BodyMotion{physics.Dynamic, physics.Dynamic, physics.Dynamic, physics.Kinematic, physics.Kinematic}; !slices.Equal(stored, want) {
		t.Errorf("stored are %v, want %v", stored, want)
	}
	if want := []physics.BodyMotion{physics.Dynamic, physics.Dynamic, physics.Kinematic, physics.Kinematic, physics.Kinematic, physics.Kinematic}; !slices.Equal(next, want) {
		t.Errorf("the next step's are %v, want %v", next, want)
	}
}

// What a hull asked for before its motion turned in the same tick is dropped where the new motion does not take it; the rest stays.
func TestNewMotionDropsWhatItDoesNotTake(t *testing.T) {
	end := func(self *simulation.Self) { self.MoveKinematic(geom.At(geom.Vec3{X: 9})) }
	steer := func(self *simulation.Self) { self.Body().SteerTo(geom.At(geom.Vec3{X: 9})) }
	fly := func(self *simulation.Self) {
		self.Body().SetVelocity(geom.Vec3f{X: 1})
		self.Body().SetAngularVelocity(geom.Vec3f{X: 1})
		self.Body().AddImpulse(geom.Vec3f{X: 1})
		self.Body().AddForce(geom.Vec3f{X: 1})
		self.Body().Teleport(geom.At(geom.Vec3{Y: 1}))
	}
	const velocities, pushes = physics.HasVelocity | physics.HasAngularVelocity, physics.HasImpulse | physics.HasForce
	for _, c := range []struct {
		name     string
		from, to physics.BodyMotion
		ask      func(self *simulation.Self)
		want     physics.Parts
	}{
		{"parks-on-rails", physics.Kinematic, physics.Static, end, physics.HasMotion},
		{"engines-on", physics.Kinematic, physics.Dynamic, end, physics.HasMotion},
		{"stays-on-rails", physics.Kinematic, physics.Kinematic, end, physics.HasMotion | physics.HasMove},
		{"into-orbit-while-steered", physics.Dynamic, physics.Kinematic, steer, physics.HasMotion},
		{"stays-steered", physics.Dynamic, physics.Dynamic, steer, physics.HasMotion | physics.HasMove},
		{"into-orbit", physics.Dynamic, physics.Kinematic, fly, physics.HasMotion | pushes | physics.HasTeleport},
		{"parks", physics.Dynamic, physics.Static, fly, physics.HasMotion | pushes | physics.HasTeleport},
		{"flies-on", physics.Dynamic, physics.Dynamic, fly, physics.HasMotion | pushes | velocities | physics.HasTeleport},
	} {
		t.Run(c.name, func(t *testing.T) {
			backend := newFakePhysics()
			w := newWorld(t, simulation.Options{Backend: backend})
			f, _ := rootFrame(t, w)
			spawnVessel(t, w, vessel(f, 0, c.from, onTick(0, func(self *simulation.Self) {
				c.ask(self)
				self.Body().SetMotion(c.to)
			})))
			ticks(w, 2)
			if len(backend.lastInput) != 1 || backend.lastInput[0].Parts != c.want {
				t.Errorf("the step got %+v, want %v", backend.lastInput, c.want)
			}
			if kept := !backend.lastInput[0].Move.IsNone(); kept != (c.want&physics.HasMove != 0) {
				t.Errorf("a motion intent is kept: %v", kept)
			}
		})
	}
}

func TestSetMotionIsRefusedOfWhatIsNoHull(t *testing.T) {
	w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
	f, _ := rootFrame(t, w)
	park := func(self *simulation.Self) { self.Body().SetMotion(physics.Static) }
	for _, c := range []struct {
		name, want string
		d          simulation.SpawnDesc
		ask        func(self *simulation.Self)
	}{
		{"body", "has no hull", crate(f, 0), park},
		{"room", "has no hull", func() simulation.SpawnDesc { d := vessel(f, 0, 0); d.Body = nil; return d }(), park},
		{"root", "has no hull", func() simulation.SpawnDesc {
			d := vessel(handle.Frame{}, 0, physics.Static)
			d.Pose, d.Owns = geom.Pose{}, &simulation.FrameSpec{}
			return d
		}(), park},
		{"no-motion", "which is none", vessel(f, 0, physics.Dynamic), func(self *simulation.Self) { self.Body().SetMotion(7) }},
		{"parked-hull-that-flies", "takes no velocity", vessel(f, 0, physics.Dynamic), func(self *simulation.Self) {
			self.Body().SetMotion(physics.Static)
			self.Body().SetVelocity(geom.Vec3f{X: 1})
		}},
		{"parked-hull-on-rails", "needs a body that is kinematic", vessel(f, 0, physics.Kinematic), func(self *simulation.Self) {
			self.Body().SetMotion(physics.Static)
			self.MoveOnRails(aSample(1))
		}},
		{"root-that-teleports", "interior", func() simulation.SpawnDesc {
			d := vessel(handle.Frame{}, 0, physics.Static)
			d.Pose, d.Owns = geom.Pose{}, &simulation.FrameSpec{}
			return d
		}(), func(self *simulation.Self) { self.Body().Teleport(geom.IdentityPose) }},
		{"steered-statue", "needs a body that is dynamic", vessel(f, 0, physics.Static), func(self *simulation.Self) { self.Body().SteerTo(geom.IdentityPose) }},
		{"endless-sample", "not finite", vessel(f, 0, physics.Kinematic), func(self *simulation.Self) {
			s := aSample(1)
			s.AngularVelocity.X = math.Inf(1)
			self.MoveOnRails(s)
		}},
	} {
		text := ""
		c.d.Components = []simulation.Component{onTick(int64(w.TickNumber()), func(self *simulation.Self) {
			text = panicWith(c.ask, self)
		})}
		e := spawn(t, w, c.d)
		w.Tick()
		if !strings.Contains(text, c.want) {
			t.Errorf("%s: it panicked with %q, want one that tells of %q", c.name, text, c.want)
		}
		if err := w.Destroy(e); err != nil {
			t.Error(err)
		}
	}
}

// panicWith returns the text of what a call panics with.
func panicWith(ask func(self *simulation.Self), self *simulation.Self) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	ask(self)
	return ""
}

// handsOff makes the fake propose that entities go into other frames at the end of its next step.
func handsOff(p *fakePhysics, moves ...physics.HandOff) {
	p.distort = func(out *physics.StepOutput) {
		p.distort = nil
		for _, m := range moves {
			p.handOff(out, m)
		}
	}
}

func TestHandOffIsTakenAndTold(t *testing.T) {
	p := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: p})
	f, _ := rootFrame(t, w)
	_, carrier := spawnVessel(t, w, vessel(f, 100, physics.Kinematic))
	var rock, fighter, pilot, hat []message.FrameChanged
	stone := spawn(t, w, crate(f, 98, moves(&rock)))
	plane, cockpit := spawnVessel(t, w, vessel(f, 102, physics.Dynamic, moves(&fighter)))
	person := spawn(t, w, at(cockpit, 0.5, moves(&pilot)))
	spawn(t, w, simulation.SpawnDesc{AttachTo: plane, Offset: geom.At(geom.Vec3{Y: 1}), Components: []simulation.Component{moves(&hat)}})
	w.Tick()
	place, speed := geom.At(geom.Vec3{X: -2}), geom.Vec3{Y: 7}
	handsOff(p,
		physics.HandOff{Entity: stone, From: f, To: carrier, State: motion.State{Pose: place, Velocity: speed}},
		physics.HandOff{Entity: plane, From: f, To: carrier, State: motion.State{Pose: geom.At(geom.Vec3{X: 2}), Velocity: speed}})
	ticks(w, 2)
	if row, _ := w.Snapshot().Transform(stone); row.Frame != carrier || row.Velocity.Sub(speed).Length() > 1e-9 {
		t.Errorf("the rock is %+v", row)
	}
	if w.Frames().Parent(cockpit) != carrier {
		t.Errorf("the fighter is in frame %v", w.Frames().Parent(cockpit))
	}
	if row, _ := w.Snapshot().Transform(person); row.Frame != cockpit || row.Pose != geom.At(geom.Vec3{X: 0.5}) {
		t.Errorf("the pilot is %+v", row)
	}
	w.Tick()
	once := []message.FrameChanged{{From: f, To: carrier}}
	if !slices.Equal(rock, once) || !slices.Equal(fighter, once) || !slices.Equal(hat, once) || len(pilot) != 0 {
		t.Errorf("the rock heard %v, the fighter %v, its hat %v and its pilot %v", rock, fighter, hat, pilot)
	}
}

// A frame whose update is refused keeps its state and what it feels for that step, and its hull goes back to it.
func TestRefusedHandOffOfAFrameLeavesTheTreeAsItWas(t *testing.T) {
	if contract.Enabled {
		t.Log("under contracts the refusal ends the tick; TestOutputCheckVoidsWhatNoCorrectBackendHandsOff covers it")
	}
	p := newFakePhysics()
	w := looseWorld(t, simulation.Options{Backend: p})
	f, _ := rootFrame(t, w)
	station, inside := spawnVessel(t, w, vessel(f, 0, physics.Kinematic, onTick(1, func(self *simulation.Self) { self.MoveOnRails(aSample(1)) })))
	_, other := spawnVessel(t, w, vessel(f, 50, physics.Kinematic))
	ticks(w, 2)
	before, felt := w.Frames().Local(inside), w.Frames().ProperAcceleration(inside)
	handsOff(p, physics.HandOff{Entity: station, From: f, To: other, State: motion.RestAt(geom.At(geom.Vec3{X: -50}))})
	if contract.Enabled {
		mustPanic(t, w.Tick)
		return
	}
	w.Tick()
	if w.Frames().Parent(inside) != f || w.Frames().Local(inside) != before || w.Frames().ProperAcceleration(inside) != felt {
		t.Errorf("the frame is in %v at %+v and feels %v", w.Frames().Parent(inside), w.Frames().Local(inside), w.Frames().ProperAcceleration(inside))
	}
	if lines := w.Errors(); len(lines) != 1 || !strings.Contains(lines[0], "hand-off") {
		t.Errorf("the log is %q", lines)
	}
}

// A body whose hand-off did not land is on its way back when it ends, or when the frame ends into which it goes back. Physics hears of
// one change of it.
func TestBodyOnItsWayBackChangesOnce(t *testing.T) {
	for _, c := range []struct {
		name          string
		body, carrier bool // end with the tick
		moves         int
	}{
		{"and-ends", true, false, 0},
		{"and-its-frame-ends", false, true, 1},
		{"and-both-end", true, true, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if contract.Enabled {
				t.Log("under contracts the refusal ends the tick, as TestRefusedHandOffOfAFrameLeavesTheTreeAsItWas shows")
				return
			}
			p := newFakePhysics()
			w := looseWorld(t, simulation.Options{Backend: p})
			f, _ := rootFrame(t, w)
			endsIf := func(ends bool) simulation.Component {
				return onTick(1, func(self *simulation.Self) {
					if ends {
						self.Destroy()
					}
				})
			}
			_, hull := spawnVessel(t, w, vessel(f, 100, physics.Kinematic, endsIf(c.carrier)))
			_, sibling := spawnVessel(t, w, vessel(f, 200, physics.Kinematic))
			stone := spawn(t, w, crate(hull, 1, endsIf(c.body)))
			w.Tick()
			// The body is in the sibling twice, which is once too often, so it belongs into the hull, 1 m from its origin.
			off := physics.HandOff{Entity: stone, From: hull, To: sibling, State: motion.RestAt(geom.At(geom.Vec3{X: -99}))}
			handsOff(p, off, off)
			w.Tick()
			if lines := w.Errors(); len(lines) != 1 || !strings.Contains(lines[0], "second") {
				t.Errorf("the log is %q, want the hand-off alone", lines)
			}
			if p.movedBodies != c.moves {
				t.Errorf("physics moved %d bodies, want %d", p.movedBodies, c.moves)
			}
			if c.body {
				return
			}
			has := p.bodies[p.find(stone)].state
			if row, _ := w.Snapshot().Transform(stone); row.Frame != f || has.Frame != f || !near(has.Pose.Position, geom.Vec3{X: 101}) {
				t.Errorf("the world has the stone in %v, physics at %v in %v; want %v", row.Frame, has.Pose.Position, has.Frame, f)
			}
		})
	}
}

// A frame that physics could not step keeps its hulls as they were: the frames of these go on with what they had.
func TestFrameWhoseHullWasNotSteppedKeepsItsMotion(t *testing.T) {
	p := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: p})
	f, _ := rootFrame(t, w)
	_, ship := spawnVessel(t, w, vessel(f, 0, physics.Dynamic, onTick(0, func(self *simulation.Self) { self.Body().SetVelocity(geom.Vec3f{X: 60}) })))
	ticks(w, 2)
	before := w.Frames().Local(ship)
	for _, c := range []struct {
		name      string
		unstepped []handle.Frame
		want      motion.State
	}{
		{"unstepped", []handle.Frame{f}, before},
		{"at-rest", nil, motion.RestAt(before.Pose)},
	} {
		p.distort = func(out *physics.StepOutput) { out.Frames, out.Unstepped = nil, c.unstepped }
		w.Tick()
		if got := w.Frames().Local(ship); got != c.want || before.Velocity == (geom.Vec3{}) {
			t.Errorf("%s: the ship moves as %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestWorldThatChecksItselfChecksItsPhysics(t *testing.T) {
	p := newFakePhysics()
	w := looseWorld(t, simulation.Options{Backend: p}) // with DebugChecks
	w.Tick()
	if err := w.Check(); err != nil || len(w.Errors()) != 0 {
		t.Fatalf("a sound backend has the problem %v, the log %q", err, w.Errors())
	}
	p.broken = errors.New("a ghost is lost")
	if err := w.Check(); !errors.Is(err, p.broken) {
		t.Errorf("the check finds %v, want %v", err, p.broken)
	}
	if contract.Enabled {
		mustPanic(t, w.Tick)
		return
	}
	w.Tick()
	if lines := w.Errors(); len(lines) != 1 || !strings.Contains(lines[0], p.broken.Error()) {
		t.Errorf("the log is %q", lines)
	}
}

// A frame that dies and one that is born in the same tick: the new one takes the slot, and physics must have let go of it.
func TestNewFrameTakesTheSlotOfOneThatDiedInTheSameTick(t *testing.T) {
	p := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: p})
	f, _ := rootFrame(t, w)
	_, old := spawnVessel(t, w, vessel(f, 0, physics.Static, onTick(1, (*simulation.Self).Destroy)))
	inside := spawn(t, w, crate(old, 1))
	var born handle.Entity
	spawn(t, w, at(f, 0, onTick(1, func(self *simulation.Self) {
		d := vessel(f, 9, physics.Static)
		born, _ = self.Spawn(&d)
	})))
	ticks(w, 3)
	young, ok := w.FrameOf(born)
	if !ok || young.Index != old.Index || young == old {
		t.Fatalf("the new frame is %v, the old one %v", young, old)
	}
	if row, _ := w.Snapshot().Transform(inside); row.Frame != f || p.movedBodies != 1 {
		t.Errorf("what was in the old one is in %v, and physics moved %d bodies", row.Frame, p.movedBodies)
	}
}

// The station turns as the next step ends, so where an end pose in it leads is known only by the pose that it has then; a velocity is
// meant where the step starts.
func TestIntentOfOneThatLeavesAMovingFrameConvertsByBothEndsOfTheStep(t *testing.T) {
	p := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: p})
	f, _ := rootFrame(t, w)
	turned := geom.Pose{Position: geom.Vec3{X: 30}, Rotation: geom.AxisAngle(geom.UnitY, math.Pi/2)}
	_, station := spawnVessel(t, w, vessel(f, 10, physics.Kinematic, onTick(1, func(self *simulation.Self) { self.MoveKinematic(turned) })))
	d := crate(station, 1, onTick(1, func(self *simulation.Self) { self.MoveKinematic(geom.At(geom.Vec3{X: 2})) }))
	d.Body.Motion = physics.Kinematic
	probe := spawn(t, w, d)
	rock := spawn(t, w, crate(station, 3, onTick(1, func(self *simulation.Self) { self.Body().SetVelocity(geom.Vec3f{X: 4}) })))
	w.Tick()
	handsOff(p,
		physics.HandOff{Entity: probe, From: station, To: f, State: motion.RestAt(geom.At(geom.Vec3{X: 11}))},
		physics.HandOff{Entity: rock, From: station, To: f, State: motion.RestAt(geom.At(geom.Vec3{X: 13}))})
	w.Tick()
	w.Tick()
	for i := range p.lastInput {
		in := &p.lastInput[i]
		switch end, ok := in.Move.AsEndPose(); {
		case in.Parts&physics.HasVelocity != 0 && in.Velocity != (geom.Vec3f{X: 4}):
			t.Errorf("the rock gets the velocity %v, want that of the frame where the step starts: 4 m/s along X", in.Velocity)
		case ok && in.Frame == f && end.Pose.Position.X < 29: // the probe's
			t.Errorf("the probe goes to %v", end.Pose.Position)
		case ok && end.Pose != turned && end.Pose.Position.Sub(geom.Vec3{X: 30, Z: -2}).Length() > 1e-9:
			t.Errorf("the probe goes to %v, want two meters along the station's X at the end of the step", end.Pose.Position)
		}
	}
	if len(p.lastInput) != 3 {
		t.Errorf("%d intents reached the step", len(p.lastInput))
	}
}

// A station that its owner lets go in the tick in which a probe leaves it falls in the next step, and so does where the probe goes.
func TestIntentOfOneThatLeavesAFrameThatIsLetGoFallsWithIt(t *testing.T) {
	p := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: p})
	const gravity = -3600.0 // in m/s²: half a meter in the half of a squared step
	owner := spawn(t, w, simulation.SpawnDesc{
		Pose: geom.IdentityPose, Owns: &simulation.FrameSpec{Gravity: field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: gravity}})},
	})
	f, _ := w.FrameOf(owner)
	_, station := spawnVessel(t, w, vessel(f, 10, physics.Static, onTick(1, func(self *simulation.Self) { self.Body().SetMotion(physics.Dynamic) })))
	d := crate(station, 1, onTick(1, func(self *simulation.Self) { self.MoveKinematic(geom.At(geom.Vec3{X: 2})) }))
	d.Body.Motion = physics.Kinematic
	probe := spawn(t, w, d)
	w.Tick()
	handsOff(p, physics.HandOff{Entity: probe, From: station, To: f, State: motion.RestAt(geom.At(geom.Vec3{X: 11}))})
	ticks(w, 2)
	step := float64(w.Rate().StepSeconds())
	want, found := geom.Vec3{X: 12, Y: 0.5 * gravity * step * step}, false
	for i := range p.lastInput {
		if end, ok := p.lastInput[i].Move.AsEndPose(); ok {
			found = true
			if end.Pose.Position.Sub(want).Length() > 1e-9 {
				t.Errorf("the probe goes to %v, want %v, with the station", end.Pose.Position, want)
			}
		}
	}
	if !found {
		t.Error("no end pose reached the step")
	}
}

// Where a dynamic hull will be takes the float step of physics, which brings it there: 7 µm a step from the tick at 8,192 m/s.
func TestIntentOfOneThatLeavesAFastHullConvertsByThePhysicsStep(t *testing.T) {
	const speed = 8192
	dash := everyTick(func(self *simulation.Self, _ *message.Outbox) {
		if self.Tick() == 0 {
			self.MoveKinematic(geom.At(geom.Vec3{X: 10 + speed*self.TimeAt(1)}))
		}
		if self.Tick() == 1 {
			self.Body().SetMotion(physics.Dynamic)
		}
	})
	for _, c := range []struct {
		name       string
		motion     physics.BodyMotion
		components []simulation.Component
	}{{"coasts", physics.Dynamic, nil}, {"is-let-go", physics.Kinematic, []simulation.Component{dash}}} {
		t.Run(c.name, func(t *testing.T) {
			p := newFakePhysics()
			w := newWorld(t, simulation.Options{Backend: p})
			f, _ := rootFrame(t, w)
			v := vessel(f, 10, c.motion, c.components...)
			v.Velocity = geom.Vec3{X: speed}
			_, station := spawnVessel(t, w, v)
			d := crate(station, 1, onTick(1, func(self *simulation.Self) { self.MoveKinematic(geom.At(geom.Vec3{X: 2})) }))
			d.Body.Motion = physics.Kinematic
			probe := spawn(t, w, d)
			w.Tick()
			handsOff(p, physics.HandOff{Entity: probe, From: station, To: f, State: motion.RestAt(geom.At(geom.Vec3{X: 11}))})
			w.Tick()
			local := w.Frames().Local(station)
			if math.Abs(local.Velocity.X-speed) > 1e-6 {
				t.Fatalf("the hull goes at %v", local.Velocity)
			}
			want, found := local.Pose.Position.X+local.Velocity.X*float64(w.Rate().StepSeconds())+2, false
			w.Tick()
			for i := range p.lastInput {
				if end, ok := p.lastInput[i].Move.AsEndPose(); ok {
					found = true
					if off := end.Pose.Position.X - want; math.Abs(off) > 1e-9 {
						t.Errorf("the probe goes %v m beside where the hull will be", off)
					}
				}
			}
			if !found {
				t.Error("no end pose reached the step")
			}
		})
	}
}

func TestMediumIsThatOfTheSpawnUntilItIsSet(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	air := field.MediumOfUniformMedium(field.UniformMedium{DensityKilogramsPerCubicMeter: 1.2, DragPerSecond: 0.1})
	owner := spawn(t, w, simulation.SpawnDesc{Frame: f, Pose: geom.IdentityPose, Owns: &simulation.FrameSpec{Medium: air}})
	cabin, _ := w.FrameOf(owner)
	if m, ok := w.Snapshot().Medium(cabin); !ok || !m.Equal(air) {
		t.Errorf("the medium is %v, %v", m, ok)
	}
	thin := field.MediumOfUniformMedium(field.UniformMedium{DensityKilogramsPerCubicMeter: -1})
	if err := w.SetFrameMedium(cabin, thin); err == nil || !strings.Contains(err.Error(), "density") {
		t.Errorf("a negative density: %v", err)
	}
	if m := w.Frames().Medium(cabin); !m.Equal(air) {
		t.Errorf("after a refusal the medium is %v", m)
	}
	if err := w.SetFrameMedium(cabin, field.Medium{}); err != nil {
		t.Fatal(err)
	}
	if m := w.Frames().Medium(cabin); !m.IsNone() {
		t.Errorf("the medium is %v", m)
	}
}

// A part pushes its ship while that is dynamic, and from the step on in which it is again.
func TestPartsPushAHullWhileItIsDynamic(t *testing.T) {
	p := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: p})
	f, _ := rootFrame(t, w)
	ship, own := spawnVessel(t, w, vessel(f, 0, physics.Static, onTick(3, func(self *simulation.Self) { self.Body().SetMotion(physics.Dynamic) })))
	spawn(t, w, simulation.SpawnDesc{AttachTo: ship, Offset: geom.IdentityPose, Components: []simulation.Component{
		everyTick(func(self *simulation.Self, _ *message.Outbox) { self.Body().AddForce(geom.Vec3f{X: 60}) }),
	}})
	var speeds []float64
	for range 7 {
		w.Tick()
		speeds = append(speeds, math.Round(w.Frames().Local(own).Velocity.X*100)/100)
	}
	if want := []float64{0, 0, 0, 0, 1, 2, 3}; !slices.Equal(speeds, want) {
		t.Errorf("the speeds are %v, want %v", speeds, want)
	}
}
