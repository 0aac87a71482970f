package demo_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"tertius.dev/demo/scene"
)

// binary builds the demo once for all tests, without cgo, and returns its file.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "demo-test")
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "demo")
	build := exec.Command("go", "build", "-o", file, "tertius.dev/demo/cmd/demo")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return file, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if file, err := binary(); err == nil {
		_ = os.RemoveAll(filepath.Dir(file))
	}
	os.Exit(code)
}

// scripts is where the demo keeps its scripts.
const scripts = "../../../demo/scripts"

// run runs a script headless into a new folder and returns the folder.
func run(t *testing.T, script string, options ...string) string {
	t.Helper()
	file, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	demo := exec.Command(file, append([]string{"--script", script, "--headless", "--out", dir}, options...)...)
	if out, err := demo.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v; if something is missing, run make setup\n%s", demo.Args, err, out)
	}
	return dir
}

// write writes a script of the scene with the steps.
func write(t *testing.T, scene, steps string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.json")
	text := fmt.Sprintf(`{"format": 1, "scene": %q, "size": [160, 90], "steps": [%s]}`, scene, steps)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// files reads what a run wrote, but what it measured.
func files(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, e := range entries {
		if e.Name() == "gpu-timings.json" {
			continue
		}
		if all[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestRunsGiveTheSameBytesOnAnyNumberOfWorkers compares every dump and every picture.
func TestRunsGiveTheSameBytesOnAnyNumberOfWorkers(t *testing.T) {
	for _, c := range []struct{ scene, steps string }{
		{"yard", `
			{"do": "dump", "name": "start"}, {"do": "capture", "name": "start"},
			{"do": "run", "ticks": 90}, {"do": "dump", "name": "hit"}, {"do": "capture", "name": "hit"},
			{"do": "run", "ticks": 330}, {"do": "dump", "name": "end"}, {"do": "capture", "name": "end"}`},
		{"yards", `
			{"do": "run", "ticks": 90}, {"do": "dump", "name": "hit"}, {"do": "capture", "name": "left"},
			{"do": "camera", "entity": "right-eye", "fovRadians": 0.84}, {"do": "capture", "name": "right"},
			{"do": "run", "ticks": 330}, {"do": "dump", "name": "end"}, {"do": "capture", "name": "end"}`},
	} {
		t.Run(c.scene, func(t *testing.T) {
			script := write(t, c.scene, c.steps)
			want := files(t, run(t, script, "--workers", "1"))
			for _, workers := range []string{"1", "2", "8"} {
				got := files(t, run(t, script, "--workers", workers))
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

// TestEachOfTwoYardsLooksAsTheSingleYard compares pictures byte for byte, through the eye of each.
func TestEachOfTwoYardsLooksAsTheSingleYard(t *testing.T) {
	single := files(t, run(t, write(t, "yard", `{"do": "run", "ticks": 150}, {"do": "capture", "name": "eye"}`)))
	both := files(t, run(t, write(t, "yards", `{"do": "run", "ticks": 150},
		{"do": "camera", "entity": "left-eye", "fovRadians": 0.84}, {"do": "capture", "name": "left"},
		{"do": "camera", "entity": "right-eye", "fovRadians": 0.84}, {"do": "capture", "name": "right"}`)))
	for _, name := range []string{"left.png", "right.png"} {
		if !bytes.Equal(single["eye.png"], both[name]) {
			t.Errorf("%s differs from the single yard's picture", name)
		}
	}
}

func readPicture(t *testing.T, file string) *image.NRGBA {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	out := image.NewNRGBA(img.Bounds())
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			out.Set(x, y, img.At(x, y))
		}
	}
	return out
}

// meanDifference returns the mean absolute difference of the channels, from 0 to 255.
func meanDifference(t *testing.T, a, b *image.NRGBA) float64 {
	t.Helper()
	if a.Bounds() != b.Bounds() {
		t.Fatalf("the sizes are %v and %v", a.Bounds(), b.Bounds())
	}
	sum := 0
	for i := range a.Pix {
		sum += max(int(a.Pix[i])-int(b.Pix[i]), int(b.Pix[i])-int(a.Pix[i]))
	}
	return float64(sum) / float64(len(a.Pix)) * 4 / 3 // the fourth byte is always 255
}

// TestFarYardLooksAsTheOneAtTheOrigin compares pictures from before the first hits, whose outcome hangs on the last bit of
// every place. At 10,000 km doubles lie 2 nm apart, so the yards differ by far less than a pixel: only pixels on an edge may
// change, and few of them. A picture that is off by a pixel differs by more than 1.
func TestFarYardLooksAsTheOneAtTheOrigin(t *testing.T) {
	steps := `{"do": "capture", "name": "start"}, {"do": "run", "ticks": 20}, {"do": "capture", "name": "falling"}`
	origin, far := run(t, write(t, "yard", steps)), run(t, write(t, "yard-far", steps))
	for _, name := range []string{"start.png", "falling.png"} {
		d := meanDifference(t, readPicture(t, filepath.Join(origin, name)), readPicture(t, filepath.Join(far, name)))
		t.Logf("%s differs by %v of 255", name, d)
		if d > 0.05 {
			t.Errorf("%s differs by %v of 255", name, d)
		}
	}
}

// TestEveryListedSceneRuns reads the names from the program itself.
func TestEveryListedSceneRuns(t *testing.T) {
	file, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	list, err := exec.Command(file, "--list").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(list)), "\n")
	if len(lines) != len(scene.All()) {
		t.Errorf("--list prints %d lines for %d scenes:\n%s", len(lines), len(scene.All()), list)
	}
	for _, line := range lines {
		name := strings.Fields(line)[0]
		t.Run(name, func(t *testing.T) {
			run(t, write(t, name, `{"do": "run", "ticks": 30}, {"do": "dump", "name": "end"}`))
		})
	}
}

// TestScriptOfTheYardShowsIt runs the script that make demo runs, at its own size.
func TestScriptOfTheYardShowsIt(t *testing.T) {
	dir := run(t, filepath.Join(scripts, "yard.json"))
	pictures := 0
	for name, data := range files(t, dir) {
		switch filepath.Ext(name) {
		case ".png":
			pictures++
			picture := readPicture(t, filepath.Join(dir, name))
			if size := picture.Bounds().Size(); size != image.Pt(640, 360) {
				t.Errorf("%s is %v large", name, size)
			}
			if n := colors(picture); n < 2000 {
				t.Errorf("%s has only %d colors", name, n)
			}
		case ".json":
			if len(data) == 0 {
				t.Errorf("%s is empty", name)
			}
		default:
			t.Errorf("the run left %s", name)
		}
	}
	if pictures != 3 {
		t.Errorf("%d pictures", pictures)
	}
}

// colors counts the different colors of a picture. A picture of nothing has few.
func colors(img *image.NRGBA) int {
	seen := map[[3]byte]bool{}
	for i := 0; i < len(img.Pix); i += 4 {
		seen[[3]byte(img.Pix[i:i+3])] = true
	}
	return len(seen)
}

func TestFilmOfTheYardHas150Frames(t *testing.T) {
	film := filepath.Join(t.TempDir(), "yard.mkv")
	run(t, filepath.Join(scripts, "yard-film.json"), "--size", "160x90", "--video", film)
	probe := exec.Command("ffprobe", "-v", "error", "-count_frames", "-select_streams", "v",
		"-show_entries", "stream=nb_read_frames", "-of", "default=nokey=1:noprint_wrappers=1", film)
	out, err := probe.CombinedOutput()
	if err != nil {
		t.Fatalf("ffprobe: %v; if it is missing, run make setup\n%s", err, out)
	}
	if got := strings.TrimSpace(string(out)); got != "150" {
		t.Errorf("%s frames", got)
	}
}

// TestYardDrawsWithoutAValidationMessage ends with another exit code if a layer says a word.
func TestYardDrawsWithoutAValidationMessage(t *testing.T) {
	run(t, write(t, "yard", `
		{"do": "capture", "name": "start"}, {"do": "run", "ticks": 120}, {"do": "capture", "name": "hit"},
		{"do": "run", "ticks": 1}, {"do": "capture", "name": "next"}`), "--validate")
}
