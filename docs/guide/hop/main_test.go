package main

import (
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tertius.dev/host"
)

// TestGameRunsItsScript runs the script of the page, and looks at what it writes.
func TestGameRunsItsScript(t *testing.T) {
	out := t.TempDir()
	if code := host.Main(program, []string{"--script", "hop.json", "--headless", "--quiet", "--out", out}); code != 0 {
		t.Fatalf("the exit code is %d", code)
	}
	t.Run("slides", func(t *testing.T) { shipSlidesAheadUnderItsCrate(t, out) })
	t.Run("pictures", func(t *testing.T) { picturesShowTheShipTheBoxesAndTheCrate(t, out) })
}

// placeOf returns where an entity of a dump is, in its frame.
func placeOf(t *testing.T, dump, id string) [3]float64 {
	t.Helper()
	var state struct {
		Entities []struct {
			ID       string
			Position [3]float64
		}
		Errors []string
	}
	text, err := os.ReadFile(dump)
	if err == nil {
		err = json.Unmarshal(text, &state)
	}
	if err != nil || len(state.Errors) > 0 {
		t.Fatalf("%s: %v, %q", dump, err, state.Errors)
	}
	for _, e := range state.Entities {
		if e.ID == id {
			return e.Position
		}
	}
	t.Fatalf("%s has no %q", dump, id)
	return [3]float64{}
}

// The thruster pushes for 89 steps with 6,000 N against the friction of 1,000 kg on the floor, of 0.2, and a damping of 0.05 per
// second. The crate holds on by 0.2 of its weight, and slides astern by the rest.
func shipSlidesAheadUnderItsCrate(t *testing.T, out string) {
	t.Helper()
	const step, grip, drag = 1 / 60.0, 0.2 * 9.81, 1 - 0.05/60
	ship, speed, crate, slip := 0.0, 0.0, 0.0, 0.0
	for range 89 {
		before := speed
		speed = (speed + (6-grip)*step) * drag
		slip = (slip + (speed - before) - grip*step) * drag
		ship, crate = ship-speed*step, crate+slip*step
	}
	for id, want := range map[string]float64{"ship": ship, "crate": crate} {
		from, to := placeOf(t, filepath.Join(out, "rest.json"), id), placeOf(t, filepath.Join(out, "slide.json"), id)
		if moved := to[2] - from[2]; math.Abs(moved-want) > 0.03*math.Abs(want) || math.Abs(to[1]-from[1]) > 0.01 {
			t.Errorf("the %s went from %v to %v, want %.2f m along Z", id, from, to, want)
		}
	}
}

// colorful counts the pixels of a picture that have a channel clearly above another one.
func colorful(t *testing.T, file string, more, less func(c color.RGBA) uint8) int {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if picture.Bounds() != image.Rect(0, 0, 320, 180) {
		t.Fatalf("%s is of %v", file, picture.Bounds())
	}
	count := 0
	for y := range 180 {
		for x := range 320 {
			if c := color.RGBAModel.Convert(picture.At(x, y)).(color.RGBA); int(more(c)) > int(less(c))+60 {
				count++
			}
		}
	}
	return count
}

func picturesShowTheShipTheBoxesAndTheCrate(t *testing.T, out string) {
	t.Helper()
	red := func(c color.RGBA) uint8 { return c.R }
	green := func(c color.RGBA) uint8 { return c.G }
	blue := func(c color.RGBA) uint8 { return c.B }
	for _, name := range []string{"rest.png", "slide.png"} {
		file := filepath.Join(out, name)
		ship, boxes, crate := colorful(t, file, blue, red), colorful(t, file, red, green), colorful(t, file, green, blue)
		if ship < 500 || boxes < 500 || crate < 30 {
			t.Errorf("%s has %d blue pixels, %d red and %d yellow ones", name, ship, boxes, crate)
		}
	}
}

// The module file of the page builds the game outside of the repository, which lies beside it.
func TestModuleOfThePageBuildsTheGame(t *testing.T) {
	page, err := os.ReadFile("../game.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, found := strings.Cut(string(page), "```\nmodule ")
	block, _, closed := strings.Cut(block, "```")
	if !found || !closed {
		t.Fatal("the page shows no module file")
	}
	home := t.TempDir()
	game, root := filepath.Join(home, "hop"), filepath.Join("..", "..", "..")
	if root, err = filepath.Abs(root); err == nil {
		err = os.Symlink(root, filepath.Join(home, "tertius"))
	}
	if err == nil {
		err = os.Mkdir(game, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(game, "go.mod"), []byte("module "+block), 0o644)
	}
	for _, name := range []string{"main.go", "yard.go", "ship.go"} {
		text, readErr := os.ReadFile(name)
		if err == nil && readErr == nil {
			err = os.WriteFile(filepath.Join(game, name), text, 0o644)
		}
		if err != nil || readErr != nil {
			t.Fatal(err, readErr)
		}
	}
	for _, args := range [][]string{{"mod", "tidy"}, {"build", "-trimpath", "-o", os.DevNull, "."}} {
		command := exec.Command("go", args...)
		command.Dir = game
		command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		if text, err := command.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, text)
		}
	}
}
