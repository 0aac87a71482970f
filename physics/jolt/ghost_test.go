package jolt_test

import (
	"math"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/physics/jolt"
)

func (s *sky) ghosts(e handle.Entity) []jolt.GhostState { return s.backend.GhostsOf(e) }

// wantGhosts compares the frames in which an entity has ghosts.
func (s *sky) wantGhosts(when string, e handle.Entity, frames ...handle.Frame) {
	s.t.Helper()
	got := s.ghosts(e)
	same := len(got) == len(frames)
	for i := 0; same && i < len(got); i++ {
		same = got[i].Frame == frames[i]
	}
	if !same {
		s.t.Fatalf("%s: the ghosts are %+v, want some in %v", when, got, frames)
	}
}

// A ball that flies through a bubble has a ghost in the parent while a part of it is outside the bubble.
func TestGhostIsThereOnlyWhileTheBodySticksOut(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(5), at(0, 0, 0))
	const radius = 0.5
	ball := s.body(s.space, loose(physics.NewSphere(radius)), going(at(-8, 0, 0), 3, 0, 0))
	seen := 0
	for range 60 * 6 {
		s.step()
		x := s.stateIn(ball, room.frame).Pose.Position.Length()
		if s.home[ball.Index] == room.frame && x+radius > 5 {
			s.wantGhosts("sticking out", ball, s.space)
			seen++
			continue
		}
		s.wantGhosts("not sticking out", ball)
	}
	if s.wantHandOffs("at the end", room.frame, s.space); seen < 20 {
		t.Errorf("the ball stuck out for %d steps only", seen)
	}
}

// A ball that meets a body through its ghost stops, and each side hears of one contact and of one end.
func TestBallStopsAtTheGhostOfWhatSticksOut(t *testing.T) {
	for _, c := range []struct {
		name   string
		motion physics.BodyMotion
		mass   float64
		want   float64 // N·s
	}{
		{"kinematic", physics.Kinematic, 0, 5},
		{"heavy", physics.Dynamic, 1e6, 5},
		{"crate", physics.Dynamic, 10, 5 * 10.0 / 11},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSky(t)
			room := s.room(s.space, ring(5), at(0, 0, 0))
			desc := physics.Body(physics.NewBox(0.5, 0.5, 0.5), c.motion)
			desc.MassKilograms = c.mass
			block := s.body(room.frame, desc, at(5.4, 0, 0)) // its bounding radius is 0.87
			start := s.stateIn(block, s.space).Pose.Position
			ball := loose(physics.NewSphere(0.1))
			ball.MassKilograms = 1
			b := s.body(s.space, ball, going(at(8, 0, 0), -5, 0, 0))
			s.steps(60)
			s.wantEvents("after the hit", 1, 0, meeting{block, b, s.space})
			hit := s.started[0]
			if got := float64(hit.ImpulseNewtonSeconds); math.Abs(got-c.want) > 0.25 {
				t.Errorf("the impulse is %v N·s, want %v", got, c.want)
			}
			if v := s.stateIn(b, s.space).Velocity; math.Abs(v.X) > 0.01 {
				t.Errorf("the ball goes on at %v", v)
			}
			if moved := s.stateIn(block, s.space).Pose.Position.Sub(start).Length(); moved > 1e-6 {
				t.Errorf("the block moved by %v m", moved)
			}
			pull := s.intend(b)
			pull.Parts, pull.Velocity = physics.HasVelocity, geom.Vec3f{X: 3}
			s.steps(30)
			s.wantEvents("after they parted", 1, 1, meeting{block, b, s.space})
		})
	}
}

// A contact through a ghost ends when the ghost goes.
func TestContactEndsWithTheGhost(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(5), at(0, 0, 0))
	block := s.body(room.frame, physics.Body(physics.NewBox(0.5, 0.5, 0.5), physics.Kinematic), at(5.4, 0, 0))
	ball := s.body(s.space, loose(physics.NewSphere(0.1)), going(at(7, 0, 0), -5, 0, 0))
	s.steps(60)
	s.wantEvents("after the hit", 1, 0, meeting{block, ball, s.space})
	in := s.intend(block)
	in.Parts, in.Teleport = physics.HasTeleport, place(0, 0, 0)
	s.steps(3)
	s.wantGhosts("inside", block)
	s.wantEvents("after the ghost went", 1, 1, meeting{block, ball, s.space})
}

// What rests on the ghost of a static body sleeps, and so does its system.
func TestBodiesSleepOnTheGhostOfAStaticBody(t *testing.T) {
	s := newSky(t)
	slab := s.body(s.space, physics.Body(physics.NewBox(20, 0.5, 20), physics.Static), at(0, -0.5, 0))
	room := s.room(s.space, ring(6), at(0, 2, 0))
	s.tree.SetGravity(room.frame, standardGravity)
	s.step() // the slab's ghost comes
	box := s.body(room.frame, crate(), at(0, -1.6, 0))
	s.steps(150)
	if b := s.states[box.Index]; b.Awake || math.Abs(b.Pose.Position.Y+1.75) > 0.01 {
		t.Fatalf("the crate is awake or does not rest on the slab: %+v", b)
	}
	if items := s.items(); items != 0 {
		t.Errorf("%d systems step while everything sleeps", items)
	}
	s.wantEvents("asleep", 1, 0, meeting{slab, box, room.frame})
}

// A crate that sleeps on the ghost of a slab wakes when the room moves, is dragged along by the slab, and sleeps again, in one
// contact.
func TestContactWithTheGhostOfAStaticBodyGoesOnWhileItMoves(t *testing.T) {
	s := newSky(t)
	slab := s.body(s.space, physics.Body(physics.NewBox(20, 0.5, 20), physics.Static), at(0, -0.5, 0))
	room := s.room(s.space, ring(9), at(0, 2, 0))
	s.tree.SetGravity(room.frame, standardGravity)
	s.step()
	box := s.body(room.frame, crate(), at(0, -1.7, 0))
	s.steps(120)
	if s.states[box.Index].Awake {
		t.Fatal("the crate is awake")
	}
	for i := range 60 {
		moveTo(s.intend(room.entity), place(0.01*float64(i+1), 2, 0))
		s.step()
	}
	if v := s.states[box.Index].Velocity; math.Abs(v.X+0.6) > 0.02 {
		t.Errorf("the crate goes at %v in the room, want back at 0.6 m/s with the slab", v)
	}
	s.steps(150)
	if b := s.states[box.Index]; b.Awake {
		t.Errorf("the crate is awake: %+v", b)
	}
	s.wantEvents("asleep again", 1, 0, meeting{slab, box, room.frame})
}

// items returns how many systems the next step would step, and steps.
func (s *sky) items() int {
	s.prepare()
	items := s.backend.Prepare(&s.in)
	for i := range items {
		s.backend.Work(i)
	}
	s.backend.Finish(&s.out)
	s.take()
	return items
}

// The ghost of a static body is static while it holds still in its system and kinematic while the frame moves.
func TestGhostOfStaticBodyIsKinematicWhileItMoves(t *testing.T) {
	s := newSky(t)
	slab := s.body(s.space, physics.Body(physics.NewBox(20, 0.5, 20), physics.Static), at(0, -0.5, 0))
	room := s.room(s.space, ring(6), at(0, 2, 0))
	still := func(when string, want bool) {
		t.Helper()
		s.wantGhosts(when, slab, room.frame)
		if g := s.ghosts(slab)[0]; g.Still != want || g.Role != jolt.RoleStatic {
			t.Fatalf("%s: the ghost is %+v", when, g)
		}
	}
	s.steps(2)
	still("at first", true)
	for i := range 10 {
		moveTo(s.intend(room.entity), place(0.01*float64(i+1), 2, 0))
		s.step()
		still("while the room moves", false)
	}
	s.steps(3)
	still("when the room stands again", true)
}

// A crate that slides on a floor into a bubble keeps its contact with the floor, whose ghost takes it over.
func TestContactGoesOnWhenABodyCrossesAnEdge(t *testing.T) {
	s := newSky(t)
	s.tree.SetGravity(s.space, standardGravity)
	floor := s.body(s.space, physics.Body(physics.NewBox(30, 0.5, 5), physics.Static), at(0, -0.5, 0))
	room := s.room(s.space, ring(5), at(0, 1, 0))
	s.steps(2)
	ice := crate()
	ice.Friction, ice.LinearDampingPerSecond = 0, 0
	box := s.body(s.space, ice, going(at(-9, 0.25, 0), 6, 0, 0))
	s.steps(170)
	if x := s.stateIn(box, s.space).Pose.Position; x.X < 7 || math.Abs(x.Y-0.25) > 0.02 {
		t.Fatalf("the crate is at %v", x)
	}
	s.wantHandOffs("after the slide", room.frame, s.space)
	s.wantEvents("after the slide", 1, 0, meeting{floor, box, s.space})
}

// Bodies in two ships whose bubbles overlap meet the other ship's hull as its ghost.
func TestHullOfASiblingIsThereAsAGhost(t *testing.T) {
	s := newSky(t)
	heavy := loose(physics.NewBox(1, 1, 1))
	a := s.ship(s.space, heavy, ring(6), at(0, 0, 0))
	b := s.ship(s.space, heavy, ring(6), at(6.5, 0, 0)) // its hull begins 0.5 m inside of the first one's bubble
	s.step()
	s.wantGhosts("side by side", a.entity, b.frame)
	s.wantGhosts("side by side", b.entity, a.frame)
	ball := s.body(a.frame, loose(physics.NewSphere(0.2)), going(at(3, 0, 0), 4, 0, 0))
	s.steps(60)
	s.wantEvents("after the hit", 1, 0, meeting{b.entity, ball, a.frame})
	s.wantHandOffs("after the hit")
	if p := s.stateIn(ball, s.space).Pose.Position; p.X > 5.31 {
		t.Errorf("the ball went through the hull: it is at %v", p)
	}
}

// Two that touch in two systems at once are one contact: a mirror pair.
func TestMirrorPairIsOneContact(t *testing.T) {
	s := newSky(t)
	left := s.room(s.space, ring(5), at(-4.9, 0, 0))
	right := s.room(s.space, ring(5), at(4.9, 0, 0))
	box := loose(physics.NewBox(0.4, 0.4, 0.4))
	a := s.body(left.frame, box, going(at(4.4, 0, 0), 0.5, 0, 0))
	b := s.body(right.frame, box, going(at(-4.4, 0, 0), -0.5, 0, 0))
	s.step()
	s.wantGhosts("side by side", a, s.space, right.frame)
	s.wantGhosts("side by side", b, s.space, left.frame)
	s.steps(60)
	s.wantEvents("after they met and parted", 1, 1, meeting{a, b, left.frame}) // in the frame of the lowest index
	// Each meets the other as something that cannot be moved and that comes at its velocity: they swap their velocities.
	va, vb := s.stateIn(a, s.space).Velocity, s.stateIn(b, s.space).Velocity
	if math.Abs(va.X+0.5) > 0.01 || math.Abs(vb.X-0.5) > 0.01 {
		t.Errorf("they go on at %v and %v", va, vb)
	}
}

// A ball slides on a beam of the next room out of that room's reach: its system drops the pair, and the ball's own still has it. The
// contact ends when the ball has left the beam, and once. One room or the other is the one that tells of contacts.
func TestMirrorPairEndsAfterTheLastSystemDropsIt(t *testing.T) {
	for _, c := range []struct {
		name string
		way  float64 // which way along x the ball goes
	}{{"first-room-has-the-ball", -1}, {"second-room-has-the-ball", 1}} {
		t.Run(c.name, func(t *testing.T) {
			s := newSky(t)
			left := s.room(s.space, ring(5), at(-4.9, 0, 0))
			right := s.room(s.space, ring(5), at(4.9, 0, 0))
			own, next := left, right
			if c.way > 0 {
				own, next = right, left
			}
			s.tree.SetGravity(own.frame, standardGravity)
			heavy := loose(physics.NewBox(2.5, 0.2, 0.5))
			heavy.MassKilograms, heavy.Friction = 1e6, 0
			beam := s.body(next.frame, heavy, at(c.way*4.5, 0, 0)) // ends 2.1 m beyond the middle
			light := loose(physics.NewSphere(0.2))
			light.Friction = 0
			ball := s.body(own.frame, light, going(at(-c.way*4.9, 0.4, 0), c.way, 0, 0))
			s.steps(4)
			s.wantGhosts("within reach of both rooms", ball, s.space, next.frame)
			s.wantEvents("within reach of both rooms", 1, 0, meeting{beam, ball, left.frame})
			s.steps(60)
			s.wantGhosts("out of reach of the other room", ball)
			s.wantEvents("out of reach of the other room", 1, 0, meeting{beam, ball, left.frame})
			s.steps(90)
			if p := s.stateIn(ball, s.space).Pose.Position; p.Y > 0 {
				t.Fatalf("the ball is at %v and has not left the beam", p)
			}
			s.wantEvents("behind the end of the beam", 1, 1, meeting{beam, ball, left.frame})
			if end := s.ended[0]; end.Frame != own.frame {
				t.Errorf("it ended in frame %v, want the ball's own, %v", end.Frame, own.frame)
			}
			s.wantHandOffs("all the while")
		})
	}
}

// A body that is destroyed takes its ghosts along, and its contacts through them end.
func TestDestroyedBodyTakesItsGhostsAlong(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(5), at(0, 0, 0))
	block := s.body(room.frame, physics.Body(physics.NewBox(0.5, 0.5, 0.5), physics.Kinematic), at(5.4, 0, 0))
	ball := s.body(s.space, loose(physics.NewSphere(0.1)), going(at(7, 0, 0), -5, 0, 0))
	s.steps(60)
	s.wantEvents("after the hit", 1, 0, meeting{block, ball, s.space})
	s.destroy(block)
	s.steps(2)
	s.wantEvents("after the end", 1, 1, meeting{block, ball, s.space})
}

// Nothing that asks a frame's system hears of ghosts: the real body answers where it is.
func TestGhostsAnswerNoQuestion(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(5), at(0, 0, 0))
	block := s.body(room.frame, physics.Body(physics.NewBox(0.5, 0.5, 0.5), physics.Kinematic), at(5.4, 0, 0))
	s.steps(2)
	s.wantGhosts("sticking out", block, s.space)
	for _, c := range []struct {
		frame handle.Frame
		hits  int
	}{{s.space, 0}, {room.frame, 1}} {
		ray := physics.RayQuestion(physics.Ray{Origin: geom.Vec3{X: 12}, Direction: geom.Vec3{X: -1}, LengthMeters: 20}, physics.RayAll)
		questions := physics.Questions{Asked: []physics.Asked{{Frame: c.frame, Question: ray}}}
		var answers physics.Answers
		s.backend.Ask(&questions, &answers)
		if len(answers.Hits) != c.hits {
			t.Errorf("in frame %v the ray hits %d bodies, want %d", c.frame, len(answers.Hits), c.hits)
		}
	}
}

// Jolt makes no contact of the ghost of a crate and a static rock. The rock's own ghost in the crate's frame, which reaches as
// far as the crate sticks out, stops the crate.
func TestCrateThatSticksOutStopsAtAStaticRockBeyondTheEdge(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(5), at(0, 0, 0))
	rock := s.body(s.space, physics.Body(physics.NewBox(0.5, 0.5, 0.5), physics.Static), at(6.1, 0, 0))
	box := s.body(room.frame, loose(physics.NewBox(0.4, 0.4, 0.4)), going(at(4.5, 0, 0), 0.5, 0, 0))
	s.steps(180)
	s.wantHandOffs("at the rock")
	s.wantEvents("at the rock", 1, 0, meeting{rock, box, room.frame})
	if p := s.stateIn(box, s.space).Pose.Position; math.Abs(p.X-5.2) > 0.02 {
		t.Errorf("the crate is at %v, want against the rock at 5.2 m", p)
	}
}

// A static body that sticks out of its frame stops what comes from the parent and from a sibling.
func TestStaticBodyThatSticksOutIsMetOutside(t *testing.T) {
	s := newSky(t)
	left := s.room(s.space, ring(5), at(-4.9, 0, 0))
	right := s.room(s.space, ring(5), at(4.9, 0, 0))
	beam := s.body(left.frame, physics.Body(physics.NewBox(1, 0.2, 0.2), physics.Static), at(4.7, 0, 0))
	s.steps(2)
	s.wantGhosts("sticking out", beam, s.space, right.frame)
	if g := s.ghosts(beam); !g[0].Still || g[0].Role != jolt.RoleGhost || !g[1].Still || g[1].Role != jolt.RoleStatic {
		t.Errorf("the ghosts are %+v", g)
	}
	inside := s.body(right.frame, loose(physics.NewSphere(0.1)), going(at(-2, 0, 0), -2, 0, 0))
	s.steps(90)
	s.wantEvents("after the hit", 1, 0, meeting{beam, inside, right.frame})
	if x := s.stateIn(inside, s.space).Pose.Position.X; math.Abs(x-0.9) > 0.03 {
		t.Errorf("the ball is at %v m, want at the beam's end at 0.9 m", x)
	}
}

// The walls of a ship are there for what is in a pod inside of it.
func TestInteriorIsThereInTheFramesInside(t *testing.T) {
	s := newSky(t)
	ship := s.ship(s.space, physics.Body(shell(10, 1), physics.Dynamic), ring(40), at(0, 0, 0))
	pod := s.room(ship.frame, ring(4), at(7, 0, 0))
	s.steps(2)
	s.wantGhosts("around the pod", ship.entity, pod.frame)
	ball := s.body(pod.frame, loose(physics.NewSphere(0.2)), going(at(-1, 0, 0), 3, 0, 0))
	s.steps(90)
	s.wantEvents("after the hit", 1, 0, meeting{ship.entity, ball, pod.frame})
	if x := s.stateIn(ball, ship.frame).Pose.Position.X; math.Abs(x-8.8) > 0.03 {
		t.Errorf("the ball is at %v m, want at the wall at 8.8 m", x)
	}
}

// A crate that slides over the deck into the bubble of a pod and out again keeps its one contact with the ship.
func TestContactWithTheDeckGoesOnThroughTheFramesInside(t *testing.T) {
	s := newSky(t)
	ship := s.ship(s.space, physics.Body(physics.NewBox(30, 0.5, 5), physics.Static), ring(80), at(0, 0, 0))
	s.tree.SetGravity(ship.frame, standardGravity)
	pod := s.room(ship.frame, ring(4), at(0, 1.5, 0))
	s.tree.SetGravity(pod.frame, standardGravity)
	s.steps(2)
	ice := crate()
	ice.Friction, ice.LinearDampingPerSecond = 0, 0
	box := s.body(ship.frame, ice, going(at(-9, 0.75, 0), 6, 0, 0))
	s.steps(180)
	if x := s.stateIn(box, ship.frame).Pose.Position; x.X < 8 || math.Abs(x.Y-0.75) > 0.02 {
		t.Fatalf("the crate is at %v", x)
	}
	s.wantHandOffs("after the slide", pod.frame, ship.frame)
	s.wantEvents("after the slide", 1, 0, meeting{ship.entity, box, ship.frame})
}

// Two that stick out of two siblings and touch where neither reaches the other's bubble meet by their ghosts in each other's
// frame.
func TestBodiesThatStickOutOfSiblingsMeetBetweenTheBubbles(t *testing.T) {
	s := newSky(t)
	left := s.room(s.space, ring(5), at(-5.6, 0, 0))
	right := s.room(s.space, ring(5), at(5.6, 0, 0))
	box := loose(physics.NewBox(0.5, 0.5, 0.5)) // its bounding radius is 0.87, so it may be 1.7 m out
	a := s.body(left.frame, box, going(at(4.8, 0, 0), 0.2, 0, 0))
	b := s.body(right.frame, box, going(at(-4.8, 0, 0), -0.2, 0, 0))
	s.steps(150)
	s.wantEvents("after they met", 1, 1, meeting{a, b, left.frame})
	if va := s.stateIn(a, s.space).Velocity.X; math.Abs(va+0.2) > 0.01 {
		t.Errorf("the left one goes on at %v m/s, want back at the other's velocity", va)
	}
	if vb := s.stateIn(b, s.space).Velocity.X; math.Abs(vb-0.2) > 0.01 {
		t.Errorf("the right one goes on at %v m/s, want back at the other's velocity", vb)
	}
	s.wantHandOffs("between the bubbles")
}

// Two crates of 10 kg that meet outside of the bubble, one of them on its way out of the door, lose the momentum that the one
// outside brings: it meets the ghost of the other as something that cannot be moved. The figure stands in the guide on frames.
func TestCratesThatMeetHalfThroughADoorLoseMomentum(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(5), at(0, 0, 0))
	desc := loose(physics.NewBox(0.25, 0.25, 0.25))
	desc.MassKilograms = 10
	inside := s.body(room.frame, desc, at(5.3, 0, 0))
	outside := s.body(s.space, desc, going(at(6.5, 0, 0), -2, 0, 0))
	s.steps(60)
	p := 10 * (s.stateIn(inside, s.space).Velocity.X + s.stateIn(outside, s.space).Velocity.X)
	if lost := p - 10*-2; math.Abs(lost-20) > 0.1 {
		t.Errorf("%v N s of 20 are lost", lost)
	}
	s.wantEvents("at the door", 1, 0, meeting{inside, outside, s.space})
}

// A kinematic pusher in the parent and the kinematic ghost of a crate make no contact in Jolt. The pusher's own ghost, which
// reaches as far as the crate sticks out, pushes the crate on into its frame.
func TestPusherPushesACrateIntoAFrameByItsGhost(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(5), at(0, 0, 0))
	box := s.body(room.frame, loose(physics.NewBox(0.4, 0.4, 0.4)), at(5.2, 0, 0))
	pusher := s.body(s.space, physics.Body(physics.NewBox(0.2, 0.5, 0.5), physics.Kinematic), at(6.6, 0, 0))
	for i := range 60 {
		moveTo(s.intend(pusher), place(6.6-0.02*float64(i+1), 0, 0))
		s.step()
		if s.home[pusher.Index] != s.space {
			break // it came in after the crate
		}
	}
	if x := s.stateIn(box, s.space).Pose.Position.X; x > 5.16 {
		t.Errorf("the crate is at %v m, want pushed into the room", x)
	}
	if len(s.started) != 1 || s.started[0].A != box || s.started[0].B != pusher {
		t.Errorf("the contacts are %+v", s.started)
	}
}

// The content of a frame reaches farther out for what is static or kinematic than for what is dynamic.
func TestDynamicBodyHasNoGhostWhereItReachesTheContentOnly(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(5), at(0, 0, 0))
	s.body(room.frame, physics.Body(physics.NewSphere(0.5), physics.Kinematic), at(5.3, 0, 0)) // reaches out to 5.8 m
	rock := s.body(s.space, physics.Body(physics.NewSphere(0.3), physics.Static), at(0, 5.9, 0))
	ball := s.body(s.space, loose(physics.NewSphere(0.3)), at(0, -5.9, 0))
	far := s.body(s.space, physics.Body(physics.NewSphere(0.3), physics.Static), at(0, 0, 6.2))
	s.steps(2)
	s.wantGhosts("within the content", rock, room.frame)
	s.wantGhosts("within the content", ball)
	s.wantGhosts("beyond it", far)
}

// The ghost of what sticks out in the parent meets no hull: it would push the hull of its own frame.
func TestWhatSticksOutDoesNotPushItsOwnHull(t *testing.T) {
	s := newSky(t)
	hull := loose(physics.NewBox(4, 1, 1)) // ends a meter inside of the bubble
	hull.MassKilograms = 1000
	ship := s.ship(s.space, hull, geom.Vec3{X: 5, Y: 1.9, Z: 5}, at(0, 0, 0))
	crate := s.body(ship.frame, loose(physics.NewBox(0.4, 0.4, 0.4)), going(at(0, 1.6, 0), 0, -0.5, 0))
	s.steps(2)
	s.wantGhosts("on the hull", crate, s.space)
	if g := s.ghosts(crate)[0]; g.Role != jolt.RoleGhost {
		t.Errorf("the ghost is %+v", g)
	}
	s.steps(60)
	if v := s.tree.Local(ship.frame).Velocity; v.Length() > 1e-6 {
		t.Errorf("the ship goes at %v", v)
	}
	s.wantEvents("on the hull", 1, 0, meeting{ship.entity, crate, ship.frame})
}

// What rests on the ghost of a parked ship's hull keeps its one contact when the ship is let go, and when it parks again.
func TestContactWithAHullsGhostOutlivesChangesOfMotion(t *testing.T) {
	s := newSky(t)
	parked := s.ship(s.space, physics.Body(physics.NewBox(3, 0.5, 3), physics.Static), ring(6), at(0, -0.5, 0))
	room := s.room(s.space, ring(6), at(0, 4, 0))
	s.tree.SetGravity(room.frame, standardGravity)
	s.steps(2)
	box := s.body(room.frame, crate(), at(0, -3.7, 0))
	s.steps(120)
	s.wantEvents("asleep on the hull", 1, 0, meeting{parked.entity, box, room.frame})
	if g := s.ghosts(parked.entity); len(g) != 1 || !g[0].Still || s.states[box.Index].Awake {
		t.Fatalf("the ghosts are %+v, and the crate is awake: %v", g, s.states[box.Index].Awake)
	}
	for _, m := range []physics.BodyMotion{physics.Dynamic, physics.Static, physics.Kinematic, physics.Static} {
		s.motions[parked.entity.Index] = m
		s.steps(40)
		s.wantEvents(m.String(), 1, 0, meeting{parked.entity, box, room.frame})
		if g := s.ghosts(parked.entity); len(g) != 1 || g[0].Still != (m == physics.Static) {
			t.Errorf("%v: the ghosts are %+v", m, g)
		}
	}
	if p := s.states[box.Index].Pose.Position; math.Abs(p.Y+3.75) > 0.01 {
		t.Errorf("the crate is at %v, want on the hull", p)
	}
}

// Two crates that slide in touch cross an edge one after the other, in and out, and stay one contact; so does each with the floor.
func TestTouchingBodiesCrossOneAfterTheOtherAsOneContact(t *testing.T) {
	s := newSky(t)
	s.tree.SetGravity(s.space, standardGravity)
	floor := s.body(s.space, physics.Body(physics.NewBox(40, 0.5, 5), physics.Static), at(0, -0.5, 0))
	room := s.room(s.space, ring(5), at(0, 1, 0))
	s.steps(2)
	ice := crate()
	ice.Friction, ice.LinearDampingPerSecond = 0, 0
	front := s.body(s.space, ice, going(at(-8, 0.25, 0), 5, 0, 0))
	rear := s.body(s.space, ice, going(at(-8.5, 0.25, 0), 5, 0, 0))
	s.steps(240)
	s.wantHandOffs("after the slide", room.frame, room.frame, s.space, s.space)
	s.wantEvents("after the slide", 3, 0, meeting{floor, front, s.space}, meeting{floor, rear, s.space}, meeting{front, rear, s.space})
	gap := s.stateIn(front, s.space).Pose.Position.X - s.stateIn(rear, s.space).Pose.Position.X
	if math.Abs(gap-0.5) > 0.01 {
		t.Errorf("they are %v m apart", gap)
	}
}

// A static body that gets other groups, which its neighbors still meet, is no other body to them, through its ghost either.
func TestContactGoesOnThroughAGhostWithOtherGroups(t *testing.T) {
	s := newSky(t)
	ship := s.room(s.space, ring(8), at(0, 0, 0))
	slab := s.body(s.space, physics.Body(physics.NewBox(1, 0.5, 1), physics.Static), at(6, 0, 0))
	crate := s.body(ship.frame, loose(physics.NewBox(0.3, 0.3, 0.3)), at(6, 0.8, 0))
	press := func() {
		in := s.intend(crate)
		in.Parts, in.Force = physics.HasForce, geom.Vec3f{Y: -500}
		s.step()
	}
	for range 5 {
		press()
	}
	s.wantEvents("on the ghost", 1, 0, meeting{slab, crate, ship.frame})
	in := s.intend(slab)
	in.Parts, in.Collision = physics.HasCollision, physics.Collision{Groups: physics.Solid | 2, Mask: physics.Solid}
	for range 10 {
		press()
	}
	s.wantEvents("with other groups", 1, 0, meeting{slab, crate, ship.frame})
	in = s.intend(slab)
	in.Parts, in.Collision = physics.HasCollision, physics.Collision{Groups: 2, Mask: 2}
	for range 10 {
		press()
	}
	s.wantEvents("with groups that it does not meet", 1, 1, meeting{slab, crate, ship.frame})
	if y := s.states[crate.Index].Pose.Position.Y; y > 0.79 {
		t.Errorf("the crate is at %v m and does not fall through", y)
	}
}

// What sticks out of a bubble has a ghost in the parent that meets no hull. So the hull of a ship has one where it can reach what
// sticks out, also where it is clear of the bubble.
func TestDynamicHullHasAGhostWhereItReachesTheContent(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(5), at(0, 0, 0))
	s.body(room.frame, loose(physics.NewSphere(0.5)), at(5, 0, 0))
	far := s.ship(s.space, loose(physics.NewSphere(1)), geom.Vec3{}, at(6.6, 0, 0))
	near := s.ship(s.space, loose(physics.NewSphere(1)), geom.Vec3{}, at(-6.4, 0, 0))
	s.steps(2)
	s.wantGhosts("beyond the content", far.entity)
	s.wantGhosts("within the content's reach", near.entity, room.frame)
}

// A ghost that jumps wakes what slept on it, as its real body does where it is.
func TestGhostThatJumpsWakesWhatSleptOnIt(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(8), at(0, 0, 0))
	s.tree.SetGravity(room.frame, standardGravity)
	slab := s.ship(s.space, physics.Body(physics.NewBox(1, 0.5, 1), physics.Kinematic), geom.Vec3{}, at(6, 0, 0))
	s.step() // the slab's ghost comes
	box := s.body(room.frame, crate(), at(6, 1.1, 0))
	s.steps(150)
	if s.states[box.Index].Awake {
		t.Fatalf("the crate is awake: %+v", s.states[box.Index])
	}
	in := s.intend(slab.entity)
	in.Parts, in.Teleport = physics.HasTeleport, geom.At(geom.Vec3{X: 6, Z: 5})
	s.steps(30)
	if y := s.states[box.Index].Pose.Position.Y; y > 0.5 {
		t.Errorf("the crate hangs at %v m where the slab was", y)
	}
}
