package jolt_test

import (
	"math"
	"slices"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
)

// meeting is who touch, in the order of their slots, and in whose system they are told to.
type meeting struct {
	a, b handle.Entity
	in   handle.Frame
}

// wantEvents compares the contacts since the start: how many, and whose.
func (b *bench) wantEvents(when string, started, ended int, of ...meeting) {
	b.t.Helper()
	compareEvents(b.t, when, b.started, b.ended, started, ended, of)
}

// compareEvents compares how many contacts started and ended, and whose they are: one meeting is that of all of them, else there is
// one for each start, in order. An end may come from another system than the start did.
func compareEvents(t testing.TB, when string, starts []physics.Contact, ends []physics.ContactEnd, started, ended int, of []meeting) {
	t.Helper()
	if len(starts) != started || len(ends) != ended {
		t.Fatalf("%s: %d contacts started and %d ended, want %d and %d\n%+v\n%+v",
			when, len(starts), len(ends), started, ended, starts, ends)
	}
	if started > 0 && len(of) != 1 && len(of) != started {
		t.Fatalf("%s: the test names %d meetings for %d starts", when, len(of), started)
	}
	for i := range starts {
		got := meeting{starts[i].A, starts[i].B, starts[i].Frame}
		if want := of[i%len(of)]; got != want {
			t.Errorf("%s: contact %d is %+v, want %+v", when, i, got, want)
		}
	}
	for i := range ends {
		if !slices.ContainsFunc(of, func(m meeting) bool { return m.a == ends[i].A && m.b == ends[i].B }) {
			t.Errorf("%s: end %d is %+v, want one of %+v", when, i, ends[i], of)
		}
	}
}

// A landing is one contact, told once with the place, the normal and the speed; falling asleep and waking end nothing;
// leaving the floor ends it, and landing again starts another.
func TestContactIsToldOncePerTouch(t *testing.T) {
	b := newBench(t, 1)
	floor := b.floor(0)
	crate := b.spawn(0, crate(), place(0, 1.25, 0))
	b.steps(20)
	b.wantEvents("in the air", 0, 0)
	b.steps(180)
	b.wantEvents("after the landing", 1, 0, meeting{floor, crate, frameAt(0)})
	c := b.started[0]
	if !near(c.Normal.Double(), geom.UnitY, 1e-3) {
		t.Errorf("the normal from the floor to the crate is %v, want up", c.Normal)
	}
	if math.Abs(c.Point.Y) > 0.05 || math.Abs(c.Point.X) > 0.3 || math.Abs(c.Point.Z) > 0.3 {
		t.Errorf("the crate touched the floor at %v", c.Point)
	}
	// It fell 1 m: sqrt(2 g h), less the damping of 5 % per second over 0.45 s, and up to a step of gravity more, which the
	// step of the touch has added before it closes the gap.
	fall := math.Sqrt(2 * 9.81)
	if v := float64(c.ApproachMetersPerSecond); v < 0.95*fall || v > fall+9.81/60 {
		t.Errorf("it closed at %v m/s, want about %v", v, fall)
	}
	const mass = 0.5 * 0.5 * 0.5 * 1000 // the floor does not yield, so the reduced mass is the crate's
	if got, want := c.ImpulseNewtonSeconds, c.ApproachMetersPerSecond*mass; math.Abs(float64(got/want-1)) > 1e-5 {
		t.Errorf("the impulse is %v N s, want the approach times %v kg: %v", got, mass, want)
	}
	if b.at(crate).Awake {
		t.Fatal("the crate is awake after 3 s")
	}

	nudge := b.intend(crate)
	nudge.Parts, nudge.Impulse = physics.HasImpulse, geom.Vec3f{X: 5}
	b.step()
	if !b.at(crate).Awake {
		t.Fatal("the nudge woke nothing")
	}
	b.steps(180)
	b.wantEvents("after waking and falling asleep again", 1, 0, meeting{floor, crate, frameAt(0)})

	lift := b.intend(crate)
	lift.Parts, lift.Velocity = physics.HasVelocity, geom.Vec3f{Y: 4}
	b.steps(20)
	b.wantEvents("in the air again", 1, 1, meeting{floor, crate, frameAt(0)})
	if e := b.ended[0]; e.Frame != frameAt(0) {
		t.Errorf("the end is in %v", e.Frame)
	}
	b.steps(180)
	b.wantEvents("after the second landing", 2, 1, meeting{floor, crate, frameAt(0)})
}

// A frame that steps on for another body drops the contacts of sleepers in Jolt; they are held.
func TestContactOfSleepersIsHeldWhileOthersMove(t *testing.T) {
	b := newBench(t, 1)
	floor := b.floor(0)
	crate := b.spawn(0, crate(), place(0, 0.25, 0))
	b.spawn(0, physics.Body(physics.NewSphere(0.5), physics.Dynamic), place(20, 1000, 0))
	b.steps(200)
	if b.at(crate).Awake {
		t.Fatal("the crate is awake")
	}
	b.wantEvents("asleep while a ball falls", 1, 0, meeting{floor, crate, frameAt(0)})
	nudge := b.intend(crate)
	nudge.Parts, nudge.Impulse = physics.HasImpulse, geom.Vec3f{X: 5}
	b.steps(5)
	b.wantEvents("awake again", 1, 0, meeting{floor, crate, frameAt(0)})

	b.steps(200)
	lift := b.intend(crate)
	lift.Parts, lift.Teleport = physics.HasTeleport, place(0, 5, 0)
	b.step()
	b.wantEvents("teleported off the floor", 1, 1, meeting{floor, crate, frameAt(0)})
}

// Jolt finds a pair at 2 cm already. A ball that flies by at 1 cm touches nothing, and one that comes nearer does.
func TestNearMissStartsNoContact(t *testing.T) {
	b := newBench(t, 1)
	b.in.Frames[0].Gravity = field.Gravity{}
	floor := b.floor(0)
	ball := b.spawn(0, physics.Body(physics.NewSphere(0.25), physics.Dynamic), place(-5, 0.26, 0))
	fly := b.intend(ball)
	fly.Parts, fly.Velocity = physics.HasVelocity, geom.Vec3f{X: 5}
	b.steps(120)
	b.wantEvents("flying 1 cm above the floor", 0, 0)
	dive := b.intend(ball)
	dive.Parts, dive.Velocity = physics.HasVelocity, geom.Vec3f{X: 5, Y: -0.05}
	b.steps(10) // 1 cm at 5 cm/s takes 0.2 s; a touch starts at 1 mm, after 0.18 s
	b.wantEvents("diving, not there yet", 0, 0)
	b.steps(3)
	b.wantEvents("at the floor", 1, 0, meeting{floor, ball, frameAt(0)})
	if gap := b.started[0].GapMeters; gap > 0.001 {
		t.Errorf("the contact started at a gap of %v m", gap)
	}
}

// A body of several parts on the floor is one contact, and so are its later touches with other parts.
func TestContactOfManyPartsIsOne(t *testing.T) {
	b := newBench(t, 1)
	floor := b.floor(0)
	leg := physics.NewBox(0.1, 0.5, 0.1)
	chair := physics.NewCompound(
		physics.Part{Shape: physics.NewBox(1, 0.1, 1), Pose: place(0, 0.6, 0)},
		physics.Part{Shape: leg, Pose: place(-0.8, 0, -0.8)}, physics.Part{Shape: leg, Pose: place(0.8, 0, -0.8)},
		physics.Part{Shape: leg, Pose: place(-0.8, 0, 0.8)}, physics.Part{Shape: leg, Pose: place(0.8, 0, 0.8)},
	)
	tilted := place(0, 1.5, 0)
	tilted.Rotation = geom.AxisAngle(geom.UnitX, 0.3)
	seat := b.spawn(0, physics.Body(chair, physics.Dynamic), tilted)
	b.steps(300)
	b.wantEvents("standing", 1, 0, meeting{floor, seat, frameAt(0)})
}

// A contact ends when one of its bodies goes, also when both sleep, and names who is gone.
func TestContactEndsWithItsBody(t *testing.T) {
	b := newBench(t, 1)
	floor := b.floor(0)
	crate := b.spawn(0, crate(), place(0, 0.25, 0))
	b.steps(120)
	b.wantEvents("asleep", 1, 0, meeting{floor, crate, frameAt(0)})
	b.destroy(crate)
	b.step()
	b.wantEvents("destroyed", 1, 1, meeting{floor, crate, frameAt(0)})
	b.steps(5)
	b.wantEvents("later", 1, 1, meeting{floor, crate, frameAt(0)})
}

// A, the body of the lower slot, is told first, and the normal leads from it to B, whichever Jolt takes first.
func TestContactNamesTheLowerSlotFirst(t *testing.T) {
	for _, c := range []struct {
		name  string
		order []float64 // the places of the two balls along x, in the order of their spawn
	}{{"left-first", []float64{-1, 1}}, {"right-first", []float64{1, -1}}} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, 1)
			b.in.Frames[0].Gravity = field.Gravity{}
			var balls []handle.Entity
			// Staged in the reverse order of their slots, so that Jolt's ids run against them.
			for _, x := range c.order {
				balls = append(balls, b.add(0, physics.Body(physics.NewSphere(0.5), physics.Dynamic), place(x, 0, 0)))
			}
			made := b.changes.BodiesMade
			made[0], made[1] = made[1], made[0]
			b.apply()
			for i, x := range c.order {
				in := b.intend(balls[i])
				in.Parts, in.Velocity = physics.HasVelocity, geom.Vec3f{X: float32(-x)}
			}
			b.steps(60)
			b.wantEvents("met", 1, 0, meeting{balls[0], balls[1], frameAt(0)})
			contact := b.started[0]
			want := geom.Vec3{X: -c.order[0]} // from the first to the second
			if !near(contact.Normal.Double(), want, 1e-3) {
				t.Errorf("the normal is %v, want %v", contact.Normal, want)
			}
			// Two equal masses have half of one as their reduced mass, and they close at 2 m/s, damped a little.
			mass := 4.0 / 3 * math.Pi * 0.125 * 1000
			if got := float64(contact.ImpulseNewtonSeconds); math.Abs(got/(2*mass/2)-1) > 0.05 {
				t.Errorf("the impulse is %v N s, want about %v", got, 2*mass/2)
			}
		})
	}
}

// A bounce that would rise less than 4 cm does not happen under gravity; a higher one does, and without a pull toward the
// surface every bounce does.
func TestLeastRebound(t *testing.T) {
	for _, c := range []struct {
		name    string
		gravity field.Gravity
		height  float64 // of the fall, in m; without gravity the speed is 1.5 m/s
		bounces bool
	}{
		// 0.1 m: 1.40 m/s, times 0.5, less a step of gravity: 0.54 m/s, which rises 1.5 cm.
		{"low", standardGravity, 0.1, false},
		// 1 m: 4.43 m/s, times 0.5, less a step of gravity: 2.05 m/s, which rises 21 cm.
		{"high", standardGravity, 1, true},
		{"weightless", field.Gravity{}, 0.1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, 1)
			b.in.Frames[0].Gravity = c.gravity
			b.floor(0)
			ball := physics.Body(physics.NewSphere(0.25), physics.Dynamic)
			ball.Restitution = 0.5
			e := b.spawn(0, ball, place(0, 0.25+c.height, 0))
			if c.gravity.IsNone() {
				in := b.intend(e)
				in.Parts, in.Velocity = physics.HasVelocity, geom.Vec3f{Y: -1.5}
			}
			fastest := 0.0
			for range 60 {
				b.step()
				fastest = max(fastest, b.at(e).Velocity.Y)
			}
			if bounced := fastest > 0.3; bounced != c.bounces {
				t.Errorf("the fastest rise is %v m/s, want a bounce: %v", fastest, c.bounces)
			}
		})
	}
}

// Bodies whose masks do not meet pass through each other, and a changed mask counts from the next step on, also for a
// body that sleeps.
func TestCollisionGroupsDecideWhoTouches(t *testing.T) {
	b := newBench(t, 1)
	floor := b.floor(0)
	passing := crate()
	passing.Collision = physics.Collision{Groups: 2, Mask: 2}
	ghostly := b.spawn(0, passing, place(0, 0.5, 0))
	solid := b.spawn(0, crate(), place(5, 0.25, 0))
	b.steps(120)
	if y := b.at(ghostly).Pose.Position.Y; y > -1 {
		t.Errorf("a crate of another group stands on the floor at %v m", y)
	}
	if b.at(solid).Awake {
		t.Fatal("the solid crate is awake")
	}
	in := b.intend(solid)
	in.Parts, in.Collision = physics.HasCollision, passing.Collision
	b.steps(60)
	if y := b.at(solid).Pose.Position.Y; y > -1 {
		t.Errorf("the crate that left the floor's group is still at %v m", y)
	}
	b.wantEvents("after the fall through the floor", 1, 1, meeting{floor, solid, frameAt(0)})
}
