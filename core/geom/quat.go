package geom

import "math"

// Quat is a rotation in double precision, X, Y, Z the vector part. It turns v into q v q*.
//
// The zero value is no rotation at all but an error: IdentityQuat turns nothing.
type Quat struct{ X, Y, Z, W float64 }

// IdentityQuat turns nothing.
var IdentityQuat = Quat{W: 1}

// AxisAngle returns the rotation by angleRadians about axis, counter-clockwise seen against the axis.
//
// Special cases: an axis of length 0 gives the identity.
func AxisAngle(axis Vec3, angleRadians float64) Quat {
	unit := axis.Unit(Vec3{})
	if unit == (Vec3{}) {
		return IdentityQuat
	}
	half := 0.5 * angleRadians
	v := unit.Scale(Sin(half))
	return Quat{v.X, v.Y, v.Z, Cos(half)}
}

// Mul returns the rotation that turns first by r and then by q: the Hamilton product q r.
func (q Quat) Mul(r Quat) Quat {
	return Quat{
		float64(q.W*r.X) + float64(q.X*r.W) + float64(q.Y*r.Z) - float64(q.Z*r.Y),
		float64(q.W*r.Y) - float64(q.X*r.Z) + float64(q.Y*r.W) + float64(q.Z*r.X),
		float64(q.W*r.Z) + float64(q.X*r.Y) - float64(q.Y*r.X) + float64(q.Z*r.W),
		float64(q.W*r.W) - float64(q.X*r.X) - float64(q.Y*r.Y) - float64(q.Z*r.Z),
	}
}

// Conj returns the conjugate, which undoes the rotation of a unit quaternion.
func (q Quat) Conj() Quat { return Quat{-q.X, -q.Y, -q.Z, q.W} }

// Rotate turns v by q, which must have unit length.
func (q Quat) Rotate(v Vec3) Vec3 {
	u := Vec3{q.X, q.Y, q.Z}
	t := u.Cross(v).Scale(2)
	return v.AddScaled(t, q.W).Add(u.Cross(t))
}

// Unrotate turns v by the inverse of q, which must have unit length.
func (q Quat) Unrotate(v Vec3) Vec3 { return q.Conj().Rotate(v) }

// RotationVector returns the axis of q, which must have unit length, scaled by its angle in radians, from 0 to π.
func (q Quat) RotationVector() Vec3 {
	axis := Vec3{q.X, q.Y, q.Z}
	sine := axis.Length()
	if sine == 0 {
		return Vec3{}
	}
	return axis.Scale(2 * Atan2(math.Copysign(sine, q.W), math.Abs(q.W)) / sine)
}

// LengthSquared returns the squared length of q, 1 for a rotation.
func (q Quat) LengthSquared() float64 {
	return float64(q.X*q.X) + float64(q.Y*q.Y) + float64(q.Z*q.Z) + float64(q.W*q.W)
}

// unitTolerance is how far the squared length of a unit quaternion may be from 1: far above rounding. At 1e-7, as single precision
// has it, what lies 6.8e6 m away would be a meter off.
const unitTolerance = 1e-12

// IsUnit reports whether q has unit length in double precision: its square is within 1e-12 of 1.
func (q Quat) IsUnit() bool { return math.Abs(q.LengthSquared()-1) <= unitTolerance }

// Unit returns q at unit length, and false with the identity when q has no length or is not finite.
func (q Quat) Unit() (Quat, bool) {
	squared := q.LengthSquared()
	if squared == 1 { // most often, and then the root and the products would change nothing
		return q, true
	}
	if !(squared >= smallestNormal) || math.IsInf(squared, 1) {
		return IdentityQuat, false
	}
	s := 1 / math.Sqrt(squared)
	return Quat{float64(q.X * s), float64(q.Y * s), float64(q.Z * s), float64(q.W * s)}, true
}

// Finite reports whether no component is infinite or NaN.
func (q Quat) Finite() bool { return finite(q.X) && finite(q.Y) && finite(q.Z) && finite(q.W) }

// Single returns q rounded to single precision.
func (q Quat) Single() Quatf { return Quatf{float32(q.X), float32(q.Y), float32(q.Z), float32(q.W)} }

// LookRotation returns the rotation whose forward axis, -Z, points along forward and whose +Y is as near to up as it can.
//
// Special cases: a forward without a direction is read as -Z; an up that has none, or is along forward, is replaced by an
// axis across it.
func LookRotation(forward, up Vec3) Quat {
	back := forward.Neg().Unit(UnitZ)
	right := up.Unit(Vec3{}).Cross(back)
	if right.LengthSquared() < 1e-24 {
		right = across(back).Cross(back)
	}
	right = right.Unit(UnitX)
	return quatFromAxes(right, back.Cross(right), back)
}

// across returns a unit axis that is not along v.
func across(v Vec3) Vec3 {
	if math.Abs(v.X) < 0.5 {
		return UnitX
	}
	return UnitZ
}

// quatFromAxes returns the rotation whose columns are x, y and z, three right-handed unit axes.
//
// Source: Shepperd 1978, "Quaternion from Rotation Matrix": divide by the largest of the four components.
func quatFromAxes(x, y, z Vec3) Quat {
	trace := x.X + y.Y + z.Z
	switch {
	case trace > 0:
		s := 2 * math.Sqrt(1+trace)
		return Quat{(y.Z - z.Y) / s, (z.X - x.Z) / s, (x.Y - y.X) / s, 0.25 * s}
	case x.X > y.Y && x.X > z.Z:
		s := 2 * math.Sqrt(1+x.X-y.Y-z.Z)
		return Quat{0.25 * s, (y.X + x.Y) / s, (z.X + x.Z) / s, (y.Z - z.Y) / s}
	case y.Y > z.Z:
		s := 2 * math.Sqrt(1+y.Y-x.X-z.Z)
		return Quat{(y.X + x.Y) / s, 0.25 * s, (z.Y + y.Z) / s, (z.X - x.Z) / s}
	default:
		s := 2 * math.Sqrt(1+z.Z-x.X-y.Y)
		return Quat{(z.X + x.Z) / s, (z.Y + y.Z) / s, 0.25 * s, (x.Y - y.X) / s}
	}
}
