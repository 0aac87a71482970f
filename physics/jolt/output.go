package jolt

import (
	"fmt"
	"strings"
	"time"

	"tertius.dev/core/geom"
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
		frame.appendStates(out)
		b.contacts.start(frame, frame.system.Contacts(), out)
		if b.options.Profile {
			frame.addProfile(&out.Profile)
		}
	}
	b.contacts.end(out)
	if b.options.Profile {
		out.Profile.ReadNanos += time.Since(start).Nanoseconds() //forbidden:allow reported as a profile
	}
	b.items = b.items[:0]
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

func (f *frameRow) appendStates(out *physics.StepOutput) {
	states := f.system.States()
	for i := range states {
		s := &states[i]
		out.Bodies = append(out.Bodies, physics.BodyState{
			Entity: entityOf(s.User),
			Frame:  f.frame,
			Pose: geom.Pose{
				Position: vec3(s.Position),
				Rotation: geom.Quat{X: s.Rotation[0], Y: s.Rotation[1], Z: s.Rotation[2], W: s.Rotation[3]},
			},
			Velocity:        vec3(s.Velocity),
			AngularVelocity: vec3(s.AngularVelocity).Single(),
			Awake:           s.Flags&shim.StateAwake != 0,
		})
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
