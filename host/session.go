package host

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"

	"tertius.dev/core/contract"
	"tertius.dev/core/render"
	"tertius.dev/host/internal/play"
	"tertius.dev/host/internal/script"
	"tertius.dev/simulation"
)

// session is a built scene with what it runs on.
type session struct {
	scene    *Scene
	ids      *play.IDs
	store    *render.Store
	world    *simulation.World
	renderer render.Renderer // nil without pictures
	folder   string          // of what a run writes; empty for one that writes nothing
}

// open makes the world of a scene, empty, on a backend.
//
// Errors: physics cannot start; what the scene declares cannot be.
func (s *session) open(o simulation.Options) error {
	backend, err := openPhysics()
	if err != nil {
		return exit(exitTool, err)
	}
	o.Backend, o.Messages, o.Resources = backend, s.scene.Messages, s.store
	o.DebugChecks = contract.Enabled
	s.world, err = simulation.New(o)
	if err != nil {
		return exit(exitBug, fmt.Errorf("the scene %q: %w", s.scene.Name, err))
	}
	return nil
}

// build lets the scene fill its world.
func (s *session) build() error {
	b := &Builder{World: s.world, ids: s.ids}
	if err := s.scene.Build(b); err != nil {
		b.fail("%w", err)
	}
	if b.err != nil {
		return exit(exitBug, fmt.Errorf("the scene %q cannot be built: %w", s.scene.Name, b.err))
	}
	return nil
}

// close frees the renderer and the world. It may be called when they were never made.
func (s *session) close() error {
	var err error
	if s.renderer != nil {
		err = s.renderer.Close()
	}
	if s.world != nil {
		err = errors.Join(err, s.world.Close())
	}
	return exit(exitBug, err)
}

// nameBug puts scene ids into the words of a bug, if that is the error.
func (s *session) nameBug(err error) {
	var bug *bugError
	if errors.As(err, &bug) {
		bug.text = s.ids.Named(s.world, bug.text)
	}
}

// interrupts hears Ctrl-C and termination signals.
type interrupts struct {
	heard   atomic.Bool
	signals chan os.Signal
}

// listen starts to hear. The first signal asks the run to end; after it, another one ends the process at once.
func (i *interrupts) listen() {
	i.signals = make(chan os.Signal, 1)
	signal.Notify(i.signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		if _, is := <-i.signals; is {
			i.heard.Store(true)
			signal.Stop(i.signals)
		}
	}()
}

// ignore stops hearing, if it was begun.
func (i *interrupts) ignore() {
	if i.signals != nil {
		signal.Stop(i.signals)
		close(i.signals)
	}
}

// problem says what is wrong with a scene's declaration.
func (s *Scene) problem() error {
	switch {
	case !script.GoodName(s.Name):
		return fmt.Errorf("the scene name %q must be %s", s.Name, script.NameRule)
	case s.Build == nil:
		return fmt.Errorf("the scene %q has no Build", s.Name)
	case strings.ContainsAny(s.Summary, "\n\r"):
		return fmt.Errorf("the summary of the scene %q has more than one line", s.Name)
	}
	return nil
}
