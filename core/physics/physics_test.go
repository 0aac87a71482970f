package physics_test

import (
	"math"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
)

var nan, inf = math.NaN(), math.Inf(1)

// expect compares an error's text, "" for none.
func expect(t *testing.T, err error, want string) {
	t.Helper()
	switch {
	case err == nil && want != "":
		t.Errorf("no problem, not %q", want)
	case err != nil && (want == "" || !strings.Contains(err.Error(), want)):
		t.Errorf("%q, not %q", err, want)
	}
}

func TestShapeTellsItsProblem(t *testing.T) {
	corner := func(x, y, z float64) geom.Vec3 { return geom.Vec3{X: x, Y: y, Z: z} }
	tetrahedron := []geom.Vec3{corner(0, 0, 0), corner(1, 0, 0), corner(0, 1, 0), corner(0, 0, 1)}
	sphere := physics.NewSphere(1)
	part := physics.Part{Shape: sphere, Pose: geom.IdentityPose}
	for _, c := range []struct {
		name  string
		shape physics.Shape
		want  string
	}{
		{"box", physics.NewBox(1, 2, 3), ""},
		{"sharp-box", &physics.Box{HalfExtents: corner(1, 1, 1)}, ""},
		{"flat-box", physics.NewBox(1, 0, 1), "Box.HalfExtents is 0 m"},
		{"negative-box", physics.NewBox(-1, 1, 1), "Box.HalfExtents is -1 m"},
		{"nan-box", physics.NewBox(1, 1, nan), "Box.HalfExtents is NaN m"},
		{"huge-box", physics.NewBox(1, 1, 2e9), "Box.HalfExtents is 2e+09 m"},
		{"dust-box", physics.NewBox(1, 1, 1e-12), "Box.HalfExtents is 1e-12 m"},
		{"nan-rounding", &physics.Box{HalfExtents: corner(1, 1, 1), ConvexRadiusMeters: nan}, "Box.ConvexRadiusMeters is NaN m"},
		{"negative-rounding", &physics.Box{HalfExtents: corner(1, 1, 1), ConvexRadiusMeters: -1}, "Box.ConvexRadiusMeters is -1 m"},
		{"sphere", sphere, ""},
		{"zero-sphere", physics.NewSphere(0), "Sphere.RadiusMeters is 0 m"},
		{"infinite-sphere", physics.NewSphere(inf), "Sphere.RadiusMeters is +Inf m"},
		{"capsule", physics.NewCapsule(1, 1), ""},
		{"short-capsule", physics.NewCapsule(0, 1), "Capsule.HalfHeightMeters is 0 m"},
		{"thin-capsule", physics.NewCapsule(1, nan), "Capsule.RadiusMeters is NaN m"},
		{"hull", physics.NewHull(tetrahedron...), ""},
		{"few-points", physics.NewHull(tetrahedron[:3]...), "Hull.Points has 3 points"},
		{"nan-point", physics.NewHull(append(tetrahedron[:3:3], corner(nan, 0, 0))...), "Hull.Points[3] is"},
		{"far-point", physics.NewHull(append(tetrahedron[:3:3], corner(0, 2e9, 0))...), "Hull.Points[3] is"},
		{"hull-rounding", &physics.Hull{Points: tetrahedron, ConvexRadiusMeters: inf}, "Hull.ConvexRadiusMeters is +Inf m"},
		{"compound", physics.NewCompound(part, part), ""},
		{"empty-compound", physics.NewCompound(), "Compound.Parts is empty"},
		{"missing-part", physics.NewCompound(part, physics.Part{Pose: geom.IdentityPose}), "Compound.Parts[1].Shape is missing"},
		{"nested", physics.NewCompound(physics.Part{Shape: physics.NewCompound(part), Pose: geom.IdentityPose}), "Compound.Parts[0].Shape is a compound"},
		{"bad-part", physics.NewCompound(physics.Part{Shape: physics.NewSphere(-1), Pose: geom.IdentityPose}), "Compound.Parts[0]: Sphere.RadiusMeters is -1 m"},
		{"bad-pose", physics.NewCompound(part, physics.Part{Shape: sphere}), "Compound.Parts[1].Pose: the rotation is zero"},
		{"far-part", physics.NewCompound(physics.Part{Shape: sphere, Pose: geom.At(corner(2e9, 0, 0))}), "Compound.Parts[0].Pose: the position is"},
	} {
		t.Run(c.name, func(t *testing.T) { expect(t, c.shape.Problem(), c.want) })
	}
}

func TestBoundingRadiusHoldsTheShape(t *testing.T) {
	for _, c := range []struct {
		name  string
		shape physics.Shape
		want  float64
	}{
		{"box", physics.NewBox(2, 3, 6), 7},
		{"sphere", physics.NewSphere(2), 2},
		{"capsule", physics.NewCapsule(3, 2), 5},
		{"hull", physics.NewHull(geom.Vec3{X: 3, Y: 4}, geom.Vec3{}, geom.UnitX, geom.UnitY), 5},
		{"compound", physics.NewCompound(
			physics.Part{Shape: physics.NewSphere(1), Pose: geom.At(geom.Vec3{X: 3})},
			physics.Part{Shape: physics.NewSphere(3), Pose: geom.At(geom.Vec3{Y: 2})}), 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.shape.BoundingRadiusMeters(); got != c.want {
				t.Errorf("%v, not %v", got, c.want)
			}
		})
	}
}

func TestThinBoxIsRoundedLess(t *testing.T) {
	if got := physics.NewBox(1, 0.01, 1).ConvexRadiusMeters; got != 0.01 {
		t.Errorf("the rounding is %v", got)
	}
	if got := physics.NewBox(1, 1, 1).ConvexRadiusMeters; got != physics.DefaultConvexRadiusMeters {
		t.Errorf("the rounding is %v", got)
	}
}

func TestBodyTellsItsProblem(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*physics.BodyDesc)
		want   string
	}{
		{"default", func(*physics.BodyDesc) {}, ""},
		{"heavy", func(d *physics.BodyDesc) { d.MassKilograms = 1e30 }, ""},
		{"no-shape", func(d *physics.BodyDesc) { d.Shape = nil }, "body: Shape is missing"},
		{"bad-shape", func(d *physics.BodyDesc) { d.Shape = physics.NewSphere(0) }, "body: Shape: Sphere.RadiusMeters is 0 m"},
		{"no-motion", func(d *physics.BodyDesc) { d.Motion = 7 }, "body: Motion is BodyMotion(7)"},
		{"negative-mass", func(d *physics.BodyDesc) { d.MassKilograms = -1 }, "body: MassKilograms is -1"},
		{"tiny-mass", func(d *physics.BodyDesc) { d.MassKilograms = 1e-39 }, "body: MassKilograms is 1e-39"},
		{"huge-mass", func(d *physics.BodyDesc) { d.MassKilograms = 1e39 }, "body: MassKilograms is 1e+39"},
		{"nan-mass", func(d *physics.BodyDesc) { d.MassKilograms = nan }, "body: MassKilograms is NaN"},
		{"engine-group", func(d *physics.BodyDesc) { d.Collision.Groups = 0x1001 }, "body: Collision uses the bits 0x1000"},
		{"engine-mask", func(d *physics.BodyDesc) { d.Collision.Mask = 0x8000 }, "body: Collision uses the bits 0x8000"},
		{"negative-friction", func(d *physics.BodyDesc) { d.Friction = -1 }, "body: Friction is -1"},
		{"infinite-friction", func(d *physics.BodyDesc) { d.Friction = float32(inf) }, "body: Friction is +Inf"},
		{"large-restitution", func(d *physics.BodyDesc) { d.Restitution = 1.5 }, "body: Restitution is 1.5"},
		{"nan-damping", func(d *physics.BodyDesc) { d.LinearDampingPerSecond = float32(nan) }, "body: LinearDampingPerSecond is NaN"},
		{"negative-damping", func(d *physics.BodyDesc) { d.AngularDampingPerSecond = -0.1 }, "body: AngularDampingPerSecond is -0.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := physics.Body(physics.NewSphere(1), physics.Dynamic)
			c.change(&d)
			expect(t, d.Problem(), c.want)
		})
	}
}

func TestMotionTellsWhatItTakes(t *testing.T) {
	const push = physics.HasForce | physics.HasTorque | physics.HasImpulse | physics.HasAngularImpulse |
		physics.HasVelocity | physics.HasAngularVelocity
	for _, c := range []struct {
		motion physics.BodyMotion
		parts  physics.Parts
		want   string
	}{
		{physics.Static, physics.HasTeleport | physics.HasCollision, ""},
		{physics.Static, physics.HasForce | physics.HasTeleport, "a static body takes no force"},
		{physics.Static, physics.HasMove, "a static body takes no move"},
		{physics.Kinematic, physics.HasTeleport | physics.HasCollision | physics.HasMove, ""},
		{physics.Kinematic, physics.HasVelocity, "a kinematic body takes no velocity"},
		{physics.Kinematic, push, "a kinematic body takes no force, torque, impulse, angular impulse, velocity, angular velocity"},
		{physics.Dynamic, push | physics.HasTeleport | physics.HasCollision, ""},
		{physics.Dynamic, physics.HasMove | physics.HasForce, ""}, // a steer target
	} {
		t.Run(c.motion.String(), func(t *testing.T) { expect(t, physics.CheckParts(c.motion, c.parts), c.want) })
	}
}

func TestChangesStartEmptyAfterReset(t *testing.T) {
	var c physics.Changes
	if !c.Empty() {
		t.Error("the zero batch changes something")
	}
	for _, fill := range []func(){
		func() { c.BodiesGone = append(c.BodiesGone, handle.Entity{}) },
		func() { c.FramesGone = append(c.FramesGone, handle.Frame{}) },
		func() { c.FramesMade = append(c.FramesMade, handle.Frame{}) },
		func() { c.BodiesMade = append(c.BodiesMade, physics.NewBody{}) },
	} {
		fill()
		if c.Empty() {
			t.Error("a filled batch changes nothing")
		}
		c.Reset()
		if !c.Empty() {
			t.Error("a batch changes something after Reset")
		}
	}
}

func TestOutputAndIntentClear(t *testing.T) {
	out := physics.StepOutput{
		Bodies: make([]physics.BodyState, 1), Started: make([]physics.Contact, 1), Ended: make([]physics.ContactEnd, 1),
		Errors: make([]error, 1), Profile: physics.StepProfile{StepNanos: 1},
	}
	out.Reset()
	if len(out.Bodies)+len(out.Started)+len(out.Ended)+len(out.Errors) != 0 || out.Profile != (physics.StepProfile{}) {
		t.Errorf("after Reset the output is %+v", out)
	}
	i := physics.Intent{Parts: physics.HasForce, Force: geom.Vec3f{X: 1}}
	i.Clear()
	if i != (physics.Intent{}) {
		t.Errorf("after Clear the intent is %+v", i)
	}
}
