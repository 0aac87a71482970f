package jolt_test

import (
	"math"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// A ship that parks holds still where the step left it, and falls from rest when it is unparked.
func TestParkedShipHoldsStillAndFallsFromRest(t *testing.T) {
	f, space := newFleet(t, standardGravity)
	s := f.launch(space, hull(deck(), physics.Dynamic, 1000), motion.State{Pose: place(0, 500, 0), Velocity: geom.Vec3{X: 40}})
	f.steps(30)
	parked := f.tree.Local(s.frame).Pose
	f.change(s, physics.Static)
	f.steps(60)
	if got := f.tree.Local(s.frame); got != motion.RestAt(parked) {
		t.Errorf("it is at %+v, want %+v at rest", got, parked)
	}
	if up := f.tree.ProperAcceleration(s.frame); !near(up, geom.Vec3{Y: 9.81}, 1e-6) {
		t.Errorf("it reads %v, want the gravity reversed", up)
	}
	f.change(s, physics.Dynamic)
	f.steps(60)
	want := parked.Position.Add(geom.Vec3{Y: -0.5 * 9.81})
	if got := f.tree.Local(s.frame).Pose.Position; !near(got, want, 1e-4) {
		t.Errorf("a second after it was unparked it is at %v, want %v", got, want)
	}
}

// A hull whose engines come on coasts on with the velocity of its last sample; one that goes on rails holds still in a step
// without a sample.
func TestHullCoastsOnWithTheVelocityOfItsLastSample(t *testing.T) {
	f, space := newFleet(t, standardGravity)
	s := f.launch(space, hull(deck(), physics.Kinematic, 1000), at(0, 0, 0))
	velocity := geom.Vec3{X: 300, Y: 100}
	for i := range 10 { // along a parabola, as an orbit is one on a small scale
		seconds := float64(i+1) * f.tick
		in := f.intend(s.owner)
		in.Parts, in.Move = physics.HasMove, motion.IntentOfSample(motion.Sample{
			Pose:     geom.At(velocity.Scale(seconds).AddScaled(geom.Vec3{Y: -9.81}, 0.5*seconds*seconds)),
			Velocity: velocity.AddScaled(geom.Vec3{Y: -9.81}, seconds), Acceleration: geom.Vec3{Y: -9.81},
		})
		f.step()
	}
	f.change(s, physics.Dynamic)
	for i := range 100 {
		f.step()
		seconds := float64(i+11) * f.tick
		want := velocity.Scale(seconds).AddScaled(geom.Vec3{Y: -9.81}, 0.5*seconds*seconds)
		if got := f.tree.Local(s.frame).Pose.Position; !near(got, want, 1e-3) {
			t.Fatalf("step %d: it is at %v, want %v", i, got, want)
		}
	}
	before := f.tree.Local(s.frame).Pose
	f.change(s, physics.Kinematic)
	f.step()
	if got := f.tree.Local(s.frame); got != motion.RestAt(before) {
		t.Errorf("without a sample it is at %+v, want %+v at rest", got, before)
	}
}

// A lander that parks on a static pad hears that their contact ended, and that it started again when it is unparked; what
// lies on its deck hears nothing.
func TestContactsEndThatNewMotionsCannotMake(t *testing.T) {
	for _, asleep := range []bool{false, true} {
		f, planet := newFleet(t, standardGravity)
		pad := f.load(planet, physics.Body(physics.NewBox(5, 0.5, 5), physics.Static), at(0, -0.5, 0))
		platform := f.launch(planet, physics.Body(physics.NewBox(5, 0.5, 5), physics.Static), at(20, -0.5, 0))
		lander := f.launch(planet, hull(deck(), physics.Dynamic, 100), at(0, 1, 0))
		other := f.launch(planet, hull(deck(), physics.Dynamic, 100), at(20, 1, 0))
		cargo := f.load(lander.frame, crate(), at(0, 0.25, 0))
		f.steps(40)
		if asleep {
			f.steps(100)
			if state, ok := f.recordOf(lander.frame); ok {
				t.Fatalf("the lander still moves: %+v", state)
			}
		}
		if len(f.started) != 3 || len(f.ended) != 0 {
			t.Fatalf("%+v started and %+v ended", f.started, f.ended)
		}
		f.change(lander, physics.Static)
		f.change(other, physics.Static)
		f.change(platform, physics.Kinematic) // what parks on what starts to move keeps its touch, but static meets no kinematic
		f.steps(3)
		f.wantEnds("parked", pair{pad, lander.owner}, pair{platform.owner, other.owner})
		f.change(lander, physics.Dynamic)
		f.steps(3)
		if len(f.started) != 4 || len(f.ended) != 2 {
			t.Fatalf("unparked: %+v started and %+v ended", f.started, f.ended)
		}
		f.steps(60)
		if len(f.started) != 4 || len(f.ended) != 2 || math.Abs(f.at(cargo).Pose.Position.Y-0.25) > 0.006 {
			t.Errorf("a second later %+v started, %+v ended, and the cargo is at %v", f.started, f.ended, f.at(cargo).Pose)
		}
	}
}

// When two hulls change in one step, both take their new motions before any contact is judged.
func TestHullsThatChangeTogetherKeepTheirTouch(t *testing.T) {
	f, planet := newFleet(t, standardGravity)
	lander := f.launch(planet, hull(deck(), physics.Dynamic, 100), at(0, 1, 0))
	platform := f.launch(planet, hull(physics.NewBox(5, 0.5, 5), physics.Static, 1e4), at(0, -0.5, 0))
	f.steps(40)
	f.change(lander, physics.Static)
	f.change(platform, physics.Dynamic)
	f.steps(1)
	if len(f.started) != 1 || len(f.ended) != 0 {
		t.Errorf("%+v started and %+v ended, want one contact that goes on", f.started, f.ended)
	}
}

type pair struct{ a, b handle.Entity }

func (f *fleet) wantEnds(when string, want ...pair) {
	f.t.Helper()
	got := make([]pair, 0, len(f.ended))
	for _, e := range f.ended {
		got = append(got, pair{e.A, e.B})
	}
	if len(got) != len(want) {
		f.t.Fatalf("%s: %v ended, want %v", when, got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			f.t.Fatalf("%s: %v ended, want %v", when, got, want)
		}
	}
}

// Hulls follow the tree: into another parent, and, when static, to another pose.
func TestHullsFollowTheTree(t *testing.T) {
	f, space := newFleet(t, field.Gravity{})
	station := f.launch(space, hull(physics.NewBox(5, 0.5, 5), physics.Kinematic, 0), at(0, 0, 0))
	pod := f.launch(space, hull(physics.NewSphere(0.5), physics.Dynamic, 10), at(100, 0, 0))
	f.tree.Reparent(pod.frame, station.frame, &motion.State{Pose: place(0, 5, 0), Velocity: geom.Vec3{Y: -6}})
	f.bench.states[pod.owner.Index].Frame = station.frame
	f.applyTree()
	f.steps(60)
	if len(f.started) != 1 || f.started[0].Frame != station.frame {
		t.Errorf("%+v started, want the pod on the station's interior", f.started)
	}
	if state := f.tree.Local(pod.frame); math.Abs(state.Pose.Position.Y-1) > 0.01 {
		t.Errorf("the pod is at %v in the station", state.Pose.Position)
	}
	rock := f.launch(space, physics.Body(physics.NewBox(5, 0.5, 5), physics.Static), at(0, -50, 0))
	drone := f.launch(space, hull(physics.NewSphere(0.5), physics.Dynamic, 10), motion.State{Pose: place(50, 60, 0), Velocity: geom.Vec3{Y: -20}})
	f.step()
	moved := at(50, 50, 0)
	f.tree.SetLocal(rock.frame, &moved)
	f.steps(60)
	if len(f.started) != 2 || f.started[1].A != rock.owner || f.started[1].B != drone.owner {
		t.Errorf("%+v started, want the drone on the rock at its new place", f.started)
	}
}

// A star is a hull too, but its inertia is beyond the floats: it goes on rails, and a motion that it cannot take is told in
// each step, and it stays as it is.
func TestHullTooHeavyForAFloatStaysAsItIs(t *testing.T) {
	f, space := newFleet(t, field.Gravity{})
	star := f.launch(space, physics.Body(physics.NewSphere(7e8), physics.Static), at(0, 0, 0))
	f.step()
	f.change(star, physics.Kinematic)
	in := f.intend(star.owner)
	in.Parts, in.Move = physics.HasMove, motion.IntentOfSample(motion.Still(place(5, 0, 0)))
	f.step()
	f.change(star, physics.Dynamic)
	for range 2 {
		f.fill()
		f.stepRaw()
		if len(f.out.Errors) != 1 || len(f.out.Frames) != 0 {
			t.Errorf("the errors are %v and the records %+v", f.out.Errors, f.out.Frames)
		}
	}
	if got := f.tree.Local(star.frame); got != at(5, 0, 0) {
		t.Errorf("the star is at %+v", got)
	}
}

// The order in which the frames of a step are stepped shows nowhere: ships that meet, change their motions, are steered and
// carry cargo.
func TestFleetIsTheSameInAnyOrderOfItsItems(t *testing.T) {
	run := func(backward bool) []motion.State {
		f, space := newFleet(t, standardGravity)
		f.load(space, physics.Body(physics.NewBox(100, 0.5, 50), physics.Static), at(0, -0.5, 0))
		var ships []ship
		var crates []handle.Entity
		for i := range 12 {
			s := f.launch(space, hull(deck(), physics.Dynamic, 1000), at(7*float64(i%4), 3*float64(i/4)+1.1, float64(i%3)))
			ships = append(ships, s)
			crates = append(crates, f.load(s.frame, crate(), at(1, 0.5, -1)))
		}
		for tick := range 240 {
			if tick%20 == 0 {
				f.change(ships[tick/20], physics.BodyMotion(tick/20%3))
			}
			for i, s := range ships {
				m, _ := f.tree.HullMotion(s.frame)
				switch in := f.intend(s.owner); {
				case m == physics.Dynamic && tick%80 > 40:
					in.Parts, in.Force = physics.HasForce, geom.Vec3f{X: float32(500 * i), Y: 11000}
				case m == physics.Dynamic && tick%80 > 30:
					in.Parts, in.Move = physics.HasMove, motion.IntentOfSteerTarget(motion.SteerTarget{Target: place(float64(i), 8, 0)})
				default: // it asks for nothing
				}
			}
			f.fill()
			n := f.backend.Prepare(&f.in)
			for i := range n {
				if backward {
					i = n - 1 - i
				}
				f.backend.Work(i)
			}
			f.backend.Finish(&f.out)
			f.states = append(f.states[:0], f.out.Frames...)
			f.keep()
			for _, err := range f.out.Errors {
				t.Error(err)
			}
			f.take()
		}
		var states []motion.State
		for i, s := range ships {
			c := f.at(crates[i])
			states = append(states, f.tree.Local(s.frame), motion.State{Pose: c.Pose, Velocity: c.Velocity})
		}
		return states
	}
	forward, backward := run(false), run(true)
	for i := range forward {
		if forward[i] != backward[i] {
			t.Fatalf("state %d is %+v forward and %+v backward", i, forward[i], backward[i])
		}
	}
}
