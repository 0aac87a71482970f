package play

import (
	"errors"

	"tertius.dev/core/contract"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/host/internal/payload"
	"tertius.dev/host/internal/script"
	"tertius.dev/simulation"
)

// ready is a step whose names are found.
type ready struct {
	step   script.Step
	event  message.Event // of a post step
	camera handle.Entity // of a camera step with an entity
	owner  handle.Entity // of a camera step with a frame: who owns that
	docks  handle.Entity // of a dock and an undock step: whose frame becomes a part of another
	with   handle.Entity // of a dock step: whose frame goes on
}

// checker finds what the steps of a script name in a built scene.
type checker struct {
	script *script.Script
	world  *simulation.World
	ids    *IDs
	sees   bool // a camera has been chosen so far
	draws  bool // there is something that takes pictures
}

// check finds what every step names.
//
// Errors: *script.Problem.
func (c *checker) check() ([]ready, error) {
	_, c.sees = c.world.Camera()
	all := make([]ready, len(c.script.Steps))
	for i, step := range c.script.Steps {
		all[i].step = step
		if err := c.step(&all[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (c *checker) step(r *ready) error {
	switch step := r.step.(type) {
	case *script.Run, *script.Dump:
		return nil
	case *script.Post:
		return c.post(r, step)
	case *script.Camera:
		c.sees = true
		return c.camera(r, step.At(), step.View)
	case *script.Capture, *script.Film:
		return c.picture(step.At())
	case *script.Dock:
		return c.dock(r, step)
	case *script.Undock:
		var err error
		r.docks, err = c.entity(step.At(), step.Owner)
		return err
	}
	panic(contract.Unreachable(r.step))
}

func (c *checker) picture(at *script.Place) error {
	if !c.sees {
		return c.script.Problem(at, "the scene %q has no camera; choose one with a camera step before", c.script.Scene)
	}
	if !c.draws {
		panic(contract.Broken{Promise: "a script that takes pictures has something to take them with"})
	}
	return nil
}

func (c *checker) camera(r *ready, at *script.Place, view script.View) (err error) {
	switch view := view.(type) {
	case script.EyeOf:
		r.camera, err = c.entity(at, view.Entity)
	case script.Standing:
		if _, err = c.frame(at, view.FrameOwner); err == nil {
			r.owner, err = c.entity(at, view.FrameOwner)
		}
	}
	return err
}

func (c *checker) dock(r *ready, d *script.Dock) (err error) {
	if r.docks, err = c.entity(d.At(), d.Owner); err == nil {
		r.with, err = c.entity(d.At(), d.With)
	}
	return err
}

func (c *checker) post(r *ready, p *script.Post) error {
	registry := c.world.Messages()
	id, known := registry.Find(p.Message)
	if !known {
		var names []string
		for i := range registry.Len() {
			names = append(names, registry.Token(message.TypeID(i)).Name())
		}
		return c.script.NoSuchMessage(p, names)
	}
	target, err := c.target(p)
	if err != nil {
		return err
	}
	value, problem := payload.Read(p.Payload, registry.Token(id).Payload(), payloadNames{c.world, c.ids})
	switch {
	case problem == nil:
	case problem.Value == nil:
		return c.script.Problem(p.At(), "%s", problem.Text)
	default:
		return c.script.ProblemAt(p.At(), problem.Value, "%s", problem.Text)
	}
	r.event.Target = target
	registry.Fill(&r.event, id, value)
	return nil
}

func (c *checker) target(p *script.Post) (message.Target, error) {
	switch t := p.Target.(type) {
	case script.ToEntity:
		e, err := c.entity(p.At(), t.ID)
		return message.To(e), err
	case script.ToFrame:
		f, err := c.frame(p.At(), t.Owner)
		return message.ToFrame(f), err
	case script.ToTopic:
		return message.ToTopic(message.NamedTopic(t.Name)), nil
	case script.ToEveryone:
		return message.ToEveryone(), nil
	}
	panic(contract.Unreachable(p.Target))
}

func (c *checker) entity(at *script.Place, id script.SceneID) (handle.Entity, error) {
	e, ok := c.ids.Entity(id.ID)
	if !ok {
		return e, c.script.NoSuchID(at, id, c.ids.All())
	}
	return e, nil
}

func (c *checker) frame(at *script.Place, id script.SceneID) (handle.Frame, error) {
	owner, err := c.entity(at, id)
	if err != nil {
		return handle.Frame{}, err
	}
	f, ok := c.world.FrameOf(owner)
	if !ok {
		return f, c.script.NoFrame(at, id)
	}
	return f, nil
}

// payloadNames gives payloads what scene ids name.
type payloadNames struct {
	world *simulation.World
	ids   *IDs
}

// Entity returns the entity with the scene id.
func (n payloadNames) Entity(id string) (handle.Entity, bool) { return n.ids.Entity(id) }

// Frame returns the frame that the entity with the scene id owns.
func (n payloadNames) Frame(ownerID string) (handle.Frame, bool) {
	owner, ok := n.ids.Entity(ownerID)
	if !ok {
		return handle.Frame{}, false
	}
	return n.world.FrameOf(owner)
}

// IsScriptProblem reports whether the error says what is wrong with a script.
func IsScriptProblem(err error) bool {
	var p *script.Problem
	return errors.As(err, &p)
}
