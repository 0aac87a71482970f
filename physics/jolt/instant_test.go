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

// A body that gets a velocity moves on the parabola of that velocity, whatever gives it: at a spawn, in flight, after a
// teleport to rest, with an impulse beside it.
func TestGivenVelocityIsThatOfTheInstant(t *testing.T) {
	g := geom.Vec3{Y: -9.81}
	v := geom.Vec3{X: 4, Y: 7, Z: -1}
	for _, c := range []struct {
		name string
		give func(f *fleet, in *physics.Intent) // in the step from which on the path counts
		path geom.Vec3                          // the velocity where it starts
	}{
		{"velocity", func(f *fleet, in *physics.Intent) {
			in.Parts, in.Velocity = physics.HasVelocity, v.Single()
		}, v},
		{"both-velocities", func(f *fleet, in *physics.Intent) {
			in.Parts, in.Velocity = physics.HasVelocity|physics.HasAngularVelocity, v.Single()
		}, v},
		{"rest-after-a-teleport", func(f *fleet, in *physics.Intent) {
			in.Parts, in.Teleport = physics.HasTeleport, place(0, 900, 0)
		}, geom.Vec3{}},
		{"velocity-after-a-teleport", func(f *fleet, in *physics.Intent) {
			in.Parts, in.Teleport, in.Velocity = physics.HasTeleport|physics.HasVelocity, place(0, 900, 0), v.Single()
		}, v},
		{"impulse-and-velocity", func(f *fleet, in *physics.Intent) {
			in.Parts, in.Velocity, in.Impulse = physics.HasVelocity|physics.HasImpulse, geom.Vec3f{Y: 7}, geom.Vec3f{X: 8, Z: -2}
		}, v},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, planet := newFleet(t, standardGravity)
			e := f.load(planet, hull(physics.NewSphere(0.5), physics.Dynamic, 2), motion.State{Pose: place(0, 1000, 0), Velocity: v})
			f.wantPath(e, geom.Vec3{Y: 1000}, v, g, 30)
			from := f.at(e).Pose.Position
			in := f.intend(e)
			c.give(f, in)
			if in.Parts&physics.HasTeleport != 0 {
				from = in.Teleport.Position
			}
			f.wantPath(e, from, c.path, g, 60)
		})
	}
}

// wantPath steps and wants a body on the parabola through a place with a velocity there.
func (f *fleet) wantPath(e handle.Entity, from, v, g geom.Vec3, steps int) {
	f.t.Helper()
	for i := range steps {
		f.step()
		seconds := float64(i+1) * f.tick
		want := from.AddScaled(v, seconds).AddScaled(g, 0.5*seconds*seconds)
		// Each step rounds a velocity of some 10 m/s to a float, by at most 5e-7 m/s.
		if got := f.at(e).Pose.Position; !near(got, want, 5e-7*seconds*float64(i+1)+1e-9) {
			f.t.Fatalf("step %d: it is at %v, want %v, off by %v", i, got, want, got.Sub(want))
		}
	}
}

// A crate thrown over 20 m lands where and when its velocity says, at any rate of steps.
func TestThrownCrateLandsWhereItsVelocitySays(t *testing.T) {
	for _, hertz := range []float64{30, 60, 120} {
		f, planet := newFleet(t, standardGravity)
		f.tick = 1 / hertz
		f.in.TickSeconds, f.in.StepSeconds = 1/hertz, float32(1/hertz)
		f.load(planet, physics.Body(physics.NewBox(50, 0.5, 50), physics.Static), at(0, -0.5, 0))
		const up = 9.81 // so the flight from the ground to the ground takes 2 s
		e := f.load(planet, hull(physics.NewSphere(0.25), physics.Dynamic, 1), motion.State{
			Pose: place(0, 0.26, 0), Velocity: geom.Vec3{X: 10, Y: up},
		})
		steps := 0
		for ; len(f.started) == 0; steps++ {
			if steps > int(3*hertz) {
				t.Fatal("it never lands")
			}
			f.step()
		}
		// The touch is told in the step in which the body would close its gap of 1 cm.
		if seconds := float64(steps) / hertz; math.Abs(seconds-2) > 1.1/hertz+0.0011 {
			t.Errorf("at %v Hz it lands after %v s, want 2 s", hertz, seconds)
		}
		if x := f.at(e).Pose.Position.X; math.Abs(x-20) > 1.1*10/hertz+0.011 {
			t.Errorf("at %v Hz it lands at %v m, want 20 m", hertz, x)
		}
	}
}

// Damping takes the same share of a velocity of an instant as of any: the path is that of the exponential to second order.
func TestDampedVelocityIsThatOfTheInstant(t *testing.T) {
	f, space := newFleet(t, field.Gravity{})
	d := hull(physics.NewSphere(0.5), physics.Dynamic, 2)
	d.LinearDampingPerSecond, d.AngularDampingPerSecond = 0.5, 0.8
	e := f.load(space, d, motion.State{Pose: place(0, 0, 0), Velocity: geom.Vec3{X: 10}, AngularVelocity: geom.Vec3{Y: 1}})
	for i := range 60 {
		f.step()
		seconds := float64(i+1) * f.tick
		// Jolt multiplies by 1 - c h in a step of h, where the exponential has a square more: that leaves 2/3 (c h)² of the
		// velocity, and c² h / 4 for each second of it. Without the half step at the start it would be c h / 2, 4 cm/s.
		want := 10 / 0.5 * (1 - math.Exp(-0.5*seconds))
		if got := f.at(e).Pose.Position.X; math.Abs(got-want) > 5e-4*seconds+1.1e-2*seconds*seconds {
			t.Fatalf("step %d: it is at %v m, want %v", i, got, want)
		}
		turned := 1 / 0.8 * (1 - math.Exp(-0.8*seconds))
		if got := f.at(e).Pose.Rotation.RotationVector().Y; math.Abs(got-turned) > 1.3e-4*seconds+2.8e-3*seconds*seconds {
			t.Fatalf("step %d: it turned by %v rad, want %v", i, got, turned)
		}
	}
}

// In the field of a sphere each body takes the gravity of its own place.
func TestGivenVelocityKeepsAnOrbit(t *testing.T) {
	mu := 1e9
	f, planet := newFleet(t, field.GravityOfPoint(field.Point{Mu: mu, RadiusMeters: 100}))
	const r = 1000.0
	v := math.Sqrt(mu / r)
	e := f.load(planet, hull(physics.NewSphere(0.5), physics.Dynamic, 2), motion.State{Pose: place(r, 0, 0), Velocity: geom.Vec3{Z: -v}})
	worst := 0.0
	for range 360 { // a whole revolution takes 6.28 s
		f.step()
		worst = max(worst, math.Abs(f.at(e).Pose.Position.Length()-r))
	}
	// A leapfrog of 377 steps per revolution keeps a circle to a share of (2π/377)²/4; without the half step at the start
	// it would miss by a half step's fall over a radian, 8 m.
	if worst > 0.2 {
		t.Errorf("the orbit is off by %v m", worst)
	}
}

// A body that moves into another frame goes on as it did, whatever both frames do to it.
func TestMoveBetweenFramesKeepsTheInstant(t *testing.T) {
	f, planet := newFleet(t, standardGravity)
	s := f.launch(planet, hull(deck(), physics.Dynamic, 1000), motion.State{Pose: place(0, 3000, 0), Velocity: geom.Vec3{X: 100, Y: 20}})
	e := f.load(s.frame, hull(hammer(), physics.Dynamic, 3), motion.State{
		Pose: place(0, 30, 0), Velocity: geom.Vec3{X: 2, Z: 5}, AngularVelocity: geom.Vec3{Z: 1},
	})
	sleeper := f.load(s.frame, crate(), at(0, 60, 0))
	lift := f.load(s.frame, physics.Body(physics.NewBox(1, 1, 1), physics.Kinematic), at(20, 1, 2))
	f.steps(90) // so that the crate sleeps
	if f.at(sleeper).Awake {
		t.Fatal("the crate in the falling ship is awake")
	}
	c := f.backend.CenterOfMass(hammer())
	center := func() geom.Vec3 { return f.at(e).Pose.ToParent(c) }
	local := f.tree.Local(s.frame)
	before := local.Pose.ToParent(center())
	carried := local.Velocity.Add(geom.Vec3{X: 2, Z: 5}).Add(geom.Vec3{Z: 1}.Cross(c))
	f.move(local, planet, e, sleeper, lift)
	if f.at(lift).Pose != local.Pose.Compose(&geom.Pose{Position: geom.Vec3{X: 20, Y: 1, Z: 2}, Rotation: geom.IdentityQuat}) {
		t.Errorf("the lift is at %v", f.at(lift).Pose)
	}
	for i := range 60 {
		f.step()
		seconds := float64(i+1) * f.tick
		want := before.AddScaled(carried, seconds).AddScaled(geom.Vec3{Y: -9.81}, 0.5*seconds*seconds)
		if got := center(); !near(got, want, 3e-5*seconds+1e-6) {
			t.Fatalf("step %d: its center is at %v, want %v, off by %v", i, got, want, got.Sub(want))
		}
	}
	if !f.at(sleeper).Awake || f.at(sleeper).Velocity.X < 90 {
		t.Errorf("the crate that left the ship moves at %v", f.at(sleeper).Velocity)
	}
	// Into a frame at rest there, a sleeper sleeps on.
	still := f.load(planet, physics.Body(physics.NewBox(5, 0.5, 5), physics.Static), at(0, -0.5, 0))
	resting := f.load(planet, crate(), at(0, 0.25, 0))
	room := f.launch(planet, physics.Body(physics.NewSphere(0.1), physics.Static), at(0, 50, 0))
	f.steps(120)
	back := motion.RestAt(place(0, -50, 0))
	f.move(back, room.frame, still, resting)
	f.out.Bodies = f.out.Bodies[:0]
	f.step()
	for i := range f.out.Bodies {
		if f.out.Bodies[i].Entity == resting {
			t.Errorf("the sleeper comes back as %+v", f.out.Bodies[i])
		}
	}
}

// move puts bodies into another frame, in which the frame that they leave moves like that.
func (f *fleet) move(relation motion.State, to handle.Frame, bodies ...handle.Entity) {
	f.t.Helper()
	for _, e := range bodies {
		f.changes.BodiesMoved = append(f.changes.BodiesMoved, physics.BodyMove{Entity: e, Frame: to, Relation: relation})
		state := f.at(e)
		state.Frame, state.Pose = to, relation.Pose.Compose(&state.Pose)
	}
	f.applyTree()
}
