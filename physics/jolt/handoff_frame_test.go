package jolt_test

import (
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// Whether a bubble meets what flies is foreseen by where the next step takes it: a dynamic hull for Jolt's float step, and a frame on
// rails for the tick, which is 7 µm less at 8,192 m/s.
func TestComingPlaceOfAFrameIsWhereItsStepTakesIt(t *testing.T) {
	const speed = 8192 // a power of two: Jolt's way of a step is exact
	if off := speed * (float64(rate.StepSeconds()) - rate.TickSeconds()); off < 7e-6 {
		t.Fatalf("the float step is off by %v m, too little to see", off)
	}
	s := newSky(t)
	ship := s.ship(s.space, loose(physics.NewSphere(1)), ring(3), going(at(0, 0, 0), speed, 0, 0))
	room := s.room(s.space, ring(3), at(0, 50, 0))
	wantComing := func(when string, from [2]geom.Pose) {
		t.Helper()
		for i, c := range []craft{ship, room} {
			if off := s.tree.Local(c.frame).Pose.Position.Sub(from[i].Position).Length(); off > 1e-9 {
				t.Errorf("step %d: %v craft %d was taken to end %v m from where it does", s.in.Tick, when, i, off)
			}
		}
	}
	coming := func() [2]geom.Pose { return [2]geom.Pose{s.backend.Coming(ship.frame), s.backend.Coming(room.frame)} }
	ride := func() {
		moveTo(s.intend(room.entity), geom.At(geom.Vec3{X: speed * s.in.TickSeconds * float64(s.in.Tick+1), Y: 50}))
	}
	ride()
	s.step()
	for range 20 {
		foreseen := coming()
		ride()
		s.step()
		wantComing("a step before,", foreseen)

		s.body(s.space, loose(physics.NewSphere(0.1)), going(at(0, -500, 0), 0, -speed, 0)) // so fast that its first step is looked at
		ride()
		s.prepare()
		items := s.backend.Prepare(&s.in)
		foreseen = coming()
		for i := range items {
			s.backend.Work(i)
		}
		s.backend.Finish(&s.out)
		s.take()
		wantComing("as the step began,", foreseen)
	}
}

// A frame that crosses goes on in a straight line, in and out of a frame that drifts.
func TestHandOffOfAFrameKeepsItsWay(t *testing.T) {
	for _, speed := range []float64{1, 100, 1000} {
		s := newSky(t)
		desc := loose(physics.NewSphere(1))
		desc.MassKilograms = 1e6
		room := s.ship(s.space, desc, ring(50), going(at(0, 0, 0), 0.2*speed, 0, 0))
		pod := s.ship(s.space, loose(physics.NewBox(1, 1, 1)), ring(3), going(at(-50-1.3*speed, 20, 7), speed, 0.1, 0))
		for len(s.handOffs) < 2 && s.in.Tick < 12000 {
			was, before := len(s.handOffs), s.tree.Local(pod.frame)
			home := s.home[pod.entity.Index]
			s.step()
			if len(s.handOffs) == was {
				continue
			}
			h := s.handOffs[was]
			before.Pose.Position = before.Pose.Position.AddScaled(before.Velocity, float64(s.in.StepSeconds))
			left, _ := s.tree.Relate(home, s.space)
			want := left.ToParent(&before)
			entered, _ := s.tree.Relate(h.To, s.space)
			after := entered.ToParent(&h.State)
			if off := after.Pose.Position.Sub(want.Pose.Position).Largest(); off > 1e-6 {
				t.Errorf("%v m/s, hand-off to %v: the place is off by %v m", speed, h.To, off)
			}
			if off := after.Velocity.Sub(want.Velocity).Largest(); off > 1e-7 {
				t.Errorf("%v m/s, hand-off to %v: the velocity is off by %v m/s", speed, h.To, off)
			}
			s.step()
			now, _ := s.tree.Relate(pod.frame, s.space)
			if off := now.Velocity.Sub(want.Velocity).Largest(); off > floatStep(speed) {
				t.Errorf("%v m/s, a step after the hand-off to %v: the velocity is off by %v m/s", speed, h.To, off)
			}
		}
		s.wantHandOffs("after the flight", room.frame, s.space)
	}
}

// coasted is the state after so many seconds without forces of a hull that turns about its center of mass, which is at the arm in its
// axes. What is told of its angular velocity is that of the whole step.
func coasted(from motion.State, arm geom.Vec3, end geom.Quat, seconds float64) motion.State {
	before, after := from.Pose.Rotation.Rotate(arm), end.Rotate(arm)
	center := from.Velocity.Add(from.AngularVelocity.Cross(before))
	return motion.State{
		Pose:     geom.Pose{Position: from.Pose.Position.Add(before).AddScaled(center, seconds).Sub(after), Rotation: end},
		Velocity: center.Sub(from.AngularVelocity.Cross(after)), AngularVelocity: from.AngularVelocity,
	}
}

// A hull that spins goes into a frame that turns at 0.3 rad/s, and out again: it keeps its line and its spin as seen from space. In
// the frame its spin turns backward, and its record has the angular acceleration of that.
func TestHandOffOfASpinningHullIntoAFrameThatTurnsKeepsItsWay(t *testing.T) {
	const turn = 0.3 // in rad/s
	for _, speed := range []float64{1, 100, 1000} {
		s := newSky(t)
		room := s.room(s.space, ring(50), at(0, 0, 0))
		start := going(at(-55-1.3*speed, 40, 7), speed, 0.1, 0)
		start.AngularVelocity = geom.Vec3{X: 0.5, Z: 0.2}
		pod := s.ship(s.space, loose(hammer()), ring(3), start)
		arm := s.backend.CenterOfMass(hammer())
		for len(s.handOffs) < 2 && s.in.Tick < 12000 {
			now := float64(s.in.Tick+1) * s.in.TickSeconds
			moveTo(s.intend(room.entity), geom.Pose{Rotation: geom.AxisAngle(geom.UnitY, turn*now)})
			was, before, home := len(s.handOffs), s.tree.Local(pod.frame), s.home[pod.entity.Index]
			s.step()
			if len(s.handOffs) == was {
				continue
			}
			h := s.handOffs[was]
			entered, _ := s.tree.Relate(h.To, s.space)
			left, _ := s.tree.Relate(home, s.space)
			after := entered.ToParent(&h.State)
			// It coasts in the axes of the frame that it leaves.
			want := coasted(before, arm, left.FromParent(&after).Pose.Rotation, float64(s.in.StepSeconds))
			want = left.ToParent(&want)
			if off := after.Pose.Position.Sub(want.Pose.Position).Largest(); off > 1e-6 {
				t.Errorf("%v m/s, hand-off to %v: the place is off by %v m", speed, h.To, off)
			}
			if off := after.Velocity.Sub(want.Velocity).Largest(); off > 1e-7 {
				t.Errorf("%v m/s, hand-off to %v: the velocity is off by %v m/s", speed, h.To, off)
			}
			if off := after.AngularVelocity.Sub(want.AngularVelocity).Largest(); off > 1e-12 {
				t.Errorf("%v m/s, hand-off to %v: the spin is off by %v rad/s", speed, h.To, off)
			}
			if h.To == room.frame {
				wantTurningRecord(t, &s.out, pod.frame, geom.Vec3{Y: turn}, &h.State)
			}
		}
		s.wantHandOffs("after the flight", room.frame, s.space)
	}
}

// wantTurningRecord compares the angular acceleration that the record of a free hull tells in a frame that turns: a spin that is
// steady in space turns backward in the frame's axes, by ω × that spin.
func wantTurningRecord(t *testing.T, out *physics.StepOutput, f handle.Frame, turn geom.Vec3, state *motion.State) {
	t.Helper()
	for i := range out.Frames {
		if r := &out.Frames[i]; r.Frame == f {
			want := state.AngularVelocity.Add(turn).Cross(turn)
			if off := r.Record.AngularAcceleration.Sub(want).Largest(); off > 1e-6 {
				t.Errorf("its angular acceleration is %v, want %v", r.Record.AngularAcceleration, want)
			}
			return
		}
	}
	t.Errorf("no record of frame %v", f)
}
