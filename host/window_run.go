package host

import (
	"fmt"

	"tertius.dev/core/document"
	"tertius.dev/core/render"
	"tertius.dev/host/internal/input"
	"tertius.dev/host/internal/loop"
	"tertius.dev/host/internal/play"
	"tertius.dev/host/internal/script"
	"tertius.dev/host/internal/window"
	"tertius.dev/simulation"
)

// defaultSize is the size of a window whose command line names none.
var defaultSize = size{script.DefaultWidth, script.DefaultHeight}

// windowRun is a world in a window.
type windowRun struct {
	session
	command *command
	window  window.Window
	device  input.Device
	loop    *loop.Loop
	stop    interrupts
	logs    []string // the paths of the files about the world that the end has written
}

// freePlay opens a scene in a window until the person closes it.
func (c *command) freePlay(o *freePlay) (err error) {
	scene := c.program.find(o.scene)
	if scene == nil {
		return exit(exitCommandLine, fmt.Errorf("--scene is %q; there are %s", o.scene, document.Quoted(c.program.sceneNames())))
	}
	if o.size == (size{}) {
		o.size = defaultSize
	}
	r := &windowRun{command: c, session: session{scene: scene, ids: play.NewIDs(), store: new(render.Store)}}
	defer func() {
		if value := recover(); value != nil {
			err = panicError(value)
		}
		err = r.end(err)
	}()
	if err := r.open(o.size, true, o.workers, o.checks); err != nil {
		return err
	}
	err = r.loop.Run(r.fly)
	if err == nil && r.stop.heard.Load() {
		err = runError(play.ErrStopped)
	}
	return err
}

// open opens the window, a renderer for it and the scene.
func (r *windowRun) open(s size, resizable bool, workers int, checks render.Checks) (err error) {
	r.stop.listen()
	r.window, err = window.Open(window.Options{
		Title: r.command.program.Name + ": " + r.scene.Name, Width: s.width, Height: s.height,
		Resizable: resizable, Device: &r.device,
	})
	if err != nil {
		return exit(exitTool, err)
	}
	r.renderer, err = openRenderer(r.store, render.Options{
		Width: s.width, Height: s.height, Exposure: r.scene.Exposure, Surface: r.window, Checks: checks,
	})
	if err != nil {
		return exit(exitTool, err)
	}
	if err := r.session.open(simulation.Options{Workers: workers, PublishSnapshots: true}); err != nil {
		return err
	}
	if err := r.build(); err != nil {
		return err
	}
	r.loop = &loop.Loop{
		Window: r.window, Renderer: r.renderer, World: r.world, Recover: panicError, Stopped: r.stop.heard.Load,
	}
	return nil
}

// end frees everything, the renderer before the window that it draws in.
func (r *windowRun) end(err error) error {
	defer r.stop.ignore()
	logs, failed := r.command.tellWorld(&r.session)
	r.logs, err = logs, first(err, failed)
	r.nameBug(err)
	err = first(err, r.close())
	if r.window != nil {
		r.window.Close()
	}
	return err
}

// fly ticks the world and moves the flying camera, until the loop ends.
func (r *windowRun) fly() error {
	f, err := newFlight(r.world)
	if err != nil {
		return exit(exitBug, err)
	}
	for !r.loop.Ended() {
		if err := f.move(r.device.Take()); err != nil {
			return exit(exitBug, err)
		}
		f.post(r.device.TakeEvents())
		if err := r.loop.Tick(); err != nil {
			break
		}
	}
	return nil
}
