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

// Prepare takes the intents of a step and returns the number of frames that have something to simulate.
func (b *Backend) Prepare(in *physics.StepInput) int {
	b.items = b.items[:0]
	if b.closed {
		b.report(errClosed)
		return 0
	}
	b.step++
	b.in, b.seconds, b.tick = in, float64(in.StepSeconds), in.TickSeconds
	if !(in.StepSeconds > 0) || in.StepSeconds-in.StepSeconds != 0 {
		b.report(fmt.Errorf("physics: a step of %v s", in.StepSeconds))
		return 0
	}
	if !(in.TickSeconds > 0) || in.TickSeconds-in.TickSeconds != 0 {
		b.report(fmt.Errorf("physics: a tick of %v s", in.TickSeconds))
		return 0
	}
	for i := range in.Frames {
		b.takeGravity(&in.Frames[i])
	}
	b.followTree(in)
	b.dropForbidden()
	b.errors = b.flushLeaving(b.errors)
	b.stopSteered(in)
	b.moveFastSpawns()
	b.bumpHulls(in)
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

// wakeAcceleration is the change of what a body at rest feels, in m/s², from which on the sleepers of a frame wake. A
// sleeper goes with its frame, which is right only while that stays the same.
const wakeAcceleration = 0.01

// takeGravity gives a frame its field and its proper acceleration. A change that sleepers would feel wakes all of the frame.
func (b *Backend) takeGravity(in *physics.FrameInput) {
	frame := b.frame(in.Frame)
	if frame == nil {
		b.report(fmt.Errorf("physics: frame %v of the step is not there", in.Frame))
		return
	}
	if problem := frame.gravityProblem(&in.Gravity); problem != "" {
		b.report(fmt.Errorf("physics: frame %v: %s", in.Frame, problem))
		return
	}
	if !(in.ProperAcceleration.Length() <= physics.StrongestGravity) {
		b.report(fmt.Errorf("physics: frame %v: its proper acceleration %v is above %g m/s²", in.Frame, in.ProperAcceleration, physics.StrongestGravity))
		return
	}
	if frame.feltChangeWakes(in) {
		frame.commands = append(frame.commands, shim.Command{Kind: shim.WakeAll})
	}
	frame.gravity, frame.proper, frame.gravityKnown = in.Gravity, in.ProperAcceleration, true
}

// feltChangeWakes reports whether the sleepers of the frame would feel the change since they slept: another field, or a proper
// acceleration that differs by more than the threshold from that at the last wake. The turn of the frame's axes will be a
// second addend.
func (f *frameRow) feltChangeWakes(in *physics.FrameInput) bool {
	if !f.gravityKnown {
		f.wakeProper = in.ProperAcceleration
		return false
	}
	if in.ProperAcceleration.Sub(f.wakeProper).Length() <= wakeAcceleration && f.gravity.Equal(in.Gravity) {
		return false
	}
	f.wakeProper = in.ProperAcceleration
	return f.system != nil
}

// gravityProblem says why Jolt cannot have the field, or gives an empty string.
func (f *frameRow) gravityProblem(g *field.Gravity) string {
	if f.gravityKnown && f.gravity.Equal(*g) {
		return ""
	}
	return physics.GravityProblem(g)
}

// WorkFrame returns the frame that a work item steps.
func (b *Backend) WorkFrame(item int) handle.Frame { return b.frames[b.items[item]].frame }

// Work steps one frame.
func (b *Backend) Work(item int) {
	frame := &b.frames[b.items[item]]
	frame.writeNanos = 0
	if len(frame.commands) > 0 {
		first, failures, nanos, err := frame.system.Apply(frame.commands, b.seconds)
		frame.writeNanos, frame.err = nanos, err
		if err != nil {
			frame.err = b.commandError(frame, first, failures, err)
		}
		frame.commands = frame.commands[:0]
	}
	err := frame.step(b.seconds)
	frame.unstepped = err != nil && len(frame.system.States()) == 0
	if err != nil && frame.err == nil {
		frame.err = err
	}
	frame.stirred = false
	frame.awake = frame.system.Stats().Awake > 0
}

// commandError says which command of a frame failed first, whose body it is about, and how many failed with it. An assert of Jolt
// fails the call and no command: then first is their number.
func (b *Backend) commandError(frame *frameRow, first, failures int, err error) error {
	count := len(frame.commands)
	if failures > 1 {
		err = fmt.Errorf("%w; %d more failed in this step", err, failures-1)
	}
	native := frame.commands[min(first, count-1)].Body
	for _, slot := range frame.members {
		if row := &b.bodies[slot]; row.native == native {
			return fmt.Errorf("entity %v: command %d of %d: %w", row.entity, first, count, err)
		}
	}
	return fmt.Errorf("command %d of %d: %w", first, count, err)
}

// gravityAt returns what accelerates a body of the frame at a place: the field less the proper acceleration.
func (f *frameRow) gravityAt(place geom.Vec3) geom.Vec3 { return f.gravity.At(place).Sub(f.proper) }

// step steps the frame's system in the frame's field, less its proper acceleration.
func (f *frameRow) step(seconds float64) error {
	switch f.gravity.Kind() {
	case field.GravityNone:
		return f.system.Step(seconds, components(f.proper.Neg()))
	case field.GravityUniform:
		uniform, _ := f.gravity.AsUniform()
		if !uniform.Region.Everywhere() {
			return f.stepInField(seconds)
		}
		return f.system.Step(seconds, components(uniform.Acceleration.Sub(f.proper)))
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
		f.pulls = append(f.pulls, components(f.gravityAt(vec3(awake[i].CenterOfMass))))
	}
	if len(f.pulls) == 0 {
		return f.system.Step(seconds, [3]float64{})
	}
	return f.system.StepEach(seconds, f.pulls)
}
