package jolt

import (
	"fmt"
	"strings"
	"time"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// output.go reads out what a step did.

// Finish merges what the frames did, in their order.
func (b *Backend) Finish(out *physics.StepOutput) {
	out.Reset()
	out.Errors = append(out.Errors, b.errors...)
	b.errors = b.errors[:0]
	var start time.Time
	if b.options.Profile {
		start = time.Now() //forbidden:allow reported as a profile, read by no tick
	}
	for _, i := range b.items {
		frame := &b.frames[i]
		frame.appendErrors(out)
		if frame.unstepped {
			out.Unstepped = append(out.Unstepped, frame.frame)
		}
		b.appendStates(frame, out)
		b.startContacts(frame, out)
		if b.options.Profile {
			frame.addProfile(&out.Profile)
		}
	}
	b.tellLanded(out)
	b.crossEdges(out)
	b.endContacts(out)
	out.Grown = append(out.Grown, b.grown...)
	b.grown = b.grown[:0]
	if contract.Enabled {
		if err := b.Check(); err != nil {
			out.Errors = append(out.Errors, fmt.Errorf("physics: %w", err))
		}
	}
	if b.options.Profile {
		out.Profile.ReadNanos += time.Since(start).Nanoseconds() //forbidden:allow reported as a profile
	}
	b.items, b.in = b.items[:0], nil
}

func (f *frameRow) appendErrors(out *physics.StepOutput) {
	if f.err != nil {
		out.Errors = append(out.Errors, fmt.Errorf("physics: frame %v: %w", f.frame, f.err))
		f.err = nil
	}
	if full := f.system.Stats().UpdateErrors; full != 0 {
		out.Errors = append(out.Errors, fmt.Errorf(
			"physics: frame %v: Jolt had no room for all %s of %d bodies, so the step lost some; the system has grown",
			f.frame, fullNames(full), f.system.Stats().Bodies))
	}
}

func fullNames(full uint32) string {
	var names []string
	for _, n := range [...]struct {
		bit  uint32
		name string
	}{
		{shim.ManifoldsFull, "contact manifolds"},
		{shim.PairsFull, "body pairs"},
		{shim.ConstraintsFull, "contact constraints"},
	} {
		if full&n.bit != 0 {
			names = append(names, n.name)
		}
	}
	return strings.Join(names, " and ")
}

// appendStates adds what the step did to the bodies of a frame, and to the frames whose hulls they are.
func (b *Backend) appendStates(f *frameRow, out *physics.StepOutput) {
	states, starts := f.system.States(), f.system.Starts()
	for i := range states {
		s := &states[i]
		row := b.row(entityOf(s.User))
		at := &b.at[row.entity.Index]
		at.take(s, b.step)
		if !row.isHull() {
			at.tell(b.step, len(out.Bodies))
			out.Bodies = append(out.Bodies, b.bodyState(f, row, s))
			continue
		}
		for len(starts) > 0 && starts[0].User < s.User {
			starts = starts[1:]
		}
		end := hullEnd{home: f, owned: b.frame(row.owns), row: row, state: s, pose: poseOf(s)}
		if len(starts) > 0 && starts[0].User == s.User {
			end.start = &starts[0]
		}
		b.appendRecord(out, &end)
	}
}

// bodyState is what the step did to a plain body. One that a sample moved has the velocities of the sample.
func (b *Backend) bodyState(f *frameRow, row *bodyRow, s *shim.State) physics.BodyState {
	state := physics.BodyState{
		Entity: row.entity, Frame: f.frame, Pose: poseOf(s),
		Velocity: vec3(s.Velocity), AngularVelocity: vec3(s.AngularVelocity).Single(),
		Awake: s.Flags&shim.StateAwake != 0,
	}
	if sample, ok := b.sampleOf(row); ok {
		state.Velocity, state.AngularVelocity = sample.Velocity, sample.AngularVelocity.SingleFinite()
	}
	return state
}

// sampleOf returns the sample that moved a body in the step, and false when none did.
func (b *Backend) sampleOf(row *bodyRow) (motion.Sample, bool) {
	if row.movedAt != b.step {
		return motion.Sample{}, false
	}
	return b.in.Intents.Of(int(row.entity.Index)).Move.AsSample()
}

func poseOf(s *shim.State) geom.Pose {
	return geom.Pose{
		Position: vec3(s.Position),
		Rotation: geom.Quat{X: s.Rotation[0], Y: s.Rotation[1], Z: s.Rotation[2], W: s.Rotation[3]},
	}
}

func (f *frameRow) addProfile(p *physics.StepProfile) {
	stats := f.system.Stats()
	p.WriteNanos += int64(f.writeNanos + stats.GravityNanoseconds)
	p.StepNanos += int64(stats.UpdateNanoseconds)
	p.ContactsNanos += int64(stats.ContactNanoseconds)
	p.ReadNanos += int64(stats.ReadNanoseconds)
}

func vec3(v [3]float64) geom.Vec3 { return geom.Vec3{X: v[0], Y: v[1], Z: v[2]} }
