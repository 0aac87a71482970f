package jolt_test

import (
	"slices"
	"testing"

	"tertius.dev/core/bitset"
	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/physics/jolt"
)

// sky drives a backend over a tree of frames as a world does: it checks each output by the rules of the seam, takes the step
// records and the hand-offs, and gives the next step the frames as they are then.
type sky struct {
	t       testing.TB
	backend *jolt.Backend
	tree    frame.Tree
	space   handle.Frame // the root
	in      physics.StepInput
	intents physics.Intents
	out     physics.StepOutput
	changes physics.Changes

	check    physics.OutputCheck
	entities handle.EntitySlots
	bodies   bitset.Set
	home     []handle.Frame
	owns     []handle.Frame
	states   []physics.BodyState // by slot, of plain bodies
	motions  []motion.BodyMotion // by slot, of hulls: that of the next step

	backward bool // steps the last system first
	refuses  int  // so many hand-offs of frames are not taken
	kept     []handle.Frame

	started  []physics.Contact
	ended    []physics.ContactEnd
	handOffs []physics.HandOff
}

// newSky opens a backend with one root frame without gravity.
func newSky(t testing.TB) *sky {
	t.Helper()
	backend, err := jolt.Open(jolt.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := backend.Close(); err != nil {
			t.Error(err)
		}
	})
	s := &sky{t: t, backend: backend}
	s.in.StepSeconds, s.in.TickSeconds = rate.StepSeconds(), rate.TickSeconds()
	s.in.Tree, s.in.Intents, s.changes.Tree = &s.tree, &s.intents, &s.tree
	owner := s.entity()
	s.space = s.tree.AddRoot(owner, field.Gravity{})
	s.owns[owner.Index] = s.space
	s.changes.FramesMade = append(s.changes.FramesMade, s.space)
	s.apply()
	return s
}

func (s *sky) entity() handle.Entity {
	e := s.entities.Reserve()
	s.entities.Activate(e)
	n := s.entities.Cap()
	s.bodies.Grow(n)
	s.intents.Grow(n)
	for len(s.home) < n {
		s.home, s.owns = append(s.home, handle.Frame{}), append(s.owns, handle.Frame{})
		s.states, s.motions = append(s.states, physics.BodyState{}), append(s.motions, motion.Static)
	}
	return e
}

// apply applies the changes, which must all be good.
func (s *sky) apply() {
	s.t.Helper()
	s.tree.Arrange()
	for _, err := range s.backend.Apply(&s.changes) {
		s.t.Error(err)
	}
	s.changes.Reset()
}

// body spawns a plain body.
func (s *sky) body(in handle.Frame, desc physics.BodyDesc, state motion.State) handle.Entity {
	s.t.Helper()
	e := s.entity()
	s.bodies.Add(int(e.Index))
	s.home[e.Index] = in
	s.states[e.Index] = physics.BodyState{Entity: e, Frame: in, Pose: state.Pose, Velocity: state.Velocity, Awake: true}
	s.changes.BodiesMade = append(s.changes.BodiesMade, physics.NewBody{
		Entity: e, Frame: in, Desc: &desc, Pose: state.Pose, Velocity: state.Velocity,
		AngularVelocity: state.AngularVelocity.Single(),
	})
	s.apply()
	return e
}

// craft is a frame with a hull.
type craft struct {
	entity handle.Entity
	frame  handle.Frame
}

// ship spawns a frame with a hull and a bubble.
func (s *sky) ship(in handle.Frame, desc physics.BodyDesc, bounds geom.Vec3, state motion.State) craft {
	s.t.Helper()
	e := s.entity()
	f := s.tree.Make(&frame.Desc{
		Owner: e, Parent: in, Local: state, Bounds: bounds, Hull: frame.Hull{Present: true, Motion: desc.Motion},
	})
	s.bodies.Add(int(e.Index))
	s.home[e.Index], s.owns[e.Index], s.motions[e.Index] = in, f, desc.Motion
	s.changes.FramesMade = append(s.changes.FramesMade, f)
	s.changes.BodiesMade = append(s.changes.BodiesMade, physics.NewBody{
		Entity: e, Frame: in, Owns: f, Desc: &desc, Pose: state.Pose, Velocity: state.Velocity,
		AngularVelocity: state.AngularVelocity.Single(),
	})
	s.apply()
	return craft{e, f}
}

// room spawns a frame without a body.
func (s *sky) room(in handle.Frame, bounds geom.Vec3, state motion.State) craft {
	s.t.Helper()
	e := s.entity()
	f := s.tree.Make(&frame.Desc{Owner: e, Parent: in, Local: state, Bounds: bounds})
	s.home[e.Index], s.owns[e.Index] = in, f
	s.changes.FramesMade = append(s.changes.FramesMade, f)
	s.apply()
	return craft{e, f}
}

// destroy removes a plain body.
func (s *sky) destroy(e handle.Entity) {
	s.t.Helper()
	s.entities.Release(e)
	s.bodies.Remove(int(e.Index))
	s.changes.BodiesGone = append(s.changes.BodiesGone, e)
	s.apply()
}

// intend returns the intent of an entity for the next step.
func (s *sky) intend(e handle.Entity) *physics.Intent {
	s.in.Writers = append(s.in.Writers, e)
	in := s.intents.Make(int(e.Index))
	in.Frame = s.home[e.Index]
	return in
}

// step steps once, and wants no errors.
func (s *sky) step() {
	s.t.Helper()
	s.prepare()
	items := s.backend.Prepare(&s.in)
	for i := range items {
		if s.backward {
			i = items - 1 - i
		}
		s.backend.Work(i)
	}
	s.backend.Finish(&s.out)
	s.take()
}

func (s *sky) steps(n int) {
	s.t.Helper()
	for range n {
		s.step()
	}
}

// prepare says what the step needs to know of the frames.
func (s *sky) prepare() {
	s.in.Frames = s.in.Frames[:0]
	for f := range s.tree.All() {
		owner := s.tree.Owner(f)
		in := physics.FrameInput{
			Frame: f, Gravity: s.tree.Gravity(f), ProperAcceleration: s.tree.ProperAcceleration(f),
			HullMotion: s.motions[owner.Index],
		}
		hullMoves := !s.bodies.Has(int(owner.Index)) || in.HullMotion == motion.Kinematic
		if hullMoves {
			in.Record, in.Moves = recordAsked(&s.in, owner, s.tree.Local(f).Pose)
		}
		s.in.Frames = append(s.in.Frames, in)
	}
	s.in.Writers = withBodies(s.in.Writers, &s.bodies)
}

// recordAsked returns the motion over the step that the intent of a frame's owner asks for, from where the frame is, and false when it
// asks for none.
func recordAsked(step *physics.StepInput, owner handle.Entity, from geom.Pose) (motion.Sample, bool) {
	in := step.Intents.Of(int(owner.Index))
	if in == nil {
		return motion.Sample{}, false
	}
	var record motion.Sample
	ok := in.PutStepRecord(&record, &from, step.TickSeconds)
	return record, ok
}

func withBodies(writers []handle.Entity, bodies *bitset.Set) []handle.Entity {
	kept := writers[:0]
	for _, e := range writers {
		if bodies.Has(int(e.Index)) {
			kept = append(kept, e)
		}
	}
	return kept
}

// take lands the output of a step, which must break no rule.
func (s *sky) take() {
	s.t.Helper()
	for _, err := range s.out.Errors {
		s.t.Error(err)
	}
	facts := physics.OutputFacts{
		Entities: &s.entities, Bodies: &s.bodies, Frames: &s.tree, Homes: s.home, Owned: s.owns, Inputs: s.in.Frames,
	}
	for _, err := range s.check.Check(&s.out, &facts) {
		s.t.Error(err)
	}
	s.refuse()
	for i := range s.out.HandOffs {
		h := &s.out.HandOffs[i]
		s.home[h.Entity.Index] = h.To
		if owned := s.owns[h.Entity.Index]; !owned.IsNone() {
			s.tree.Reparent(owned, h.To, &h.State)
		}
	}
	s.tree.Arrange()
	s.takeRecords()
	for i := range s.out.Bodies {
		b := &s.out.Bodies[i]
		s.states[b.Entity.Index] = *b
	}
	s.started = append(s.started, s.out.Started...)
	s.ended = append(s.ended, s.out.Ended...)
	s.handOffs = append(s.handOffs, s.out.HandOffs...)
	s.intents.Clear()
	s.in.Writers = s.in.Writers[:0]
	s.in.Tick++
}

// refuse drops hand-offs of frames, and what the step told of them, as a world does when one breaks a rule.
func (s *sky) refuse() {
	for i := len(s.out.HandOffs) - 1; i >= 0 && s.refuses > 0; i-- {
		owned := s.owns[s.out.HandOffs[i].Entity.Index]
		if owned.IsNone() {
			continue
		}
		s.refuses--
		s.out.HandOffs = slices.Delete(s.out.HandOffs, i, i+1)
		s.out.Frames = slices.DeleteFunc(s.out.Frames, func(f physics.FrameState) bool { return f.Frame == owned })
		s.kept = append(s.kept, owned)
	}
}

func (s *sky) takeRecords() {
	records := make([]frame.StepRecord, s.tree.Len())
	for i := range s.in.Frames {
		if in := &s.in.Frames[i]; in.Moves {
			records[s.tree.Row(in.Frame)] = frame.StepRecord{Moved: true, Record: in.Record, Follows: frame.FollowsRails}
		}
	}
	for i := range s.out.Frames {
		f := &s.out.Frames[i]
		records[s.tree.Row(f.Frame)] = frame.StepRecord{
			Moved: true, Record: f.Record, ProperAcceleration: f.ProperAcceleration, Measured: f.Measured,
			Follows: frame.FollowsPhysics,
		}
	}
	for _, f := range s.kept {
		records[s.tree.Row(f)].Kept = true
	}
	s.kept = s.kept[:0]
	s.tree.TakeStepRecords(records, s.in.TickSeconds)
}

// in returns where a plain body is in a frame, with the velocity that its state tells.
func (s *sky) stateIn(e handle.Entity, f handle.Frame) motion.State {
	b := &s.states[e.Index]
	relation, ok := s.tree.Relate(s.home[e.Index], f)
	if !ok {
		s.t.Fatalf("%v is in no frame of the tree of %v", e, f)
	}
	own := motion.State{Pose: b.Pose, Velocity: b.Velocity, AngularVelocity: b.AngularVelocity.Double()}
	return relation.ToParent(&own)
}

// wantHandOffs compares the hand-offs since the start with a list of the frames that they lead to.
func (s *sky) wantHandOffs(when string, to ...handle.Frame) {
	s.t.Helper()
	same := len(s.handOffs) == len(to)
	for i := 0; same && i < len(to); i++ {
		same = s.handOffs[i].To == to[i]
	}
	if !same {
		s.t.Fatalf("%s: the hand-offs are %+v, want some to %v", when, s.handOffs, to)
	}
}

// wantEvents compares the contacts since the start: how many, and whose.
func (s *sky) wantEvents(when string, started, ended int, of ...meeting) {
	s.t.Helper()
	compareEvents(s.t, when, s.started, s.ended, started, ended, of)
}

// going returns the state with a velocity.
func going(s motion.State, x, y, z float64) motion.State {
	s.Velocity = geom.Vec3{X: x, Y: y, Z: z}
	return s
}

// loose is a dynamic body without damping.
func loose(shape physics.Shape) physics.BodyDesc {
	d := physics.Body(shape, physics.Dynamic)
	d.LinearDampingPerSecond, d.AngularDampingPerSecond = 0, 0
	return d
}

// ring is a bubble of one radius.
func ring(radiusMeters float64) geom.Vec3 {
	return geom.Vec3{X: radiusMeters, Y: radiusMeters, Z: radiusMeters}
}
