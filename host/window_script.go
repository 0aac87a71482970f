package host

import (
	"errors"
	"fmt"

	"tertius.dev/core/render"
	"tertius.dev/host/internal/file"
	"tertius.dev/host/internal/loop"
	"tertius.dev/host/internal/play"
	"tertius.dev/host/internal/progress"
	"tertius.dev/host/internal/script"
	"tertius.dev/simulation"
)

// scriptInWindow runs a script in a window, its ticks paced by the clock.
func (c *command) scriptInWindow(o *scriptRun, s *script.Script, scene *Scene) (err error) {
	r := &windowScript{
		windowRun: windowRun{command: c, session: session{scene: scene, ids: play.NewIDs(), store: new(render.Store), folder: o.out}},
		script:    s, target: &pngTarget{folder: o.out},
	}
	defer func() {
		if value := recover(); value != nil {
			err = panicError(value)
		}
		err = r.end(err)
	}()
	if err := file.MakeFolder(o.out); err != nil {
		return exit(exitFile, err)
	}
	if err := r.open(size{s.Width, s.Height}, false, o.workers, o.checks); err != nil {
		return err
	}
	line := c.progress(o.quiet, s)
	defer line.Clear()
	return r.play(line)
}

// windowScript is a run of a script in a window.
type windowScript struct {
	windowRun
	script *script.Script
	target *pngTarget
	steps  *play.Run // nil before the script is checked
}

// play checks the script against the scene and runs its steps in the loop.
func (r *windowScript) play(line *progress.Line) (err error) {
	player := &play.Player{
		Script: r.script, World: r.world, IDs: r.ids, Folder: r.target.folder, Tick: r.tick, Stopped: r.loop.Ended, Progress: line,
		Pictures: &windowPictures{loop: r.loop, world: r.world, target: r.target},
	}
	if r.steps, err = player.Check(); err != nil {
		return exit(exitScript, err)
	}
	finished := false
	err = r.loop.Run(func() error {
		err := runError(r.steps.Play())
		finished = err == nil
		return err
	})
	if err == nil && !finished {
		err = runError(play.ErrStopped)
	}
	return err
}

// end frees everything and prints the paths, however the run ended.
func (r *windowScript) end(err error) error {
	err = r.windowRun.end(err)
	var paths []string
	if r.steps != nil {
		paths = r.steps.Result().Dumps
	}
	paths = append(paths, r.target.written()...)
	return first(err, r.command.print(append(paths, r.logs...)))
}

// tick runs a tick when it is due.
func (r *windowRun) tick() error {
	if errors.Is(r.loop.Tick(), loop.ErrEnded) {
		return play.ErrStopped
	}
	return nil
}

// windowPictures takes the captures of a script in a window, on the drawing goroutine.
type windowPictures struct {
	loop     *loop.Loop
	world    *simulation.World
	target   target
	snapshot render.Snapshot
}

// Capture draws the present state of the world and hands the picture to the target.
func (p *windowPictures) Capture(name string) error {
	p.world.BuildSnapshot(&p.snapshot)
	sink := &watchedSink{to: p.target.sink(name)}
	err := p.loop.Capture(&p.snapshot, sink)
	switch {
	case errors.Is(err, loop.ErrEnded):
		return play.ErrStopped
	case sink.err != nil:
		return exit(exitFile, sink.err)
	case err != nil:
		return exit(exitBug, fmt.Errorf("the capture %q: %w", name, err))
	}
	return nil
}
