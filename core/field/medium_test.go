package field_test

import (
	"math"
	"strings"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
)

func cabinAir() field.Medium {
	return field.MediumOfUniformMedium(field.UniformMedium{
		DensityKilogramsPerCubicMeter: 1.2, DragPerSecond: 0.5, Region: field.Region{Min: geom.Vec3{X: -1, Y: -2, Z: -3}, Max: geom.Vec3{X: 1, Y: 2, Z: 3}},
	})
}

func planetAir() field.Medium {
	return field.MediumOfPlanetMedium(field.PlanetMedium{RadiusMeters: 6.4e6, SurfaceDensityKilogramsPerCubicMeter: 1.2, ScaleHeightMeters: 8000, DragPerSecond: 0.1})
}

func TestMediumFillsItsRegionAndHasItsDensityThere(t *testing.T) {
	open := field.MediumOfUniformMedium(field.UniformMedium{DensityKilogramsPerCubicMeter: 2})
	for _, c := range []struct {
		name    string
		medium  field.Medium
		at      geom.Vec3
		fills   bool
		density float64
	}{
		{"vacuum", field.Medium{}, geom.Vec3{}, false, 0},
		{"everywhere", open, geom.Vec3{X: 1e12}, true, 2},
		{"inside", cabinAir(), geom.Vec3{X: 0.5, Y: 1.5, Z: -2.5}, true, 1.2},
		{"on-a-face", cabinAir(), geom.Vec3{X: 1}, true, 1.2},
		{"outside", cabinAir(), geom.Vec3{Y: 2.0001}, false, 0},
		{"center-of-a-planet", planetAir(), geom.Vec3{}, true, 1.2},
		{"surface", planetAir(), geom.Vec3{Z: 6.4e6}, true, 1.2},
		{"one-scale-height-up", planetAir(), geom.Vec3{Y: 6.4e6 + 8000}, true, 1.2 / math.E},
	} {
		if got := c.medium.Fills(c.at); got != c.fills {
			t.Errorf("%s: it fills %v: %v", c.name, c.at, got)
		}
		if got := c.medium.DensityAt(c.at); math.Abs(got-c.density) > 1e-12 {
			t.Errorf("%s: its density at %v is %v, want %v", c.name, c.at, got, c.density)
		}
	}
}

func TestMediumNamesItsProblem(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	uniform := func(u field.UniformMedium) field.Medium { return field.MediumOfUniformMedium(u) }
	planet := func(p field.PlanetMedium) field.Medium { return field.MediumOfPlanetMedium(p) }
	for _, c := range []struct {
		name   string
		medium field.Medium
		want   string
	}{
		{"vacuum", field.Medium{}, ""},
		{"cabin", cabinAir(), ""},
		{"planet", planetAir(), ""},
		{"negative-density", uniform(field.UniformMedium{DensityKilogramsPerCubicMeter: -1}), "density"},
		{"nan-drag", uniform(field.UniformMedium{DragPerSecond: nan}), "drag"},
		{"infinite-region", uniform(field.UniformMedium{Region: field.Region{Max: geom.Vec3{X: inf}}}), "region"},
		{"turned-region", uniform(field.UniformMedium{Region: field.Region{Min: geom.Vec3{X: 1}}}), "corners"},
		{"negative-radius", planet(field.PlanetMedium{RadiusMeters: -1, ScaleHeightMeters: 1}), "radius"},
		{"infinite-surface", planet(field.PlanetMedium{SurfaceDensityKilogramsPerCubicMeter: inf, ScaleHeightMeters: 1}), "surface density"},
		{"no-scale-height", planet(field.PlanetMedium{RadiusMeters: 1}), "scale height"},
	} {
		got := c.medium.Problem()
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: the problem is %q, want one that tells of %q", c.name, got, c.want)
		}
	}
}

func TestDragOfAMedium(t *testing.T) {
	vacuum, cabin, planet := field.Medium{}, cabinAir(), planetAir()
	if vacuum.DragPerSecond() != 0 || cabin.DragPerSecond() != 0.5 || planet.DragPerSecond() != 0.1 {
		t.Errorf("the drags are %v, %v and %v", vacuum.DragPerSecond(), cabin.DragPerSecond(), planet.DragPerSecond())
	}
}
