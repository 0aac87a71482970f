package jolt_test

import (
	"math"
	"testing"

	"tertius.dev/core/clock"
	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/physics/jolt"
)

// rate is the tick rate of the tests.
const rate clock.Rate = 60

// standardGravity is the field of most tests.
var standardGravity = field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -9.81}})

// bench drives a backend as a world does, without a world.
type bench struct {
	t       testing.TB
	backend *jolt.Backend
	changes physics.Changes
	in      physics.StepInput
	intents physics.Intents // of the next step
	out     physics.StepOutput
	states  []physics.BodyState // by the entity's slot: the last known
	started []physics.Contact   // since the start
	ended   []physics.ContactEnd
	next    uint32
}

// newBench opens a backend with the number of frames, each with standard gravity.
func newBench(t testing.TB, frames int) *bench {
	t.Helper()
	return newBenchWith(t, jolt.DefaultOptions(), frames)
}

func newBenchWith(t testing.TB, o jolt.Options, frames int) *bench {
	t.Helper()
	backend, err := jolt.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, backend: backend}
	b.in.Intents = &b.intents
	b.in.StepSeconds, b.in.TickSeconds = rate.StepSeconds(), rate.TickSeconds()
	t.Cleanup(func() {
		if err := backend.Close(); err != nil {
			t.Error(err)
		}
	})
	for i := range frames {
		b.changes.FramesMade = append(b.changes.FramesMade, frameAt(i))
		b.in.Frames = append(b.in.Frames, physics.FrameInput{Frame: frameAt(i), Gravity: standardGravity})
	}
	b.apply()
	return b
}

func frameAt(i int) handle.Frame { return handle.Frame{Index: uint32(i), Generation: 1} }

// apply applies the changes, which must all be good.
func (b *bench) apply() {
	b.t.Helper()
	for _, err := range b.backend.Apply(&b.changes) {
		b.t.Error(err)
	}
	b.changes.Reset()
}

// add stages a body for the next apply.
func (b *bench) add(frame int, desc physics.BodyDesc, at geom.Pose) handle.Entity {
	e := handle.Entity{Index: b.next, Generation: 1}
	b.next++
	b.changes.BodiesMade = append(b.changes.BodiesMade, physics.NewBody{
		Entity: e, Frame: frameAt(frame), Desc: &desc, Pose: at,
	})
	b.states = append(b.states, physics.BodyState{Entity: e, Frame: frameAt(frame), Pose: at, Awake: true})
	b.intents.Grow(int(b.next))
	return e
}

// spawn adds a body at once.
func (b *bench) spawn(frame int, desc physics.BodyDesc, at geom.Pose) handle.Entity {
	b.t.Helper()
	e := b.add(frame, desc, at)
	b.apply()
	return e
}

// destroy removes a body at once.
func (b *bench) destroy(e handle.Entity) {
	b.t.Helper()
	b.changes.BodiesGone = append(b.changes.BodiesGone, e)
	b.apply()
}

// intend returns the intent of a body for the next step.
func (b *bench) intend(e handle.Entity) *physics.Intent {
	b.in.Writers = append(b.in.Writers, e)
	in := b.intents.Make(int(e.Index))
	in.Frame = b.states[e.Index].Frame
	return in
}

// step steps once on this goroutine, last item first when backward, and wants no errors.
func (b *bench) step() {
	b.t.Helper()
	b.stepRaw()
	for _, err := range b.out.Errors {
		b.t.Error(err)
	}
}

// stepRaw steps once and leaves the errors in the output.
func (b *bench) stepRaw() {
	items := b.backend.Prepare(&b.in)
	for i := range items {
		b.backend.Work(i)
	}
	b.backend.Finish(&b.out)
	b.keep()
}

// keep takes the output of a step.
func (b *bench) keep() {
	for i := range b.out.Bodies {
		s := &b.out.Bodies[i]
		b.states[s.Entity.Index] = *s
	}
	b.started = append(b.started, b.out.Started...)
	b.ended = append(b.ended, b.out.Ended...)
	b.intents.Clear()
	b.in.Writers = b.in.Writers[:0]
	b.in.Tick++
}

func (b *bench) steps(n int) {
	b.t.Helper()
	for range n {
		b.step()
	}
}

// at returns the last known state of a body.
func (b *bench) at(e handle.Entity) *physics.BodyState { return &b.states[e.Index] }

// floor is a wide static slab whose top is at y = 0.
func (b *bench) floor(frame int) handle.Entity {
	return b.spawn(frame, physics.Body(physics.NewBox(50, 0.5, 50), physics.Static), place(0, -0.5, 0))
}

func place(x, y, z float64) geom.Pose { return geom.At(geom.Vec3{X: x, Y: y, Z: z}) }

func crate() physics.BodyDesc { return physics.Body(physics.NewBox(0.25, 0.25, 0.25), physics.Dynamic) }

// moveTo asks a kinematic body to end the step at a pose.
func moveTo(in *physics.Intent, p geom.Pose) {
	in.Parts |= physics.HasMove
	in.Move = motion.IntentOfEndPose(motion.EndPose{Pose: p})
}

// near reports whether two vectors differ by at most tolerance.
func near(a, b geom.Vec3, tolerance float64) bool { return a.Sub(b).Length() <= tolerance }

// hash mixes the bits of every state into one number, so that two runs can be compared.
func (b *bench) hash() uint64 {
	h := uint64(14695981039346656037) // FNV-1a
	mix := func(bits uint64) {
		for range 8 {
			h = (h ^ bits&0xff) * 1099511628211
			bits >>= 8
		}
	}
	for i := range b.states {
		s := &b.states[i]
		p, q := s.Pose.Position, s.Pose.Rotation
		for _, x := range [...]float64{p.X, p.Y, p.Z, q.X, q.Y, q.Z, q.W} {
			mix(math.Float64bits(x))
		}
		for _, v := range [...]geom.Vec3{s.Velocity, s.AngularVelocity.Double()} {
			mix(math.Float64bits(v.X))
			mix(math.Float64bits(v.Y))
			mix(math.Float64bits(v.Z))
		}
	}
	return h
}
