package space_test

import (
	"math"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/demo/space"
)

func TestSurfacesAreColorsEverywhere(t *testing.T) {
	for _, s := range []struct {
		name    string
		surface space.Surface
	}{{"earthlike", space.Earthlike}, {"barren", space.Barren}} {
		t.Run(s.name, func(t *testing.T) {
			least, most := geom.Vec3{X: 1, Y: 1, Z: 1}, geom.Vec3{}
			for i := range 4000 { // points spread evenly over the sphere
				height, turn := 1-(2*float64(i)+1)/4000, 2.399963229728653*float64(i)
				flat := math.Sqrt(1 - height*height)
				c := s.surface(geom.Vec3{X: flat * math.Cos(turn), Y: height, Z: flat * math.Sin(turn)})
				least = geom.Vec3{X: min(least.X, c.X), Y: min(least.Y, c.Y), Z: min(least.Z, c.Z)}
				most = geom.Vec3{X: max(most.X, c.X), Y: max(most.Y, c.Y), Z: max(most.Z, c.Z)}
			}
			if least.X < 0 || least.Y < 0 || least.Z < 0 || most.X > 1 || most.Y > 1 || most.Z > 1 {
				t.Errorf("the colors go from %v to %v", least, most)
			}
			if most.X < 2*least.X {
				t.Errorf("the colors from %v to %v show nothing", least, most)
			}
		})
	}
}

func TestKitFillsAStoreThatTakesIt(t *testing.T) {
	var store render.Store
	if _, err := space.NewKit(&store); err != nil {
		t.Fatal(err)
	}
	for i, m := range store.Materials() {
		if m.Name == "" {
			t.Errorf("material %d has no name", i)
		}
	}
}

func TestTurnTakesOneDirectionToTheOther(t *testing.T) {
	for _, c := range [][2]geom.Vec3{
		{geom.UnitY, {X: 1, Y: 2, Z: -3}}, {{X: -4, Y: 1, Z: 2}, {X: 3, Y: 1, Z: 5}}, {geom.UnitX, geom.UnitX}, {geom.UnitX, {X: -1, Y: 1e-3}},
	} {
		got := space.Turn(c[0], c[1]).Rotate(c[0].Unit(geom.UnitY))
		if got.Sub(c[1].Unit(geom.UnitY)).Length() > 1e-12 {
			t.Errorf("the turn from %v to %v gives %v", c[0], c[1], got)
		}
	}
}

// TestCenterOfAStructureIsThatOfItsVolume weighs two boxes and a wedge: 8 m³ at 0, 1 m³ at X = 4, and 2 m³ at a third of a triangle.
func TestCenterOfAStructureIsThatOfItsVolume(t *testing.T) {
	var s space.Structure
	s.Box(space.White, geom.Vec3{}, geom.Vec3{X: 2, Y: 2, Z: 2})
	s.Box(space.White, geom.Vec3{X: 4}, geom.Vec3{X: 1, Y: 1, Z: 1})
	s.Wedge(space.White, // a prism of 2 m³ whose section is a right triangle
		geom.Vec3{Y: 2, Z: -0.5}, geom.Vec3{Y: 4, Z: -0.5}, geom.Vec3{X: 2, Y: 2, Z: -0.5},
		geom.Vec3{Y: 2, Z: 0.5}, geom.Vec3{Y: 4, Z: 0.5}, geom.Vec3{X: 2, Y: 2, Z: 0.5})
	want := geom.Vec3{X: (4*1 + 2.0/3*2) / 11, Y: (2 + 2.0/3) * 2 / 11}
	if got := s.Center(); got.Sub(want).Length() > 1e-6 {
		t.Errorf("the center is %v, want %v", got, want)
	}
}
