package host

import (
	"errors"
	"fmt"
	"os"
	"time"

	"tertius.dev/core/contract"
	"tertius.dev/core/render"
	"tertius.dev/host/internal/file"
	"tertius.dev/host/internal/play"
	"tertius.dev/host/internal/progress"
	"tertius.dev/host/internal/script"
	"tertius.dev/host/internal/timing"
	"tertius.dev/simulation"
)

// script runs a script, headless or in a window.
func (c *command) script(o *scriptRun) error {
	s, scene, err := c.readScript(o)
	if err != nil {
		return err
	}
	switch d := o.display.(type) {
	case headless:
		return c.headless(o, d, s, scene)
	case inWindow:
		return c.scriptInWindow(o, s, scene)
	}
	panic(contract.Unreachable(o.display))
}

// readScript reads the script and finds its scene.
func (c *command) readScript(o *scriptRun) (*script.Script, *Scene, error) {
	s, err := script.ReadFile(o.script)
	switch {
	case play.IsScriptProblem(err):
		return nil, nil, exit(exitScript, err)
	case err != nil:
		return nil, nil, exit(exitFile, fmt.Errorf("cannot read the script: %w", err))
	}
	if o.size != (size{}) {
		s.Width, s.Height = o.size.width, o.size.height
	}
	scene := c.program.find(s.Scene)
	if scene == nil {
		return nil, nil, exit(exitScript, s.NoSuchScene(c.program.sceneNames()))
	}
	return s, scene, nil
}

func (p *Program) sceneNames() []string {
	names := make([]string, len(p.Scenes))
	for i := range p.Scenes {
		names[i] = p.Scenes[i].Name
	}
	return names
}

// headless runs a script on the calling goroutine. The order is that of what can fail: what the run needs, then the scene,
// then the names that the script uses, then the steps.
func (c *command) headless(o *scriptRun, d headless, s *script.Script, scene *Scene) (err error) {
	if video, is := d.video.(videoFile); is && !s.Draws() {
		return exit(exitCommandLine, fmt.Errorf("--video %s goes only with a script that has a capture or film step, and %s has none; leave it out, or give --video none",
			video.path, s.File))
	}
	run := &headlessRun{command: c, options: o, script: s}
	run.stop.listen()
	run.session = session{scene: scene, ids: play.NewIDs(), store: new(render.Store), folder: o.out}
	defer func() {
		if value := recover(); value != nil {
			err = panicError(value)
		}
		err = run.end(err)
	}()
	if err := run.open(d.video); err != nil {
		return err
	}
	if err := run.build(); err != nil {
		return err
	}
	return run.play()
}

// headlessRun is a headless run of a script.
type headlessRun struct {
	session
	command  *command
	options  *scriptRun
	script   *script.Script
	target   target            // nil for a script that takes no pictures
	pictures *headlessPictures // nil for a script that takes no pictures
	steps    *play.Run
	stop     interrupts
}

// open starts what the run needs.
func (r *headlessRun) open(choice videoChoice) (err error) {
	if r.script.Draws() {
		if r.target, err = openTarget(choice, r.options.out, size{r.script.Width, r.script.Height}); err != nil {
			return err
		}
	}
	if err := file.MakeFolder(r.options.out); err != nil {
		return exit(exitFile, err)
	}
	if r.script.Draws() {
		if err := r.openRenderer(); err != nil {
			return err
		}
	}
	return r.session.open(simulation.Options{Workers: r.options.workers})
}

func (r *headlessRun) openRenderer() error {
	renderer, err := openRenderer(r.store, render.Options{
		Width: r.script.Width, Height: r.script.Height, Exposure: r.scene.Exposure, Checks: r.options.checks,
	})
	if err != nil {
		return exit(exitTool, err)
	}
	r.renderer = renderer
	return nil
}

// play checks the script against the scene and runs its steps.
func (r *headlessRun) play() error {
	if r.renderer != nil {
		r.pictures = &headlessPictures{world: r.world, renderer: r.renderer, target: r.target}
		r.pictures.timings.Width, r.pictures.timings.Height = r.script.Width, r.script.Height
	}
	line := r.command.progress(r.options.quiet, r.script)
	defer line.Clear()
	player := &play.Player{
		Script: r.script, World: r.world, IDs: r.ids, Folder: r.options.out,
		Tick: func() error { r.world.Tick(); return nil }, Stopped: r.stop.heard.Load, Progress: line,
	}
	if r.pictures != nil {
		player.Pictures = r.pictures
	}
	steps, err := player.Check()
	if err != nil {
		return exit(exitScript, err)
	}
	r.steps = steps
	return runError(steps.Play())
}

// runError gives what ends the steps of a script its exit code.
func runError(err error) error {
	switch {
	case play.IsScriptProblem(err):
		return exit(exitScript, err)
	case errors.Is(err, play.ErrStopped):
		return exit(exitInterrupted, err)
	default:
		return exit(exitFile, err)
	}
}

// progress returns the line that tells how far a run of the script is.
func (c *command) progress(quiet bool, s *script.Script) *progress.Line {
	f, is := c.stderr.(*os.File)
	if quiet || !is || !progress.IsTerminal(f) {
		return new(progress.Line)
	}
	ticks, pictures := s.Length()
	return progress.New(f, time.Now, ticks, pictures)
}

// end completes what was written, frees everything and prints the paths, however the run ended. It returns why the run
// ended: the given error, or the first of its own.
func (r *headlessRun) end(err error) error {
	defer r.stop.ignore()
	if r.target != nil {
		err = first(err, r.target.close())
	}
	var extra []string
	if r.pictures != nil && err == nil {
		extra, err = r.pictures.writeFigures(r.options.out, r.options.checks)
		r.command.tellTimings(&r.pictures.timings)
	}
	logs, failed := r.command.tellWorld(&r.session)
	err = first(err, failed)
	r.nameBug(err)
	err = first(err, r.close())
	var paths []string
	if r.steps != nil {
		paths = append(paths, r.steps.Result().Dumps...)
	}
	if r.target != nil {
		paths = append(paths, r.target.written()...)
	}
	return first(err, r.command.print(append(append(paths, extra...), logs...)))
}

// tellTimings prints the time of each pass.
func (c *command) tellTimings(s *timing.Summary) {
	if s.Empty() {
		return
	}
	for _, line := range s.Lines() {
		fmt.Fprintln(c.stderr, line)
	}
}

func first(err, second error) error {
	if err != nil {
		return err
	}
	return second
}

// print prints paths on standard output.
func (c *command) print(paths []string) error {
	for _, p := range paths {
		if _, err := fmt.Fprintln(c.stdout, p); err != nil {
			return exit(exitFile, fmt.Errorf("cannot write to standard output: %w", err))
		}
	}
	return nil
}
