package demo_test

import (
	"runtime"
	"runtime/debug"
	"testing"

	"tertius.dev/demo/yard"
)

// TestWarmTickOfTheCalmYardAllocatesNothing counts at real GOMAXPROCS, with the collector off. The world is made after the
// last collection: one would empty the store of wait records that the pool fills at its start.
func TestWarmTickOfTheCalmYardAllocatesNothing(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for _, workers := range []int{1, 4} {
		runtime.GC()
		s := newYards(t, workers, yard.Options{})
		var before, after runtime.MemStats
		for range 20 { // reading starts the runtime's threads anew, which may need one more of them
			s.tick(50)
			runtime.ReadMemStats(&before)
		}
		s.tick(1000)
		runtime.ReadMemStats(&after)
		if mallocs, bytes := after.Mallocs-before.Mallocs, after.TotalAlloc-before.TotalAlloc; mallocs != 0 || bytes != 0 {
			t.Errorf("%d workers on %d processors: %d allocations of %d bytes in 1000 ticks",
				workers, runtime.GOMAXPROCS(0), mallocs, bytes)
		}
	}
}
