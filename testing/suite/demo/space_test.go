package demo_test

import (
	"bytes"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/demo/space"
	"tertius.dev/simulation"
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
	w := worldtest.New(t, simulation.Options{Workers: workers})
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
				case name != "exposure.json":
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
