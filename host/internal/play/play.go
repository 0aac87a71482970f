// Package play runs the steps of a script on a world.
//
// Words: a player is a script with what it plays on; a run is a player that has found what its script names; pictures take
// captures.
//
// Threads: the caller of Run runs every tick and takes every capture.
package play

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"tertius.dev/core/clock"
	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/host/internal/dump"
	"tertius.dev/host/internal/file"
	"tertius.dev/host/internal/script"
	"tertius.dev/simulation"
)

// Pictures take captures of a world between two ticks.
type Pictures interface {
	// Capture draws the present state and keeps the picture under the name.
	Capture(name string) error
}

// Player is a script with what it plays on.
type Player struct {
	Script   *script.Script
	World    *simulation.World
	IDs      *IDs
	Folder   string       // of the dumps; it exists
	Pictures Pictures     // nil for a script that takes none
	Tick     func() error // runs one tick of the world, when it is time for it; ErrStopped when it is too late for any
	Stopped  func() bool  // reports whether the run should end early; asked before each step, each tick and each picture
	Progress Progress     // hears how far the run is
}

// Progress hears how far a run is.
type Progress interface {
	// Done tells how many ticks have run and how many pictures were taken.
	Done(ticks clock.Ticks, pictures int)
}

// Result is what a run has written, also one that failed.
type Result struct {
	Dumps []string // the paths, in order
}

// ErrStopped says that a run ended because it was asked to.
var ErrStopped = errors.New("interrupted")

// Check finds what the script names in the scene, before the first tick.
//
// Errors: *script.Problem.
func (p *Player) Check() (*Run, error) {
	c := checker{script: p.Script, world: p.World, ids: p.IDs, draws: p.Pictures != nil}
	steps, err := c.check()
	if err != nil {
		return nil, err
	}
	return &Run{player: p, steps: steps, lastDump: p.Script.LastDump(), standing: map[handle.Frame]handle.Entity{}}, nil
}

// Run is a script that is ready to run.
type Run struct {
	player   *Player
	steps    []ready
	lastDump int
	standing map[handle.Frame]handle.Entity // the cameras that stand still, one for each frame that has one
	result   Result
	ticks    clock.Ticks
	pictures int
}

// Result returns what was written so far.
func (r *Run) Result() *Result { return &r.result }

// Play runs the steps in order.
//
// Errors: *script.Problem when the script cannot go on; ErrStopped; what a file or the pictures return. A panic of the
// world passes through.
func (r *Run) Play() error {
	for i := range r.steps {
		if r.player.Stopped() {
			return ErrStopped
		}
		r.player.World.RecordRouted(i < r.lastDump)
		if err := r.step(&r.steps[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *Run) step(s *ready) error {
	switch step := s.step.(type) {
	case *script.Run:
		return r.run(step.Ticks)
	case *script.Post:
		r.player.World.Post(s.event)
		return nil
	case *script.Dump:
		return r.dump(step.Name)
	case *script.Capture:
		return r.capture(step.At(), step.Name)
	case *script.Camera:
		return r.camera(s, step)
	case *script.Film:
		return r.film(step)
	case *script.Dock:
		return r.cannot(step.At(), r.dock(s, step))
	case *script.Undock:
		_, err := r.player.World.Undock(s.docks)
		return r.cannot(step.At(), err)
	}
	panic(contract.Unreachable(s.step))
}

func (r *Run) run(ticks clock.Ticks) error {
	for range ticks {
		if r.player.Stopped() {
			return ErrStopped
		}
		if err := r.player.Tick(); err != nil {
			return err
		}
		r.ticks++
		r.player.Progress.Done(r.ticks, r.pictures)
	}
	return nil
}

// film is its expansion: it calls what a run step and a capture step call.
func (r *Run) film(f *script.Film) error {
	for k := range f.Frames {
		if err := r.run(f.Every); err != nil {
			return err
		}
		if err := r.capture(f.At(), f.FrameName(k)); err != nil {
			return err
		}
	}
	return nil
}

func (r *Run) capture(at *script.Place, name string) error {
	if r.player.Stopped() {
		return ErrStopped
	}
	if _, sees := r.player.World.Camera(); !sees {
		return r.player.Script.Problem(at, "the capture %q at tick %d has no camera: its entity is gone",
			name, r.player.World.TickNumber())
	}
	if err := r.player.Pictures.Capture(name); err != nil {
		return err
	}
	r.pictures++
	r.player.Progress.Done(r.ticks, r.pictures)
	return nil
}

func (r *Run) dump(name string) error {
	path := filepath.Join(r.player.Folder, name+".json")
	state := dump.State{Scene: r.player.Script.Scene, World: r.player.World, IDOf: r.player.IDs.Of}
	if err := file.Write(path, func(w io.Writer) error { return state.Write(w) }); err != nil {
		return err
	}
	r.player.World.ClearRouted()
	r.result.Dumps = append(r.result.Dumps, path)
	return nil
}

func (r *Run) camera(s *ready, step *script.Camera) error {
	eye := s.camera
	if at, stands := step.View.(script.Standing); stands {
		var err error
		if eye, err = r.stand(s.owner, at.Pose); err != nil {
			return r.player.Script.Problem(step.At(), "the camera cannot stand in the frame of %q at tick %d: %s",
				at.FrameOwner.ID, r.player.World.TickNumber(), r.named(err))
		}
	}
	if err := r.player.World.SetCamera(simulation.Camera{Entity: eye, FovRadians: step.FovRadians}); err != nil {
		return r.player.Script.Problem(step.At(), "the camera cannot be chosen at tick %d: %s", r.player.World.TickNumber(), r.named(err))
	}
	return nil
}

// stand returns the entity of the camera that stands in the frame of an owner, at the pose. The first one in a frame spawns it.
func (r *Run) stand(owner handle.Entity, pose geom.Pose) (handle.Entity, error) {
	f, owns := r.player.World.FrameOf(owner)
	if !owns {
		return handle.Entity{}, errors.New("it owns none any more")
	}
	if e, has := r.standing[f]; has {
		return e, r.player.World.SetTransform(e, pose)
	}
	e, err := r.player.World.Spawn(&simulation.SpawnDesc{Frame: f, Pose: pose})
	if err != nil {
		return e, err
	}
	r.standing[f] = e
	return e, r.player.IDs.Add(fmt.Sprintf("%s%d", scriptCamera, len(r.standing)), e)
}

// dock makes the frame that one entity owns now a part of that of another.
func (r *Run) dock(s *ready, step *script.Dock) error {
	own, err := r.frameOf(s.docks, step.Owner.ID)
	if err != nil {
		return err
	}
	with, err := r.frameOf(s.with, step.With.ID)
	if err != nil {
		return err
	}
	return r.player.World.Dock(with, own)
}

// frameOf returns the frame that an entity owns now, or says that it has none, or why.
func (r *Run) frameOf(e handle.Entity, id string) (handle.Frame, error) {
	own, is := r.player.World.FrameOf(e)
	if at, docked := r.player.World.DockedAt(e); docked {
		return own, fmt.Errorf("%q owns no frame: it has docked at frame %v, and has its own again once a step undocks it", id, at)
	}
	if !is {
		return own, fmt.Errorf("%q owns no frame", id)
	}
	return own, nil
}

// cannot says at which step and tick the world refused something, or gives nil.
func (r *Run) cannot(at *script.Place, err error) error {
	if err == nil {
		return nil
	}
	return r.player.Script.Problem(at, "at tick %d: %s", r.player.World.TickNumber(), r.named(err))
}

// named returns the words of an error of the world with the scene ids that the script uses.
func (r *Run) named(err error) string { return r.player.IDs.Named(r.player.World, err.Error()) }

// scriptCamera starts the scene ids of the cameras that stand still.
const scriptCamera = "script-camera-"

// IsScriptCamera reports whether the scene id is one that scripts give to cameras.
func IsScriptCamera(id string) bool { return strings.HasPrefix(id, scriptCamera) }
