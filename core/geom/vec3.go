package geom

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Vec3 is a place or a displacement in double precision, in meters unless a name says otherwise.
//
// It converts to gonum's r3.Vec for free. Its own methods exist because gonum's products are not wrapped against fused
// multiply-add, and state must have the same bits everywhere.
type Vec3 r3.Vec

// The axes of the engine, of unit length.
var (
	UnitX = Vec3{X: 1}
	UnitY = Vec3{Y: 1}
	UnitZ = Vec3{Z: 1}
)

// The directions of the engine, of unit length, in the axes of whoever looks: a pose's rotation turns them into the axes that it is in.
var (
	Right   = Vec3{X: 1}
	Up      = Vec3{Y: 1}
	Forward = Vec3{Z: -1}
)

// Add returns v + u.
func (v Vec3) Add(u Vec3) Vec3 { return Vec3{v.X + u.X, v.Y + u.Y, v.Z + u.Z} }

// Sub returns v - u.
func (v Vec3) Sub(u Vec3) Vec3 { return Vec3{v.X - u.X, v.Y - u.Y, v.Z - u.Z} }

// Neg returns -v.
func (v Vec3) Neg() Vec3 { return Vec3{-v.X, -v.Y, -v.Z} }

// Scale returns s v.
func (v Vec3) Scale(s float64) Vec3 {
	return Vec3{float64(v.X * s), float64(v.Y * s), float64(v.Z * s)}
}

// AddScaled returns v + s u, each product rounded before its sum.
func (v Vec3) AddScaled(u Vec3, s float64) Vec3 {
	return Vec3{v.X + float64(u.X*s), v.Y + float64(u.Y*s), v.Z + float64(u.Z*s)}
}

// Dot returns the scalar product of v and u.
func (v Vec3) Dot(u Vec3) float64 {
	return float64(v.X*u.X) + float64(v.Y*u.Y) + float64(v.Z*u.Z)
}

// Cross returns the vector product v × u.
func (v Vec3) Cross(u Vec3) Vec3 {
	return Vec3{
		float64(v.Y*u.Z) - float64(v.Z*u.Y),
		float64(v.Z*u.X) - float64(v.X*u.Z),
		float64(v.X*u.Y) - float64(v.Y*u.X),
	}
}

// LengthSquared returns the squared length of v.
func (v Vec3) LengthSquared() float64 { return v.Dot(v) }

// Length returns the length of v. Special cases: components above about 1e154 overflow to +Inf.
func (v Vec3) Length() float64 { return math.Sqrt(v.LengthSquared()) }

// Unit returns v at length 1, or fallback when the squared length of v is not a normal, finite double.
func (v Vec3) Unit(fallback Vec3) Vec3 {
	squared := v.LengthSquared()
	if !(squared >= smallestNormal) || math.IsInf(squared, 1) {
		return fallback
	}
	return v.Scale(1 / math.Sqrt(squared))
}

// Lerp returns v at t = 0 and u at t = 1, on the line between them.
func (v Vec3) Lerp(u Vec3, t float64) Vec3 { return v.AddScaled(u.Sub(v), t) }

// Largest returns the size of the component of v that is farthest from 0. Special cases: NaN when a component is.
func (v Vec3) Largest() float64 { return max(math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z)) }

// Within reports whether no component of v is farther from 0 than the limit. Special cases: false when one is NaN.
//
// Cost: comparisons that do not wait for each other; Largest takes 15 ns more on a Xeon at 2.6 GHz.
func (v Vec3) Within(limit float64) bool {
	return v.X <= limit && v.X >= -limit && v.Y <= limit && v.Y >= -limit && v.Z <= limit && v.Z >= -limit
}

// Finite reports whether no component is infinite or NaN.
func (v Vec3) Finite() bool { return finite(v.X) && finite(v.Y) && finite(v.Z) }

// Single returns v rounded to single precision.
func (v Vec3) Single() Vec3f { return Vec3f{float32(v.X), float32(v.Y), float32(v.Z)} }

// SingleFinite returns v, which is finite, rounded to single precision. A component beyond the floats is the farthest one, so that
// state that adds up stays finite.
func (v Vec3) SingleFinite() Vec3f {
	if v.Within(math.MaxFloat32) {
		return v.Single()
	}
	const most = math.MaxFloat32
	return Vec3{max(-most, min(v.X, most)), max(-most, min(v.Y, most)), max(-most, min(v.Z, most))}.Single()
}

// smallestNormal is the smallest double whose reciprocal keeps full precision.
const smallestNormal = 0x1p-1022

func finite(x float64) bool { return x-x == 0 }
