package jolt_test

import (
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/physics/jolt"
)

// fleet drives a backend with frames inside frames, as a world does: it takes the records of each step into a tree.
type fleet struct {
	*bench
	tree    frame.Tree
	records []frame.StepRecord   // by row
	states  []physics.FrameState // of the last step
	tick    float64
}

// ship is a frame with its owner.
type ship struct {
	frame handle.Frame
	owner handle.Entity
}

// newFleet opens a backend with a root frame of that gravity, whose owner has no body.
func newFleet(t testing.TB, g field.Gravity) (*fleet, handle.Frame) {
	t.Helper()
	f := &fleet{bench: newBenchWith(t, jolt.DefaultOptions(), 0), tick: rate.TickSeconds()}
	f.in.Tree = &f.tree
	root := f.tree.AddRoot(f.entity(), g)
	f.changes.FramesMade = append(f.changes.FramesMade, root)
	f.applyTree()
	return f, root
}

// newFleetOfBody opens a backend with a root frame whose owner has a body.
func newFleetOfBody(t testing.TB, g field.Gravity, desc physics.BodyDesc) (*fleet, ship) {
	t.Helper()
	f, root := newFleet(t, g)
	s := ship{root, f.tree.Owner(root)}
	f.changes.BodiesMade = append(f.changes.BodiesMade, physics.NewBody{Entity: s.owner, Owns: root, Desc: &desc})
	f.applyTree()
	return f, s
}

// entity returns a new entity without a body.
func (f *fleet) entity() handle.Entity {
	e := handle.Entity{Index: f.next, Generation: 1}
	f.next++
	f.bench.states = append(f.bench.states, physics.BodyState{Entity: e})
	f.intents.Grow(int(f.next))
	return e
}

// applyTree applies the changes as they stand with the tree.
func (f *fleet) applyTree() {
	f.t.Helper()
	f.tree.Arrange()
	f.changes.Tree = &f.tree
	f.apply()
}

// launch makes a frame with a hull in another frame.
func (f *fleet) launch(parent handle.Frame, desc physics.BodyDesc, local motion.State) ship {
	f.t.Helper()
	s := ship{owner: f.entity()}
	s.frame = f.tree.Make(&frame.Desc{
		Owner: s.owner, Parent: parent, Local: local, Hull: frame.Hull{Present: true, Motion: desc.Motion},
	})
	f.changes.FramesMade = append(f.changes.FramesMade, s.frame)
	f.changes.BodiesMade = append(f.changes.BodiesMade, physics.NewBody{
		Entity: s.owner, Frame: parent, Owns: s.frame, Desc: &desc, Pose: local.Pose,
		Velocity: local.Velocity, AngularVelocity: local.AngularVelocity.Single(),
	})
	f.bench.states[s.owner.Index].Frame = parent
	f.applyTree()
	return s
}

// load makes a plain body in a frame.
func (f *fleet) load(in handle.Frame, desc physics.BodyDesc, local motion.State) handle.Entity {
	f.t.Helper()
	e := f.entity()
	f.changes.BodiesMade = append(f.changes.BodiesMade, physics.NewBody{
		Entity: e, Frame: in, Desc: &desc, Pose: local.Pose,
		Velocity: local.Velocity, AngularVelocity: local.AngularVelocity.Single(),
	})
	f.bench.states[e.Index] = physics.BodyState{Entity: e, Frame: in, Pose: local.Pose, Velocity: local.Velocity, Awake: true}
	f.applyTree()
	return e
}

// change gives a hull another motion in the next step.
func (f *fleet) change(s ship, to physics.BodyMotion) { f.tree.SetHullMotion(s.frame, to) }

// step steps once and takes what the step did to the frames.
func (f *fleet) step() {
	f.t.Helper()
	f.fill()
	f.bench.stepRaw()
	f.states = append(f.states[:0], f.out.Frames...)
	for _, err := range f.out.Errors {
		f.t.Error(err)
	}
	f.take()
}

// fill gives the step's input the frames as the tree has them.
func (f *fleet) fill() {
	f.tree.Arrange()
	f.in.Frames = f.in.Frames[:0]
	for h := range f.tree.All() {
		m, _ := f.tree.HullMotion(h)
		in := physics.FrameInput{
			Frame: h, Gravity: f.tree.Gravity(h), ProperAcceleration: f.tree.ProperAcceleration(h), HullMotion: m,
		}
		if m == physics.Kinematic {
			in.Record, in.Moves = recordAsked(&f.in, f.tree.Owner(h), f.tree.Local(h).Pose)
		}
		f.in.Frames = append(f.in.Frames, in)
	}
}

func (f *fleet) take() {
	f.records = append(f.records[:0], make([]frame.StepRecord, f.tree.Len())...)
	f.takeRecords()
	if err := f.tree.Check(); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fleet) takeRecords() {
	for i := range f.states {
		s := &f.states[i]
		f.records[f.tree.Row(s.Frame)] = frame.StepRecord{
			Moved: true, Record: s.Record, ProperAcceleration: s.ProperAcceleration, Measured: s.Measured,
		}
	}
	f.tree.TakeStepRecords(f.records, f.tick)
}

func (f *fleet) steps(n int) {
	f.t.Helper()
	for range n {
		f.step()
	}
}

// recordOf returns the state of a frame that the last step gave, and whether it gave one.
func (f *fleet) recordOf(h handle.Frame) (physics.FrameState, bool) {
	for i := range f.states {
		if f.states[i].Frame == h {
			return f.states[i], true
		}
	}
	return physics.FrameState{}, false
}

// hull is a body without damping.
func hull(shape physics.Shape, m physics.BodyMotion, kilograms float64) physics.BodyDesc {
	d := physics.Body(shape, m)
	d.LinearDampingPerSecond, d.AngularDampingPerSecond, d.MassKilograms = 0, 0, kilograms
	return d
}

// deck is a hull with a wide flat floor whose top is at y = 0 in the ship.
func deck() physics.Shape {
	return physics.NewCompound(physics.Part{Shape: physics.NewBox(5, 0.5, 5), Pose: place(0, -0.5, 0)})
}

func at(x, y, z float64) motion.State { return motion.RestAt(place(x, y, z)) }
