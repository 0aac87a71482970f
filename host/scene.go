// Package host makes a program of the engine's parts: it opens scenes in a window and runs scripts with pictures, a video
// and dumps. A game is its scenes and
//
//	func main() { os.Exit(host.Main(host.Program{Name: "game", Scenes: scenes}, os.Args[1:])) }
//
// Words: a scene is a named start of a world; a scene id is the name that a scene gives to an entity, for scripts; a run
// is what one command line asks for.
//
// Threads: a headless run has no goroutine of its own but the world's workers. In a window, the main goroutine has the
// window and its input, one goroutine ticks the world by the clock, and one draws.
package host

import (
	"fmt"

	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/render"
	"tertius.dev/host/internal/play"
	"tertius.dev/host/internal/script"
	"tertius.dev/simulation"
)

// Program is a game's command line.
type Program struct {
	Name   string // as the usage and messages spell it
	Scenes []Scene
}

// Scene is a named start of a world.
type Scene struct {
	Name     string             // as scripts and --scene spell it: 1 to 64 of a to z, 0 to 9 and -
	Summary  string             // one line for --list
	Messages []message.AnyToken // the payload types of its components
	Exposure render.Exposure
	// Build fills the world, which is empty and has a backend. An error ends the run as a bug of the program.
	Build func(b *Builder) error
}

// Builder is what a scene fills.
//
// Valid: during Build.
type Builder struct {
	World *simulation.World

	ids *play.IDs
	err error // the first mistake of a call that returns none
}

// Name gives an entity a scene id, by which scripts and dumps name it. The rule of names is that of scripts. An id that
// breaks it, or is taken, fails the scene.
func (b *Builder) Name(id string, e handle.Entity) {
	switch {
	case !script.GoodName(id):
		b.fail("the scene id %q must be %s", id, script.NameRule)
	case play.IsScriptCamera(id):
		b.fail("the scene id %q is one that the host gives to the cameras of scripts", id)
	default:
		if err := b.ids.Add(id, e); err != nil {
			b.fail("%v", err)
		}
	}
}

// SetCamera makes the entity the eye of the pictures, looking along its -Z axis with +Y up.
func (b *Builder) SetCamera(e handle.Entity, fovRadians float32) {
	if err := b.World.SetCamera(simulation.Camera{Entity: e, FovRadians: fovRadians}); err != nil {
		b.fail("the camera: %v", err)
	}
}

func (b *Builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}

// find returns the scene with the name, or nil.
func (p *Program) find(name string) *Scene {
	for i := range p.Scenes {
		if p.Scenes[i].Name == name {
			return &p.Scenes[i]
		}
	}
	return nil
}
