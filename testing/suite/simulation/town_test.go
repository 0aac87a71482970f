package simulation_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tertius.dev/simulation"
	"tertius.dev/testing/scenes"
	"tertius.dev/testing/worldhash"
	"tertius.dev/testing/worldtest"
)

// The workload of the determinism tests.
const (
	townCitizens = 160
	townTicks    = 200
)

// town builds the scene in a world on the real Jolt.
func town(tb testing.TB, o simulation.Options) (*simulation.World, *scenes.Town) {
	tb.Helper()
	o.Messages, o.Seed = scenes.TownMessages, 1
	w := worldtest.New(tb, o)
	t, err := scenes.BuildTown(w, scenes.TownOptions{Citizens: townCitizens, Bodies: true})
	if err != nil {
		tb.Fatal(err)
	}
	return w, t
}

// ending is what a run of the town ends in.
type ending struct {
	Hash    worldhash.Hash
	Traffic worldhash.Traffic // all that was routed
	Counts  scenes.TownCounts
	Live    int
}

// runTown runs the town, and keeps what is routed.
func runTown(w *simulation.World, t *scenes.Town) ending {
	w.RecordRouted(true)
	var traffic worldhash.Traffic
	for range townTicks / 20 {
		worldtest.Tick(w, 20)
		traffic.Add(w.Routed())
		w.ClearRouted()
	}
	end := endingOf(w, t)
	end.Traffic = traffic
	return end
}

func endingOf(w *simulation.World, t *scenes.Town) ending {
	e := ending{Hash: worldhash.Of(w), Counts: t.Counts()}
	for range w.Entities() {
		e.Live++
	}
	return e
}

func TestRunOnEightWorkersEndsInTheWorldOfARunOnOne(t *testing.T) {
	var want ending
	for _, workers := range []int{1, 8, 2} {
		for name, thresholds := range map[string]simulation.Thresholds{"shipped": {}, "one": {Messages: 1, Rows: 1, Drawn: 1}} {
			w, scene := town(t, simulation.Options{Workers: workers, Thresholds: thresholds})
			got := runTown(w, scene)
			if want.Live == 0 {
				want = got
			}
			if difference := cmp.Diff(want, got); difference != "" {
				t.Errorf("%d workers, thresholds %s: the ending differs in %v (-want +got):\n%s", workers, name, got.Hash.Differs(want.Hash), difference)
			}
		}
	}
	counts := reflect.ValueOf(want.Counts)
	for i := range counts.NumField() {
		if counts.Field(i).Int() < townCitizens {
			t.Errorf("%s is %v, so the town does too little of it", counts.Type().Field(i).Name, counts.Field(i))
		}
	}
	if want.Traffic.Messages < townTicks*townCitizens {
		t.Errorf("%d messages were routed", want.Traffic.Messages)
	}
	if want.Live <= townCitizens+2 {
		t.Errorf("%d entities live, so no child does", want.Live)
	}
}

// TestRunOnEightWorkersReallyRunsChunksAtOnce lets citizens of different chunks wait for each other, which can only end when
// they run at the same time.
func TestRunOnEightWorkersReallyRunsChunksAtOnce(t *testing.T) {
	w, scene := town(t, simulation.Options{Workers: 8})
	worldtest.Tick(w, 10)
	here, there := make(chan struct{}), make(chan struct{})
	wait := func(mine chan<- struct{}, other <-chan struct{}) func() {
		return func() {
			close(mine)
			select {
			case <-other:
			case <-time.After(time.Minute):
				t.Error("the other chunk has not run for a minute")
			}
		}
	}
	scene.Meet(0, wait(here, there)) // 0 and 128 are more than 64 slots apart
	scene.Meet(128, wait(there, here))
	worldtest.Tick(w, 1)
}

// freshProcesses is the number of processes that each run the town once.
const freshProcesses = 50

func TestFreshProcessesEndInOneWorld(t *testing.T) {
	worldtest.InFreshProcesses(t, freshProcesses, func(workers int) any {
		w, scene := town(t, simulation.Options{Workers: workers})
		return runTown(w, scene)
	})
}
