package simulation_test

import (
	"testing"

	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// outside is where everything of one tree is and how it moves, as its root sees it.
type outside map[handle.Entity]motion.State

// lookFromOutside looks at all that is within a million meters of its root, where doubles hold places to 1e-9 m.
func (f *fleet) lookFromOutside() outside {
	seen := outside{}
	for e := range f.w.Entities() {
		at, _ := f.w.Snapshot().Transform(e)
		if at.Frame.IsNone() {
			continue
		}
		if s, ok := f.w.Snapshot().StateIn(e, f.w.Frames().Root(at.Frame)); ok && s.Pose.Position.Length() < 1e6 && at.Pose.Position.Length() < 1e6 {
			seen[e] = s
		}
	}
	return seen
}

// expectStill checks that what a host has done to the frames between two ticks moved nothing and changed no motion: places to 1e-6 m,
// velocities to the floats that Jolt has. Static bodies, and the owner of a frame that docks or undocks, may stop.
func (f *fleet) expectStill(t *testing.T, what string, before outside, but handle.Entity) {
	t.Helper()
	for e, now := range f.lookFromOutside() {
		was, ok := before[e]
		if !ok {
			continue
		}
		const mostMeters, mostTurn = 1e-6, 1e-6
		turn := now.Pose.Rotation.Mul(was.Pose.Rotation.Conj()).RotationVector().Length()
		if off := now.Pose.Position.Sub(was.Pose.Position).Length(); off > mostMeters || turn > mostTurn {
			t.Fatalf("before tick %d, %s: %v jumped by %v m and %v rad", f.w.TickNumber(), what, e, off, turn)
		}
		body, hasBody := f.w.Snapshot().BodyOf(e)
		if !hasBody || body.Motion == physics.Static || e == but {
			continue
		}
		at, _ := f.w.Snapshot().Transform(e)
		most := 1e-6 + 2.4e-7*(at.Velocity.Length()+was.Velocity.Length()+was.AngularVelocity.Length()*at.Pose.Position.Length())
		if off := now.Velocity.Sub(was.Velocity).Length(); off > most {
			t.Fatalf("before tick %d, %s: %v, a %v body at %v m/s, got faster by %v m/s, at most %v are a float's",
				f.w.TickNumber(), what, e, body.Motion, was.Velocity.Length(), off, most)
		}
	}
}

// reparent, dock and undock do what the host asks for, and check that nothing moves by it.
func (f *fleet) reparent(t *testing.T, frame, into handle.Frame) {
	t.Helper()
	before := f.lookFromOutside()
	if f.w.Reparent(frame, into) == nil {
		f.done["reparented"]++
		f.expectStill(t, "at a reparent", before, handle.Entity{})
	}
}

func (f *fleet) dock(t *testing.T, a, b handle.Frame) bool {
	t.Helper()
	if f.w.Frames().Parent(a) != f.w.Frames().Parent(b) {
		return false
	}
	before, owner := f.lookFromOutside(), f.w.Frames().Owner(b)
	if f.w.Dock(a, b) != nil {
		return false
	}
	f.done["docked"]++
	f.expectStill(t, "at a dock", before, owner)
	return true
}

func (f *fleet) undock(t *testing.T, owner handle.Entity) {
	t.Helper()
	if _, docked := f.w.DockedAt(owner); !docked {
		return
	}
	before := f.lookFromOutside()
	if _, err := f.w.Undock(owner); err != nil {
		t.Fatal(err)
	}
	f.done["undocked"]++
	f.expectStill(t, "at an undock", before, owner)
}
