package field_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
)

// earth is the sphere of the Earth.
var earth = field.Point{Mu: 3.986004418e14, RadiusMeters: 6.371e6}

func TestPointGravityFollowsNewton(t *testing.T) {
	g := field.GravityOfPoint(earth)
	surface := earth.Mu / (earth.RadiusMeters * earth.RadiusMeters)
	for _, c := range []struct {
		name     string
		distance float64 // in radii
		share    float64 // of the surface's gravity
	}{
		{"center", 0, 0},
		{"deep", 0.25, 0.25}, // inside, only the sphere below pulls: linear
		{"half", 0.5, 0.5},
		{"surface", 1, 1},
		{"twice", 2, 0.25}, // outside, the inverse square
		{"ten", 10, 0.01},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, axis := range []geom.Vec3{geom.UnitX, geom.UnitY.Neg(), geom.Vec3{X: 1, Y: 2, Z: -2}.Scale(1. / 3)} {
				got := g.At(axis.Scale(c.distance * earth.RadiusMeters))
				want := axis.Scale(-c.share * surface)
				// A root and a few products, each rounded to 2^-53 of itself.
				if got.Sub(want).Length() > 16*0x1p-53*surface {
					t.Errorf("at %v radii along %v: %v, not %v", c.distance, axis, got, want)
				}
			}
		})
	}
	if got := g.Strongest(); math.Abs(got-surface) > 4*0x1p-53*surface {
		t.Errorf("the strongest is %v m/s², not that of the surface, %v", got, surface)
	}
	if got := g.At(geom.Vec3{}); got != (geom.Vec3{}) {
		t.Errorf("at the center: %v, not exactly 0", got)
	}
}

// TestPointGravityIsTheSlopeOfItsPotential takes the work done along a path as an independent source.
func TestPointGravityIsTheSlopeOfItsPotential(t *testing.T) {
	g := field.GravityOfPoint(earth)
	potential := func(p geom.Vec3) float64 {
		r := p.Length()
		if r >= earth.RadiusMeters {
			return -earth.Mu / r
		}
		return -earth.Mu * (3*earth.RadiusMeters*earth.RadiusMeters - r*r) / (2 * earth.RadiusMeters * earth.RadiusMeters * earth.RadiusMeters)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		direction := geom.Vec3{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit(geom.UnitX)
		p := direction.Scale(earth.RadiusMeters * 3 * r.Float64())
		const half = 100.0
		for _, axis := range []geom.Vec3{geom.UnitX, geom.UnitY, geom.UnitZ} {
			slope := (potential(p.AddScaled(axis, half)) - potential(p.AddScaled(axis, -half))) / (2 * half)
			// The central difference is off by the third derivative, below 10 / radius² · half², and by rounding.
			if got := g.At(p).Dot(axis); math.Abs(got+slope) > 1e-6 {
				t.Fatalf("at %v along %v: %v, the potential falls by %v", p, axis, got, -slope)
			}
		}
	}
}

func TestUniformGravityIsTheSameEverywhere(t *testing.T) {
	g := field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -9.81}})
	for _, p := range []geom.Vec3{{}, {X: 1e7}, {Y: -1e12}} {
		if got := g.At(p); got != (geom.Vec3{Y: -9.81}) {
			t.Errorf("at %v: %v", p, got)
		}
	}
	var none field.Gravity
	if got := none.At(geom.UnitX); got != (geom.Vec3{}) || none.Problem() != "" {
		t.Errorf("no gravity is %v, %q", got, none.Problem())
	}
}

func TestUniformGravityPullsOnlyInItsRegion(t *testing.T) {
	pull := geom.Vec3{Y: -9.81}
	box := field.Region{Min: geom.Vec3{X: -1, Y: -2, Z: -3}, Max: geom.Vec3{X: 1, Y: 2, Z: 3}}
	g := field.GravityOfUniform(field.Uniform{Acceleration: pull, Region: box})
	if g.Problem() != "" {
		t.Fatal(g.Problem())
	}
	for _, c := range []struct {
		place geom.Vec3
		want  geom.Vec3
	}{
		{geom.Vec3{}, pull}, {box.Max, pull}, {geom.Vec3{X: 1.1}, geom.Vec3{}}, {geom.Vec3{Z: -3.1}, geom.Vec3{}},
		{geom.Vec3{X: math.NaN()}, geom.Vec3{}},
	} {
		if got := g.At(c.place); got != c.want {
			t.Errorf("at %v: %v, want %v", c.place, got, c.want)
		}
	}
	box.Max.X = -2
	if problem := field.GravityOfUniform(field.Uniform{Region: box}).Problem(); !strings.Contains(problem, "corners") {
		t.Errorf("a region that is none: %q", problem)
	}
}

func TestGravityTellsItsProblem(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	const point = "the point gravity needs a finite mu and radius above 0"
	const steep = "the point gravity is too steep: mu over the cube of the radius is not finite"
	for _, c := range []struct {
		name string
		g    field.Gravity
		want string
	}{
		{"earth", field.GravityOfPoint(earth), ""},
		{"uniform", field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{X: 1e37}}), ""},
		{"endless-uniform", field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{X: 1, Y: -1e38}}), "the uniform gravity is above 1e37 m/s²"},
		{"nan-uniform", field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Z: nan}}), "the uniform gravity is not finite"},
		{"infinite-uniform", field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Z: -inf}}), "the uniform gravity is not finite"},
		{"no-mu", field.GravityOfPoint(field.Point{RadiusMeters: 1}), point},
		{"negative-mu", field.GravityOfPoint(field.Point{Mu: -1, RadiusMeters: 1}), point},
		{"infinite-mu", field.GravityOfPoint(field.Point{Mu: inf, RadiusMeters: 1}), point},
		{"nan-mu", field.GravityOfPoint(field.Point{Mu: nan, RadiusMeters: 1}), point},
		{"no-radius", field.GravityOfPoint(field.Point{Mu: 1}), point},
		{"infinite-radius", field.GravityOfPoint(field.Point{Mu: 1, RadiusMeters: inf}), point},
		{"nan-radius", field.GravityOfPoint(field.Point{Mu: 1, RadiusMeters: nan}), point},
		{"tiny-radius", field.GravityOfPoint(field.Point{Mu: 1, RadiusMeters: 1e-200}), steep},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.g.Problem(); got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
			if c.want == "" && (!c.g.At(geom.Vec3{}).Finite() || !c.g.At(geom.Vec3{X: 1e-300, Y: 1e5}).Finite()) {
				t.Error("a gravity without a problem is not finite")
			}
		})
	}
}

func TestGravityAllocatesNothing(t *testing.T) {
	g := field.GravityOfPoint(earth)
	var sum geom.Vec3
	if n := testing.AllocsPerRun(100, func() { sum = sum.Add(g.At(geom.Vec3{X: 7e6})) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
