package simulation_test

import (
	"runtime"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldtest"
)

// TestWarmTickWithForcesContactsAndMovesAllocatesNothing keeps everything awake, so that each tick crosses the seam with
// intents, motion, and contacts that start and end.
func TestWarmTickWithForcesContactsAndMovesAllocatesNothing(t *testing.T) {
	for _, workers := range []int{1, 4} {
		worldtest.QuietRuntime(t)
		w := worldtest.New(t, simulation.Options{Workers: workers, PublishSnapshots: true})
		f, _ := worldtest.Frame(t, w, worldtest.EarthGravity)
		worldtest.Floor(t, w, f)
		hits := make([]int, 130)
		for i := range hits {
			hop := &worldtest.Actor{
				Hears: []message.AnyToken{message.Ticks, message.Collisions, message.CollisionsEnded},
				Do: func(self *simulation.Self, events *message.List, out *message.Outbox) {
					for range message.Collisions.In(events) {
						hits[i]++
						self.Body().AddImpulse(geom.Vec3f{Y: 300})
					}
					self.Body().AddForce(geom.Vec3f{X: 1})
				},
			}
			place := geom.Vec3{X: float64(i%13)*3 - 20, Y: 0.5, Z: float64(i/13)*3 - 15}
			d := worldtest.Body(f, place, physics.NewSphere(0.25), physics.Dynamic, hop)
			worldtest.Spawn(t, w, d)
		}
		lift := worldtest.Body(f, geom.Vec3{Y: 30}, physics.NewBox(1, 0.1, 1), physics.Kinematic,
			worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
				self.MoveKinematic(geom.At(geom.Vec3{Y: 30 + geom.Sin(self.TimeAt(self.Tick()+2))}))
			}))
		worldtest.Spawn(t, w, lift)
		before := 0
		objects, bytes := worldtest.Mallocs(func() {
			before = sum(hits)
			worldtest.Tick(w, 1000)
		})
		if objects != 0 || bytes != 0 {
			t.Errorf("%d workers on %d processors: %d allocations of %d bytes in 1,000 ticks",
				workers, runtime.GOMAXPROCS(0), objects, bytes)
		}
		if during := sum(hits) - before; during < 1000 {
			t.Errorf("only %d contacts started in the 1,000 ticks", during)
		}
	}
}

func sum(values []int) (total int) {
	for _, v := range values {
		total += v
	}
	return total
}
