package host

import "tertius.dev/core/render"

// CommandLine is a command line as read, for tests.
type CommandLine struct {
	Show, Scene, Script, Out string
	Width, Height, Workers   int
	Validate, Quiet          bool
	Display                  string // "window", or what a headless run does with its captures
	Video                    string
	FPS                      int
}

// ReadCommandLine opens readOptions.
func ReadCommandLine(args ...string) (CommandLine, error) {
	o, err := readOptions(args)
	if err != nil {
		return CommandLine{}, err
	}
	var c CommandLine
	switch o := o.(type) {
	case *showOptions:
		c.Show = o.what
	case *freePlay:
		c.Scene, c.Width, c.Height, c.Workers = o.scene, o.size.width, o.size.height, o.workers
		c.Validate = o.checks == render.ValidationChecks
	case *scriptRun:
		c.Script, c.Out, c.Width, c.Height, c.Workers, c.Quiet = o.script, o.out, o.size.width, o.size.height, o.workers, o.quiet
		c.Validate = o.checks == render.ValidationChecks
		c.readDisplay(o.display)
	}
	return c, nil
}

func (c *CommandLine) readDisplay(d display) {
	switch d := d.(type) {
	case inWindow:
		c.Display = "window"
	case headless:
		switch v := d.video.(type) {
		case pictureFiles:
			c.Display = "pictures"
		case discard:
			c.Display = "discard"
		case videoFile:
			c.Display, c.Video, c.FPS = "video", v.path, v.fps
		}
	}
}

// Usage opens usage.
func Usage(name string) string { return usage(&Program{Name: name}) }
