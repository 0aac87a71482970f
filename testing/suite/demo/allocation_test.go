package demo_test

import (
	"runtime"
	"testing"

	"tertius.dev/core/quiet"
	"tertius.dev/demo/yard"
	"tertius.dev/testing/worldtest"
)

// TestWarmTickOfTheCalmYardAllocatesNothing counts at real GOMAXPROCS, with the collector off.
func TestWarmTickOfTheCalmYardAllocatesNothing(t *testing.T) {
	for _, workers := range []int{1, 4} {
		worldtest.QuietRuntime(t)
		s := newYards(t, workers, yard.Options{})
		if objects, bytes := quiet.LeastMallocs(3, func() { s.tick(1000) }); objects != 0 || bytes != 0 {
			t.Errorf("%d workers on %d processors: %d allocations of %d bytes in 1,000 ticks",
				workers, runtime.GOMAXPROCS(0), objects, bytes)
		}
	}
}
