package jolt_test

import (
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/physics/jolt"
)

// rain drops a crate every third tick onto a heap, and removes one now and then.
func rain(t *testing.T, maxBodies int) *bench {
	o := jolt.DefaultOptions()
	o.MaxBodiesPerFrame = maxBodies
	b := newBenchWith(t, o, 1)
	b.floor(0)
	var crates []handle.Entity
	for tick := range 300 {
		if tick%3 == 0 {
			crates = append(crates, b.spawn(0, crate(), place(0.3*float64(tick%7), 3, 0.2*float64(tick%5))))
		}
		if tick%40 == 39 {
			b.destroy(crates[tick/40])
		}
		b.step()
	}
	return b
}

// A full system grows to twice its size, as often as it must, and the run goes on to the last bit: poses, velocities,
// sleep timers, contacts and the solver's impulses.
func TestFullSystemGrowsAndGoesOnExactly(t *testing.T) {
	roomy, tight := rain(t, 4096), rain(t, 2)
	if roomy.hash() != tight.hash() {
		t.Errorf("the run that grew has the hash %x, the one with room %x", tight.hash(), roomy.hash())
	}
	if len(roomy.started) != len(tight.started) || len(roomy.ended) != len(tight.ended) {
		t.Errorf("the run that grew has %d starts and %d ends, the one with room %d and %d",
			len(tight.started), len(tight.ended), len(roomy.started), len(roomy.ended))
	}
	if len(tight.started) < 100 {
		t.Errorf("a heap of 100 crates has only %d contacts", len(tight.started))
	}
}

// Each frame whose bodies had to move into a larger system is told of in the next output, and in no other: of bodies that came and of one
// that came over from another frame. A system that was empty moves nothing.
func TestGrowthIsToldOnce(t *testing.T) {
	o := jolt.DefaultOptions()
	o.MaxBodiesPerFrame = 4
	b := newBenchWith(t, o, 2)
	fill := func(frame, n int) (last handle.Entity) {
		for range n {
			last = b.add(frame, crate(), place(3*float64(b.next), 0, 0))
		}
		b.apply()
		return last
	}
	want := func(when string, grown ...physics.Growth) {
		t.Helper()
		b.step()
		if !slices.Equal(b.out.Grown, grown) {
			t.Errorf("%s the output tells of %v, want %v", when, b.out.Grown, grown)
		}
		b.step()
		if len(b.out.Grown) != 0 {
			t.Errorf("%s the output after it tells of %v again", when, b.out.Grown)
		}
	}
	fill(0, 5)
	want("after 5 into an empty system of 4")
	mover := fill(0, 3)
	want("after 3 into one of 8 with 5")
	fill(0, 1)
	fill(0, 20)
	want("after 1 and then 20 into one of 8 with 8",
		physics.Growth{Frame: frameAt(0), Bodies: 8, Room: 16}, physics.Growth{Frame: frameAt(0), Bodies: 9, Room: 32})
	fill(1, 4)
	want("after 4 into an empty system of 4")
	b.changes.BodiesMoved = append(b.changes.BodiesMoved, physics.BodyMove{Entity: mover, Frame: frameAt(1), Relation: at(0, 0, 0)})
	b.apply()
	want("after one came over", physics.Growth{Frame: frameAt(1), Bodies: 4, Room: 8})
}

// crowd puts more balls into one place than the system has room for pairs.
func crowd(t *testing.T, o jolt.Options) *bench {
	o.MaxBodiesPerFrame = 64
	b := newBenchWith(t, o, 1)
	for i := range 64 { // 2,016 pairs, and room for 1,024
		b.add(0, physics.Body(physics.NewSphere(0.5), physics.Dynamic), place(0, 0.001*float64(i), 0))
	}
	b.apply()
	return b
}

// When Jolt had no room for all contacts of a step, the output says so, and the next step has room.
func TestUpdateErrorIsReportedAndHeals(t *testing.T) {
	b := crowd(t, jolt.DefaultOptions())
	b.stepRaw()
	full := 0
	for _, err := range b.out.Errors {
		if strings.Contains(err.Error(), "Jolt had no room for all ") && strings.Contains(err.Error(), "body pairs") {
			full++
		}
	}
	if full != 1 {
		t.Fatalf("the errors are %v, want one about body pairs", b.out.Errors)
	}
	b.steps(10)
}

// A failed assert inside Jolt comes back the same way, in the build that has them.
func TestFailedAssertIsReported(t *testing.T) {
	t.Setenv(jolt.EnvLibrary, "") // the build of the options, whatever the other tests run on
	b := crowd(t, jolt.Options{Asserts: true})
	b.stepRaw()
	found := false
	for _, err := range b.out.Errors {
		found = found || strings.Contains(err.Error(), "Jolt assert failed: ")
	}
	if !found {
		t.Errorf("the errors are %v, want a failed assert among them", b.out.Errors)
	}
	b.steps(10)
}

// Jolt's trees lose a node to each body that comes alone, until a step builds them anew. A system that nobody steps lives on.
func TestBodiesThatComeAndGoAloneWithoutStepsExhaustNothing(t *testing.T) {
	o := jolt.DefaultOptions()
	o.MaxBodiesPerFrame = 64
	b := newBenchWith(t, o, 1)
	for range 3000 {
		b.destroy(b.spawn(0, crate(), place(0, 5, 0)))
	}
	b.step()
}
