package physics_test

import (
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
)

func TestAssemblyTellsItsProblem(t *testing.T) {
	part := physics.AssemblyPart{Shape: physics.NewSphere(1), Pose: geom.IdentityPose}
	of := func(change func(p *physics.AssemblyPart)) *physics.Assembly {
		p := part
		change(&p)
		return &physics.Assembly{Parts: []physics.AssemblyPart{part, p}}
	}
	in := func(s physics.Shape) *physics.Assembly {
		return &physics.Assembly{Parts: []physics.AssemblyPart{{Shape: s, Pose: geom.IdentityPose}}}
	}
	many := make([]physics.Part, physics.MostAssemblyPieces)
	for i := range many {
		many[i] = physics.Part{Shape: part.Shape, Pose: geom.IdentityPose}
	}
	heavy := physics.AssemblyPart{Shape: part.Shape, Pose: part.Pose, MassKilograms: 6e30}
	itself := in(nil)
	itself.Parts[0].Shape = itself
	for _, c := range []struct {
		name  string
		shape physics.Shape
		want  string
	}{
		{"two", of(func(*physics.AssemblyPart) {}), ""},
		{"compound", in(physics.NewCompound(many[0])), ""},
		{"nested", in(in(in(in(part.Shape)))), ""},
		{"too-deep", in(in(in(in(in(part.Shape))))), "is an assembly in 4 others"},
		{"itself", itself, "is an assembly in 4 others"},
		{"empty", &physics.Assembly{}, "Assembly.Parts is empty"},
		{"no-shape", of(func(p *physics.AssemblyPart) { p.Shape = nil }), "Assembly.Parts[1].Shape is missing"},
		{"bad-shape", of(func(p *physics.AssemblyPart) { p.Shape = physics.NewSphere(-1) }), "Assembly.Parts[1].Shape: Sphere.RadiusMeters is -1 m"},
		{"bad-compound", in(physics.NewCompound()), "Assembly.Parts[0].Shape: Compound.Parts is empty"},
		{"no-turn", of(func(p *physics.AssemblyPart) { p.Pose = geom.Pose{} }), "Assembly.Parts[1].Pose: the rotation is zero"},
		{"far", of(func(p *physics.AssemblyPart) { p.Pose.Position.X = 2e9 }), "Assembly.Parts[1].Pose: the position is"},
		{"light", of(func(p *physics.AssemblyPart) { p.MassKilograms = -1 }), "Assembly.Parts[1].MassKilograms is -1"},
		{"nan", of(func(p *physics.AssemblyPart) { p.MassKilograms = nan }), "Assembly.Parts[1].MassKilograms is NaN"},
		{"heavy", &physics.Assembly{Parts: []physics.AssemblyPart{heavy, heavy}}, "at most 1e+31 kg"},
		{"most", in(physics.NewCompound(many...)), ""},
		{"more", &physics.Assembly{Parts: []physics.AssemblyPart{part, {Shape: physics.NewCompound(many...), Pose: part.Pose}}}, "Assembly has 16385 pieces"},
		{"in-compound", physics.NewCompound(physics.Part{Shape: in(part.Shape), Pose: part.Pose}), "Compound.Parts[0].Shape is an assembly"},
	} {
		t.Run(c.name, func(t *testing.T) { expect(t, c.shape.Problem(), c.want) })
	}
}

func TestAssemblyBoundsItsParts(t *testing.T) {
	a := physics.Assembly{Parts: []physics.AssemblyPart{
		{Shape: physics.NewSphere(1), Pose: geom.At(geom.Vec3{X: 3})}, {Shape: physics.NewSphere(3), Pose: geom.At(geom.Vec3{Y: 2})},
	}}
	if r := a.BoundingRadiusMeters(); r != 5 {
		t.Errorf("the radius is %v, want 5", r)
	}
}
