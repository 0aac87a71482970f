package simulation_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/core/quiet"
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
		objects, bytes := quiet.LeastMallocs(3, func() {
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

// TestTickAfterACollectionAllocatesOnlyCallRecords counts what a collection before each tick makes a tick allocate. purego keeps
// the records of its calls in a sync.Pool, which a collection empties: the next call makes the pool's table anew, with a
// row of 128 bytes for each processor, its entry in the runtime's list of pools, and, every other time, a record of 352
// bytes. A world without physics calls nothing, and shows that the engine's own part is 0.
func TestTickAfterACollectionAllocatesOnlyCallRecords(t *testing.T) {
	const record, row, entry = 352, 128, 64
	for _, workers := range []int{1, 4} {
		for _, c := range []struct {
			name           string
			physics        bool
			objects, bytes uint64 // at most
		}{
			{"without-physics", false, 0, 0},
			{"with-physics", true, 3, record + row*5/4*uint64(runtime.GOMAXPROCS(0)) + entry}, // a quarter for the sizes of Go's allocator
		} {
			t.Run(fmt.Sprintf("%s-workers-%d", c.name, workers), func(t *testing.T) {
				worldtest.QuietRuntime(t)
				w := collectedWorld(t, workers, c.physics)
				objects, bytes := afterCollections(w, 101)
				t.Logf("%d allocations of %d bytes in a tick after a collection", objects, bytes)
				if objects > c.objects || bytes > c.bytes {
					t.Errorf("%d allocations of %d bytes in a tick after a collection, want at most %d of %d", objects, bytes, c.objects, c.bytes)
				}
			})
		}
	}
}

// collectedWorld is a warm world of 200 things that act in each tick, with bodies or without.
func collectedWorld(t *testing.T, workers int, bodies bool) *simulation.World {
	t.Helper()
	var w *simulation.World
	if bodies {
		w = worldtest.New(t, simulation.Options{Workers: workers})
	} else {
		var err error
		if w, err = simulation.New(simulation.Options{Workers: workers}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = w.Close() })
	}
	f, _ := worldtest.Frame(t, w, worldtest.EarthGravity)
	push := func(self *simulation.Self, _ *message.Outbox) {
		if self.Body().Exists() {
			self.Body().AddForce(geom.Vec3f{X: 1})
		} else {
			self.SetTransform(geom.At(self.Pose().Position.Add(geom.UnitX)))
		}
	}
	for i := range 200 {
		d := worldtest.Body(f, geom.Vec3{X: float64(i % 20), Z: float64(i / 20)}, physics.NewSphere(0.25), physics.Dynamic, worldtest.EveryTick(push))
		if !bodies {
			d.Body = nil
		}
		worldtest.Spawn(t, w, d)
	}
	worldtest.Tick(w, 100)
	return w
}

// afterCollections returns the median of what so many ticks allocate, each after a collection. The median leaves out what
// Go's runtime makes now and then on its own account.
func afterCollections(w *simulation.World, ticks int) (objects, bytes uint64) {
	var before, after runtime.MemStats
	allObjects, allBytes := make([]uint64, ticks), make([]uint64, ticks)
	for i := range ticks {
		runtime.GC()
		runtime.ReadMemStats(&before)
		w.Tick()
		runtime.ReadMemStats(&after)
		allObjects[i], allBytes[i] = after.Mallocs-before.Mallocs, after.TotalAlloc-before.TotalAlloc
	}
	slices.Sort(allObjects)
	slices.Sort(allBytes)
	return allObjects[ticks/2], allBytes[ticks/2]
}

func sum(values []int) (total int) {
	for _, v := range values {
		total += v
	}
	return total
}
