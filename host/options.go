package host

import (
	"fmt"

	"tertius.dev/core/render"
)

// runOptions is what a command line asks for: *showOptions, *freePlay or *scriptRun.
type runOptions interface{ runOptions() }

// showOptions asks for a text.
type showOptions struct{ what string } // the option: --help, --version or --list

// freePlay asks for a scene in a window.
type freePlay struct {
	scene   string
	size    size // 0 × 0 when not given
	workers int  // 0 when not given
	checks  render.Checks
}

// scriptRun asks for a script.
type scriptRun struct {
	script, out string
	display     display
	size        size // 0 × 0 when not given
	workers     int  // 0 when not given
	checks      render.Checks
	quiet       bool
}

func (*showOptions) runOptions() {}
func (*freePlay) runOptions()    {}
func (*scriptRun) runOptions()   {}

// display says where a script runs: inWindow or headless.
type display interface{ display() }

type (
	inWindow struct{}
	headless struct{ video videoChoice }
)

func (inWindow) display() {}
func (headless) display() {}

// videoChoice says what becomes of a headless run's captures: pictureFiles, videoFile or discard.
type videoChoice interface{ videoChoice() }

type (
	pictureFiles struct{} // a PNG for each, in the output folder
	videoFile    struct {
		path string
		fps  int
	}
	discard struct{} // drawn and dropped
)

func (pictureFiles) videoChoice() {}
func (videoFile) videoChoice()    {}
func (discard) videoChoice()      {}

// size is of a picture or a window, in pixels.
type size struct{ width, height int }

const (
	defaultFPS  = 30
	mostFPS     = 240
	mostWorkers = 256
	videoEnding = ".mkv"
)

// readOptions reads a command line.
//
// Errors: the first problem in this order: an argument that is no option, an option that is given twice or lacks its
// value, in the order given; no run, or two; what the run lacks; then each option in the order of the table, its place
// beside the others before its value. Each names the option and the way out.
func readOptions(args []string) (runOptions, error) {
	c := &commandLine{given: map[string]string{}}
	table := optionTable()
	for len(args) > 0 {
		rest, err := c.take(args, table)
		if err != nil {
			return nil, err
		}
		args = rest
	}
	if c.has("--help") {
		return &showOptions{"--help"}, nil
	}
	if !c.has("--script") && !c.has("--scene") && !c.has("--list") && !c.has("--version") {
		return nil, fmt.Errorf("nothing to run; give --script FILE, --scene NAME or --list, or see --help")
	}
	if err := c.check(table); err != nil {
		return nil, err
	}
	return c.run(), nil
}

// run makes the options of a command line that was checked.
func (c *commandLine) run() runOptions {
	for _, name := range []string{"--list", "--version"} {
		if c.has(name) {
			return &showOptions{name}
		}
	}
	var checks render.Checks
	if c.has("--validate") {
		checks = render.ValidationChecks
	}
	size, _ := readSize(c.given["--size"])
	if !c.has("--size") {
		size.width, size.height = 0, 0
	}
	workers, _ := whole(c.given["--workers"])
	if c.has("--scene") {
		return &freePlay{c.given["--scene"], size, workers, checks}
	}
	return &scriptRun{c.given["--script"], c.given["--out"], c.display(), size, workers, checks, c.has("--quiet")}
}

func (c *commandLine) display() display {
	switch video := c.given["--video"]; {
	case !c.has("--headless"):
		return inWindow{}
	case !c.has("--video"):
		return headless{pictureFiles{}}
	case video == "none":
		return headless{discard{}}
	default:
		fps := defaultFPS
		if c.has("--fps") {
			fps, _ = whole(c.given["--fps"])
		}
		return headless{videoFile{video, fps}}
	}
}
