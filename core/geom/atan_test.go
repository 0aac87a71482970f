package geom_test

import (
	"math"
	"testing"

	"tertius.dev/core/geom"
)

func TestAtan2IsWithinOneUlpOfTheStandardLibrary(t *testing.T) {
	for i := -2000; i <= 2000; i++ {
		for _, x := range [...]float64{-1e9, -3, -1, -0.4, -1e-12, 1e-12, 0.3, 1, 2.5, 1e9} {
			y := float64(i) * 0.00173
			got, want := geom.Atan2(y, x), math.Atan2(y, x)
			ulp := math.Abs(math.Nextafter(want, math.Inf(1)) - want)
			if math.Abs(got-want) > ulp {
				t.Fatalf("Atan2(%v, %v) = %v, want %v within %v", y, x, got, want, ulp)
			}
		}
	}
}

func TestAtan2SpecialCasesAreThoseOfTheStandardLibrary(t *testing.T) {
	special := [...]float64{math.Inf(-1), -1, math.Copysign(0, -1), 0, 1, math.Inf(1), math.NaN()}
	for _, y := range special {
		for _, x := range special {
			got, want := geom.Atan2(y, x), math.Atan2(y, x)
			if math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("Atan2(%v, %v) = %v, want %v", y, x, got, want)
			}
		}
	}
}

func TestRotationVectorUndoesAxisAngle(t *testing.T) {
	axis := geom.Vec3{X: 1, Y: -2, Z: 2} // of length 3
	for _, angle := range [...]float64{0, 1e-9, 0.1, 1, 3, math.Pi} {
		q := geom.AxisAngle(axis, angle)
		want := axis.Scale(angle / 3)
		if d := q.RotationVector().Sub(want).Length(); d > 1e-14 {
			t.Errorf("at %v rad the rotation vector is off by %v", angle, d)
		}
		opposite := geom.Quat{X: -q.X, Y: -q.Y, Z: -q.Z, W: -q.W}
		if d := opposite.RotationVector().Sub(want).Length(); d > 1e-14 && angle < math.Pi {
			t.Errorf("at %v rad the opposite quaternion's rotation vector is off by %v", angle, d)
		}
	}
}
