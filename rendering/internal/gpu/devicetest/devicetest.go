// Package devicetest opens the device on which the rendering module's own tests run.
package devicetest

import (
	"testing"

	"tertius.dev/rendering/internal/gpu"
)

// Open opens a headless device with the validation layer, its synchronization checks and the recorder's hazard check. When
// the test ends it closes the device and fails the test on any message, and on anything that was not closed.
//
// A machine without a loader, a layer or a driver fails the test, with the way out.
func Open(t testing.TB) *gpu.Device {
	t.Helper()
	return OpenWith(t, gpu.Options{})
}

// OpenWith is Open with options of the test's own; the checks are always on.
func OpenWith(t testing.TB, o gpu.Options) *gpu.Device {
	t.Helper()
	o.Application, o.Validation, o.HazardCheck = t.Name(), true, true
	d, err := gpu.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		for _, m := range d.Messages() {
			t.Error(m)
		}
	})
	return d
}
