package batch

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
)

const (
	// MaxIntensity is the brightest light that is drawn, in W/sr per channel. A star sends about 3e25.
	MaxIntensity = 1e34

	// LongestReachMeters bounds how far a light reaches: its square is a single float.
	LongestReachMeters = 5e18

	// FarLightMeters is the distance from the eye from which on a light counts as far, such as a sun.
	FarLightMeters = 2e7

	// narrowestCone is the least half angle of a spot light's outer cone, in radians.
	narrowestCone = 1e-3
	// leastConeFade is the least difference between the cosines of a cone's two angles, so that a smoothstep between
	// them is defined.
	leastConeFade = 1e-4
)

// CutoffIrradiance is the irradiance, in W/m², at which a light ends under an exposure of so many stops: a white matte
// surface that it lights shows below half a step of 8 bits.
func CutoffIrradiance(stops float32) float64 {
	return math.Ldexp(math.Pi, -13) * math.Exp2(-float64(stops))
}

// PointIntensity is the intensity in W/sr of a point light of a power in W, which shines evenly to every side.
func PointIntensity(powerWatts float64) float64 { return powerWatts / (4 * math.Pi) }

// SpotIntensity is the intensity in W/sr of a spot light whose power, in W, fills its outer cone.
func SpotIntensity(powerWatts float64, c Cone) float64 {
	return powerWatts / (2 * math.Pi * (1 - c.CosOuter))
}

// Reach is the distance in meters at which a light of this intensity, in W/sr, falls to the cutoff irradiance, in W/m².
func Reach(brightestIntensity, cutoffIrradiance float64) float64 {
	return min(math.Sqrt(brightestIntensity/cutoffIrradiance), LongestReachMeters)
}

// Cone is the two angles of a spot light by their cosines, CosInner above CosOuter.
type Cone struct{ CosInner, CosOuter float64 }

// ConeOf reads the half angles of a spot light's cones, in radians: the outer from 10⁻³ to π, and the inner far enough
// within it that the shaders' smoothstep has an interval.
func ConeOf(innerRadians, outerRadians float64) Cone {
	outer := min(max(outerRadians, narrowestCone), math.Pi)
	cosOuter := math.Cos(outer)
	cosInner := math.Cos(min(max(innerRadians, 0), outer))
	return Cone{
		CosInner: max(cosInner, cosOuter+min(leastConeFade, (1-cosOuter)/2)),
		CosOuter: cosOuter,
	}
}

// Shines says whether a light is drawn at all: its numbers are finite and in range, it has some color, and its intensity
// is at most MaxIntensity.
func Shines(l *render.LightInstance) bool {
	switch l.Kind() {
	case render.LightInstanceNone:
		return false
	case render.LightInstancePointInstance:
		p, _ := l.AsPointInstance()
		return p.Position.Finite() && p.Previous.Finite() &&
			sourceShines(p.Color, p.PowerWatts, p.RadiusMeters, PointIntensity(float64(p.PowerWatts)))
	case render.LightInstanceSpotInstance:
		s, _ := l.AsSpotInstance()
		if !s.Position.Finite() || !s.Previous.Finite() || !s.Axis.Finite() || !s.PreviousAxis.Finite() ||
			!finite(s.InnerConeRadians) || !finite(s.OuterConeRadians) {
			return false
		}
		cone := ConeOf(float64(s.InnerConeRadians), float64(s.OuterConeRadians))
		return sourceShines(s.Color, s.PowerWatts, s.RadiusMeters, SpotIntensity(float64(s.PowerWatts), cone))
	}
	panic("batch: no light has the kind " + l.Kind().String())
}

func sourceShines(color geom.Vec3f, power, radius float32, intensity float64) bool {
	return color.Finite() && color.X >= 0 && color.Y >= 0 && color.Z >= 0 && brightest(color) > 0 &&
		finite(power) && power > 0 && finite(radius) && radius >= 0 &&
		brightest(color)*intensity <= MaxIntensity
}

// lightAt is a light as shaders read it, at its place of this picture relative to the eye. The light must shine.
func lightAt(l *render.LightInstance, eye geom.Vec3, alpha, cutoffIrradiance float64) Light {
	switch l.Kind() {
	case render.LightInstanceNone:
		return Light{}
	case render.LightInstancePointInstance:
		p, _ := l.AsPointInstance()
		out := sourceAt(p.Color, PointIntensity(float64(p.PowerWatts)), p.RadiusMeters, cutoffIrradiance)
		out.Position = between(p.Previous, p.Position, alpha).Sub(eye).Single()
		return out
	case render.LightInstanceSpotInstance:
		s, _ := l.AsSpotInstance()
		cone := ConeOf(float64(s.InnerConeRadians), float64(s.OuterConeRadians))
		out := sourceAt(s.Color, SpotIntensity(float64(s.PowerWatts), cone), s.RadiusMeters, cutoffIrradiance)
		out.Position = between(s.Previous, s.Position, alpha).Sub(eye).Single()
		out.Spot = 1
		out.Axis = InterpolateAxis(s.PreviousAxis, s.Axis, alpha)
		out.CosInner, out.CosOuter = float32(cone.CosInner), float32(cone.CosOuter)
		return out
	}
	panic("batch: no light has the kind " + l.Kind().String())
}

func sourceAt(color geom.Vec3f, intensity float64, radius float32, cutoffIrradiance float64) Light {
	c := color.Double()
	return Light{
		ReachMeters: float32(Reach(brightest(color)*intensity, cutoffIrradiance)),
		Intensity:   geom.Vec3f{X: Intensity(c.X * intensity), Y: Intensity(c.Y * intensity), Z: Intensity(c.Z * intensity)},
		Radius:      min(radius, PositionLimit),
	}
}

// InterpolateAxis is a spot light's axis alpha of the way from previous to present, of unit length.
//
// Special cases: a zero axis is read as straight down, −Y; where the two are opposite, the nearer one is taken.
func InterpolateAxis(previous, present geom.Vec3f, alpha float64) geom.Vec3f {
	from, to := axisOrDown(previous), axisOrDown(present)
	mixed := from.Scale(1 - alpha).Add(to.Scale(alpha))
	if mixed.LengthSquared() < 1e-12 {
		if alpha < 0.5 {
			return from.Single()
		}
		return to.Single()
	}
	return mixed.Unit(to).Single()
}

func axisOrDown(axis geom.Vec3f) geom.Vec3 { return unitOrZero(axis).Double().Unit(geom.Vec3{Y: -1}) }

func brightest(color geom.Vec3f) float64 { return float64(max(color.X, color.Y, color.Z)) }

func finite(x float32) bool { return x-x == 0 }
