package geom

import "math"

// Vec3f is Vec3 in single precision: a velocity or a force at the physics seam, or a place near the camera at the GPU's.
type Vec3f struct{ X, Y, Z float32 }

// Add returns v + u.
func (v Vec3f) Add(u Vec3f) Vec3f { return Vec3f{v.X + u.X, v.Y + u.Y, v.Z + u.Z} }

// Sub returns v - u.
func (v Vec3f) Sub(u Vec3f) Vec3f { return Vec3f{v.X - u.X, v.Y - u.Y, v.Z - u.Z} }

// Neg returns -v.
func (v Vec3f) Neg() Vec3f { return Vec3f{-v.X, -v.Y, -v.Z} }

// Scale returns s v.
func (v Vec3f) Scale(s float32) Vec3f {
	return Vec3f{float32(v.X * s), float32(v.Y * s), float32(v.Z * s)}
}

// Dot returns the scalar product of v and u.
func (v Vec3f) Dot(u Vec3f) float32 {
	return float32(v.X*u.X) + float32(v.Y*u.Y) + float32(v.Z*u.Z)
}

// Cross returns the vector product v × u.
func (v Vec3f) Cross(u Vec3f) Vec3f {
	return Vec3f{
		float32(v.Y*u.Z) - float32(v.Z*u.Y),
		float32(v.Z*u.X) - float32(v.X*u.Z),
		float32(v.X*u.Y) - float32(v.Y*u.X),
	}
}

// Length returns the length of v, computed in double precision, so that it does not overflow.
func (v Vec3f) Length() float32 { return float32(v.Double().Length()) }

// Lerp returns v at t = 0 and u at t = 1.
func (v Vec3f) Lerp(u Vec3f, t float32) Vec3f {
	return Vec3f{
		v.X + float32((u.X-v.X)*t),
		v.Y + float32((u.Y-v.Y)*t),
		v.Z + float32((u.Z-v.Z)*t),
	}
}

// Finite reports whether no component is infinite or NaN.
func (v Vec3f) Finite() bool { return v.X-v.X == 0 && v.Y-v.Y == 0 && v.Z-v.Z == 0 }

// Double returns v in double precision, exactly.
func (v Vec3f) Double() Vec3 { return Vec3{float64(v.X), float64(v.Y), float64(v.Z)} }

// Quatf is Quat in single precision.
type Quatf struct{ X, Y, Z, W float32 }

// IdentityQuatf turns nothing.
var IdentityQuatf = Quatf{W: 1}

// Double returns q in double precision, exactly.
func (q Quatf) Double() Quat { return Quat{float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)} }

// Nlerp returns the rotation between q (t = 0) and r (t = 1) on the shorter arc, at unit length.
//
// Special cases: two opposite quaternions are one rotation; a sum of length 0 gives q.
func (q Quatf) Nlerp(r Quatf, t float32) Quatf {
	dot := float32(q.X*r.X) + float32(q.Y*r.Y) + float32(q.Z*r.Z) + float32(q.W*r.W)
	u := t
	if dot < 0 {
		u = -t
	}
	s := 1 - t
	x := float32(q.X*s) + float32(r.X*u)
	y := float32(q.Y*s) + float32(r.Y*u)
	z := float32(q.Z*s) + float32(r.Z*u)
	w := float32(q.W*s) + float32(r.W*u)
	squared := Quatf{x, y, z, w}.Double().LengthSquared()
	if !(squared > 1e-30) {
		return q
	}
	n := float32(1 / math.Sqrt(squared))
	return Quatf{float32(x * n), float32(y * n), float32(z * n), float32(w * n)}
}
