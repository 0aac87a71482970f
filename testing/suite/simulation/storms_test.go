package simulation_test

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tertius.dev/core/geom"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldhash"
	"tertius.dev/testing/worldtest"
)

// storms_test.go is what all storms share: for how long they go on, their worlds, their ticks, and what is compared.

// A long storm: go test -run Storm -storm.seeds 100 -storm.ticks 2000, and with -tags contracts.
var (
	stormTicks = flag.Int("storm.ticks", 240, "the ticks of each storm")
	stormSeeds = flag.Uint64("storm.seeds", 2, "the number of storms")
	stormSeed  = flag.Uint64("storm.seed", 1, "the seed of the first storm")

	// make storm sets these too.
	stormFor       = flag.Duration("storm.for", 0, "how long the storms go on; 0 for as many seeds as storm.seeds says")
	stormProcesses = flag.Int("storm.processes", 4, "the processes that each run the same storm over moving frames")
)

// stormWorkers are the workers of the worlds that a storm compares.
var stormWorkers = []int{1, 2, 8}

// forEachStorm runs storms of one seed after the other, as many as the flags say or for as long, until one fails.
func forEachStorm(t *testing.T, run func(t *testing.T, seed uint64)) {
	t.Helper()
	began, seeds := time.Now(), uint64(0)
	for goesOn := true; goesOn && !t.Failed(); seeds++ {
		seed := *stormSeed + seeds
		t.Run(fmt.Sprintf("seed-%d", seed), func(t *testing.T) { run(t, seed) })
		goesOn = time.Since(began) < *stormFor || *stormFor == 0 && seeds+1 < *stormSeeds
	}
	t.Logf("%d seeds of %d ticks", seeds, *stormTicks)
}

// stormWorld makes the world of a storm.
func stormWorld(t *testing.T, seed uint64, workers int, thresholds simulation.Thresholds) *simulation.World {
	t.Helper()
	w := worldtest.NewLoose(t, simulation.Options{
		Workers: workers, Seed: seed, SpawnPoolSize: 128, Messages: []message.AnyToken{gusts}, PublishSnapshots: true,
		Thresholds: thresholds,
	})
	w.RecordRouted(true)
	return w
}

// tickInStorm runs a tick. Everything must stay finite, and nothing may be reported but what was asked for in vain.
func tickInStorm(t *testing.T, w *simulation.World) {
	t.Helper()
	defer func() {
		t.Helper()
		if value := recover(); value != nil {
			var failure *simulation.TickFailure
			if err, is := value.(error); is && errors.As(err, &failure) {
				t.Fatalf("%v\n%s", failure, failure.Stack)
			}
			panic(value)
		}
	}()
	w.Tick()
	expectFinite(t, w)
	for _, line := range w.Errors() {
		if !slices.ContainsFunc(inVain, func(part string) bool { return strings.Contains(line, part) }) {
			t.Fatalf("after tick %d the world reported: %s", w.TickNumber()-1, line)
		}
	}
}

// inVain is in the reports of what entities ask for in vain: a place in a frame that dies, a parent that is gone or nowhere,
// more than floats hold, and a frame farther out than bodies can be.
var inVain = []string{
	"died in the same tick", "to which it would be attached", "too strong", "of its intent is not finite", "beyond 9e+14 m",
}

func expectFinite(t *testing.T, w *simulation.World) {
	t.Helper()
	for e := range w.Entities() {
		at, _ := w.Snapshot().Transform(e)
		if !at.Pose.Position.Finite() || !at.Velocity.Finite() || !at.AngularVelocity.Finite() {
			t.Fatalf("after tick %d %v is not finite: %+v", w.TickNumber()-1, e, at)
		}
	}
	for frame := range w.Frames().All() {
		felt, _ := w.Snapshot().FeltGravity(frame, geom.Vec3{X: 1, Y: -2, Z: 3})
		if !felt.Finite() {
			t.Fatalf("after tick %d the gravity in frame %v is %v", w.TickNumber()-1, frame, felt)
		}
	}
}

// compareWorlds compares worlds of other workers, and what was routed in them.
func compareWorlds(t *testing.T, worlds []*simulation.World) {
	t.Helper()
	first := worlds[0]
	hash, routed := worldhash.Of(first), worldhash.Routed(first)
	for _, w := range worlds[1:] {
		if got := worldhash.Of(w); got != hash || worldhash.Routed(w) != routed {
			t.Fatalf("after %d ticks a world of other workers differs in %v: %s", w.TickNumber(), got.Differs(hash),
				worldtest.FirstDifference(worldtest.State(w), worldtest.State(first)))
		}
	}
}

// countAndClearRouted counts what was routed in the first world since the last call, by its type, and lets all forget it.
func countAndClearRouted(worlds []*simulation.World, heard map[string]int) {
	first := worlds[0]
	for _, r := range first.Routed() {
		heard[first.Messages().Token(r.Event.Type).Name()]++
	}
	for _, w := range worlds {
		w.ClearRouted()
	}
}
