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

// spinning describes the owner of a frame without a body that turns in place, from its first step on.
func spinning(in handle.Frame, radiansPerSecond, bubbleMeters float64) simulation.SpawnDesc {
	turn := motion.Sample{Pose: geom.IdentityPose, AngularVelocity: geom.Vec3{Y: radiansPerSecond}}
	on := worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) { self.MoveOnRails(turn) })
	return simulation.SpawnDesc{
		Frame: in, Pose: geom.IdentityPose, FirstMove: motion.IntentOfSample(turn), Components: []simulation.Component{on},
		Owns: &simulation.FrameSpec{Bounds: geom.Vec3{X: bubbleMeters, Y: bubbleMeters, Z: bubbleMeters}},
	}
}

// The angular velocities of 50 frames in each other add up to more than a float holds, which once left an infinite one in the rows of
// what was in them.
func TestWhatLeavesManyFramesThatSpinStaysFinite(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	in, _ := worldtest.Frame(t, w, 0)
	var owners []handle.Entity
	for range 50 {
		d := spinning(in, 1e37, 100)
		owner, f := spawnShip(t, w, d)
		owners, in = append(owners, owner), f
	}
	worldtest.Spawn(t, w, without(worldtest.Body(in, geom.Vec3{X: 1}, physics.NewSphere(0.2), physics.Dynamic)))
	worldtest.Spawn(t, w, simulation.SpawnDesc{Frame: in, Pose: geom.At(geom.Vec3{X: 3})})
	worldtest.Spawn(t, w, ship(in, geom.Vec3{X: 20}, physics.Dynamic))
	worldtest.Spawn(t, w, ship(in, geom.Vec3{X: 40}, physics.Kinematic))
	worldtest.Tick(w, 3)
	for _, owner := range owners {
		if err := w.Destroy(owner); err != nil {
			t.Fatal(err)
		}
		expectFinite(t, w)
	}
	worldtest.Tick(w, 3)
	expectFinite(t, w)
}

// The velocity over a step that damping leaves next to nothing of was once infinite, which the world took for a bug of physics.
func TestBodyWithEndlessDampingCrossesIntoAFrameThatSpins(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	_, into := spawnShip(t, w, spinning(space, 1e5, 5))
	d := without(worldtest.Body(space, geom.Vec3{X: 1}, physics.NewSphere(0.2), physics.Dynamic))
	d.Body.LinearDampingPerSecond, d.Body.AngularDampingPerSecond = math.MaxFloat32, math.MaxFloat32
	e := worldtest.Spawn(t, w, d)
	worldtest.Tick(w, 3)
	expectFinite(t, w)
	if got := worldtest.Where(t, w, e).Frame; got != into {
		t.Errorf("it is in frame %v, want %v", got, into)
	}
}

// A frame at rest in a gravity reads that reversed, and passes it on to what is in it beside its own. Each of these is what physics takes
// at most; their sums are more.
func TestGravitiesOfNestedFramesAddUpToNumbers(t *testing.T) {
	w := worldtest.NewLoose(t, simulation.Options{}) // physics tells in each tick that it takes no such proper acceleration
	in, _ := worldtest.Frame(t, w, 0)
	root := in
	for range 50 {
		d := simulation.SpawnDesc{Frame: in, Pose: geom.IdentityPose, Owns: &simulation.FrameSpec{Gravity: pullDown(physics.StrongestGravity)}}
		_, in = spawnShip(t, w, d)
	}
	expectError(t, "endless", w.SetFrameGravity(root, pullDown(1e308)), "above 1e37")
	worldtest.Tick(w, 60)
	for f := range w.Frames().All() {
		if felt := w.Frames().ProperAcceleration(f); !felt.Finite() {
			t.Fatalf("frame %v reads %v", f, felt)
		}
	}
}

// The momentum of what a sweep meets was once no float, which left NaN in the body for good.
func TestKinematicSweepLeavesTheHeaviestBodiesFinite(t *testing.T) {
	for _, kilograms := range []float64{1e20, 1e26, physics.HeaviestBodyKilograms} {
		for _, meters := range []float64{1e4, 1e7, 1e10, 8e14} {
			w := worldtest.New(t, simulation.Options{})
			space, _ := worldtest.Frame(t, w, 0)
			heavy := without(worldtest.Body(space, geom.Vec3{}, physics.NewBox(1, 2, 1.5), physics.Dynamic))
			heavy.Body.MassKilograms = kilograms
			worldtest.Spawn(t, w, heavy)
			sweep := worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
				if self.Tick() == 1 {
					self.MoveKinematic(geom.At(geom.Vec3{X: meters}))
				}
			})
			box := worldtest.Spawn(t, w, worldtest.Body(space, geom.Vec3{X: -10}, physics.NewBox(10, 10, 10), physics.Kinematic, sweep))
			worldtest.Tick(w, 5)
			expectFinite(t, w)
			if got := worldtest.Where(t, w, box).Pose.Position.X; got != meters {
				t.Errorf("the sweep beside %g kg ended at %v m, want %v m", kilograms, got, meters)
			}
		}
	}
}
