package jolt_test

import (
	"math"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// An engine of 2,000 N on 1,000 kg gives 2 m/s², which the accelerometer reads, and the cargo is left behind by as much.
func TestThrustingShipLeavesItsCargoBehind(t *testing.T) {
	f, space := newFleet(t, field.Gravity{})
	s := f.launch(space, hull(deck(), physics.Dynamic, 1000), at(0, 0, 0))
	crate := f.load(s.frame, hull(physics.NewBox(0.25, 0.25, 0.25), physics.Dynamic, 1), at(0, 2, 0))
	for i := range 120 {
		in := f.intend(s.owner)
		in.Parts, in.Force = physics.HasForce, geom.Vec3f{X: 2000}
		f.step()
		state, ok := f.recordOf(s.frame)
		if push := (geom.Vec3{X: 2}); !ok || !state.Measured || !near(state.ProperAcceleration, push, 1e-3) {
			t.Fatalf("step %d: the ship reads %v (measured: %v), want %v", i, state.ProperAcceleration, state.Measured, push)
		}
		// The crate feels what the ship read one step before.
		want := geom.Vec3{X: -2 * float64(i) * f.tick}
		if got := f.at(crate).Velocity; !near(got, want, 5e-3) {
			t.Fatalf("step %d: the crate moves at %v, want %v", i, got, want)
		}
	}
}

// A ship that stands on the ground reads the ground's push, and what is on its deck has weight.
func TestLandedShipGivesItsCargoWeight(t *testing.T) {
	f, planet := newFleet(t, standardGravity)
	f.load(planet, physics.Body(physics.NewBox(50, 0.5, 50), physics.Static), at(0, -0.5, 0))
	s := f.launch(planet, hull(deck(), physics.Dynamic, 1000), at(0, 1, 0))
	crate := f.load(s.frame, crate(), at(0, 1, 0))
	f.steps(30)
	for i := range 120 {
		f.step()
		if up := f.tree.ProperAcceleration(s.frame); up.Y < 9.7 || up.Y > 9.95 {
			t.Fatalf("step %d: the ship reads %v, want 9.7 to 9.95 m/s² up", i, up)
		}
	}
	if y := f.at(crate).Pose.Position.Y; math.Abs(y-0.25) > 0.006 {
		t.Errorf("the crate is at %v m, want it on the deck", y)
	}
	if v := f.tree.Local(s.frame).Velocity; !near(v, geom.Vec3{}, 1e-3) {
		t.Errorf("the landed ship moves at %v", v)
	}
	f.steps(120)
	if f.at(crate).Awake {
		t.Error("the crate does not fall asleep in a ship that stands still")
	}
}

// A ship that falls freely reads exactly nothing, and its record says the velocity and the place of the instant.
func TestFallingShipReadsNothingAndTellsItsInstant(t *testing.T) {
	f, planet := newFleet(t, standardGravity)
	s := f.launch(planet, hull(hammer(), physics.Dynamic, 1000), motion.State{
		Pose: place(0, 5000, 0), Velocity: geom.Vec3{X: 70, Y: 30}, AngularVelocity: geom.Vec3{Y: 0.5, Z: 0.2},
	})
	c := f.backend.CenterOfMass(hammer())
	center := geom.Vec3{X: 70, Y: 30}.Add(geom.Vec3{Y: 0.5, Z: 0.2}.Cross(c))
	for i := range 300 {
		f.step()
		state, _ := f.recordOf(s.frame)
		if state.ProperAcceleration != (geom.Vec3{}) {
			t.Fatalf("step %d: it reads %v", i, state.ProperAcceleration)
		}
		r := &state.Record
		seconds := float64(i+1) * f.tick
		arm := r.Pose.Rotation.Rotate(c)
		want := center.AddScaled(geom.Vec3{Y: -9.81}, seconds)
		if got := r.Velocity.Add(r.AngularVelocity.Cross(arm)); !near(got, want, 3e-4) {
			t.Fatalf("step %d: its center moves at %v, want %v", i, got, want)
		}
		path := geom.Vec3{X: c.X, Y: 5000}.AddScaled(center, seconds).AddScaled(geom.Vec3{Y: -9.81}, 0.5*seconds*seconds)
		if got := r.Pose.ToParent(c); !near(got, path, 1e-3) {
			t.Fatalf("step %d: its center is at %v, want %v", i, got, path)
		}
	}
}

// The reading holds the jump that an impulse makes: what floats in the ship keeps its own motion through it.
func TestShipReadsTheJumpOfAnImpulse(t *testing.T) {
	f, space := newFleet(t, field.Gravity{})
	s := f.launch(space, hull(deck(), physics.Dynamic, 1000), at(0, 0, 0))
	crate := f.load(s.frame, hull(physics.NewBox(0.25, 0.25, 0.25), physics.Dynamic, 1), at(0, 2, 0))
	f.steps(2)
	in := f.intend(s.owner)
	in.Parts, in.Impulse = physics.HasImpulse, geom.Vec3f{X: 500}
	f.step()
	state, _ := f.recordOf(s.frame)
	if want := (geom.Vec3{X: 0.5 / f.tick}); !near(state.ProperAcceleration, want, 1e-3) || state.Record.Acceleration != (geom.Vec3{}) {
		t.Errorf("it reads %v, want %v, and accelerates by %v", state.ProperAcceleration, want, state.Record.Acceleration)
	}
	f.steps(3)
	if got := f.at(crate).Velocity; !near(got, geom.Vec3{X: -0.5}, 1e-5) {
		t.Errorf("the crate moves at %v in the ship, want what it lost against it", got)
	}
}

// The record of a kinematic hull is that of its intent, to the last bit.
func TestKinematicHullHasTheRecordOfItsIntent(t *testing.T) {
	f, space := newFleet(t, field.Gravity{})
	s := f.launch(space, hull(deck(), physics.Kinematic, 0), at(1e7/3, 0, 0))
	turn, _ := geom.AxisAngle(geom.Vec3{X: 1, Y: 2}, 0.3).Unit()
	sample := motion.Sample{
		Pose: geom.Pose{Position: geom.Vec3{X: 1e7/3 + 127, Y: 0.1}, Rotation: turn}, Chord: geom.Vec3{X: 7600, Y: 6},
		Velocity: geom.Vec3{X: 7600, Y: 12}, Acceleration: geom.Vec3{Y: 9}, AngularVelocity: geom.Vec3{Z: 0.1},
		AngularAcceleration: geom.Vec3{X: 0.01},
	}
	in := f.intend(s.owner)
	in.Parts, in.Move = physics.HasMove, motion.IntentOfSample(sample)
	f.step()
	if state, ok := f.recordOf(s.frame); !ok || state.Record != sample || state.Measured || state.Parent != space {
		t.Errorf("the record is %+v, want %+v", state, sample)
	}
	f.step() // without an intent it holds still
	if state, ok := f.recordOf(s.frame); ok {
		t.Errorf("a hull that holds still has the record %+v", state)
	}
	for range 2 { // the second one moves nothing
		in = f.intend(s.owner)
		end := motion.IntentOfEndPose(motion.EndPose{Pose: place(1e7/3, 5, 0)})
		in.Parts, in.Move = physics.HasMove, end
		from := f.tree.Local(s.frame).Pose
		want, _ := end.StepRecord(&from, f.tick)
		f.step()
		if state, ok := f.recordOf(s.frame); !ok || state.Record != want {
			t.Errorf("the record is %+v, want %+v", state, want)
		}
	}
	in = f.intend(s.owner)
	in.Parts, in.Teleport = physics.HasTeleport, place(3, 2, 1)
	f.step()
	if state, ok := f.recordOf(s.frame); !ok || state.Record != motion.Still(place(3, 2, 1)) {
		t.Errorf("after a teleport the record is %+v", state)
	}
}

// A plain kinematic body that a sample moves is where it says and moves as it says, to the last bit.
func TestSampleMovesAPlainBodyExactly(t *testing.T) {
	f, space := newFleet(t, field.Gravity{})
	e := f.load(space, physics.Body(physics.NewBox(1, 1, 1), physics.Kinematic), at(7e6, 0, 0))
	for i := range 100 {
		angle := 1e-3 * float64(i+1)
		sample := motion.Sample{
			Pose:     place(7e6*math.Cos(angle), 7e6*math.Sin(angle), 0),
			Velocity: geom.Vec3{X: -7600 * math.Sin(angle), Y: 7600 * math.Cos(angle)}, AngularVelocity: geom.Vec3{Z: 0.5},
		}
		in := f.intend(e)
		in.Parts, in.Move = physics.HasMove, motion.IntentOfSample(sample)
		f.step()
		if s := f.at(e); s.Pose != sample.Pose || s.Velocity != sample.Velocity || s.AngularVelocity != (geom.Vec3f{Z: 0.5}) {
			t.Fatalf("step %d: it is %+v, want %+v", i, s, sample)
		}
	}
	f.step()
	if s := f.at(e); s.Velocity != (geom.Vec3{}) || s.AngularVelocity != (geom.Vec3f{}) {
		t.Errorf("without an intent it moves at %v", s.Velocity)
	}
}

// A body that steers is carried to its target, and stops when it steers no more.
func TestSteeredBodyReachesItsTargetAndStops(t *testing.T) {
	f, space := newFleet(t, field.Gravity{})
	e := f.load(space, hull(hammer(), physics.Dynamic, 10), at(0, 0, 0))
	s := f.launch(space, hull(deck(), physics.Dynamic, 100), at(100, 0, 0))
	var pose geom.Pose
	for i := range 60 {
		pose = place(0.1*float64(i+1), 0, 0)
		pose.Rotation, _ = geom.AxisAngle(geom.UnitY, 0.02*float64(i+1)).Unit()
		for _, who := range []struct {
			in *physics.Intent
			to geom.Pose
		}{{f.intend(e), pose}, {f.intend(s.owner), place(100, 0, 0.1*float64(i+1))}} {
			who.in.Parts, who.in.Move = physics.HasMove, motion.IntentOfSteerTarget(motion.SteerTarget{Target: who.to})
		}
		f.step()
		if got := f.at(e).Pose; !near(got.Position, pose.Position, 1e-5) || !near(got.Rotation.Conj().Mul(pose.Rotation).RotationVector(), geom.Vec3{}, 1e-5) {
			t.Fatalf("step %d: it is at %v, want %v", i, got, pose)
		}
	}
	if got := f.tree.Local(s.frame); !near(got.Pose.Position, geom.Vec3{X: 100, Z: 6}, 1e-4) || !near(got.Velocity, geom.Vec3{Z: 6}, 1e-3) {
		t.Errorf("the ship is at %v and moves at %v", got.Pose.Position, got.Velocity)
	}
	f.steps(2)
	if got := f.at(e); got.Velocity.Length() > 1e-6 || !near(got.Pose.Position, pose.Position, 1e-4) {
		t.Errorf("it goes on at %v, at %v", got.Velocity, got.Pose.Position)
	}
	if v := f.tree.Local(s.frame).Velocity; v != (geom.Vec3{}) {
		t.Errorf("the ship goes on at %v", v)
	}
}

// A ship may be another shape inside than outside: here a hollow one, with a floor below the middle of its ball of a hull.
func TestInteriorMayHaveAShapeOfItsOwn(t *testing.T) {
	f, planet := newFleet(t, standardGravity)
	f.load(planet, physics.Body(physics.NewBox(50, 0.5, 50), physics.Static), at(0, -0.5, 0))
	d := hull(physics.NewSphere(5), physics.Dynamic, 1e4)
	d.AngularDampingPerSecond = 10
	d.InteriorShape = physics.NewCompound(physics.Part{Shape: physics.NewBox(3, 0.1, 3), Pose: place(0, -3.1, 0)})
	s := f.launch(planet, d, at(0, 5, 0))
	crate := f.load(s.frame, crate(), at(0, 0, 0))
	f.steps(180)
	if y := f.at(crate).Pose.Position.Y; math.Abs(y+2.75) > 0.006 {
		t.Errorf("the crate is at %v m, want it on the floor at -3 m", y)
	}
	if y := f.tree.Local(s.frame).Pose.Position.Y; math.Abs(y-5) > 0.01 {
		t.Errorf("the ship is at %v m, want it on the ground", y)
	}
}

// A ship in low orbit reads exactly nothing in all steps, although Jolt rounds its velocity to half a millimeter per second in
// each.
func TestShipInOrbitReadsNothing(t *testing.T) {
	const mu, r = 3.986004418e14, 6.8e6
	f, earth := newFleet(t, field.GravityOfPoint(field.Point{Mu: mu, RadiusMeters: 6.371e6}))
	v := math.Sqrt(mu / r)
	along := geom.Vec3{X: -1, Y: 2, Z: 0.5}.Unit(geom.UnitY)
	up := geom.Vec3{X: 2, Y: 1}.Unit(geom.UnitX)
	s := f.launch(earth, hull(physics.NewSphere(5), physics.Dynamic, 1e4), motion.State{
		Pose: geom.At(up.Scale(r)), Velocity: along.Sub(up.Scale(along.Dot(up))).Unit(geom.UnitY).Scale(v),
	})
	crate := f.load(s.frame, hull(physics.NewBox(0.25, 0.25, 0.25), physics.Dynamic, 1), at(0, 20, 0))
	for i := range 1200 {
		f.step()
		if got := f.tree.ProperAcceleration(s.frame); got != (geom.Vec3{}) {
			t.Fatalf("step %d: it reads %v", i, got)
		}
	}
	if got := f.at(crate).Pose.Position; got != (geom.Vec3{Y: 20}) {
		t.Errorf("the cargo drifted to %v", got)
	}
	if got := f.tree.Local(s.frame).Pose.Position.Length(); math.Abs(got-r) > 1 {
		t.Errorf("the ship is %v m from its orbit", got-r)
	}
}

// A hull leaves out what the tick of its change of motion asked of the motion before; a wrong motion intent leaves the rest of
// the intent as it is, and is told.
func TestHullLeavesOutWhatItsMotionDoesNotTake(t *testing.T) {
	pushes := physics.HasForce | physics.HasTorque | physics.HasImpulse | physics.HasAngularImpulse
	end := motion.IntentOfEndPose(motion.EndPose{Pose: geom.IdentityPose})
	steer := motion.IntentOfSteerTarget(motion.SteerTarget{Target: geom.IdentityPose})
	for _, c := range []struct {
		name   string
		motion physics.BodyMotion
		parts  physics.Parts
		move   motion.Intent
		errors int
	}{
		{"pushes-of-a-parked-one", physics.Static, pushes, motion.Intent{}, 0},
		{"velocities-of-a-parked-one", physics.Static, physics.HasVelocity | physics.HasAngularVelocity, motion.Intent{}, 0},
		{"pushes-of-one-on-rails", physics.Kinematic, pushes, motion.Intent{}, 0},
		{"end-pose-of-a-parked-one", physics.Static, physics.HasMove, end, 1},
		{"end-pose-of-a-dynamic-one", physics.Dynamic, physics.HasMove, end, 1},
		{"steer-of-one-on-rails", physics.Kinematic, physics.HasMove, steer, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, space := newFleet(t, field.Gravity{})
			s := f.launch(space, hull(deck(), c.motion, 100), at(50, 0, 0))
			f.steps(2)
			in := f.intend(s.owner)
			in.Parts, in.Move = c.parts|physics.HasTeleport, c.move
			in.Force, in.Impulse, in.Velocity = geom.Vec3f{X: 1}, geom.Vec3f{X: 1}, geom.Vec3f{X: 1}
			in.Teleport = place(0, 7, 0)
			f.fill()
			f.stepRaw()
			f.states = f.out.Frames
			if len(f.out.Errors) != c.errors {
				t.Errorf("the errors are %v, want %d", f.out.Errors, c.errors)
			}
			if state, ok := f.recordOf(s.frame); !ok || !near(state.Record.Pose.Position, geom.Vec3{Y: 7}, 1e-6) || state.Record.Velocity != (geom.Vec3{}) {
				t.Errorf("the record is %+v, want it at rest where the teleport put it", state)
			}
		})
	}
}
