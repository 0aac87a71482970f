package jolt_test

import (
	"fmt"
	"math"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// shell is a hollow box of six plates: the hull of a ship with an inside.
func shell(half, thickness float64) *physics.Compound {
	mid := half - thickness/2
	var parts []physics.Part
	for _, d := range []geom.Vec3{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}} {
		size := geom.Vec3{X: half, Y: half, Z: half}
		flat := func(along, radius float64) float64 {
			if along != 0 {
				return thickness / 2
			}
			return radius
		}
		parts = append(parts, physics.Part{
			Shape: physics.NewBox(flat(d.X, size.X), flat(d.Y, size.Y), flat(d.Z, size.Z)),
			Pose:  geom.At(d.Scale(mid)),
		})
	}
	return physics.NewCompound(parts...)
}

// A ball enters at the first step that ends with its sphere touching the bubble, and leaves past the margin: two hand-offs.
func TestBallEntersOnFirstTouchAndLeavesPastTheMargin(t *testing.T) {
	s := newSky(t)
	ship := s.room(s.space, ring(5), at(0, 0, 0))
	const radius, speed = 0.3, 2.0
	ball := s.body(s.space, loose(physics.NewSphere(radius)), going(at(-8, 0.1, 0), speed, 0, 0))
	entered, left := 0, 0
	for i := 1; i <= 60*10; i++ {
		was := len(s.handOffs)
		s.step()
		x := s.stateIn(ball, s.space).Pose.Position
		touches := x.Length() <= 5+radius
		switch {
		case len(s.handOffs) == was:
			if entered == 0 && touches {
				t.Fatalf("step %d: the ball touches the bubble at %v and did not enter", i, x)
			}
			if entered != 0 && left == 0 && x.Length() > 5+2*radius+1e-9 {
				t.Fatalf("step %d: the ball is past the margin at %v and did not leave", i, x)
			}
		case entered == 0:
			if entered = i; !touches {
				t.Errorf("step %d: the ball entered at %v without a touch", i, x)
			}
		default:
			if left = i; x.Length() <= 5+2*radius {
				t.Errorf("step %d: the ball left at %v, within the margin", i, x)
			}
		}
	}
	s.wantHandOffs("after the flight", ship.frame, s.space)
}

// A hand-off changes neither the place nor the velocity of what crosses, in doubles; the state is told in floats' steps.
func TestHandOffKeepsPlaceAndVelocity(t *testing.T) {
	for _, c := range []struct {
		name  string
		speed float64
		spin  float64 // of the frame
	}{
		{"1", 1, 0}, {"100", 100, 0}, {"1000", 1000, 0}, {"1-turning", 1, 0.3}, {"100-turning", 100, 0.3},
		{"1000-turning", 1000, 0.3},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSky(t)
			// The frame moves on end poses: it drifts, and turns about its y axis.
			drift := geom.Vec3{X: 0.5 * c.speed, Y: 0.1}
			room := s.room(s.space, ring(40), at(0, 0, 0))
			ball := s.body(s.space, loose(physics.NewSphere(0.3)), going(at(-40-1.5*c.speed, 1, 3), 1.5*c.speed, 0.02, 0))
			for i := 1; len(s.handOffs) < 2 && i < 60*200; i++ {
				before := s.stateIn(ball, s.home[ball.Index])
				now := float64(i) * s.in.TickSeconds
				end := geom.Pose{Position: drift.Scale(now), Rotation: geom.AxisAngle(geom.UnitY, c.spin*now)}
				in := s.intend(room.entity)
				moveTo(in, end)
				was := len(s.handOffs)
				s.step()
				if len(s.handOffs) == was {
					continue
				}
				h := &s.handOffs[was]
				// It coasts in the axes of the frame that it leaves, whose own motion counts where the step ends.
				before.Pose.Position = before.Pose.Position.AddScaled(before.Velocity, float64(s.in.StepSeconds))
				left, _ := s.tree.Relate(h.From, s.space)
				want := left.ToParent(&before)
				relation, _ := s.tree.Relate(h.To, s.space)
				after := relation.ToParent(&h.State)
				if off := after.Pose.Position.Sub(want.Pose.Position).Largest(); off > 1e-6 {
					t.Errorf("hand-off to %v: the place is off by %v m", h.To, off)
				}
				if off := after.Velocity.Sub(want.Velocity).Largest(); off > 1e-7 {
					t.Errorf("hand-off to %v: the velocity is off by %v m/s", h.To, off)
				}
				told := s.stateIn(ball, s.space)
				step := floatStep(h.State.Velocity.Largest())
				if off := told.Velocity.Sub(after.Velocity).Largest(); off > step {
					t.Errorf("hand-off to %v: the told velocity is off by %v m/s, above a float step of %v", h.To, off, step)
				}
			}
			s.wantHandOffs("after the flight", room.frame, s.space)
		})
	}
}

// floatStep is the distance between two floats near x.
func floatStep(x float64) float64 {
	f := float32(math.Abs(x))
	return float64(math.Nextafter32(f, math.MaxFloat32) - f)
}

// A slug that covers more than a bubble in a step hits the hull inside, from every phase of the step.
func TestFastSlugHitsTheHullFromEveryOffset(t *testing.T) {
	for phase := range 32 {
		s := newSky(t)
		hull := physics.Body(shell(3, 0.2), physics.Dynamic)
		hull.MassKilograms, hull.LinearDampingPerSecond, hull.AngularDampingPerSecond = 50_000, 0, 0
		ship := s.ship(s.space, hull, ring(6), going(at(0, 0, 0), 0, 3, 0))
		const speed = 1000.0
		x := -200 - speed/60*float64(phase)/32
		slug := s.body(s.space, loose(physics.NewSphere(0.2)), going(at(x, 3*(-x-3)/speed, 0), speed, 0, 0))
		s.steps(30)
		if len(s.started) != 1 {
			t.Fatalf("phase %d: %d contacts started, want the hit", phase, len(s.started))
		}
		if c := s.started[0]; c.A != ship.entity || c.B != slug || c.Frame != ship.frame {
			t.Errorf("phase %d: the contact is %+v", phase, c)
		}
		if v := s.stateIn(slug, ship.frame).Velocity; v.X > 1 {
			t.Errorf("phase %d: the slug goes on at %v", phase, v)
		}
	}
}

// So does a frame: a fighter hits the walls of the carrier, in the carrier.
func TestFastFrameHitsTheHullFromEveryOffset(t *testing.T) {
	for phase := range 16 {
		s := newSky(t)
		carrier := s.ship(s.space, physics.Body(shell(5, 0.5), physics.Kinematic), ring(8), at(0, 0, 0))
		const speed = 1000.0
		x := -150 - speed/60*float64(phase)/16
		fighter := s.ship(s.space, loose(physics.NewBox(0.5, 0.5, 0.5)), ring(2), going(at(x, 0.3, 0), speed, 0, 0))
		s.steps(20)
		s.wantEvents(fmt.Sprintf("phase %d, after the hit", phase), 1, 0, meeting{carrier.entity, fighter.entity, carrier.frame})
		if p, _ := s.tree.PoseIn(fighter.frame, s.space); p.Position.X > -5 {
			t.Errorf("phase %d: the fighter is at %v", phase, p.Position)
		}
	}
}

// A frame that fits in a sibling enters it with all that it holds; frames of like size stay siblings, and their hulls collide.
func TestSmallFrameEntersBigOneAndLikeFramesCollide(t *testing.T) {
	s := newSky(t)
	carrier := loose(shell(12, 1))
	carrier.MassKilograms = 1e6
	big := s.ship(s.space, carrier, ring(30), at(0, 0, 0))
	small := s.ship(s.space, loose(physics.NewBox(1, 1, 2)), ring(4), going(at(-45, 20, 0), 10, 0, 0))
	pilot := s.body(small.frame, loose(physics.NewBox(0.3, 0.9, 0.3)), at(0, 2.2, 0))
	s.steps(150)
	s.wantHandOffs("inside", big.frame)
	if s.handOffs[0].Entity != small.entity || s.tree.Parent(small.frame) != big.frame || s.home[pilot.Index] != small.frame {
		t.Fatalf("the small frame did not go with its pilot: %+v", s.handOffs)
	}
	if p := s.states[pilot.Index].Pose.Position; !near(p, geom.Vec3{Y: 2.2}, 1e-3) {
		t.Errorf("the pilot is at %v in its frame, want where it was", p)
	}
	s.steps(400)
	s.wantHandOffs("outside again", big.frame, s.space)

	like := newSky(t)
	a := like.ship(like.space, loose(physics.NewBox(2, 2, 2)), ring(5), going(at(-10, 0, 0), 4, 0, 0))
	b := like.ship(like.space, loose(physics.NewBox(2, 2, 2)), ring(5), at(0, 0, 0))
	like.steps(240)
	like.wantHandOffs("two of like size")
	va, vb := like.tree.Local(a.frame).Velocity.X, like.tree.Local(b.frame).Velocity.X
	if math.Abs(va+vb-4) > 1e-3 || vb < 1.9 {
		t.Errorf("after the collision they go at %v and %v m/s, want 2 each or more for the one that was hit", va, vb)
	}
	if len(like.started) != 1 {
		t.Errorf("%d contacts started, want one", len(like.started))
	}
}

// What crosses two bubbles in a step ends in the deeper frame, by one hand-off.
func TestFastBodyGoesIntoTheDeepestFrameAtOnce(t *testing.T) {
	s := newSky(t)
	station := s.room(s.space, ring(30), at(0, 0, 0))
	cabin := s.room(station.frame, ring(5), at(-22, 0, 0))
	ball := s.body(s.space, loose(physics.NewSphere(0.2)), going(at(-200, 0, 0), 900, 0, 0))
	for len(s.handOffs) == 0 && s.in.Tick < 60 {
		s.step()
	}
	if s.home[ball.Index] != cabin.frame && s.home[ball.Index] != station.frame {
		t.Fatalf("the ball is in %v", s.home[ball.Index])
	}
	s.steps(60)
	last := s.handOffs[len(s.handOffs)-1]
	if last.To != s.space || len(s.handOffs) > 4 {
		t.Errorf("the hand-offs are %+v", s.handOffs)
	}
}

// Between two siblings that it touches at once, a body enters the one into which it reaches deeper.
func TestBodyEntersTheSiblingThatItPenetratesDeeper(t *testing.T) {
	s := newSky(t)
	near1 := s.room(s.space, ring(5), at(-5.1, 0, 0))
	near2 := s.room(s.space, ring(5), at(5.05, 0, 0))
	s.body(s.space, loose(physics.NewSphere(0.3)), at(0, 0, 0))
	s.step()
	s.wantHandOffs("between two", near2.frame)
	_ = near1
}

// A frame that sweeps over what sleeps takes it in.
func TestMovingFrameTakesInWhatSleeps(t *testing.T) {
	s := newSky(t)
	rock := s.body(s.space, loose(physics.NewSphere(0.5)), at(20, 0, 0))
	s.steps(120)
	if s.states[rock.Index].Awake {
		t.Fatal("the rock is awake")
	}
	ship := s.ship(s.space, loose(physics.NewBox(1, 1, 1)), ring(5), going(at(0, 3, 0), 5, 0, 0))
	for len(s.handOffs) == 0 && s.in.Tick < 600 {
		s.step()
	}
	s.wantHandOffs("when it comes by", ship.frame)
	state := s.stateIn(rock, s.space)
	if !near(state.Pose.Position, geom.Vec3{X: 20}, 1e-3) || state.Velocity.Length() > 1e-5 {
		t.Errorf("the rock moves at %v, want rest at 20 m", state)
	}
}

// What the tree refuses goes back at the start of the next step, and is proposed again.
func TestRefusedHandOffOfAFrameIsPutBack(t *testing.T) {
	s := newSky(t)
	big := s.room(s.space, ring(30), at(0, 0, 0))
	pod := s.ship(s.space, loose(physics.NewBox(1, 1, 1)), ring(3), going(at(-36, 0, 0), 10, 0, 0))
	cargo := s.body(pod.frame, loose(physics.NewBox(0.3, 0.3, 0.3)), at(0, 2, 0))
	s.refuses = 3
	for len(s.handOffs) == 0 && s.in.Tick < 120 {
		s.step()
		if err := s.backend.Check(); err != nil {
			t.Fatal(err)
		}
	}
	s.wantHandOffs("at last", big.frame)
	if s.refuses != 0 {
		t.Errorf("%d refusals are left", s.refuses)
	}
	s.steps(30)
	if v := s.tree.Local(pod.frame).Velocity; !near(v, geom.Vec3{X: 10}, 1e-4) {
		t.Errorf("the pod goes at %v", v)
	}
	if p := s.states[cargo.Index].Pose.Position; !near(p, geom.Vec3{Y: 2}, 1e-4) {
		t.Errorf("the cargo is at %v", p)
	}
}

// Bodies that move to another frame together between two steps stay in touch.
func TestBodiesThatMoveTogetherStayOneContact(t *testing.T) {
	s := newSky(t)
	s.tree.SetGravity(s.space, standardGravity)
	room := s.room(s.space, ring(20), at(100, 0, 0))
	s.tree.SetGravity(room.frame, standardGravity)
	floor := s.body(s.space, physics.Body(physics.NewBox(5, 0.5, 5), physics.Static), at(0, -0.5, 0))
	box := s.body(s.space, crate(), at(0, 0.3, 0))
	s.steps(150)
	s.wantEvents("on the floor", 1, 0, meeting{floor, box, s.space})
	if s.states[box.Index].Awake {
		t.Fatal("the crate is awake")
	}
	shift := at(0, 0, 0)
	for _, e := range []handle.Entity{floor, box} {
		s.home[e.Index] = room.frame
		s.changes.BodiesMoved = append(s.changes.BodiesMoved, physics.BodyMove{Entity: e, Frame: room.frame, Relation: shift})
	}
	s.apply()
	s.steps(30)
	s.wantEvents("in the room", 1, 0, meeting{floor, box, s.space})
	up := s.intend(box)
	up.Parts, up.Velocity = physics.HasVelocity, geom.Vec3f{Y: 5}
	s.steps(20)
	s.wantEvents("in the air", 1, 1, meeting{floor, box, s.space})
}

// A room at rest changes nothing for what flies through it, damped and spinning about a center of mass off its origin.
func TestRoomAtRestChangesNoFlight(t *testing.T) {
	fly := func(withRoom bool) (states []motion.State, crossed int) {
		s := newSky(t)
		if withRoom {
			s.room(s.space, ring(5), at(0, 0, 0))
		}
		start := going(at(-9, 0.5, 0), 8, 0, 0.3)
		start.AngularVelocity = geom.Vec3{X: 1, Y: 2, Z: -1}
		body := s.body(s.space, physics.Body(hammer(), physics.Dynamic), start)
		for range 180 {
			s.step()
			states = append(states, s.stateIn(body, s.space))
		}
		return states, len(s.handOffs)
	}
	free, _ := fly(false)
	crossing, crossed := fly(true)
	if crossed != 2 {
		t.Fatalf("%d hand-offs", crossed)
	}
	for i := range free {
		a, b := &free[i], &crossing[i]
		if !near(a.Pose.Position, b.Pose.Position, 2e-6) || !near(a.Velocity, b.Velocity, 4*floatStep(8)) ||
			!near(a.AngularVelocity, b.AngularVelocity, 4*floatStep(2)) {
			t.Fatalf("step %d: %+v, and %+v without the room", i, b, a)
		}
	}
}

// A ball that falls through a room that stands under gravity stays on its parabola, which the places at the ends of steps lie
// on: the hand-off takes the velocity of the instant, half a step after Jolt's.
func TestFallThroughAFrameIsOneParabola(t *testing.T) {
	s := newSky(t)
	s.tree.SetGravity(s.space, standardGravity)
	room := s.room(s.space, ring(5), at(0, 0, 0))
	s.steps(3) // so that the room feels that it stands
	start := going(at(-4, 8, 0), 3, 0, 0)
	ball := s.body(s.space, loose(physics.NewSphere(0.3)), start)
	for n := 1; n <= 120; n++ {
		s.step()
		now := float64(n) * float64(s.in.StepSeconds)
		want := start.Pose.Position.AddScaled(start.Velocity, now).AddScaled(geom.UnitY, -0.5*9.81*now*now)
		if got := s.stateIn(ball, s.space).Pose.Position; !near(got, want, 1e-4) {
			t.Fatalf("step %d: the ball is at %v, want %v", n, got, want)
		}
	}
	s.wantHandOffs("after the fall", room.frame, s.space)
}

// A ball that flies through a ship under thrust stays on its straight line.
func TestFlightThroughAThrustingFrameIsStraight(t *testing.T) {
	s := newSky(t)
	hull := loose(physics.NewBox(1, 1, 1))
	hull.MassKilograms = 1000
	ship := s.ship(s.space, hull, ring(6), at(0, 0, 0))
	start := going(at(-8, 0, 3), 6, 1, 0)
	var ball handle.Entity
	for n := range 300 {
		in := s.intend(ship.entity)
		in.Parts, in.Force = physics.HasForce, geom.Vec3f{Y: 2000}
		if n == 10 {
			ball = s.body(s.space, loose(physics.NewSphere(0.3)), start)
		}
		s.step()
		if n < 10 {
			continue
		}
		now := float64(n-9) * float64(s.in.StepSeconds)
		got := s.stateIn(ball, s.space)
		if want := start.Pose.Position.AddScaled(start.Velocity, now); !near(got.Pose.Position, want, 1e-4) {
			t.Fatalf("step %d: the ball is at %v, want %v", n, got.Pose.Position, want)
		}
	}
	s.wantHandOffs("after the flight", ship.frame, s.space)
}

// A slug that is fired right before a bubble hits the hull inside, though its first step would lead through the bubble.
func TestFastSlugThatIsFiredNearbyHitsTheHull(t *testing.T) {
	for _, gap := range []float64{0.5, 3, 9, 16} {
		s := newSky(t)
		hull := physics.Body(shell(3, 0.2), physics.Kinematic)
		ship := s.ship(s.space, hull, ring(6), at(0, 0, 0))
		s.step()
		slug := s.body(s.space, loose(physics.NewSphere(0.2)), going(at(-6.2-gap, 0, 0), 1000, 0, 0))
		s.step()
		s.wantHandOffs("after its first step", ship.frame)
		s.steps(3)
		s.wantEvents("after the shot", 1, 0, meeting{ship.entity, slug, ship.frame})
	}
}

// What its first tick asks of a slug that is fired right before a bubble goes with it, in the axes of its new frame. Only what sends
// it elsewhere keeps it where the intent means it.
func TestFastSlugTakesItsIntentAlong(t *testing.T) {
	for _, c := range []struct {
		name   string
		in     physics.Intent
		from   float64 // in m; with a gap of less than a step to the bubble
		enters bool
		gains  geom.Vec3 // in m/s
	}{
		{"force", physics.Intent{Parts: physics.HasForce, Force: geom.Vec3f{Y: 120}}, -22, true, geom.Vec3{Y: 1}},
		{"impulse", physics.Intent{Parts: physics.HasImpulse, Impulse: geom.Vec3f{X: 4, Z: 2}}, -22, true, geom.Vec3{X: 2, Z: 1}},
		{"collision", physics.Intent{Parts: physics.HasCollision, Collision: physics.Collision{Groups: 2, Mask: 2}}, -22, true, geom.Vec3{}},
		{"velocity", physics.Intent{Parts: physics.HasVelocity, Velocity: geom.Vec3f{X: 1000}}, -10, false, geom.Vec3{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSky(t)
			turned := at(0, 0, 0)
			turned.Pose.Rotation, _ = geom.AxisAngle(geom.UnitZ, 1).Unit()
			ship := s.ship(s.space, physics.Body(shell(3, 0.2), physics.Kinematic), ring(6), turned)
			s.step()
			d := loose(physics.NewSphere(0.2))
			d.MassKilograms = 2
			slug := s.body(s.space, d, going(at(c.from, 0, 0), 1000, 0, 0))
			in := s.intend(slug)
			in.Parts, in.Force, in.Impulse, in.Velocity, in.Collision = c.in.Parts, c.in.Force, c.in.Impulse, c.in.Velocity, c.in.Collision
			s.step()
			if entered := len(s.handOffs) == 1 && s.handOffs[0].To == ship.frame; entered != c.enters {
				t.Fatalf("the hand-offs are %+v, want one into the ship: %v", s.handOffs, c.enters)
			}
			want := geom.Vec3{X: 1000}.Add(c.gains)
			if got := s.stateIn(slug, s.space).Velocity; !near(got, want, 2e-4) { // a float step of 1 km/s in each of the two frames
				t.Errorf("it moves at %v, want %v", got, want)
			}
		})
	}
}

// What a sample moves has the velocities of the sample at the end of every step, and in that in which it crosses an edge too.
func TestSampleAcrossAnEdgeKeepsItsVelocities(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(5), at(0, 0, 0))
	e := s.body(s.space, physics.Body(physics.NewSphere(0.3), physics.Kinematic), at(-8, 0, 0))
	for i := range 100 {
		in := s.intend(e)
		in.Parts, in.Move = physics.HasMove, motion.IntentOfSample(motion.Sample{
			Pose: geom.At(geom.Vec3{X: -8 + 0.05*float64(i+1)}), Chord: geom.Vec3{X: 3},
			Velocity: geom.Vec3{X: 3.1, Y: 0.7}, AngularVelocity: geom.Vec3{Z: 0.5},
		})
		s.step()
		if got := s.states[e.Index]; got.Velocity != (geom.Vec3{X: 3.1, Y: 0.7}) || got.AngularVelocity != (geom.Vec3f{Z: 0.5}) {
			t.Fatalf("step %d: it is %+v", i, got)
		}
	}
	s.wantHandOffs("after the way", room.frame)
}

// Beyond 9e14 m nothing can be simulated: what is in a frame out there stays in it.
func TestBodyStaysInAFrameWhereItsParentHasNoPlaceForBodies(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(5), at(2e15, 0, 0))
	ball := s.body(room.frame, loose(physics.NewSphere(0.3)), going(at(0, 0, 0), 20, 0, 0))
	s.steps(60)
	s.wantHandOffs("after the flight")
	if x := s.states[ball.Index].Pose.Position.X; math.Abs(x-20) > 1e-3 {
		t.Errorf("after a second at 20 m/s it is at %v m", x)
	}
}

// A frame that is put over a body takes it in, also in a step before which the backend looked at the frames for a fast new body.
func TestFramePutOverABodyTakesItInBesideAFastSpawn(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(5), at(0, 0, 0))
	s.body(s.space, physics.Body(physics.NewSphere(0.5), physics.Kinematic), at(20, 0, 0))
	s.steps(5)
	there := at(20, 0, 0)
	s.tree.SetLocal(room.frame, &there)
	s.body(s.space, loose(physics.NewSphere(0.2)), going(at(0, 0, 500), 0, 0, 1000))
	s.steps(2)
	s.wantHandOffs("after the jump", room.frame)
}
