package jolt_test

import (
	"math"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
)

// hammer is a shape whose center of mass is off its origin: two boxes, one four times the volume of the other.
func hammer() *physics.Compound {
	return physics.NewCompound(
		physics.Part{Shape: physics.NewBox(0.5, 0.1, 0.1), Pose: geom.IdentityPose},
		physics.Part{Shape: physics.NewBox(0.2, 0.4, 0.25), Pose: place(0.6, 0, 0)},
	)
}

func TestCenterOfMassOfCompound(t *testing.T) {
	b := newBench(t, 1)
	handle, head := 8*0.5*0.1*0.1, 8*0.2*0.4*0.25
	want := geom.Vec3{X: 0.6 * head / (handle + head)}
	shape := hammer()
	got := b.backend.CenterOfMass(shape)
	if !near(got, want, 1e-6) {
		t.Errorf("the center of mass is %v, want %v", got, want)
	}
	if again := b.backend.CenterOfMass(shape); again != got {
		t.Errorf("the second answer is %v", again)
	}
	for _, s := range []physics.Shape{physics.NewBox(1, 2, 3), physics.NewSphere(1), physics.NewCapsule(1, 0.5)} {
		if c := b.backend.CenterOfMass(s); c != (geom.Vec3{}) {
			t.Errorf("the center of mass of %T is %v, want the origin", s, c)
		}
	}
}

// A free body turns about its center of mass, which moves in a straight line, while its origin swings around it. Every
// velocity of the seam is the origin's.
func TestVelocityIsThatOfTheOrigin(t *testing.T) {
	b := newBench(t, 1)
	b.in.Frames[0].Gravity = field.Gravity{}
	desc := physics.Body(hammer(), physics.Dynamic)
	desc.LinearDampingPerSecond, desc.AngularDampingPerSecond = 0, 0
	c := b.backend.CenterOfMass(desc.Shape)
	e := b.add(0, desc, place(0, 10, 0))
	spin, origin := geom.Vec3{Z: 2}, geom.Vec3{X: 1, Y: -0.5}
	b.changes.BodiesMade[0].Velocity = origin
	b.changes.BodiesMade[0].AngularVelocity = spin.Single()
	b.apply()
	center := origin.Add(spin.Cross(c)) // of the center of mass, forever
	dt := float64(rate.StepSeconds())
	for i := range 120 {
		b.step()
		s := b.at(e)
		arm := s.Pose.Rotation.Rotate(c)
		if got, want := s.Velocity, center.Sub(s.AngularVelocity.Double().Cross(arm)); !near(got, want, 1e-5) {
			t.Fatalf("step %d: the origin moves at %v, want %v", i, got, want)
		}
		line := geom.Vec3{X: c.X, Y: 10}.AddScaled(center, float64(i+1)*dt)
		if at := s.Pose.ToParent(c); !near(at, line, 1e-5) {
			t.Fatalf("step %d: the center of mass is at %v, want %v on its line", i, at, line)
		}
	}
	// Set anew, with its own spin and with another.
	arm := b.at(e).Pose.Rotation.Rotate(c)
	in := b.intend(e)
	in.Parts, in.Velocity = physics.HasVelocity, geom.Vec3f{Y: 3}
	before := b.at(e).AngularVelocity.Double()
	b.step()
	center = geom.Vec3{Y: 3}.Add(before.Cross(arm))
	s := b.at(e)
	if got := s.Velocity.Add(s.AngularVelocity.Double().Cross(s.Pose.Rotation.Rotate(c))); !near(got, center, 1e-5) {
		t.Errorf("a velocity set alone gives the center %v, want %v", got, center)
	}
	in = b.intend(e)
	in.Parts, in.AngularVelocity = physics.HasAngularVelocity, geom.Vec3f{Y: 1}
	b.step()
	s = b.at(e)
	if got := s.Velocity.Add(s.AngularVelocity.Double().Cross(s.Pose.Rotation.Rotate(c))); !near(got, center, 1e-5) {
		t.Errorf("a spin set alone moves the center from %v to %v", center, got)
	}
	if !near(s.AngularVelocity.Double(), geom.UnitY, 1e-2) {
		t.Errorf("the spin is %v, want about 1 rad/s about y", s.AngularVelocity)
	}
}

// An impulse at the center of mass, a force over a step and their turning twins change momentum by the book.
func TestForcesAndImpulses(t *testing.T) {
	b := newBench(t, 1)
	b.in.Frames[0].Gravity = field.Gravity{}
	const radius = 0.5
	mass := 4.0 / 3 * math.Pi * radius * radius * radius * 1000
	inertia := 0.4 * mass * radius * radius
	dt := float64(rate.StepSeconds())
	for i, c := range []struct {
		name string
		set  func(in *physics.Intent)
		v, w geom.Vec3
	}{
		{"force", func(in *physics.Intent) { in.Parts, in.Force = physics.HasForce, geom.Vec3f{X: 6e4} }, geom.Vec3{X: 6e4 / mass * dt}, geom.Vec3{}},
		{"impulse", func(in *physics.Intent) { in.Parts, in.Impulse = physics.HasImpulse, geom.Vec3f{Z: 1e3} }, geom.Vec3{Z: 1e3 / mass}, geom.Vec3{}},
		{"torque", func(in *physics.Intent) { in.Parts, in.Torque = physics.HasTorque, geom.Vec3f{Y: 1e4} }, geom.Vec3{}, geom.Vec3{Y: 1e4 / inertia * dt}},
		{"angular-impulse", func(in *physics.Intent) {
			in.Parts, in.AngularImpulse = physics.HasAngularImpulse, geom.Vec3f{X: 100}
		}, geom.Vec3{}, geom.Vec3{X: 100 / inertia}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ball := physics.Body(physics.NewSphere(radius), physics.Dynamic)
			ball.LinearDampingPerSecond, ball.AngularDampingPerSecond = 0, 0
			e := b.spawn(0, ball, place(10*float64(i), 0, 0))
			b.steps(60) // asleep without gravity: a push wakes
			c.set(b.intend(e))
			b.step()
			s := b.at(e)
			if !near(s.Velocity, c.v, 1e-5*(1+c.v.Length())) || !near(s.AngularVelocity.Double(), c.w, 1e-5*(1+c.w.Length())) {
				t.Errorf("it moves at %v and turns at %v, want %v and %v", s.Velocity, s.AngularVelocity, c.v, c.w)
			}
			if !s.Awake {
				t.Error("it sleeps")
			}
		})
	}
}

// A kinematic body ends each step at exactly the pose that it was sent to, carries what stands on it, and holds still
// when nothing sends it.
func TestKinematicReachesItsEndPoseExactly(t *testing.T) {
	b := newBench(t, 1)
	lift := b.spawn(0, physics.Body(physics.NewBox(2, 0.1, 2), physics.Kinematic), place(1e4/3, 0, 0))
	rider := b.spawn(0, crate(), place(1e4/3, 0.35, 0))
	b.steps(60)
	dt := float64(rate.StepSeconds())
	var pose geom.Pose
	for i := range 120 {
		angle := 0.01 * float64(i+1)
		before := b.at(lift).Pose.Position
		pose = place(1e4/3+0.3*math.Sin(angle), float64(i+1)/70, 0)
		pose.Rotation, _ = geom.AxisAngle(geom.UnitY, angle).Unit()
		moveTo(b.intend(lift), pose)
		b.step()
		s := b.at(lift)
		if s.Pose != pose {
			t.Fatalf("step %d: it ends at %v, want exactly %v", i, s.Pose, pose)
		}
		if want := pose.Position.Sub(before).Scale(1 / dt); !near(s.Velocity, want, 1e-4) {
			t.Fatalf("step %d: it moves at %v, want %v", i, s.Velocity, want)
		}
	}
	if y := b.at(rider).Pose.Position.Y; math.Abs(y-(pose.Position.Y+0.35)) > 0.02 {
		t.Errorf("the rider is at %v m, the lift at %v m", y, pose.Position.Y)
	}
	b.steps(120)
	if s := b.at(lift); s.Pose != pose || s.Velocity != (geom.Vec3{}) || s.Awake {
		t.Errorf("nothing sends the lift, and it is at %v, moves at %v, awake: %v", s.Pose, s.Velocity, s.Awake)
	}
}

// An end pose where the body already is moves nothing and wakes nothing.
func TestKinematicSentNowhereSleeps(t *testing.T) {
	b := newBench(t, 1)
	pose := place(1, 2, 3)
	pose.Rotation, _ = geom.Quat{X: 1, Y: 2, Z: 3, W: 4}.Unit()
	lift := b.spawn(0, physics.Body(physics.NewBox(2, 0.1, 2), physics.Kinematic), pose)
	for range 120 {
		moveTo(b.intend(lift), pose)
		b.step()
	}
	if s := b.at(lift); s.Awake || s.Pose != pose {
		t.Errorf("it is at %v, awake: %v", s.Pose, s.Awake)
	}
}

// Jolt clamps speeds at 500 m/s by default, and the engine at 30 km/s, which itself is kept.
func TestMotionAt30KilometersPerSecondIsNotClamped(t *testing.T) {
	const speed = 30000
	for _, c := range []struct {
		name string
		v    geom.Vec3
	}{
		{"axis", geom.Vec3{X: speed}},
		{"diagonal", geom.Vec3{X: 1, Y: -2, Z: 2}.Scale(speed / 3.)},
		{"odd", geom.Vec3{X: 0.2, Y: 0.7, Z: math.Sqrt(1 - 0.04 - 0.49)}.Scale(speed)},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, 1)
			b.in.Frames[0].Gravity = field.Gravity{}
			ball := physics.Body(physics.NewSphere(0.5), physics.Dynamic)
			ball.LinearDampingPerSecond = 0
			e := b.spawn(0, ball, place(0, 0, 0))
			in := b.intend(e)
			in.Parts, in.Velocity = physics.HasVelocity, c.v.Single()
			b.steps(60)
			if got := b.at(e).Velocity; got != c.v.Single().Double() {
				t.Errorf("it moves at %v, want %v to the last bit", got, c.v.Single())
			}
			// One second; each step's length is a float, rounded by at most 2^-24 of 500 m.
			want := c.v.Single().Double().Scale(60 * float64(rate.StepSeconds()))
			if at := b.at(e).Pose.Position; !near(at, want, 60*500*0x1p-23) {
				t.Errorf("after a second it is at %v, want %v", at, want)
			}
		})
	}
}

// A fast ball does not pass through a thin wall.
func TestFastBodyDoesNotTunnel(t *testing.T) {
	b := newBench(t, 1)
	b.in.Frames[0].Gravity = field.Gravity{}
	wall := b.spawn(0, physics.Body(physics.NewBox(0.05, 5, 5), physics.Static), place(3, 0, 0))
	ball := b.spawn(0, physics.Body(physics.NewSphere(0.1), physics.Dynamic), place(0, 0, 0))
	in := b.intend(ball)
	in.Parts, in.Velocity = physics.HasVelocity, geom.Vec3f{X: 1000} // 17 m in a step
	b.steps(10)
	if x := b.at(ball).Pose.Position.X; x > 3 {
		t.Errorf("the ball is behind the wall, at %v m", x)
	}
	b.wantEvents("after the hit", 1, 0, meeting{wall, ball, frameAt(0)})
}

// Ten thousand kilometers out, a crate comes to rest as at the origin.
func TestCrate10000KilometersOutComesToRest(t *testing.T) {
	b := newBench(t, 1)
	const far = 1e7
	b.spawn(0, physics.Body(physics.NewBox(50, 0.5, 50), physics.Static), place(far, -0.5, far))
	crate := b.spawn(0, crate(), place(far, 1, far))
	b.steps(300)
	s := b.at(crate)
	if s.Awake || math.Abs(s.Pose.Position.Y-0.25) > 0.006 || math.Abs(s.Pose.Position.X-far) > 0.01 {
		t.Errorf("the crate is at %v, awake: %v", s.Pose.Position, s.Awake)
	}
}
