package simulation_test

import (
	"fmt"
	"runtime"
	"testing"

	"tertius.dev/core/quiet"
	"tertius.dev/physics/jolt"
	"tertius.dev/simulation"
	"tertius.dev/testing/scenes"
	"tertius.dev/testing/worldtest"
)

// TestWarmTownAllocatesNothing counts over 100 ticks after 60, on all goroutines together, everything that an entity can do.
// With bodies the least of five counts matters: purego makes a call record where a goroutine ends a call on another
// processor than it began it on, which worldtest.QuietRuntime makes rare and cannot rule out.
func TestWarmTownAllocatesNothing(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	for _, workers := range []int{1, 8} {
		for name, thresholds := range map[string]simulation.Thresholds{"shipped": {}, "one": {Messages: 1, Rows: 1, Drawn: 1}} {
			o := simulation.Options{Workers: workers, Thresholds: thresholds, Messages: scenes.TownMessages}
			t.Run(fmt.Sprintf("workers-%d/thresholds-%s", workers, name), func(t *testing.T) { countTown(t, o, 1) })
			t.Run(fmt.Sprintf("workers-%d/thresholds-%s/bodies", workers, name), func(t *testing.T) {
				backend, err := jolt.Open(jolt.DefaultOptions())
				if err != nil {
					t.Fatal(err)
				}
				o := o
				o.Backend = backend
				countTown(t, o, 5)
			})
		}
	}
}

// countTown ticks a town of 2,000 citizens and fails when each of so many counts found an allocation.
func countTown(t *testing.T, o simulation.Options, counts int) {
	t.Helper()
	worldtest.QuietRuntime(t)
	w, err := simulation.New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	scene, err := scenes.BuildTown(w, scenes.TownOptions{Citizens: 2000, Bodies: o.Backend != nil})
	if err != nil {
		t.Fatal(err)
	}
	worldtest.Tick(w, 60)
	if objects, bytes := quiet.LeastMallocs(counts, func() { worldtest.Tick(w, 100) }); objects != 0 {
		t.Errorf("100 ticks allocated %d objects of %d bytes, the least of %d counts", objects, bytes, counts)
	}
	if c := scene.Counts(); c.Born < 2000 || c.Answers < 2000 || c.Heard < 2000*100 {
		t.Errorf("the town does too little: %+v", c)
	}
	for _, line := range w.Errors() {
		t.Errorf("the world reported: %s", line)
	}
}
