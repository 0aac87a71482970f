package jolt_test

import (
	"math"
	"strings"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

var (
	nan  = math.NaN()
	nanf = float32(nan)
	inff = float32(math.Inf(1))
)

// An intent with a value that no body can take is left out and named in the output; the body goes on unharmed.
func TestBadIntentIsRefusedAndNamed(t *testing.T) {
	endPose := func(p geom.Pose) motion.Intent { return motion.IntentOfEndPose(motion.EndPose{Pose: p}) }
	for _, c := range []struct {
		name   string
		motion physics.BodyMotion
		intent physics.Intent
		want   string
	}{
		{"force", physics.Dynamic, physics.Intent{Parts: physics.HasForce, Force: geom.Vec3f{X: nanf}}, "force of its intent is not finite"},
		{"torque", physics.Dynamic, physics.Intent{Parts: physics.HasTorque, Torque: geom.Vec3f{Y: inff}}, "torque of its intent is not finite"},
		{"impulse", physics.Dynamic, physics.Intent{Parts: physics.HasImpulse, Impulse: geom.Vec3f{Z: -inff}}, "impulse of its intent is not finite"},
		{
			"angular-impulse", physics.Dynamic, physics.Intent{Parts: physics.HasAngularImpulse, AngularImpulse: geom.Vec3f{X: nanf}},
			"angular impulse of its intent is not finite",
		},
		{"velocity", physics.Dynamic, physics.Intent{Parts: physics.HasVelocity, Velocity: geom.Vec3f{X: nanf}}, "velocity of its intent is not finite"},
		{
			"angular-velocity", physics.Dynamic, physics.Intent{Parts: physics.HasAngularVelocity, AngularVelocity: geom.Vec3f{X: inff}},
			"angular velocity of its intent is not finite",
		},
		{"teleport-nan", physics.Dynamic, physics.Intent{Parts: physics.HasTeleport, Teleport: geom.At(geom.Vec3{X: nan})}, "teleport: the position is not finite"},
		{"teleport-far", physics.Dynamic, physics.Intent{Parts: physics.HasTeleport, Teleport: geom.At(geom.Vec3{Z: -1e16})}, "teleport: the position"},
		{"teleport-unturned", physics.Static, physics.Intent{Parts: physics.HasTeleport}, "teleport: the rotation is zero"},
		{"move-nan", physics.Kinematic, physics.Intent{Parts: physics.HasMove, Move: endPose(geom.At(geom.Vec3{Y: nan}))}, "EndPose: the position is not finite"},
		{"move-dynamic", physics.Dynamic, physics.Intent{Parts: physics.HasMove, Move: endPose(geom.IdentityPose)}, "needs a body that is kinematic"},
		{"push-kinematic", physics.Kinematic, physics.Intent{Parts: physics.HasForce, Force: geom.Vec3f{X: 1}}, "a kinematic body takes no force"},
		{"groups", physics.Dynamic, physics.Intent{Parts: physics.HasCollision, Collision: physics.Collision{Groups: 1 << 13}}, "bits that the engine keeps"},
		{"endless-impulse", physics.Dynamic, physics.Intent{Parts: physics.HasImpulse, Impulse: geom.Vec3f{X: math.MaxFloat32}}, "too strong"},
		{"endless-spin", physics.Dynamic, physics.Intent{Parts: physics.HasAngularImpulse, AngularImpulse: geom.Vec3f{X: math.MaxFloat32}}, "too strong"},
		{"endless-torque", physics.Dynamic, physics.Intent{Parts: physics.HasTorque, Torque: geom.Vec3f{Y: math.MaxFloat32, Z: math.MaxFloat32}}, "too strong"},
		{"endless-velocity", physics.Dynamic, physics.Intent{Parts: physics.HasVelocity, Velocity: geom.Vec3f{X: math.MaxFloat32}}, "too strong"},
		{"other-frame", physics.Dynamic, physics.Intent{Parts: physics.HasForce, Frame: frameAt(7)}, "its intent is in frame 7:1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, 1)
			b.floor(0)
			e := b.spawn(0, physics.Body(physics.NewSphere(0.25), c.motion), place(0, 5, 0))
			b.step()
			in := b.intend(e)
			if c.intent.Frame.IsNone() {
				c.intent.Frame = in.Frame
			}
			*in = c.intent
			b.stepRaw()
			if len(b.out.Errors) != 1 || !strings.Contains(b.out.Errors[0].Error(), c.want) {
				t.Fatalf("the errors are %v, want one with %q", b.out.Errors, c.want)
			}
			b.steps(60)
			s := b.at(e)
			if !s.Pose.Position.Finite() || !s.Velocity.Finite() || !s.AngularVelocity.Finite() {
				t.Errorf("the body is at %v, moves at %v, turns at %v", s.Pose, s.Velocity, s.AngularVelocity)
			}
			if c.motion == physics.Dynamic && s.Pose.Position.Y > 1 {
				t.Errorf("a second later the ball hangs at %v m", s.Pose.Position.Y)
			}
		})
	}
}

// Of the commands that a step refuses the first is named, and the others are counted.
func TestRefusedCommandsOfAStepAreCounted(t *testing.T) {
	for _, c := range []struct {
		bodies int
		want   string // how the error ends
	}{
		{1, "the speed would be no finite number"},
		{2, "the speed would be no finite number; 1 more failed in this step"},
		{5, "the speed would be no finite number; 4 more failed in this step"},
	} {
		b := newBench(t, 1)
		var balls []handle.Entity
		for i := range c.bodies {
			balls = append(balls, b.spawn(0, physics.Body(physics.NewSphere(0.25), physics.Dynamic), place(float64(i), 5, 0)))
		}
		b.step()
		for _, e := range balls {
			in := b.intend(e)
			in.Parts, in.Impulse = physics.HasImpulse, geom.Vec3f{X: math.MaxFloat32}
		}
		b.stepRaw()
		if len(b.out.Errors) != 1 {
			t.Fatalf("of %d bodies: the errors are %v, want one", c.bodies, b.out.Errors)
		}
		text := b.out.Errors[0].Error()
		if first := balls[0].String(); !strings.HasSuffix(text, c.want) || !strings.Contains(text, "entity "+first+":") {
			t.Errorf("of %d bodies the error is %q, want one about %s that ends with %q", c.bodies, text, first, c.want)
		}
	}
}

// A writer that has no body, and a field or a step that is no number, are named too.
func TestBadStepIsRefusedAndNamed(t *testing.T) {
	uniform := func(y float64) field.Gravity {
		return field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: y}})
	}
	for _, c := range []struct {
		name  string
		spoil func(b *bench)
		want  string
	}{
		{"stranger", func(b *bench) { b.intend(handle.Entity{Index: 0, Generation: 9}) }, "has an intent and no body"},
		{"outside", func(b *bench) { b.in.Writers = append(b.in.Writers, handle.Entity{Index: 99, Generation: 1}) }, "is a writer and has no intent"},
		{"nan-gravity", func(b *bench) { b.in.Frames[0].Gravity = uniform(nan) }, "the uniform gravity is not finite"},
		{"endless-gravity", func(b *bench) { b.in.Frames[0].Gravity = uniform(1e30) }, "it pulls by up to 1e+30 m/s², and physics takes no more than 1e+09 m/s²"},
		{"unknown-frame", func(b *bench) { b.in.Frames[0].Frame = frameAt(3) }, "frame 3:1 of the step is not there"},
		{"nan-step", func(b *bench) { b.in.StepSeconds = nanf }, "a step of NaN s"},
		{"endless-step", func(b *bench) { b.in.StepSeconds = inff }, "a step of +Inf s"},
		{"no-tick", func(b *bench) { b.in.TickSeconds = 0 }, "a tick of 0 s"},
		{"no-step", func(b *bench) { b.in.StepSeconds = 0 }, "a step of 0 s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, 1)
			e := b.spawn(0, crate(), place(0, 5, 0))
			b.step()
			good := b.in
			frame := b.in.Frames[0]
			c.spoil(b)
			items := b.backend.Prepare(&b.in)
			for i := range items {
				b.backend.Work(i)
			}
			b.backend.Finish(&b.out)
			if len(b.out.Errors) != 1 || !strings.Contains(b.out.Errors[0].Error(), c.want) {
				t.Fatalf("the errors are %v, want one with %q", b.out.Errors, c.want)
			}
			b.in = good
			b.in.Frames[0] = frame
			b.in.Writers = b.in.Writers[:0]
			b.steps(30)
			if s := b.at(e); !s.Pose.Position.Finite() || s.Pose.Position.Y > 4.5 {
				t.Errorf("half a second later the crate is at %v", s.Pose.Position)
			}
		})
	}
}

// A body that cannot be made is refused with its reason, and the rest of the batch is made.
func TestBadBodyIsRefusedAndTheRestIsMade(t *testing.T) {
	heavy, light, groups := crate(), crate(), crate()
	heavy.MassKilograms, light.MassKilograms, groups.Collision.Mask = math.Inf(1), 1e-40, 1<<15
	huge := physics.Body(physics.NewBox(1e9, 1e9, 1e9), physics.Dynamic)
	flat := physics.Body(physics.NewHull(geom.Vec3{}, geom.Vec3{}, geom.Vec3{}, geom.Vec3{}), physics.Dynamic)
	good := crate()
	for _, c := range []struct {
		name string
		body physics.NewBody
		want string
	}{
		{"no-entity", physics.NewBody{Desc: &good, Pose: geom.IdentityPose, Frame: frameAt(0)}, "has no entity"},
		{"no-frame", physics.NewBody{Entity: handle.Entity{Index: 5, Generation: 1}, Desc: &good, Pose: geom.IdentityPose, Frame: frameAt(4)}, "frame 4:1 is not there"},
		{"no-description", physics.NewBody{Pose: geom.IdentityPose}, "the description is missing"},
		{"zero-pose", physics.NewBody{Desc: &good}, "pose: the rotation is zero"},
		{"nan-pose", physics.NewBody{Desc: &good, Pose: geom.At(geom.Vec3{X: nan})}, "pose: the position is not finite"},
		{"far-pose", physics.NewBody{Desc: &good, Pose: geom.At(geom.Vec3{Y: 1e300})}, "lies beyond"},
		{"nan-velocity", physics.NewBody{Desc: &good, Pose: geom.IdentityPose, Velocity: geom.Vec3{X: nan}}, "a velocity is not finite"},
		{"inf-spin", physics.NewBody{Desc: &good, Pose: geom.IdentityPose, AngularVelocity: geom.Vec3f{X: inff}}, "a velocity is not finite"},
		{"endless-mass", physics.NewBody{Desc: &heavy, Pose: geom.IdentityPose}, "MassKilograms is +Inf"},
		{"tiny-mass", physics.NewBody{Desc: &light, Pose: geom.IdentityPose}, "MassKilograms is 1e-40"},
		{"engine-groups", physics.NewBody{Desc: &groups, Pose: geom.IdentityPose}, "Collision uses the bits 0x8000"},
		{"huge", physics.NewBody{Desc: &huge, Pose: geom.IdentityPose}, "Jolt cannot make its body: "},
		{"flat-hull", physics.NewBody{Desc: &flat, Pose: geom.IdentityPose}, "Jolt cannot build it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, 1)
			if c.name != "no-entity" {
				c.body.Entity = handle.Entity{Index: 5, Generation: 1}
			}
			if c.name != "no-frame" {
				c.body.Frame = frameAt(0)
			}
			b.changes.BodiesMade = append(b.changes.BodiesMade, c.body)
			fine := b.add(0, good, place(0, 5, 0))
			errs := b.backend.Apply(&b.changes)
			b.changes.Reset()
			if len(errs) != 1 || !strings.Contains(errs[0].Error(), c.want) {
				t.Fatalf("the errors are %v, want one with %q", errs, c.want)
			}
			b.steps(30)
			if y := b.at(fine).Pose.Position.Y; y > 4.5 {
				t.Errorf("the good body did not fall: %v m", y)
			}
		})
	}
}

// A velocity beyond what Jolt can clamp once made a body that was no number for good, and so did a spin about a center of mass far
// from the origin, and the step before a hand-off of a body whose damping is endless.
func TestEndlessVelocityIsClampedToTheFastestThatJoltKeeps(t *testing.T) {
	const fastest = 30_001 // m/s, of the shim
	far := physics.Body(physics.NewCompound(physics.Part{Shape: physics.NewBox(1, 1, 1), Pose: place(1e4, 0, 0)}), physics.Dynamic)
	for _, v := range []float64{1e12, 1e20, 1e300} {
		s := newSky(t)
		state := motion.State{Pose: geom.IdentityPose, Velocity: geom.Vec3{X: v}, AngularVelocity: geom.Vec3{Y: min(v, math.MaxFloat32)}}
		ball := s.body(s.space, physics.Body(physics.NewSphere(1), physics.Dynamic), state)
		state.Pose.Position.Y = 100
		s.body(s.space, far, state)
		s.steps(3)
		if got := s.stateIn(ball, s.space).Velocity; !(got.X > 29_000 && got.X <= fastest) {
			t.Errorf("given %g m/s it moves at %v", v, got)
		}
	}
	b := newBench(t, 1)
	e := b.spawn(0, far, geom.IdentityPose)
	in := b.intend(e)
	in.Parts, in.Velocity, in.AngularVelocity = physics.HasVelocity|physics.HasAngularVelocity, geom.Vec3f{X: 1}, geom.Vec3f{Y: 1e18}
	b.steps(3)
	if got := b.at(e); !got.Pose.Position.Finite() {
		t.Errorf("the spun body is at %v", got.Pose)
	}
}

// Changes that name what is not there, or is there already, are refused one by one.
func TestBadChangesAreRefused(t *testing.T) {
	b := newBench(t, 1)
	e := b.spawn(0, crate(), place(0, 5, 0))
	desc := crate()
	for _, c := range []struct {
		name   string
		change physics.Changes
		want   string
	}{
		{"unknown-body", physics.Changes{BodiesGone: []handle.Entity{{Index: 70, Generation: 1}}}, "has no body"},
		{"stale-body", physics.Changes{BodiesGone: []handle.Entity{{Index: e.Index, Generation: 2}}}, "has no body"},
		{"unknown-frame", physics.Changes{FramesGone: []handle.Frame{frameAt(8)}}, "is not there"},
		{"full-frame", physics.Changes{FramesGone: []handle.Frame{frameAt(0)}}, "still has 1 bodies"},
		{"second-frame", physics.Changes{FramesMade: []handle.Frame{frameAt(0)}}, "in its slot"},
		{"second-body", physics.Changes{BodiesMade: []physics.NewBody{{Entity: e, Frame: frameAt(0), Desc: &desc, Pose: geom.IdentityPose}}}, "in the same slot"},
	} {
		t.Run(c.name, func(t *testing.T) {
			errs := b.backend.Apply(&c.change)
			if len(errs) != 1 || !strings.Contains(errs[0].Error(), c.want) {
				t.Fatalf("the errors are %v, want one with %q", errs, c.want)
			}
		})
	}
	b.step()
	if !b.at(e).Awake {
		t.Error("the body is gone")
	}
}

// A frame comes and goes, its slot is used again, and bodies' slots too.
func TestFramesAndBodiesComeAndGo(t *testing.T) {
	b := newBench(t, 2)
	for generation := range uint32(600) { // more than Jolt's 8 bits of generation
		e := handle.Entity{Index: 3, Generation: generation + 1}
		second := handle.Frame{Index: 1, Generation: generation + 1}
		desc := crate()
		for _, f := range []handle.Frame{frameAt(0), second} {
			if f == second {
				e.Index = 4
			}
			b.changes.BodiesMade = append(b.changes.BodiesMade, physics.NewBody{Entity: e, Frame: f, Desc: &desc, Pose: place(0, 5, 0)})
		}
		b.apply()
		b.in.Frames[1].Frame = second
		items := b.backend.Prepare(&b.in)
		for i := range items {
			b.backend.Work(i)
		}
		b.backend.Finish(&b.out)
		if items != 2 || len(b.out.Bodies) != 2 || b.out.Bodies[1].Entity != e || b.out.Bodies[1].Frame != second {
			t.Fatalf("generation %d: %d items, states %+v", generation, items, b.out.Bodies)
		}
		b.changes.BodiesGone = append(b.changes.BodiesGone, e, handle.Entity{Index: 3, Generation: e.Generation})
		b.changes.FramesGone = append(b.changes.FramesGone, second)
		b.changes.FramesMade = append(b.changes.FramesMade, handle.Frame{Index: 1, Generation: generation + 2})
		b.apply()
	}
}
