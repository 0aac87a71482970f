package simulation_test

import (
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// outside is where everything of one tree is and how it moves, as its root sees it.
type outside map[handle.Entity]motion.State

// lookFromOutside looks at all that is within a million meters of its root, and so is every frame around it: there doubles hold
// places to 1e-9 m.
func (f *fleet) lookFromOutside() outside {
	seen := outside{}
	for e := range f.w.Entities() {
		at, _ := f.w.Snapshot().Transform(e)
		if at.Frame.IsNone() || !f.isNear(at.Frame, at.Pose.Position) {
			continue
		}
		seen[e], _ = f.w.Snapshot().StateIn(e, f.w.Frames().Root(at.Frame))
	}
	return seen
}

// isNear reports whether a place in a frame is within a million meters of the frame's origin, and of that of every frame above it.
func (f *fleet) isNear(in handle.Frame, place geom.Vec3) bool {
	frames := f.w.Frames()
	for place.Length() < 1e6 {
		if frames.IsRoot(in) {
			return true
		}
		local := frames.Local(in)
		if local.Pose.Position.Length() >= 1e6 {
			return false
		}
		in, place = frames.Parent(in), local.Pose.ToParent(place)
	}
	return false
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
