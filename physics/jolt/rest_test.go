package jolt_test

import (
	"math"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
)

// A crate that lies on a floor falls asleep within seconds, is not reported any more, and its frame has no work.
func TestCrateUnderGravityFallsAsleepAndStaysAsleep(t *testing.T) {
	b := newBench(t, 1)
	b.floor(0)
	crate := b.spawn(0, crate(), place(0, 1, 0))
	steps := 0
	for ; b.at(crate).Awake; steps++ {
		if steps == 600 {
			t.Fatal("the crate is still awake after 10 s")
		}
		b.step()
	}
	rest := *b.at(crate)
	if rest.Velocity != (geom.Vec3{}) || rest.AngularVelocity != (geom.Vec3f{}) {
		t.Errorf("the sleeping crate moves at %v, turns at %v", rest.Velocity, rest.AngularVelocity)
	}
	// The slop lets it sink 5 mm; the convex radius adds nothing on a flat face.
	if y := rest.Pose.Position.Y; y < 0.25-0.006 || y > 0.25+0.001 {
		t.Errorf("the crate rests at a height of %v m, want 0.25 m less at most the slop of 5 mm", y)
	}
	for range 600 {
		if items := b.backend.Prepare(&b.in); items != 0 {
			t.Fatalf("a frame that sleeps has %d work items", items)
		}
		b.backend.Finish(&b.out)
		if len(b.out.Bodies) != 0 {
			t.Fatalf("a sleeping crate is reported: %+v", b.out.Bodies[0])
		}
	}
}

// Gravity goes on acting on the sleepers of a frame that steps for another body, and wakes none of them.
func TestGravityWakesNoSleeper(t *testing.T) {
	b := newBench(t, 1)
	b.floor(0)
	crate := b.spawn(0, crate(), place(0, 0.25, 0))
	b.steps(120)
	if b.at(crate).Awake {
		t.Fatal("the crate is still awake after 2 s at rest")
	}
	rest := *b.at(crate)
	faller := b.spawn(0, physics.Body(physics.NewSphere(0.5), physics.Dynamic), place(20, 1000, 0))
	b.steps(300)
	if got := *b.at(crate); got != rest {
		t.Errorf("the sleeper changed from %+v to %+v", rest, got)
	}
	if !b.at(faller).Awake {
		t.Error("the falling ball sleeps")
	}
}

// A field that changes is felt by the sleepers too.
func TestChangedGravityWakesSleepers(t *testing.T) {
	b := newBench(t, 1)
	b.floor(0)
	crate := b.spawn(0, crate(), place(0, 0.25, 0))
	b.steps(120)
	if b.at(crate).Awake {
		t.Fatal("the crate is still awake")
	}
	b.in.Frames[0].Gravity = field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: 9.81}})
	b.steps(60)
	if y := b.at(crate).Pose.Position.Y; y < 4 {
		t.Errorf("after 1 s of gravity upward the crate is at %v m", y)
	}
}

// When the table goes, what lay on it falls, and what lies elsewhere sleeps on.
func TestBodiesAroundARemovedBodyWake(t *testing.T) {
	b := newBench(t, 1)
	b.floor(0)
	table := b.spawn(0, physics.Body(physics.NewBox(1, 0.5, 1), physics.Static), place(0, 0.5, 0))
	above := b.spawn(0, crate(), place(0, 1.25, 0))
	beside := b.spawn(0, crate(), place(10, 0.25, 0))
	b.steps(120)
	if b.at(above).Awake || b.at(beside).Awake {
		t.Fatal("the crates are still awake")
	}
	b.destroy(table)
	b.steps(90)
	if y := b.at(above).Pose.Position.Y; y > 0.3 {
		t.Errorf("the crate hangs at %v m where the table was", y)
	}
	if b.at(beside).Awake {
		t.Error("the far crate woke")
	}
}

// A static body that is teleported wakes what lay on it and what lies where it arrives.
func TestTeleportWakesBothPlaces(t *testing.T) {
	b := newBench(t, 1)
	b.floor(0)
	table := b.spawn(0, physics.Body(physics.NewBox(1, 0.5, 1), physics.Static), place(0, 0.5, 0))
	above := b.spawn(0, crate(), place(0, 1.25, 0))
	there := b.spawn(0, crate(), place(10, 0.25, 0))
	b.steps(120)
	in := b.intend(table)
	in.Parts, in.Teleport = physics.HasTeleport, place(10, 1.0, 0)
	b.step()
	if !b.at(above).Awake || !b.at(there).Awake {
		t.Errorf("awake at the old place: %v, at the new place: %v", b.at(above).Awake, b.at(there).Awake)
	}
	if got := b.at(table).Pose.Position; got != (geom.Vec3{X: 10, Y: 1}) {
		t.Errorf("the table is at %v", got)
	}
}

// A crate slides from rest on ice. Jolt's own threshold of 0.03 m/s lets a body sleep that stays within 0.03 m for half a second, which
// is the way of 0.24 m/s². Below standard gravity it follows the gravity, so 2.4 % of that are enough to stay awake, but no farther than
// to 0.001 m/s². Above standard gravity it is Jolt's own.
func TestSleepThresholdFollowsTheGravity(t *testing.T) {
	for _, c := range []struct{ gravity, limit float64 }{ // in m/s²
		{40, 0.24},
		{9.81, 0.24},
		{1.62, 0.24 * 1.62 / 9.81},
		{0.05, 0.24 * 0.05 / 9.81},
		{0.001, 0.24 * 0.001 / 9.81},
		{0.0002, 0.24 * 0.001 / 9.81},
	} {
		for _, share := range []float64{0.95, 1.1} { // of the limit
			b := newBench(t, 1)
			b.in.Frames[0].Gravity = field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{X: share * c.limit, Y: -c.gravity}})
			b.floor(0)
			ice := crate()
			ice.Friction, ice.LinearDampingPerSecond = 0, 0
			e := b.spawn(0, ice, place(0, 0.25, 0))
			b.steps(60)
			if awake := b.at(e).Awake; awake != (share > 1) {
				t.Errorf("in %v m/s² a crate under %v m/s² is awake after 1 s: %v", c.gravity, share*c.limit, awake)
			}
		}
	}
}

// In 0.01 m/s² a crate that falls from rest stays awake from the first step on.
func TestWeakGravityKeepsSlowMotionAwake(t *testing.T) {
	b := newBench(t, 1)
	b.in.Frames[0].Gravity = field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -0.01}})
	slow := crate()
	slow.LinearDampingPerSecond = 0
	e := b.spawn(0, slow, place(0, 1000, 0))
	b.steps(600)
	// Ten seconds of free fall from rest: half g t². Six hundred steps round the velocity to floats of at most 0.1 m/s.
	if fallen := 1000 - b.at(e).Pose.Position.Y; math.Abs(fallen-0.5) > 1e-6 {
		t.Errorf("the crate fell %v m in 10 s, want 0.5 m", fallen)
	}
	if !b.at(e).Awake {
		t.Error("the falling crate sleeps")
	}
}

// In the field of a sphere every body is pulled to its center, by the square of its distance.
func TestPointGravityPullsByPlace(t *testing.T) {
	b := newBench(t, 1)
	const mu, far = 4e5, 200.0 // 10 m/s² at 200 m
	b.in.Frames[0].Gravity = field.GravityOfPoint(field.Point{Mu: mu, RadiusMeters: 1})
	still := physics.Body(physics.NewSphere(0.5), physics.Dynamic)
	still.LinearDampingPerSecond = 0
	near1, far1 := b.add(0, still, place(far, 0, 0)), b.add(0, still, place(0, -2*far, 0))
	b.apply()
	b.step()
	dt := 0.5 * float64(rate.StepSeconds()) // a body that starts at rest covers half a step's worth of it
	if got, want := b.at(near1).Velocity.X, -mu/(far*far)*dt; got < want*1.0001 || got > want*0.9999 {
		t.Errorf("after one step the near body falls at %v m/s, want %v", got, want)
	}
	if got, want := b.at(far1).Velocity.Y, mu/(4*far*far)*dt; got > want*1.0001 || got < want*0.9999 {
		t.Errorf("after one step the far body falls at %v m/s, want %v", got, want)
	}
}
