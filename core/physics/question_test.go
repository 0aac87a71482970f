package physics_test

import (
	"math"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
)

func TestQueryShapeReachHoldsItsCorners(t *testing.T) {
	for _, c := range []struct {
		shape physics.QueryShape
		want  float64
	}{
		{physics.QueryShape{}, 0},
		{physics.NewQuerySphere(3), 3},
		{physics.NewQueryBox(2, 3, 6), 7},
		{physics.NewQueryCapsule(2, 0.5), 2.5},
	} {
		if got := c.shape.Reach(); got != c.want {
			t.Errorf("%v reaches %v m, want %v", c.shape, got, c.want)
		}
	}
}

func TestQueryShapeProblemNamesTheField(t *testing.T) {
	for _, c := range []struct {
		shape physics.QueryShape
		want  string // empty when nothing is wrong
	}{
		{physics.NewQuerySphere(1e-5), ""},
		{physics.NewQueryCapsule(0, 1), ""},
		{physics.NewQueryBox(1, 2, 1e9), ""},
		{physics.QueryShape{}, "the shape is missing"},
		{physics.NewQuerySphere(0), "QuerySphere.RadiusMeters is 0 m"},
		{physics.NewQuerySphere(math.NaN()), "QuerySphere.RadiusMeters is NaN m"},
		{physics.NewQueryBox(1, -1, 1), "QueryBox.HalfExtents is -1 m"},
		{physics.NewQueryBox(1, 1, 2e9), "QueryBox.HalfExtents is 2e+09 m"},
		{physics.NewQueryCapsule(1e-6, 1), "QueryCapsule.HalfHeightMeters is 1e-06 m"},
		{physics.NewQueryCapsule(1, math.Inf(1)), "QueryCapsule.RadiusMeters is +Inf m"},
	} {
		err := c.shape.Problem()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.shape, err, c.want)
		}
	}
}

// Directions of any finite length but 0 get unit length, also where their squares leave the doubles.
func TestUsableQuestionHasUnitDirection(t *testing.T) {
	want := geom.Vec3{X: 0.6, Z: -0.8}
	for _, scale := range []float64{1, 5, 1e-300, 1e300} {
		d := geom.Vec3{X: 0.6 * scale, Z: -0.8 * scale}
		turn := geom.Quat{Y: 2, W: 2}
		q, err := physics.RayQuestion(physics.Ray{Direction: d, LengthMeters: 1}, physics.RayAll).Usable()
		if err != nil {
			t.Fatal(err)
		}
		ray, _ := q.AsRayCast()
		q, err = physics.QuestionOfShapeCast(physics.ShapeCast{
			Shape: physics.NewQuerySphere(1), Start: geom.Pose{Rotation: turn}, Direction: d, LengthMeters: 1,
		}).Usable()
		if err != nil {
			t.Fatal(err)
		}
		cast, _ := q.AsShapeCast()
		if ray.Direction.Sub(want).Length() > 1e-15 || cast.Direction.Sub(want).Length() > 1e-15 || ray.Kind != physics.RayAll {
			t.Errorf("scaled by %g: %+v and %+v", scale, ray, cast)
		}
		if off := cast.Start.Rotation.LengthSquared() - 1; math.Abs(off) > 1e-15 {
			t.Errorf("the rotation is %v", cast.Start.Rotation)
		}
	}
	if q, err := (physics.Question{}).Usable(); err == nil {
		t.Errorf("a question without a case is usable: %v", q)
	}
}

func TestFirstHitOnly(t *testing.T) {
	for _, c := range []struct {
		question physics.Question
		want     bool
	}{
		{physics.RayQuestion(physics.Ray{}, physics.RayNearest), true},
		{physics.RayQuestion(physics.Ray{}, physics.RayAll), false},
		{physics.QuestionOfShapeCast(physics.ShapeCast{}), true},
		{physics.QuestionOfOverlap(physics.Overlap{}), false},
		{physics.Question{}, false},
	} {
		if got := c.question.FirstHitOnly(); got != c.want {
			t.Errorf("%v: %v", c.question, got)
		}
	}
}
