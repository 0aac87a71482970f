package worldtest

import (
	"runtime"
	"sync"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
	"tertius.dev/core/quiet"
	"tertius.dev/simulation"
)

// QuietRuntime is quiet.Runtime for a world on real physics, whose calls into native code keep records too. Call it before
// the world is made.
func QuietRuntime(tb testing.TB) {
	tb.Helper()
	quiet.Runtime(tb)
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
