// Package field holds the fields that a reference frame carries: gravity, and the medium that fills it.
package field

import (
	"math"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
)

//go:generate go run tertius.dev/tools/cmd/uniongen

// Uniform is a gravity that is the same everywhere in its region, as that of plates under a deck, and none elsewhere.
type Uniform struct {
	Acceleration geom.Vec3 // in m/s², in the frame's axes
	Region       Region    // in which it pulls
}

// Point is the gravity of a solid sphere of even density about the frame's origin.
type Point struct {
	Mu           float64 // gravitational parameter in m³/s², above 0
	RadiusMeters float64 // of the sphere, above 0
}

// Gravity is the gravity field of a frame. The zero value is no gravity.
//
//union:cases Uniform Point
type Gravity struct{ gravitySlots }

// At returns the acceleration of the field at p.
//
// Units and frames: p in meters in the field's frame; the result in m/s² in the same axes.
// Special cases: no field gives 0, nor does a Uniform out of its region; inside the sphere of a Point the field falls linearly to exactly 0 at its center.
// Threads: pure.
// Source: Newton, Principia, book I, propositions 73 (inside) and 74 (outside).
func (g Gravity) At(p geom.Vec3) geom.Vec3 {
	switch g.Kind() {
	case GravityNone:
		return geom.Vec3{}
	case GravityUniform:
		u, _ := g.AsUniform()
		if !u.Region.Has(p) {
			return geom.Vec3{}
		}
		return u.Acceleration
	case GravityPoint:
		s, _ := g.AsPoint()
		return s.At(p)
	}
	panic(contract.Unreachable(g.Kind()))
}

// At returns the acceleration of the point gravity at p, the very bits that Gravity.At returns for it.
//
// Rails fall by it, so that what they feel beside this field is exactly nothing. A radius of 0 is a point mass.
// Units, frames and special cases: those of Gravity.At.
func (s Point) At(p geom.Vec3) geom.Vec3 {
	return p.Scale(-s.slope(max(p.Length(), s.RadiusMeters)))
}

// Strongest returns the strength of the field where it is strongest, in m/s²: of a Point at the surface of its sphere.
func (g Gravity) Strongest() float64 {
	switch g.Kind() {
	case GravityNone:
		return 0
	case GravityUniform:
		u, _ := g.AsUniform()
		return u.Acceleration.Length()
	case GravityPoint:
		s, _ := g.AsPoint()
		return float64(s.slope(s.RadiusMeters) * s.RadiusMeters)
	}
	panic(contract.Unreachable(g.Kind()))
}

// slope returns the gravity per meter of distance from the center, in 1/s².
func (s Point) slope(distanceMeters float64) float64 {
	return s.Mu / float64(float64(distanceMeters*distanceMeters)*distanceMeters)
}

// strongestUniform bounds every component of a uniform gravity, in m/s², as rails bound their accelerations: the ones of frames in
// each other add up, and must stay doubles.
const strongestUniform = 1e37

// Problem says why g cannot be the field of a frame, or gives an empty string.
func (g Gravity) Problem() string {
	switch g.Kind() {
	case GravityNone:
		return ""
	case GravityUniform:
		u, _ := g.AsUniform()
		if !u.Acceleration.Finite() {
			return "the uniform gravity is not finite"
		}
		if !u.Acceleration.Within(strongestUniform) {
			return "the uniform gravity is above 1e37 m/s²"
		}
		return u.Region.problem()
	case GravityPoint:
		s, _ := g.AsPoint()
		if !(s.Mu > 0 && s.Mu <= math.MaxFloat64 && s.RadiusMeters > 0 && s.RadiusMeters <= math.MaxFloat64) {
			return "the point gravity needs a finite mu and radius above 0"
		}
		if math.IsInf(s.slope(s.RadiusMeters), 0) {
			return "the point gravity is too steep: mu over the cube of the radius is not finite"
		}
		return ""
	}
	panic(contract.Unreachable(g.Kind()))
}
