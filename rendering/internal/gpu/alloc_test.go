//go:build !race

// The race detector makes the standard library's pools drop what they hold at random, purego's call records too.

package gpu_test

import (
	"runtime"
	"runtime/debug"
	"testing"

	"tertius.dev/rendering/internal/gpu"
)

// A warm frame, from its beginning to its submission, allocates nothing on the Go heap: neither with the checks off nor
// with the hazard check on.
func TestWarmFramesAllocateNothing(t *testing.T) {
	for _, check := range []bool{false, true} {
		d, err := gpu.Open(gpu.Options{HazardCheck: check})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		})
		g := newDrawing(t, d).graph(t, d)
		frame := func() { drawFrame(t, d, g) }
		for range 10 {
			frame()
		}
		if n, size := allocations(500, frame); n != 0 {
			t.Errorf("hazard check %v: %d allocations of %d bytes in 500 frames, want 0", check, n, size)
		}
		for _, m := range d.Messages() {
			t.Error(m)
		}
	}
}

// allocations counts what f allocates in n runs at the real GOMAXPROCS, with the collector off, because purego's pool of
// call records would be emptied by it.
func allocations(n int, f func()) (count, size uint64) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range n {
		f()
	}
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}
