package field

import (
	"math"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
)

// UniformMedium is a gas of one density, such as the air of a cabin.
type UniformMedium struct {
	DensityKilogramsPerCubicMeter float64 // 0 or more
	DragPerSecond                 float64 // share of the velocity relative to it that what it carries loses per second, 0 or more
	Region                        Region  // that it fills
}

// PlanetMedium is the air of a planet at the frame's origin: its density falls by the factor e with each scale height above
// the surface, and stays what it is at the surface below it.
type PlanetMedium struct {
	RadiusMeters                         float64 // of the surface, 0 or more
	SurfaceDensityKilogramsPerCubicMeter float64 // 0 or more
	ScaleHeightMeters                    float64 // above 0
	DragPerSecond                        float64 // as of UniformMedium
}

// Medium is the gas that fills a frame, at rest in its axes. The zero value is none: vacuum.
//
//union:cases UniformMedium PlanetMedium
type Medium struct{ mediumSlots }

// Fills reports whether there is gas at p, in the frame.
func (m *Medium) Fills(p geom.Vec3) bool {
	switch m.Kind() {
	case MediumNone:
		return false
	case MediumUniformMedium:
		u, _ := m.AsUniformMedium()
		return u.Region.Has(p)
	case MediumPlanetMedium:
		return true
	}
	panic(contract.Unreachable(m.Kind()))
}

// DensityAt returns the density at p, in kg/m³, and 0 where there is no gas.
//
// Threads: pure. Source: the barometric formula of an atmosphere of one temperature.
func (m *Medium) DensityAt(p geom.Vec3) float64 {
	switch m.Kind() {
	case MediumNone:
		return 0
	case MediumUniformMedium:
		u, _ := m.AsUniformMedium()
		if !u.Region.Has(p) {
			return 0
		}
		return u.DensityKilogramsPerCubicMeter
	case MediumPlanetMedium:
		a, _ := m.AsPlanetMedium()
		above := max(0, p.Length()-a.RadiusMeters)
		return float64(a.SurfaceDensityKilogramsPerCubicMeter * geom.Exp(-above/a.ScaleHeightMeters))
	}
	panic(contract.Unreachable(m.Kind()))
}

// DragPerSecond returns the share of its velocity relative to the medium that what the medium carries loses per second, in 1/s.
func (m *Medium) DragPerSecond() float64 {
	switch m.Kind() {
	case MediumNone:
		return 0
	case MediumUniformMedium:
		u, _ := m.AsUniformMedium()
		return u.DragPerSecond
	case MediumPlanetMedium:
		a, _ := m.AsPlanetMedium()
		return a.DragPerSecond
	}
	panic(contract.Unreachable(m.Kind()))
}

// Problem says why m cannot fill a frame, or gives an empty string.
func (m *Medium) Problem() string {
	switch m.Kind() {
	case MediumNone:
		return ""
	case MediumUniformMedium:
		u, _ := m.AsUniformMedium()
		if !zeroOrMore(u.DensityKilogramsPerCubicMeter) || !zeroOrMore(u.DragPerSecond) {
			return "the uniform medium needs a finite density and drag of 0 or more"
		}
		return u.Region.problem()
	case MediumPlanetMedium:
		a, _ := m.AsPlanetMedium()
		if !zeroOrMore(a.RadiusMeters) || !zeroOrMore(a.SurfaceDensityKilogramsPerCubicMeter) || !zeroOrMore(a.DragPerSecond) {
			return "the planet medium needs a finite radius, surface density and drag of 0 or more"
		}
		if !(a.ScaleHeightMeters > 0 && a.ScaleHeightMeters <= math.MaxFloat64) {
			return "the planet medium needs a finite scale height above 0"
		}
		return ""
	}
	panic(contract.Unreachable(m.Kind()))
}

func zeroOrMore(x float64) bool { return x >= 0 && x <= math.MaxFloat64 }
