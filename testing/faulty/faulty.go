// Package faulty holds a physics backend that injects faults into what the real one does, so that tests see how the engine
// takes them.
package faulty

import (
	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
)

// Backend passes every call to Real, and lets the hooks that are set change the result. A hook must not be changed during a
// tick.
type Backend struct {
	Real physics.Backend

	// Applied may add to the errors that the changes gave.
	Applied func(c *physics.Changes, errs []error) []error
	// Working is called before a work item runs, on the worker that runs it. It may panic.
	Working func(tick clock.Ticks, frame handle.Frame)
	// Finished may change the output of a step.
	Finished func(tick clock.Ticks, out *physics.StepOutput)
	// Answered may change the answers to a batch of questions.
	Answered func(in *physics.Questions, out *physics.Answers)

	// Closed counts the calls of Close.
	Closed int

	tick clock.Ticks
}

// Wrap returns a backend that does what the real one does until a hook is set.
func Wrap(real physics.Backend) *Backend { return &Backend{Real: real} }

// ShapeProblem asks the real backend.
func (b *Backend) ShapeProblem(s physics.Shape) error { return b.Real.ShapeProblem(s) }

// CenterOfMass asks the real backend.
func (b *Backend) CenterOfMass(s physics.Shape) geom.Vec3 { return b.Real.CenterOfMass(s) }

// Apply lets the real backend apply the changes.
func (b *Backend) Apply(c *physics.Changes) []error {
	errs := b.Real.Apply(c)
	if b.Applied != nil {
		errs = b.Applied(c, errs)
	}
	return errs
}

// Prepare lets the real backend prepare the step.
func (b *Backend) Prepare(in *physics.StepInput) int {
	b.tick = in.Tick
	return b.Real.Prepare(in)
}

// Work lets the real backend run the work item.
func (b *Backend) Work(item int) {
	if b.Working != nil {
		b.Working(b.tick, b.Real.WorkFrame(item))
	}
	b.Real.Work(item)
}

// WorkFrame asks the real backend.
func (b *Backend) WorkFrame(item int) handle.Frame { return b.Real.WorkFrame(item) }

// Finish lets the real backend finish the step.
func (b *Backend) Finish(out *physics.StepOutput) {
	b.Real.Finish(out)
	if b.Finished != nil {
		b.Finished(b.tick, out)
	}
}

// Ask lets the real backend answer the questions.
func (b *Backend) Ask(in *physics.Questions, out *physics.Answers) {
	b.Real.Ask(in, out)
	if b.Answered != nil {
		b.Answered(in, out)
	}
}

// Close closes the real backend.
func (b *Backend) Close() error {
	b.Closed++
	return b.Real.Close()
}
