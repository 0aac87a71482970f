package batch

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
)

// The limits of what a shader reads. Within them no square, product or quotient of the shaders leaves the range of a
// single float, so neither an infinity nor a NaN arises on the GPU, where no driver need treat one as such.
const (
	// PositionLimit is the farthest that anything drawn reaches from the eye, in meters: the square of the distance
	// between two such points is at most 2^126.
	PositionLimit = 1 << 62

	// SmallestScale and LargestScale bound the size of each axis of an instance's scale: 1 / scale² stays normal.
	SmallestScale = 1.0 / (1 << 60)
	LargestScale  = 1 << 60

	// SmallestFovRadians is the narrowest field of view: the squares of the tangents stay normal.
	SmallestFovRadians = 1e-6
	// DefaultFovRadians is read for a field of view that is none.
	DefaultFovRadians = math.Pi / 3
)

// Radiance reads each channel as its nearest value from 0 to render.RadianceLimit, and a NaN as 0.
func Radiance(v geom.Vec3f) geom.Vec3f {
	return geom.Vec3f{
		X: within(v.X, 0, render.RadianceLimit),
		Y: within(v.Y, 0, render.RadianceLimit),
		Z: within(v.Z, 0, render.RadianceLimit),
	}
}

// Intensity reads a radiant intensity in W/sr as its nearest value from 0 to MaxIntensity, and a NaN as 0.
func Intensity(channel float64) float32 {
	if !(channel > 0) {
		return 0
	}
	return float32(min(channel, MaxIntensity))
}

// Fraction reads x as its nearest value from 0 to 1, and a NaN as 0.
func Fraction(x float32) float32 { return within(x, 0, 1) }

// Fractions reads each channel as Fraction does.
func Fractions(v geom.Vec3f) geom.Vec3f {
	return geom.Vec3f{X: Fraction(v.X), Y: Fraction(v.Y), Z: Fraction(v.Z)}
}

// Alpha reads the share of the way from the previous poses to the present ones: from 0 to 1, and a NaN as 1.
func Alpha(x float32) float32 {
	if x != x {
		return 1
	}
	return within(x, 0, 1)
}

// FovRadians reads a vertical field of view: DefaultFovRadians for 0 or less, π or more, and NaN, and else at least
// SmallestFovRadians.
func FovRadians(x float32) float64 {
	fov := float64(x)
	if !(fov > 0 && x < math.Pi) {
		return DefaultFovRadians
	}
	return max(fov, SmallestFovRadians)
}

// InPositionRange says whether a sphere about place, relative to the eye, lies within PositionLimit of it. A number that
// is not finite lies nowhere.
func InPositionRange(place geom.Vec3, radiusMeters float64) bool {
	return place.Length()+radiusMeters <= PositionLimit
}

// HasVolume says whether an instance of this scale can be drawn: each axis is finite and within SmallestScale and
// LargestScale in size. A negative axis mirrors.
func HasVolume(scale geom.Vec3f) bool {
	return scaleInRange(scale.X) && scaleInRange(scale.Y) && scaleInRange(scale.Z)
}

func scaleInRange(x float32) bool {
	if x < 0 {
		x = -x
	}
	return x >= SmallestScale && x <= LargestScale
}

// upOf is an instance's up as shaders read it: a unit direction with W 1, a point relative to the instance with W 2, and
// zero for the even mix of sky and ground, which is also read for an up that is not finite or has no direction.
func upOf(up *render.Up) Vec4 {
	switch up.Kind() {
	case render.UpNone:
		return Vec4{}
	case render.UpUpAlong:
		along, _ := up.AsUpAlong()
		unit := along.Direction.Double().Unit(geom.Vec3{})
		if !along.Direction.Finite() || unit == (geom.Vec3{}) {
			return Vec4{}
		}
		return Vec4{X: float32(unit.X), Y: float32(unit.Y), Z: float32(unit.Z), W: 1}
	case render.UpUpAwayFrom:
		away, _ := up.AsUpAwayFrom()
		if !InPositionRange(away.Center.Double(), 0) {
			return Vec4{}
		}
		return Vec4{X: away.Center.X, Y: away.Center.Y, Z: away.Center.Z, W: 2}
	}
	panic("batch: no up has the kind " + up.Kind().String())
}

// within is x's nearest value from low to high, and low for a NaN.
func within(x, low, high float32) float32 {
	if !(x > low) {
		return low
	}
	return min(x, high)
}
