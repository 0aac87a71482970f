package host

import (
	"fmt"
	"strconv"
	"strings"

	"tertius.dev/core/render"
)

// command_line.go is the options that the command knows, what each may be, and how they stand beside each other.

// option is one option of the command line. The table is the whole of what the command knows.
type option struct {
	name  string
	value string // what follows it, as the usage spells it, or empty
	about string
	needs []string // options, one of which must stand beside it; none when it stands for itself
	// problem checks the value, and what stands beside it, or gives an empty string.
	problem func(c *commandLine, value string) string
}

// optionTable lists the options in the order in which their problems are told.
func optionTable() []option {
	return []option{
		{"--script", "FILE", "run the script in the file", nil, both(beside("--scene"), notEmpty("a file"))},
		{"--scene", "NAME", "open the scene in a window", nil, notEmpty("a name, as --list has them")},
		{"--headless", "", "run the script without a window", []string{"--script"}, nil},
		{"--out", "DIR", "the folder for dumps and pictures", []string{"--script"}, notEmpty("a folder")},
		{"--video", "none|FILE.mkv", "make one video of the captures, or drop them", []string{"--headless"}, videoProblem},
		{"--fps", "N", "frames per second of the video, 1 to 240, 30 without", []string{"--video"}, fpsProblem},
		{"--size", "WIDTHxHEIGHT", "of the pictures and the window, in pixels", []string{"--script", "--scene"}, sizeProblem},
		{"--workers", "N", "goroutines of a tick, 1 to 256; all processors without", []string{"--script", "--scene"}, workersProblem},
		{"--validate", "", "let the renderer check itself; slow", []string{"--script", "--scene"}, nil},
		{"--quiet", "", "no progress line", []string{"--script"}, nil},
		{"--list", "", "list the scenes", nil, alone},
		{"--help", "", "say this", nil, nil},
		{"--version", "", "say which build this is", nil, alone},
	}
}

// commandLine is the options as given.
type commandLine struct {
	given map[string]string // the value of each option, empty for one that takes none
	order []string
}

func (c *commandLine) has(name string) bool { _, is := c.given[name]; return is }

// take reads one option and returns the arguments after it.
func (c *commandLine) take(args []string, table []option) ([]string, error) {
	name, value, joined := strings.Cut(args[0], "=")
	args = args[1:]
	if name == "-h" {
		name = "--help"
	}
	o := find(table, name)
	switch {
	case o == nil:
		return nil, fmt.Errorf("%q is no option; see --help", name)
	case c.has(name):
		return nil, fmt.Errorf("%s is given twice", name)
	case o.value == "" && joined:
		return nil, fmt.Errorf("%s takes no value", name)
	case o.value != "" && !joined:
		if len(args) == 0 || strings.HasPrefix(args[0], "--") {
			return nil, fmt.Errorf("%s needs a value: %s %s", name, name, o.value)
		}
		value, args = args[0], args[1:]
	}
	c.given[name] = value
	c.order = append(c.order, name)
	return args, nil
}

func find(table []option, name string) *option {
	for i := range table {
		if table[i].name == name {
			return &table[i]
		}
	}
	return nil
}

func (c *commandLine) check(table []option) error {
	if c.has("--script") && !c.has("--out") && !c.has("--scene") {
		return fmt.Errorf("--script needs --out DIR, the folder for what the run writes")
	}
	for i := range table {
		o := &table[i]
		value, is := c.given[o.name]
		if !is {
			continue
		}
		if len(o.needs) > 0 && !c.hasOne(o.needs) {
			return fmt.Errorf("%s goes only with %s", o.name, strings.Join(o.needs, " or "))
		}
		if o.problem == nil {
			continue
		}
		if text := o.problem(c, value); text != "" {
			return fmt.Errorf("%s %s", o.name, text)
		}
	}
	return nil
}

func (c *commandLine) hasOne(names []string) bool {
	for _, n := range names {
		if c.has(n) {
			return true
		}
	}
	return false
}

// beside refuses an option together with another.
func beside(other string) func(*commandLine, string) string {
	return func(c *commandLine, _ string) string {
		if c.has(other) {
			return "and " + other + " exclude each other; give one of them"
		}
		return ""
	}
}

// both checks one thing and then another.
func both(first, second func(*commandLine, string) string) func(*commandLine, string) string {
	return func(c *commandLine, value string) string {
		if text := first(c, value); text != "" {
			return text
		}
		return second(c, value)
	}
}

func alone(c *commandLine, _ string) string {
	if len(c.order) > 1 {
		return "stands alone; leave out the other options"
	}
	return ""
}

func notEmpty(what string) func(*commandLine, string) string {
	return func(_ *commandLine, value string) string {
		if value == "" {
			return "is empty; give " + what
		}
		return ""
	}
}

func videoProblem(_ *commandLine, value string) string {
	if value != "none" && (!strings.HasSuffix(value, videoEnding) || value == videoEnding) {
		return fmt.Sprintf("is %q; give none, or a file whose name ends in %s", value, videoEnding)
	}
	return ""
}

func fpsProblem(c *commandLine, value string) string {
	if c.given["--video"] == "none" {
		return "goes only with a video file, and --video is none"
	}
	return wholeProblem(value, mostFPS)
}

func workersProblem(_ *commandLine, value string) string { return wholeProblem(value, mostWorkers) }

func wholeProblem(value string, most int) string {
	if n, ok := whole(value); !ok || n < 1 || n > most {
		return fmt.Sprintf("is %q; give a whole number from 1 to %d", value, most)
	}
	return ""
}

// whole reads a number that is written with digits only.
func whole(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 31)
	return int(n), err == nil
}

func sizeProblem(_ *commandLine, value string) string {
	if _, ok := readSize(value); !ok {
		return fmt.Sprintf("is %q; give WIDTHxHEIGHT, such as 1280x720, each from 1 to %d", value, render.MostTexels)
	}
	return ""
}

func readSize(text string) (size, bool) {
	w, h, _ := strings.Cut(text, "x")
	width, okWidth := whole(w)
	height, okHeight := whole(h)
	ok := okWidth && okHeight && width >= 1 && width <= render.MostTexels && height >= 1 && height <= render.MostTexels
	return size{width, height}, ok
}

// usage returns the text of --help.
func usage(p *Program) string {
	var b strings.Builder
	fmt.Fprintf(&b, `%s runs a scene in a window, or a script of steps with pictures and dumps of the state.

  %[1]s --scene NAME [--size WIDTHxHEIGHT] [--workers N] [--validate]
  %[1]s --script FILE --out DIR [--headless [--video none|FILE.mkv [--fps N]]]
  %[2]*[3]s [--size WIDTHxHEIGHT] [--workers N] [--validate] [--quiet]
  %[1]s --list | --help | --version

`, p.Name, len(p.Name), "")
	for _, o := range optionTable() {
		fmt.Fprintf(&b, "  %-22s %s\n", strings.TrimSpace(o.name+" "+o.value), o.about)
	}
	b.WriteString(`
In a window: W A S D move, Q and E go down and up, Shift is faster, the right mouse button turns, F1 gives the camera
back to the scene and takes it again, Esc ends.

Exit codes: 0 done; 1 the command line is wrong; 2 a file cannot be read or written; 3 the script is wrong; 4 a bug;
5 something that the run needs cannot start; 130 interrupted. docs/guide/scripts.md tells all about scripts.
`)
	return b.String()
}
