package host_test

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// display starts an X server without a screen and returns the environment that names it.
func display(t *testing.T) []string {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	c := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "800x600x24", "-nolisten", "tcp")
	c.ExtraFiles = []*os.File{writer}
	if err := c.Start(); err != nil {
		t.Fatalf("%v (run make setup)", err)
	}
	writer.Close()
	t.Cleanup(func() {
		c.Process.Signal(os.Interrupt)
		c.Wait()
	})
	number, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb names no display: %v", err)
	}
	return []string{"DISPLAY=:" + strings.TrimSpace(number)}
}

// person is who sits at a display.
type person struct {
	t       *testing.T
	display []string
}

// do runs a tool on the display and returns what it prints.
func (p person) do(name string, args ...string) string {
	p.t.Helper()
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), p.display...)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		p.t.Fatalf("%s %v: %v (run make setup)\n%s", name, args, err, said.String())
	}
	return string(out)
}

// look returns what the display shows.
func (p person) look() image.Image {
	p.t.Helper()
	img, err := png.Decode(strings.NewReader(p.do("import", "-window", "root", "png:-")))
	if err != nil {
		p.t.Fatal(err)
	}
	return img
}

// patience bounds how long a person looks for something that never comes. It ends a broken test, and measures nothing.
const patience = 60 * time.Second

// until looks until the display shows what is wanted.
func (p person) until(what string, shows func(image.Image) bool) image.Image {
	p.t.Helper()
	for begin := time.Now(); time.Since(begin) < patience; {
		if img := p.look(); shows(img) {
			return img
		}
	}
	p.t.Fatalf("the display never shows %s", what)
	return nil
}

// settled looks until the display shows the same twice, and returns it.
func (p person) settled() image.Image {
	p.t.Helper()
	before := p.look()
	return p.until("the same twice", func(img image.Image) bool {
		equal := same(img, before)
		before = img
		return equal
	})
}

// lit returns how many pixels of a part of an image are not black.
func lit(img image.Image, part image.Rectangle) int {
	n := 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA); int(c.R)+int(c.G)+int(c.B) > 30 {
				n++
			}
		}
	}
	return n
}

func same(a, b image.Image) bool {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}

// The floor of the scene fills the lower part of the window, so what is lit tells how large the window's picture is.
func TestWindowOpensPresentsResizesFliesAndEnds(t *testing.T) {
	p := person{t, display(t)}
	c, out := command(t, programWithWindow, p.display, "--scene", "still", "--size", "320x240", "--validate")
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	window := strings.TrimSpace(p.do("xdotool", "search", "--sync", "--onlyvisible", "--name", "^trial: still$"))
	p.do("xdotool", "windowmove", "--sync", window, "0", "0")
	first := image.Rect(0, 120, 320, 240)
	shown := p.until("the scene", func(img image.Image) bool { return lit(img, first) > first.Dx()*first.Dy()/2 })
	if beyond := lit(shown, image.Rect(330, 0, 800, 600)); beyond != 0 {
		t.Errorf("%d pixels beside the window are lit", beyond)
	}

	p.do("xdotool", "windowsize", "--sync", window, "640", "480")
	second := image.Rect(330, 300, 640, 480)
	p.until("the scene in the larger window", func(img image.Image) bool { return lit(img, second) > second.Dx()*second.Dy()/2 })

	p.do("xdotool", "windowfocus", "--sync", window)
	start := p.settled()
	isStart := func(img image.Image) bool { return same(img, start) }
	isOther := func(img image.Image) bool { return !same(img, start) }
	p.do("xdotool", "key", "e", "e", "e", "e", "e") // taps, since a held key flies out of sight on a slow machine
	p.until("another view after E", isOther)
	p.do("xdotool", "key", "F1")
	p.until("the scene's own camera after F1", isStart)
	p.do("xdotool", "key", "F1")
	p.until("the flying camera after another F1", isOther)
	raised := p.settled()
	p.do("xdotool", "mousemove", "--sync", "300", "200", "mousedown", "3", "mousemove_relative", "--sync", "60", "0", "mouseup", "3")
	p.until("another direction after the mouse", func(img image.Image) bool {
		return isOther(img) && !same(img, raised) && lit(img, img.Bounds()) > 0
	})

	p.do("xdotool", "key", "Escape")
	r := finish(t, c, out, &stdout, &stderr)
	r.ok(t)
	if r.stderr != "" || r.stdout != "" {
		t.Errorf("it said %q and printed %q", r.stderr, r.stdout)
	}
}

// TestKeysReachTheEntitiesThatListen turns a lamp on and off. While the camera flies, the keys that steer it do not count, and
// others do.
func TestKeysReachTheEntitiesThatListen(t *testing.T) {
	p := person{t, display(t)}
	c, out := command(t, programWithWindow, p.display, "--scene", "keys", "--size", "320x240")
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	window := strings.TrimSpace(p.do("xdotool", "search", "--sync", "--onlyvisible", "--name", "^trial: keys$"))
	p.do("xdotool", "windowmove", "--sync", window, "0", "0")
	p.do("xdotool", "windowfocus", "--sync", window)
	floor := image.Rect(0, 120, 320, 240)
	dark := func(img image.Image) bool { return lit(img, floor) == 0 }
	bright := func(img image.Image) bool { return lit(img, floor) > floor.Dx()*floor.Dy()/2 }
	p.until("a dark floor", dark)
	for range 2 {
		p.do("xdotool", "key", "k")
		p.until("the lamp on", bright)
		p.do("xdotool", "key", "k")
		p.until("the lamp off", dark)
	}
	p.do("xdotool", "key", "Escape")
	r := finish(t, c, out, &stdout, &stderr)
	r.ok(t)
}

func TestScriptInAWindowWritesWhatAHeadlessRunWrites(t *testing.T) {
	p := person{t, display(t)}
	file := scriptOf(t, "pile", before, `{"do": "run", "ticks": 20}`, picture, film, after)
	c, out := command(t, programWithWindow, p.display, "--script", file, "--out", "OUT")
	inWindow := execute(t, c, out)
	inWindow.ok(t)
	headless := start(t, nil, "--script", file, "--out", "OUT", "--headless")
	headless.ok(t)
	want := headless.contents(t)
	delete(want, "exposure.json")
	compare(t, "in the window", inWindow.contents(t), want)
}

func TestScriptInAWindowLeavesItsLogToo(t *testing.T) {
	file := scriptOf(t, "gossips", `{"do": "run", "ticks": 14}`)
	c, out := command(t, programWithWindow, display(t), "--script", file, "--out", "OUT")
	inWindow := execute(t, c, out)
	inWindow.ok(t)
	headless := start(t, nil, "--script", file, "--out", "OUT", "--headless")
	headless.ok(t)
	if got, want := inWindow.content(t, "world-log.txt"), headless.content(t, "world-log.txt"); got != want {
		t.Errorf("in a window the log is\n%s\nwant\n%s", got, want)
	}
	if want := filepath.Join(inWindow.out, "world-log.txt") + "\n"; inWindow.stdout != want {
		t.Errorf("it printed %q, want %q", inWindow.stdout, want)
	}
}

func TestClosedWindowInterruptsItsScript(t *testing.T) {
	p := person{t, display(t)}
	file := scriptOf(t, "pile", before, `{"do": "run", "ticks": 1000000000}`, after)
	c, out := command(t, programWithWindow, p.display, "--script", file, "--out", "OUT")
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	window := strings.TrimSpace(p.do("xdotool", "search", "--sync", "--onlyvisible", "--name", "^trial: pile$"))
	p.until("a script that has dumped", func(image.Image) bool {
		_, err := os.Stat(filepath.Join(out, "before.json"))
		return err == nil
	})
	p.do("xdotool", "windowfocus", "--sync", window)
	p.do("xdotool", "key", "Escape")
	r := finish(t, c, out, &stdout, &stderr)
	r.ends(t, 130, "interrupted")
	if got := fmt.Sprint(r.files(t)); got != "[before.json]" {
		t.Errorf("it left %s", got)
	}
}

func TestInterruptEndsFreePlay(t *testing.T) {
	p := person{t, display(t)}
	c, out := command(t, programWithWindow, p.display, "--scene", "still", "--size", "160x90")
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	p.do("xdotool", "search", "--sync", "--onlyvisible", "--name", "^trial: still$")
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	r := finish(t, c, out, &stdout, &stderr)
	r.ends(t, 130, "interrupted")
}

func TestPanicInAWindowEndsItWithItsCause(t *testing.T) {
	p := person{t, display(t)}
	c, out := command(t, programWithWindow, p.display, "--scene", "bomb", "--size", "320x240", "--workers", "2")
	r := execute(t, c, out)
	line, stack, _ := strings.Cut(r.stderr, "\n")
	if r.code != 4 || !strings.HasPrefix(line, "trial: tick 5: component tertius.dev/testing/trial.Bomb of entity ") || !strings.Contains(stack, "trial.Bomb.Handle(") {
		t.Errorf("the exit code is %d, and it said\n%s", r.code, r.stderr)
	}
}

func TestWindowWithoutADisplay(t *testing.T) {
	for name, environment := range map[string][]string{
		"none":  {"DISPLAY=", "WAYLAND_DISPLAY="},
		"wrong": {"DISPLAY=:987", "WAYLAND_DISPLAY="},
	} {
		t.Run(name, func(t *testing.T) {
			c, out := command(t, programWithWindow, environment, "--scene", "pile")
			r := execute(t, c, out)
			r.ends(t, 5, "cannot open a window", "display", "--headless")
		})
	}
}
