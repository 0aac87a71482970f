package jolt

import (
	"fmt"

	"tertius.dev/core/contract"
	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// frameRow is a frame with its Jolt system and the scratch of its step, which only the frame's work item touches while
// items run.
type frameRow struct {
	frame        handle.Frame // the zero handle in a free row
	system       *shim.System
	bodies       int
	gone         []uint32    // to free, in Apply
	made         []shim.Body // to make, in Apply
	gravity      field.Gravity
	gravityKnown bool // gravity is that of a step before
	stirred      bool // bodies came or went since the last step
	awake        bool // something was awake after the last step
	commands     []shim.Command
	pulls        [][3]float64 // the acceleration of each awake dynamic body, in a field that is not uniform
	writeNanos   uint64
	asked        []shim.Question // of the batch under way
	answer       answer          // to them
	err          error
}

// strongestGravity bounds a field, in m/s²: a body reaches Jolt's limit of 30 km/s in one step of it.
const strongestGravity = 1e9

// Prepare takes the intents of a step and returns the number of frames that have something to simulate.
func (b *Backend) Prepare(in *physics.StepInput) int {
	b.items = b.items[:0]
	if b.closed {
		b.report(errClosed)
		return 0
	}
	b.seconds = float64(in.StepSeconds)
	if !(in.StepSeconds > 0) || in.StepSeconds-in.StepSeconds != 0 {
		b.report(fmt.Errorf("physics: a step of %v s", in.StepSeconds))
		return 0
	}
	for i := range in.Frames {
		b.takeGravity(&in.Frames[i])
	}
	for _, e := range in.Writers {
		intent := in.Intents.Of(int(e.Index))
		if intent == nil {
			b.report(fmt.Errorf("physics: entity %v is a writer and has no intent", e))
			continue
		}
		b.takeIntent(e, intent)
	}
	for i := range b.frames {
		frame := &b.frames[i]
		if frame.system != nil && (frame.awake || frame.stirred || len(frame.commands) > 0) {
			b.items = append(b.items, uint32(i))
		}
	}
	return len(b.items)
}

// takeGravity gives a frame its field. A field that changed wakes every sleeper of the frame: it would feel the change.
func (b *Backend) takeGravity(in *physics.FrameInput) {
	frame := b.frame(in.Frame)
	if frame == nil {
		b.report(fmt.Errorf("physics: frame %v of the step is not there", in.Frame))
		return
	}
	if problem := gravityProblem(&in.Gravity); problem != "" {
		b.report(fmt.Errorf("physics: frame %v: %s", in.Frame, problem))
		return
	}
	if frame.gravityKnown && !frame.gravity.Equal(in.Gravity) {
		frame.commands = append(frame.commands, shim.Command{Kind: shim.WakeAll})
	}
	frame.gravity, frame.gravityKnown = in.Gravity, true
}

// gravityProblem says why Jolt, which takes accelerations as floats, cannot have the field, or gives an empty string.
func gravityProblem(g *field.Gravity) string {
	if problem := g.Problem(); problem != "" {
		return problem
	}
	steepest := geom.Vec3{}
	switch g.Kind() {
	case field.GravityNone:
	case field.GravityUniform:
		uniform, _ := g.AsUniform()
		steepest = uniform.Acceleration
	case field.GravityPoint:
		point, _ := g.AsPoint()
		steepest = g.At(geom.Vec3{X: point.RadiusMeters})
	default:
		panic(contract.Unreachable(g.Kind()))
	}
	if steepest.Length() > strongestGravity {
		return fmt.Sprintf("its gravity is above %g m/s²", strongestGravity)
	}
	return ""
}

// WorkFrame returns the frame that a work item steps.
func (b *Backend) WorkFrame(item int) handle.Frame { return b.frames[b.items[item]].frame }

// Work steps one frame.
func (b *Backend) Work(item int) {
	frame := &b.frames[b.items[item]]
	frame.writeNanos = 0
	if len(frame.commands) > 0 {
		failed, nanos, err := frame.system.Apply(frame.commands, b.seconds)
		frame.writeNanos, frame.err = nanos, err
		if err != nil {
			frame.err = fmt.Errorf("command %d of %d: %w", failed, len(frame.commands), err)
		}
		frame.commands = frame.commands[:0]
	}
	if err := frame.step(b.seconds); err != nil && frame.err == nil {
		frame.err = err
	}
	frame.stirred = false
	frame.awake = frame.system.Stats().Awake > 0
}

// step steps the frame's system in its field.
func (f *frameRow) step(seconds float64) error {
	switch f.gravity.Kind() {
	case field.GravityNone:
		return f.system.Step(seconds, [3]float64{})
	case field.GravityUniform:
		uniform, _ := f.gravity.AsUniform()
		return f.system.Step(seconds, components(uniform.Acceleration))
	case field.GravityPoint:
		return f.stepInField(seconds)
	}
	panic(contract.Unreachable(f.gravity.Kind()))
}

// stepInField gives each awake dynamic body the field at its center of mass.
func (f *frameRow) stepInField(seconds float64) error {
	awake, err := f.system.AwakeBodies()
	if err != nil {
		return err
	}
	f.pulls = f.pulls[:0]
	for i := range awake {
		at := awake[i].CenterOfMass
		f.pulls = append(f.pulls, components(f.gravity.At(geom.Vec3{X: at[0], Y: at[1], Z: at[2]})))
	}
	if len(f.pulls) == 0 {
		return f.system.Step(seconds, [3]float64{})
	}
	return f.system.StepEach(seconds, f.pulls)
}
