package simulation_test

import (
	"testing"

	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
)

// mostTicksAstray is how long something may be where another frame should have it: each step moves it over one edge, and the frames
// that it goes through may move themselves.
const mostTicksAstray = 10

// expectBubblesKept checks that nothing that moves stays deep in the bubble of a frame beside it, or far outside of its own one.
func (f *fleet) expectBubblesKept(t *testing.T) {
	t.Helper()
	for e := range f.w.Entities() {
		body, hasBody := f.w.Snapshot().BodyOf(e)
		at, _ := f.w.Snapshot().Transform(e)
		owned, owns := f.w.FrameOf(e)
		moves := hasBody && !at.Frame.IsNone() && (body.Motion == physics.Dynamic || body.Motion == physics.Kinematic && !owns)
		where := ""
		if moves && f.w.Snapshot().Awake(e) && at.Velocity.Length() < 100 {
			where = f.astray(at.Frame, at.Pose.Position, body.BoundingRadiusMeters, owned)
		}
		if where == "" {
			delete(f.lost, e)
			continue
		}
		if f.lost[e]++; f.lost[e] > mostTicksAstray {
			t.Fatalf("after tick %d %v, a %v body of radius %v m that owns %v, in frame %v at %v with %v m/s, %s",
				f.w.TickNumber()-1, e, body.Motion, body.BoundingRadiusMeters, owned, at.Frame, at.Pose.Position, at.Velocity.Length(), where)
		}
	}
}

// astray says where something should be that is in a frame at a place, or nothing where it may be there.
func (f *fleet) astray(in handle.Frame, at geom.Vec3, radiusMeters float64, owned handle.Frame) string {
	tree := f.w.Frames()
	if bubble := frame.Bubble(tree.Bounds(in)); !tree.IsRoot(in) && !bubble.None() && bubble.Left(at, radiusMeters+2) {
		local := tree.Local(in)
		if above := local.Pose.ToParent(at); above.Within(physics.FarthestBodyMeters) { // else no body can be there
			return "is outside of its bubble"
		}
	}
	for child := range tree.All() {
		bubble := frame.Bubble(tree.Bounds(child))
		if tree.IsRoot(child) || tree.Parent(child) != in || bubble.None() || child == owned {
			continue
		}
		if !owned.IsNone() && !frame.Bubble(tree.Bounds(owned)).FitsIn(bubble) {
			continue
		}
		local := tree.Local(child)
		if bubble.Distance(local.Pose.FromParent(at)) < -0.5 {
			return "is deep in the bubble of frame " + child.String()
		}
	}
	return ""
}
