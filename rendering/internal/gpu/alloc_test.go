//go:build !race

// The race detector makes the standard library's pools drop what they hold at random, purego's call records too.

package gpu_test

import (
	"testing"

	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/gpu/devicetest"
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
		if n, size := devicetest.Allocations(200, frame); n != 0 || size != 0 {
			t.Errorf("hazard check %v: %d allocations of %d bytes in 200 frames, want 0", check, n, size)
		}
		for _, m := range d.Messages() {
			t.Error(m)
		}
	}
}
