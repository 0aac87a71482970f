package jolt_test

import (
	"runtime"
	"runtime/debug"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
	"tertius.dev/physics/jolt"
)

// A warm step allocates nothing: intents in, contacts and states out, in a uniform field and in one by place.
func TestWarmStepAllocatesNothing(t *testing.T) {
	b := newBench(t, 2)
	desc := crate()
	desc.NeverSleeps, desc.Restitution = true, 0.6
	var ids []uint32
	for frame := range 2 {
		b.floor(frame)
		for i := range 40 {
			at := place(0.6*float64(i%5), 0.3+0.7*float64(i/5), 0)
			ids = append(ids, b.spawn(frame, desc, at).Index)
		}
	}
	lift := b.spawn(0, physics.Body(physics.NewBox(1, 0.1, 1), physics.Kinematic), place(20, 5, 0))
	tick := 0
	step := func() {
		tick++
		if tick%50 == 0 { // throw them up again, so that contacts start and end
			for _, i := range ids {
				in := b.intend(b.states[i].Entity)
				in.Parts, in.Velocity = physics.HasVelocity, geom.Vec3f{Y: 4}
			}
		}
		moveTo(b.intend(lift), place(20, 5+0.01*float64(tick%100), 0))
		items := b.backend.Prepare(&b.in)
		for i := range items {
			b.backend.Work(i)
		}
		b.backend.Finish(&b.out)
		b.in.Writers = b.in.Writers[:0]
		b.intents.Clear()
	}
	b.out.Started = make([]physics.Contact, 0, 4096)
	b.out.Ended = make([]physics.ContactEnd, 0, 4096)
	for range 300 {
		step()
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var before, after runtime.MemStats
	started := 0
	thousand := func() (objects, bytes uint64) {
		runtime.ReadMemStats(&before)
		for range 1000 {
			step()
			started += len(b.out.Started)
		}
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
	}
	// On a busy machine Go's runtime may take another thread while C runs, and allocates for it. What a step allocates, it
	// allocates in every thousand.
	objects, bytes := thousand()
	for range 4 {
		if objects == 0 && bytes == 0 {
			break
		}
		objects, bytes = thousand()
	}
	if objects != 0 || bytes != 0 {
		t.Errorf("each of five times, 1,000 warm steps allocated; the last time %d objects of %d bytes", objects, bytes)
	}
	if started < 1000 {
		t.Errorf("only %d contacts started: the test steps nothing worth", started)
	}
}

// The profile is filled when the options ask for it, and only then.
func TestProfileIsFilledOnDemand(t *testing.T) {
	for _, on := range []bool{false, true} {
		o := jolt.DefaultOptions()
		o.Profile = on
		b := newBenchWith(t, o, 1)
		b.fillYard(0)
		b.apply()
		b.steps(5)
		p := b.out.Profile
		filled := p.WriteNanos > 0 && p.StepNanos > 0 && p.ContactsNanos > 0 && p.ReadNanos > 0
		if on && !filled || !on && p != (physics.StepProfile{}) {
			t.Errorf("with profile %v: %+v", on, p)
		}
	}
}
