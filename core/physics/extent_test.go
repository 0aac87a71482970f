package physics

import (
	"math"
	"testing"

	"tertius.dev/core/geom"
)

func TestExtentHoldsItsShape(t *testing.T) {
	turned := geom.Pose{Position: geom.Vec3{X: 10}, Rotation: geom.AxisAngle(geom.UnitY, math.Pi/2)}
	plank := NewBox(1, 2, 3)
	for name, c := range map[string]struct {
		shape           Shape
		least, greatest geom.Vec3
	}{
		"box":      {plank, geom.Vec3{X: -1, Y: -2, Z: -3}, geom.Vec3{X: 1, Y: 2, Z: 3}},
		"sphere":   {NewSphere(2), geom.Vec3{X: -2, Y: -2, Z: -2}, geom.Vec3{X: 2, Y: 2, Z: 2}},
		"capsule":  {NewCapsule(2, 1), geom.Vec3{X: -1, Y: -3, Z: -1}, geom.Vec3{X: 1, Y: 3, Z: 1}},
		"hull":     {NewHull(geom.Vec3{}, geom.Vec3{X: 1}, geom.Vec3{Y: -1}, geom.Vec3{Z: 5}), geom.Vec3{Y: -1}, geom.Vec3{X: 1, Z: 5}},
		"compound": {NewCompound(Part{plank, turned}, Part{NewSphere(1), geom.At(geom.Vec3{Y: -4})}), geom.Vec3{X: -1, Y: -5, Z: -1}, geom.Vec3{X: 13, Y: 2, Z: 1}},
		"assembly": {&Assembly{[]AssemblyPart{{Shape: plank, Pose: turned}}}, geom.Vec3{X: 7, Y: -2, Z: -1}, geom.Vec3{X: 13, Y: 2, Z: 1}},
	} {
		got := ExtentOf(c.shape)
		if got.Least.Sub(c.least).Length() > 1e-12 || got.Greatest.Sub(c.greatest).Length() > 1e-12 {
			t.Errorf("%s: the extent is %v, want from %v to %v", name, got, c.least, c.greatest)
		}
		middle := c.least.Lerp(c.greatest, 0.5)
		if !got.Holds(middle) || got.Holds(c.greatest.Add(geom.Vec3{Y: 0.1})) || got.Holds(c.least.Sub(geom.Vec3{X: 0.1})) {
			t.Errorf("%s: the extent %v does not hold what is in it", name, got)
		}
	}
}
