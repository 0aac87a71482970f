package worldtest

import (
	"runtime"
	"runtime/debug"
	"sync"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// QuietRuntime turns the garbage collector off for the rest of the test, and lets the Go runtime make what it would make now
// and then while warm ticks run, on its own account: threads for a busy machine. Call it before the world is made, because
// a collection empties the store of wait records that the world's pool fills at its start.
func QuietRuntime(tb testing.TB) {
	tb.Helper()
	percent := debug.SetGCPercent(-1)
	tb.Cleanup(func() { debug.SetGCPercent(percent) })
	runtime.GC() // ends a collection that has begun
	spareThreads()
	spareCallRecords(tb)
}

// spareCallRecords makes purego keep a few call records at every processor. It has them in a sync.Pool, which keeps one at
// each processor and more in a queue there. A goroutine that begins a call on one processor and ends it on another leaves
// the first without, and makes the queue of the other: 352 bytes, and 48 and 128. So worlds step side by side, more than
// there are processors and each step long enough that the runtime gives its processor away, until both have happened
// everywhere.
func spareCallRecords(tb testing.TB) {
	tb.Helper()
	const rounds, side = 40, 6
	var done sync.WaitGroup
	for range 4 * runtime.GOMAXPROCS(0) {
		w := New(tb, simulation.Options{Workers: 1})
		f, _ := Frame(tb, w, EarthGravity)
		Floor(tb, w, f)
		for i := range side * side * side {
			at := geom.Vec3{X: float64(i % side), Y: 0.6 + float64(i/side%side), Z: float64(i / (side * side))}
			Spawn(tb, w, Body(f, at, physics.NewBox(0.49, 0.49, 0.49), physics.Dynamic))
		}
		done.Go(func() { Tick(w, rounds) })
	}
	done.Wait()
}

// spareThreads makes the runtime create some threads that it then keeps idle.
func spareThreads() {
	const threads = 24
	var locked, done sync.WaitGroup
	release := make(chan struct{})
	for range threads {
		locked.Add(1)
		done.Go(func() {
			runtime.LockOSThread() // while it waits, its thread waits with it, and the others need more of them
			defer runtime.UnlockOSThread()
			locked.Done()
			<-release
		})
	}
	locked.Wait()
	close(release)
	done.Wait()
}

// Mallocs returns what do allocates, on all goroutines together. It calls do once more before, to make it warm; reading the
// counters stops and starts the runtime's threads, so the warm part reads them too.
func Mallocs(do func()) (objects, bytes uint64) {
	var before, after runtime.MemStats
	for range 20 {
		runtime.ReadMemStats(&before)
	}
	do()
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}
