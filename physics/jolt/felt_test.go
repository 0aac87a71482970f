package jolt_test

import (
	"fmt"
	"math"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// giveCases are the ways by which a hull gets a velocity that no intent of the step gave it. Each ends where the next step is the
// first one after it. The ship moves at 7.6 km/s there, in a frame that pulls it down.
var giveCases = []struct {
	name string
	give func(s *sky) craft
}{
	{"spawn", func(s *sky) craft {
		return s.ship(s.falling(), skiff(), ring(10), going(at(0, 0, 0), 7600, 0, 0))
	}},
	{"hand-off", func(s *sky) craft {
		s.falling()
		c := s.ship(s.space, skiff(), ring(10), going(at(-9000, 0, 0), 7600, 0, 0))
		for len(s.handOffs) == 0 {
			s.step()
		}
		return c
	}},
	{"hand-off-that-is-not-taken", func(s *sky) craft {
		s.falling()
		c := s.ship(s.space, skiff(), ring(10), going(at(-9000, 0, 0), 7600, 0, 0))
		for s.refuses = 1; s.refuses != 0; {
			s.step()
		}
		return c
	}},
	{"reparent", func(s *sky) craft {
		f := s.falling()
		c := s.ship(s.space, skiff(), ring(10), going(at(-9000, 0, 0), 7600, 0, 0))
		s.step()
		relation, _ := s.tree.Relate(s.space, f)
		local := s.tree.Local(c.frame)
		into := relation.ToParent(&local)
		s.tree.Reparent(c.frame, f, &into)
		s.home[c.entity.Index] = f
		s.apply()
		return c
	}},
	{"unparked", func(s *sky) craft {
		d := skiff()
		d.Motion = physics.Static
		c := s.ship(s.falling(), d, ring(10), at(0, 0, 0))
		s.steps(2)
		s.motions[c.entity.Index] = physics.Dynamic
		return c
	}},
	{"engines-on", func(s *sky) craft {
		d := skiff()
		d.Motion = physics.Kinematic
		c := s.ship(s.falling(), d, ring(10), at(0, 0, 0))
		in := s.intend(c.entity)
		in.Parts = physics.HasMove
		in.Move = motion.IntentOfSample(motion.Sample{
			Pose: place(100, 0, 0), Chord: geom.Vec3{X: 7600.01, Y: 0.1}, Velocity: geom.Vec3{X: 7600.01, Y: 0.2, Z: 3},
		})
		s.step()
		s.motions[c.entity.Index] = physics.Dynamic
		return c
	}},
}

// skiff is a hull of a thousand kilograms.
func skiff() physics.BodyDesc { return hull(deck(), physics.Dynamic, 1000) }

// falling is a frame 10 km across whose gravity pulls down by 9.81 m/s².
func (s *sky) falling() handle.Frame {
	f := s.room(s.space, ring(5000), motion.RestAt(geom.IdentityPose)).frame
	s.tree.SetGravity(f, standardGravity)
	return f
}

// What a hull reads in the first step after it was given a velocity is that step's whole push, and nothing else: of an impulse its
// change of velocity over the step, of a force its acceleration, and of neither exactly nothing.
func TestHullReadsThePushOfItsFirstStep(t *testing.T) {
	for _, c := range giveCases {
		for _, push := range []struct {
			name string
			in   physics.Intent
			want geom.Vec3 // in m/s²
		}{
			{"nothing", physics.Intent{}, geom.Vec3{}},
			{"force", physics.Intent{Parts: physics.HasForce, Force: geom.Vec3f{X: 2, Y: -500, Z: 3000}}, geom.Vec3{X: 0.002, Y: -0.5, Z: 3}},
			{"impulse", physics.Intent{Parts: physics.HasImpulse, Impulse: geom.Vec3f{X: 250, Z: -500}}, geom.Vec3{X: 15, Z: -30}},
			{"both", physics.Intent{
				Parts: physics.HasImpulse | physics.HasForce, Impulse: geom.Vec3f{Y: 500}, Force: geom.Vec3f{Y: 2000},
			}, geom.Vec3{Y: 32}},
		} {
			t.Run(c.name+"/"+push.name, func(t *testing.T) {
				s := newSky(t)
				ship := c.give(s)
				if push.in.Parts != 0 {
					in := s.intend(ship.entity)
					in.Parts, in.Force, in.Impulse = push.in.Parts, push.in.Force, push.in.Impulse
				}
				s.step()
				got := s.tree.ProperAcceleration(ship.frame)
				// 60 steps of Jolt's float length are 4e-8 longer than a second, and its 1/1000 kg is off by 5e-8.
				if !near(got, push.want, 1e-7*push.want.Length()) {
					t.Errorf("it reads %v m/s², want %v", got, push.want)
				}
				s.step()
				if got := s.tree.ProperAcceleration(ship.frame); got != (geom.Vec3{}) {
					t.Errorf("one step later it reads %v m/s²", got)
				}
			})
		}
	}
}

// feltSpeeds are the speeds at which what is felt must be the same: at rest, in a low orbit, and near Jolt's limit.
var feltSpeeds = []float64{0, 7600, 29_900}

// orbitAt opens a fleet in the point gravity that holds a circle of 6,800 km at a speed, and returns how a ship moves on it: at rest
// without a gravity when the speed is zero.
func orbitAt(t *testing.T, speed float64) (*fleet, handle.Frame, motion.State) {
	const r = 6.8e6
	if speed == 0 {
		f, space := newFleet(t, field.Gravity{})
		return f, space, at(0, 0, 0)
	}
	f, planet := newFleet(t, field.GravityOfPoint(field.Point{Mu: speed * speed * r, RadiusMeters: 6.371e6}))
	up := geom.Vec3{X: 2, Y: 1}.Unit(geom.UnitX)
	along := geom.Vec3{X: -1, Y: 2, Z: 0.5}
	along = along.Sub(up.Scale(along.Dot(up))).Unit(geom.UnitY)
	return f, planet, motion.State{Pose: geom.At(up.Scale(r)), Velocity: along.Scale(speed)}
}

// A ship that coasts reads exactly nothing, and one with a weak drive exactly its thrust, at any speed. Its cargo falls behind by that,
// and the ship itself gains as much.
func TestWeakDriveIsFeltAndGained(t *testing.T) {
	for _, speed := range feltSpeeds {
		for _, thrust := range []geom.Vec3{{}, {X: 0.001}, {X: -0.0003, Y: 0.001, Z: 0.0005}, {Z: 2}} {
			t.Run(fmt.Sprintf("%v/%v", speed, thrust), func(t *testing.T) {
				f, space, local := orbitAt(t, speed)
				s := f.launch(space, hull(physics.NewSphere(5), physics.Dynamic, 1e4), local)
				crate := f.load(s.frame, hull(physics.NewBox(0.25, 0.25, 0.25), physics.Dynamic, 1), at(0, 20, 0))
				const steps = 1200
				path := fall(f, space, &local)
				for i := range steps {
					f.intendForce(s, thrust.Scale(1e4))
					path.step(f, space, thrust)
					f.step()
					if got := f.tree.ProperAcceleration(s.frame); !near(got, thrust, 1e-7*thrust.Length()) {
						t.Fatalf("step %d: it reads %v m/s², want %v", i, got, thrust)
					}
				}
				seconds := float64(steps) * f.tick
				if got, want := f.at(crate).Velocity, thrust.Scale(f.tick-seconds); !near(got, want, 1e-4*want.Length()) {
					t.Errorf("the crate moves at %v m/s in the ship, want %v", got, want)
				}
				if off := f.tree.Local(s.frame).Velocity.Sub(path.instant); off.Length() > 1e-5 {
					t.Errorf("after %v s the ship's velocity is off by %v m/s, of %v that it should have gained", seconds, off, thrust.Scale(seconds))
				}
			})
		}
	}
}

// freeFall is a point that falls under gravity and a thrust, in doubles, by the scheme of Jolt.
type freeFall struct{ place, chord, instant geom.Vec3 }

func fall(f *fleet, in handle.Frame, from *motion.State) freeFall {
	half := 0.5 * float64(f.in.StepSeconds)
	return freeFall{
		place: from.Pose.Position, chord: from.Velocity.AddScaled(f.tree.LinearGravity(in, from.Pose.Position), -half),
	}
}

func (p *freeFall) step(f *fleet, in handle.Frame, thrust geom.Vec3) {
	h := float64(f.in.StepSeconds)
	a := f.tree.LinearGravity(in, p.place).Add(thrust)
	p.chord = p.chord.AddScaled(a, h)
	p.place = p.place.AddScaled(p.chord, h)
	p.instant = p.chord.AddScaled(a, 0.5*h)
}

// intendForce pushes a ship for a step, in newtons.
func (f *fleet) intendForce(s ship, newtons geom.Vec3) {
	if newtons == (geom.Vec3{}) {
		return
	}
	in := f.intend(s.owner)
	in.Parts, in.Force = physics.HasForce, newtons.Single()
}

// carrier launches a kinematic hull that slides along X at a speed, and the function that moves it on for a step.
func (f *fleet) carrier(space handle.Frame, shape physics.Shape, pose geom.Pose, speed float64) func() {
	s := f.launch(space, hull(shape, physics.Kinematic, 0), motion.State{Pose: pose, Velocity: geom.Vec3{X: speed}})
	return func() {
		pose.Position.X += speed * f.tick
		in := f.intend(s.owner)
		in.Parts = physics.HasMove
		in.Move = motion.IntentOfSample(motion.Sample{Pose: pose, Chord: geom.Vec3{X: speed}, Velocity: geom.Vec3{X: speed}})
	}
}

// A ship that stands on the ground reads its weight, whatever the speed at which both go. The ground is long: where a step moves the two
// farther than that, the sweep of the ship would meet the end of it.
func TestStandingShipReadsItsWeightAtAnySpeed(t *testing.T) {
	for _, speed := range feltSpeeds {
		t.Run(fmt.Sprint(speed), func(t *testing.T) {
			f, planet := newFleet(t, standardGravity)
			drive := f.carrier(planet, physics.NewBox(5000, 0.5, 50), place(0, -0.5, 0), speed)
			s := f.launch(planet, hull(deck(), physics.Dynamic, 1000), going(at(0, 1, 0), speed, 0, 0))
			for i := range 240 {
				drive()
				f.step()
				if up := f.tree.ProperAcceleration(s.frame); i >= 60 && !near(up, geom.Vec3{Y: 9.81}, 0.1) {
					t.Fatalf("step %d: it reads %v, want 9.81 m/s² up", i, up)
				}
			}
		})
	}
}

// A ship that pushes against a wall with its drive reads nothing, whatever the speed at which both go.
func TestShipThatPushesAgainstAWallReadsNothing(t *testing.T) {
	for _, speed := range feltSpeeds {
		for _, thrust := range []float64{0.001, 0.02, 2} {
			t.Run(fmt.Sprintf("%v/%v", speed, thrust), func(t *testing.T) {
				f, space := newFleet(t, field.Gravity{})
				drive := f.carrier(space, physics.NewBox(0.5, 50, 50), place(0.5, 0, 0), speed)
				s := f.launch(space, hull(physics.NewSphere(1), physics.Dynamic, 1000), going(at(-1, 0, 0), speed, 0, 0))
				for i := range 240 {
					drive()
					f.intendForce(s, geom.Vec3{X: 1000 * thrust})
					f.step()
					if got := f.tree.ProperAcceleration(s.frame); i >= 60 && got != (geom.Vec3{}) {
						t.Fatalf("step %d: it reads %v", i, got)
					}
				}
				if off := f.tree.Local(s.frame).Velocity.X - speed; math.Abs(off) > 0.01 {
					t.Errorf("it moves at %v m/s against the wall", off)
				}
			})
		}
	}
}
