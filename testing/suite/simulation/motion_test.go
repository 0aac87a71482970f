// Package simulation_test holds the tests of the world that need the real physics library.
package simulation_test

import (
	"math"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldtest"
)

// without is a body without damping, so that its path is known by heart.
func without(d simulation.SpawnDesc) simulation.SpawnDesc {
	d.Body.LinearDampingPerSecond, d.Body.AngularDampingPerSecond = 0, 0
	return d
}

func TestBallFallsOnItsParabola(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	f, _ := worldtest.Frame(t, w, worldtest.EarthGravity)
	d := without(worldtest.Body(f, geom.Vec3{Y: 100}, physics.NewSphere(0.5), physics.Dynamic))
	d.Velocity = geom.Vec3{X: 3}
	ball := worldtest.Spawn(t, w, d)
	const n = 60
	worldtest.Tick(w, n)
	// The spawn's velocity is that of an instant, so the place lies on the parabola; the velocity that a step reports is the
	// way of the step over its length, which is that of half a step before.
	h := float64(w.Rate().StepSeconds())
	got := worldtest.Where(t, w, ball)
	want := geom.Vec3{X: 3 * h * n, Y: 100 - worldtest.EarthGravity*h*h*n*n/2}
	// Jolt keeps velocities as floats: at 10 m/s a step rounds by at most 5e-7 m/s, and 60 of them add up.
	if d := got.Pose.Position.Sub(want).Length(); d > 60*60*5e-7*h {
		t.Errorf("after %d steps the ball is at %v, want %v, off by %v m", n, got.Pose.Position, want, d)
	}
	if v := got.Velocity.Y + worldtest.EarthGravity*h*(n-0.5); math.Abs(v) > 60*5e-7 {
		t.Errorf("the speed of the fall is off by %v m/s", v)
	}
}

func TestForceOfATickActsInTheStepOfTheNext(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	f, _ := worldtest.Frame(t, w, 0)
	d := without(worldtest.Body(f, geom.Vec3{}, physics.NewBox(0.5, 0.5, 0.5), physics.Dynamic,
		worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
			if self.Tick() == 1 {
				self.Body().AddForce(geom.Vec3f{X: 120})
				self.Body().AddForce(geom.Vec3f{X: 120})
				self.Body().AddImpulse(geom.Vec3f{Y: 2})
			}
		})))
	d.Body.MassKilograms = 2
	box := worldtest.Spawn(t, w, d)
	h := float64(w.Rate().StepSeconds())
	for i, want := range []geom.Vec3{{}, {}, {X: 120 * h, Y: 1}, {X: 120 * h, Y: 1}} {
		w.Tick()
		if got := worldtest.Where(t, w, box).Velocity; got.Sub(want).Length() > 1e-6 {
			t.Errorf("after tick %d the velocity is %v, want %v", i, got, want)
		}
	}
}

func TestKinematicBodyEndsEachStepAtItsEndPose(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	f, _ := worldtest.Frame(t, w, worldtest.EarthGravity)
	heightAt := func(seconds float64) float64 { return 1 + seconds*seconds }
	d := worldtest.Body(f, geom.Vec3{Y: heightAt(0)}, physics.NewBox(2, 0.1, 2), physics.Kinematic,
		worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
			self.MoveKinematic(geom.At(geom.Vec3{Y: heightAt(self.TimeAt(self.Tick() + 2))}))
		}))
	d.FirstMove = motion.IntentOfEndPose(motion.EndPose{Pose: geom.At(geom.Vec3{Y: heightAt(w.TimeAt(w.TickNumber() + 1))})})
	lift := worldtest.Spawn(t, w, d)
	load := worldtest.Spawn(t, w, worldtest.Body(f, geom.Vec3{Y: heightAt(0) + 0.6}, physics.NewBox(0.5, 0.5, 0.5), physics.Dynamic))
	for range 120 {
		w.Tick()
		got, want := worldtest.Where(t, w, lift).Pose.Position.Y, heightAt(w.Time())
		// Jolt reaches the pose by a float velocity over the step: at 4 m/s it rounds by 2.4e-7 m/s, 4e-9 m in a step.
		if math.Abs(got-want) > 1e-7 {
			t.Fatalf("at %v s the lift is at %v m, want %v", w.Time(), got, want)
		}
	}
	top := worldtest.Where(t, w, lift).Pose.Position.Y + 0.1
	if under := worldtest.Where(t, w, load).Pose.Position.Y - 0.5 - top; math.Abs(under) > 0.02 {
		t.Errorf("the load is %v m above the lift, want it to lie on it", under)
	}
}

func TestTeleportPutsABodyToRest(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	f, _ := worldtest.Frame(t, w, 0)
	d := without(worldtest.Body(f, geom.Vec3{}, physics.NewSphere(0.5), physics.Dynamic,
		worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
			if self.Tick() == 0 {
				self.Body().Teleport(geom.At(geom.Vec3{Y: 50}))
				self.Body().AddImpulse(geom.Vec3f{Z: 3 * 2})
			}
		})))
	d.Velocity, d.Body.MassKilograms = geom.Vec3{X: 6}, 2
	ball := worldtest.Spawn(t, w, d)
	worldtest.Tick(w, 2)
	h := float64(w.Rate().StepSeconds())
	got, want := worldtest.Where(t, w, ball), geom.Vec3{Y: 50, Z: 3 * h}
	if got.Pose.Position.Sub(want).Length() > 1e-6 || got.Velocity != (geom.Vec3{Z: 3}) {
		t.Errorf("one step after the teleport the ball is at %v with %v, want %v with 3 m/s", got.Pose.Position, got.Velocity, want)
	}
}

func TestSetCollisionLetsABodyFallThroughTheFloor(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	f, _ := worldtest.Frame(t, w, worldtest.EarthGravity)
	worldtest.Floor(t, w, f)
	crate := func(x float64, c ...simulation.Component) handle.Entity {
		return worldtest.Spawn(t, w, worldtest.Body(f, geom.Vec3{X: x, Y: 0.5}, physics.NewBox(0.5, 0.5, 0.5), physics.Dynamic, c...))
	}
	stays := crate(0)
	falls := crate(5, worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
		if self.Tick() == 10 {
			self.Body().SetCollision(physics.Collision{Groups: 2, Mask: 2})
		}
	}))
	worldtest.Tick(w, 12)
	if facts, _ := w.Snapshot().BodyOf(falls); facts.Collision != (physics.Collision{Groups: 2, Mask: 2}) {
		t.Errorf("the facts tell of %+v", facts.Collision)
	}
	worldtest.Tick(w, 60)
	if y := worldtest.Where(t, w, falls).Pose.Position.Y; y > -1 {
		t.Errorf("the crate that touches nothing is still at %v m", y)
	}
	if y := worldtest.Where(t, w, stays).Pose.Position.Y; math.Abs(y-0.5) > 0.01 {
		t.Errorf("the solid crate is at %v m", y)
	}
}
