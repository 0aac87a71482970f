package demo_test

import (
	"bytes"
	"fmt"
	"hash/crc64"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/demo/dock"
	"tertius.dev/demo/space"
	"tertius.dev/demo/station"
	"tertius.dev/physics/jolt"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldhash"
	"tertius.dev/testing/worldtest"
)

// spaceScripts are the scenes in space with the dumps and captures that their scripts make.
var spaceScripts = []struct {
	scene           string
	dumps, pictures int
}{
	{"thrust", 3, 62},
	{"orbit", 3, 53},
	{"station", 3, 51},
	{"dock", 4, 53},
}

// newSpace makes a world on the real Jolt and the kit of its scenes in space.
func newSpace(t *testing.T, workers int) (*simulation.World, *space.Kit) {
	t.Helper()
	return newSpaceOn(t, simulation.Options{Workers: workers})
}

func newSpaceOn(t *testing.T, o simulation.Options) (*simulation.World, *space.Kit) {
	t.Helper()
	w := worldtest.New(t, o)
	kit, err := space.NewKit(w.Resources())
	if err != nil {
		t.Fatal(err)
	}
	return w, kit
}

// position returns where an entity is, in its own frame.
func position(t *testing.T, w *simulation.World, e handle.Entity) geom.Vec3 {
	t.Helper()
	return worldtest.Where(t, w, e).Pose.Position
}

// TestSpaceScriptsGiveTheSameBytesOnAnyNumberOfWorkers runs each script as it is, in small pictures, and compares every dump and
// every picture.
func TestSpaceScriptsGiveTheSameBytesOnAnyNumberOfWorkers(t *testing.T) {
	for _, s := range spaceScripts {
		t.Run(s.scene, func(t *testing.T) {
			script := filepath.Join(scripts, s.scene+".json")
			want := files(t, run(t, script, "--size", "64x36", "--workers", "1"))
			for _, workers := range []string{"2", "8"} {
				got := files(t, run(t, script, "--size", "64x36", "--workers", workers))
				if a, b := slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)); !slices.Equal(a, b) {
					t.Fatalf("the first run wrote %v, the one with %s workers %v", a, workers, b)
				}
				for name := range want {
					if !bytes.Equal(want[name], got[name]) {
						t.Errorf("%s differs with %s workers", name, workers)
					}
				}
			}
		})
	}
}

// course is a scene, what is done to it before some ticks, and for how long it runs.
type course struct {
	name  string
	build func(*testing.T, *simulation.World, *space.Kit) (before map[int]func() error)
	ticks int
}

// hashes runs a scene and returns the hash of the world every half second, with what was routed in between.
func hashes(t *testing.T, o simulation.Options, c *course) []string {
	t.Helper()
	w, kit := newSpaceOn(t, o)
	at := c.build(t, w, kit)
	w.RecordRouted(true)
	var all []string
	for n := range c.ticks {
		if act := at[n]; act != nil {
			if err := act(); err != nil {
				t.Fatal(err)
			}
		}
		worldtest.Tick(w, 1)
		if n%30 == 29 {
			all = append(all, worldhash.Of(w).String()+"\n"+worldtest.State(w))
			w.ClearRouted()
		}
	}
	return all
}

// ships are the courses on which pods and a fighter cross bubbles, and tugs dock and part.
var ships = []*course{
	{"station", buildStation, station.LastStop + 30},
	{"dock", buildDock, dock.SortieEnds + 30},
}

// checksum is that of the states of a run.
func checksum(states []string) uint64 {
	return crc64.Checksum([]byte(strings.Join(states, "\n")), crc64.MakeTable(crc64.ECMA))
}

// TestShipsGiveTheSameHashOnAnyNumberOfThreads compares the whole world and all that it routed, every half second. The threads are
// those of the world, and those of Jolt within a frame.
func TestShipsGiveTheSameHashOnAnyNumberOfThreads(t *testing.T) {
	for _, c := range ships {
		t.Run(c.name, func(t *testing.T) {
			want := hashes(t, simulation.Options{Workers: 1}, c)
			t.Logf("to compare with another machine: %d states and messages, checksum %016x", len(want), checksum(want))
			for _, n := range []struct{ workers, joltThreads int }{{1, 1}, {1, 4}, {2, 1}, {8, 1}, {8, 4}} {
				o := jolt.DefaultOptions()
				o.ThreadsPerFrame = n.joltThreads
				got := hashes(t, simulation.Options{Workers: n.workers, Backend: worldtest.JoltWith(t, o)}, c)
				for i := range want {
					if got[i] != want[i] {
						t.Errorf("a run with %+v differs after %d ticks: %s", n, 30*(i+1), worldtest.FirstDifference(got[i], want[i]))
						break
					}
				}
			}
		})
	}
}

func buildStation(t *testing.T, w *simulation.World, k *space.Kit) map[int]func() error {
	if _, err := station.Build(w, k); err != nil {
		t.Fatal(err)
	}
	return nil
}

func buildDock(t *testing.T, w *simulation.World, k *space.Kit) map[int]func() error {
	if _, err := dock.Build(w, k); err != nil {
		t.Fatal(err)
	}
	return nil
}

// TestShipsGiveTheSameHashInTwentyProcesses compares the same in fresh processes with 1 to 8 workers, every other one of which lets Jolt
// step a frame on four threads.
func TestShipsGiveTheSameHashInTwentyProcesses(t *testing.T) {
	for _, c := range ships {
		t.Run(c.name, func(t *testing.T) {
			worldtest.InFreshProcesses(t, 20, func(workers int) any {
				o := jolt.DefaultOptions()
				o.ThreadsPerFrame = 1 + 3*(workers%2)
				states := hashes(t, simulation.Options{Workers: workers, Backend: worldtest.JoltWith(t, o)}, c)
				return fmt.Sprintf("%d states and their messages, checksum %016x", len(states), checksum(states))
			})
		})
	}
}

// TestShipsGiveTheSameDumpsInTwentyProcesses runs the scripts of the ships without their pictures, each process with another
// number of workers.
func TestShipsGiveTheSameDumpsInTwentyProcesses(t *testing.T) {
	for _, c := range []struct{ scene, steps string }{
		{"station", `{"do": "run", "ticks": 420}, {"do": "dump", "name": "middle"}, {"do": "run", "ticks": 560}, {"do": "dump", "name": "end"}`},
		{"dock", `{"do": "run", "ticks": 290}, {"do": "dock", "owner": "tug", "with": "barge"}, {"do": "dump", "name": "docked"},
			{"do": "run", "ticks": 330}, {"do": "undock", "owner": "tug"}, {"do": "run", "ticks": 350}, {"do": "dump", "name": "end"}`},
	} {
		t.Run(c.scene, func(t *testing.T) {
			script := write(t, c.scene, c.steps)
			want := files(t, run(t, script, "--workers", "1"))
			for i := range 20 {
				workers := strconv.Itoa(1 + i%8)
				got := files(t, run(t, script, "--workers", workers))
				for name := range want {
					if !bytes.Equal(want[name], got[name]) {
						t.Errorf("%s differs in process %d, with %s workers", name, i+1, workers)
					}
				}
			}
		})
	}
}

// TestSpaceScriptsShowTheirScenes runs each script and looks at what it wrote: every dump without an error of the world, and
// pictures of more than black.
func TestSpaceScriptsShowTheirScenes(t *testing.T) {
	for _, s := range spaceScripts {
		t.Run(s.scene, func(t *testing.T) {
			dir := run(t, filepath.Join(scripts, s.scene+".json"), "--size", "160x90")
			dumps, pictures := 0, 0
			for name, data := range files(t, dir) {
				switch {
				case filepath.Ext(name) == ".png":
					pictures++
					if n := colors(readPicture(t, filepath.Join(dir, name))); n < 100 { // the moon alone has some 400
						t.Errorf("%s has only %d colors", name, n)
					}
				case filepath.Ext(name) == ".json" && name != "exposure.json": // the notes of the world are a text
					dumps++
					if !bytes.Contains(data, []byte(`"errors": []`)) {
						t.Errorf("%s lists errors of the world", name)
					}
				}
			}
			if dumps != s.dumps || pictures != s.pictures {
				t.Errorf("%d dumps and %d pictures, want %d and %d", dumps, pictures, s.dumps, s.pictures)
			}
		})
	}
}

// TestSpaceScenesDrawWithoutAValidationMessage ends with another exit code if a layer says a word.
func TestSpaceScenesDrawWithoutAValidationMessage(t *testing.T) {
	for _, s := range spaceScripts {
		t.Run(s.scene, func(t *testing.T) {
			run(t, write(t, s.scene, `{"do": "capture", "name": "start"}, {"do": "run", "ticks": 60}, {"do": "capture", "name": "on"}`), "--validate")
		})
	}
}
