package simulation_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldtest"
)

// settle fills a frame with a floor and some hundred things in several chunks that push, spawn, turn lamps and send
// messages in ticks. Two frames with the same seed hold the same.
func settle(tb testing.TB, w *simulation.World, f handle.Frame, seed int) {
	tb.Helper()
	worldtest.Floor(tb, w, f)
	box, ball := physics.NewBox(0.25, 0.25, 0.25), physics.NewSphere(0.2)
	for i := range 250 {
		i += seed
		place := geom.Vec3{X: float64(i%10) * 0.7, Y: 0.3 + 0.8*float64(i/50%5), Z: float64(i/10%5) * 0.7}
		worldtest.Spawn(tb, w, worldtest.Body(f, place, box, physics.Dynamic,
			worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
				if (int(self.Tick())+i)%40 == 0 {
					self.Body().AddImpulse(geom.Vec3f{X: float32(i%7 - 3), Y: 60, Z: float32(i%5 - 2)})
				}
				if (int(self.Tick())+i)%60 == 7 {
					toss(tb, self, ball, i)
				}
			})))
	}
}

// toss spawns a ball above the thrower that asks to go after a second.
func toss(tb testing.TB, self *simulation.Self, ball physics.Shape, i int) {
	above := self.Pose().Position.Add(geom.Vec3{Y: 1})
	born := self.Tick() + 1
	d := worldtest.Body(self.Frame(), above, ball, physics.Dynamic,
		worldtest.EveryTick(func(child *simulation.Self, out *message.Outbox) {
			if child.Tick() == born+60 {
				message.Destroys.Send(out, message.To(child.Entity()), message.Destroy{})
			}
		}))
	d.Velocity = geom.Vec3{X: float64(i % 3), Y: 5}
	if _, err := self.Spawn(&d); err != nil {
		tb.Error(err)
	}
}

// TestStateIsTheSameForEveryWorkerCount covers handles of spawns in ticks, inboxes and the motion of two frames.
func TestStateIsTheSameForEveryWorkerCount(t *testing.T) {
	run := func(workers int) []string {
		w := worldtest.New(t, simulation.Options{Workers: workers})
		for i := range 2 {
			f, _ := worldtest.Frame(t, w, worldtest.EarthGravity)
			settle(t, w, f, i)
		}
		w.RecordRouted(true)
		var states []string
		for range 5 {
			worldtest.Tick(w, 40)
			states = append(states, worldtest.State(w))
			w.ClearRouted()
		}
		return states
	}
	want := run(1)
	for _, workers := range []int{1, 2, 8} {
		for i, got := range run(workers) {
			if got != want[i] {
				t.Fatalf("%d workers, after %d ticks: %s", workers, 40*(i+1), worldtest.FirstDifference(got, want[i]))
			}
		}
	}
}

// TestFramesSideBySideEachEqualTheSingleRun steps what is alone in one world beside another frame in a second world.
func TestFramesSideBySideEachEqualTheSingleRun(t *testing.T) {
	pull := func(y float64) simulation.SpawnDesc {
		return simulation.SpawnDesc{Owns: &simulation.FrameSpec{
			Gravity: field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: y}}),
		}}
	}
	owners := []simulation.SpawnDesc{pull(-worldtest.EarthGravity), pull(-1.62)}
	const ticks = 120
	var alone [][]worldtest.Motion
	for seed := range owners {
		w := worldtest.New(t, simulation.Options{Workers: 1})
		f, _ := w.FrameOf(worldtest.Spawn(t, w, owners[seed]))
		settle(t, w, f, seed)
		worldtest.Tick(w, ticks)
		alone = append(alone, worldtest.MotionsIn(w, f))
	}
	for _, workers := range []int{1, 2, 8} {
		t.Run(fmt.Sprintf("workers-%d", workers), func(t *testing.T) {
			w := worldtest.New(t, simulation.Options{Workers: workers})
			var frames []handle.Frame
			for seed := range owners {
				f, _ := w.FrameOf(worldtest.Spawn(t, w, owners[seed]))
				frames = append(frames, f)
				settle(t, w, f, seed)
			}
			worldtest.Tick(w, ticks)
			for seed, f := range frames {
				if diff := cmp.Diff(alone[seed], worldtest.MotionsIn(w, f)); diff != "" {
					t.Errorf("frame %d differs from the run of it alone:\n%.600s", seed, diff)
				}
			}
		})
	}
}
