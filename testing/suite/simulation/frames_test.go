package simulation_test

import (
	"math"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldtest"
)

// room makes a frame in another one, a quarter turn about +Y: its +X is the other's -Z.
func room(t *testing.T, w *simulation.World, in handle.Frame, x float64) (handle.Frame, handle.Entity) {
	t.Helper()
	owner := worldtest.Spawn(t, w, simulation.SpawnDesc{
		Frame: in, Pose: geom.Pose{Position: geom.Vec3{X: x}, Rotation: geom.AxisAngle(geom.UnitY, math.Pi/2)},
		Owns: new(simulation.FrameSpec),
	})
	f, _ := w.FrameOf(owner)
	return f, owner
}

// A ball that flies and turns in a room goes on as it was when the room dies, with the groups that it has by then; so does a
// block that sleeps there, and the ball bounces off it.
func TestBodiesOfADyingFrameGoOnInTheOneAbove(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	root, _ := worldtest.Frame(t, w, 0)
	f, owner := room(t, w, root, 10)
	only := physics.Collision{Groups: 2, Mask: 2}
	var hits []message.Collision
	d := without(worldtest.Body(f, geom.Vec3{}, physics.NewSphere(0.5), physics.Dynamic, &worldtest.Actor{
		Hears: []message.AnyToken{message.Spawns, message.Collisions},
		Do: func(self *simulation.Self, events *message.List, _ *message.Outbox) {
			for range message.Spawns.In(events) {
				self.Body().SetCollision(only)
			}
			for hit := range message.Collisions.In(events) {
				hits = append(hits, *hit)
			}
		},
	}))
	d.Velocity, d.AngularVelocity = geom.Vec3{X: 6}, geom.Vec3f{X: 3}
	ball := worldtest.Spawn(t, w, d)
	other := worldtest.Body(f, geom.Vec3{X: 2}, physics.NewBox(0.5, 0.5, 0.5), physics.Static) // solid: the ball passes it
	worldtest.Spawn(t, w, other)
	block := worldtest.Body(f, geom.Vec3{X: 6.5}, physics.NewBox(0.5, 3, 3), physics.Static)
	block.Body.Collision = only
	wall := worldtest.Spawn(t, w, block)
	worldtest.Tick(w, 10)
	before, _ := w.Snapshot().StateIn(ball, root)
	if err := w.Destroy(owner); err != nil {
		t.Fatal(err)
	}
	now := worldtest.Where(t, w, ball)
	if d := now.Pose.Position.Sub(before.Pose.Position).Length(); now.Frame != root || d > 1e-12 {
		t.Errorf("the ball is in %v, %v m from where it was", now.Frame, d)
	}
	if v := now.Velocity.Sub(geom.Vec3{Z: -6}).Length(); v > 1e-6 {
		t.Errorf("the ball flies at %v", now.Velocity)
	}
	if v := now.AngularVelocity.Sub(geom.Vec3f{Z: -3}).Length(); v > 1e-6 {
		t.Errorf("the ball turns at %v", now.AngularVelocity)
	}
	worldtest.Tick(w, 40) // 6 m/s for 50/60 s is 5 m, to the wall's face at 6 m less the radius
	want := geom.Vec3{X: 10, Z: -(6 * 50 / 60.0)}
	if at := worldtest.Where(t, w, ball).Pose.Position; at.Sub(want).Length() > 1e-4 {
		t.Errorf("the ball is at %v, want %v: it has passed what is solid", at, want)
	}
	worldtest.Tick(w, 10)
	if len(hits) != 1 || hits[0].Other != wall || hits[0].Frame != root {
		t.Errorf("the ball hit %+v, want the wall once", hits)
	}
}

// Two jets at the ends of a beam that push against each other turn it and move it nowhere. With a force F at each end of the
// lever r the torque is 2 F r, and after a time t the beam turns at 2 F r t / I.
func TestJetsAtTheEndsTurnABeam(t *testing.T) {
	const force, lever, n = 5.0, 2.0, 30
	w := worldtest.New(t, simulation.Options{})
	f, _ := worldtest.Frame(t, w, 0)
	d := without(worldtest.Body(f, geom.Vec3{X: 3}, physics.NewBox(2, 0.5, 0.5), physics.Dynamic))
	d.Body.MassKilograms = 12
	beam := worldtest.Spawn(t, w, d)
	for _, side := range []float64{1, -1} {
		worldtest.Spawn(t, w, simulation.SpawnDesc{
			AttachTo: beam, Offset: geom.At(geom.Vec3{X: side * lever}),
			Components: []simulation.Component{worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
				if self.Tick() < n {
					nozzle := self.Pose()
					self.Body().AddForce(nozzle.Rotation.Rotate(geom.Vec3{Y: side * force}).Single())
				}
			})},
		})
	}
	worldtest.Tick(w, n+1) // the push of a tick acts in the step of the next
	// I about Z of a box 4 × 1 × 1 m of 12 kg: m (4² + 1²) / 12 = 17 kg m².
	want := 2 * force * lever * n / 60 / 17
	got := worldtest.Where(t, w, beam)
	if off := math.Abs(float64(got.AngularVelocity.Z) - want); off > 2e-3*want || math.Abs(float64(got.AngularVelocity.X))+math.Abs(float64(got.AngularVelocity.Y)) > 1e-5 {
		t.Errorf("the beam turns at %v, want %v rad/s about +Z", got.AngularVelocity, want)
	}
	if got.Pose.Position != (geom.Vec3{X: 3}) || got.Velocity != (geom.Vec3{}) {
		t.Errorf("the beam has moved to %v and flies at %v", got.Pose.Position, got.Velocity)
	}
}
