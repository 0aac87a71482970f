package batch

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
)

// Eye is the interpolated camera. Right, Up and Forward are unit axes of the view in the axes of the camera's refFrame.
type Eye struct {
	Position           geom.Vec3 // relative to the render origin, in meters
	Right, Up, Forward geom.Vec3
	TanX, TanY         float64 // of half the horizontal and the vertical field of view
}

// EyeOf reads a camera alpha of the way from its previous pose to its present one, for an output of width × height
// pixels. A camera whose place is not finite looks from the render origin.
func EyeOf(c *render.Camera, alpha float64, width, height int) Eye {
	at := between(c.Previous, c.Position, alpha)
	if !at.Finite() {
		at = geom.Vec3{}
	}
	turn := turnBetween(c.PreviousRotation, c.Rotation, float32(alpha)).Double()
	if unit, ok := turn.Unit(); ok {
		turn = unit
	}
	tanY := math.Tan(FovRadians(c.FovRadians) / 2)
	return Eye{
		Position: at,
		Right:    turn.Rotate(geom.Vec3{X: 1}),
		Up:       turn.Rotate(geom.Vec3{Y: 1}),
		Forward:  turn.Rotate(geom.Vec3{Z: -1}),
		TanX:     tanY * float64(width) / float64(height),
		TanY:     tanY,
	}
}

// frustum is the eye's view for culling: the slopes of its four sides as sines and cosines.
type frustum struct {
	right, up, forward     geom.Vec3
	cosX, sinX, cosY, sinY float64
}

func (e *Eye) frustum() frustum {
	x, y := math.Atan(e.TanX), math.Atan(e.TanY)
	return frustum{
		right: e.Right, up: e.Up, forward: e.Forward,
		cosX: math.Cos(x), sinX: math.Sin(x), cosY: math.Cos(y), sinY: math.Sin(y),
	}
}

// depth is the view depth of a place relative to the eye.
func (f *frustum) depth(place geom.Vec3) float64 { return place.Dot(f.forward) }

// touches says whether some of a sphere about place may lie in the view, beyond the near plane.
func (f *frustum) touches(place geom.Vec3, depth, radius float64) bool {
	return depth+radius > nearest &&
		math.Abs(place.Dot(f.right))*f.cosX-depth*f.sinX <= radius &&
		math.Abs(place.Dot(f.up))*f.cosY-depth*f.sinY <= radius
}

// between is alpha of the way from previous to present, in double precision. Equal places give exactly that place.
func between(previous, present geom.Vec3f, alpha float64) geom.Vec3 {
	from, to := previous.Double(), present.Double()
	return from.Add(to.Sub(from).Scale(alpha))
}

// turnBetween is the rotation alpha of the way from previous to present, on the shorter arc, of unit length.
//
// A rotation that is zero or whose squared length is not finite counts as unset: the other one stands for it, and the
// identity for both.
// Source: Shoemake 1985, "Animating Rotation with Quaternion Curves" (slerp); nearly equal rotations mix linearly, which
// is within 10⁻⁷ of the arc there and needs no division by a small sine.
func turnBetween(previous, present geom.Quatf, alpha float32) geom.Quatf {
	from, fromSet := unitTurn(previous)
	to, toSet := unitTurn(present)
	switch {
	case !fromSet && !toSet:
		return geom.IdentityQuatf
	case !fromSet || previous == present:
		return to
	case !toSet:
		return from
	}
	dot := float64(from.X)*float64(to.X) + float64(from.Y)*float64(to.Y) + float64(from.Z)*float64(to.Z) +
		float64(from.W)*float64(to.W)
	if math.Abs(dot) > 0.9995 {
		return from.Nlerp(to, alpha)
	}
	angle := math.Acos(math.Abs(dot)) // below 1 here
	a, b := math.Sin((1-float64(alpha))*angle), math.Sin(float64(alpha)*angle)
	if dot < 0 {
		b = -b
	}
	mixed, _ := unitTurn(geom.Quatf{
		X: float32(a*float64(from.X) + b*float64(to.X)),
		Y: float32(a*float64(from.Y) + b*float64(to.Y)),
		Z: float32(a*float64(from.Z) + b*float64(to.Z)),
		W: float32(a*float64(from.W) + b*float64(to.W)),
	})
	return mixed
}

func unitTurn(q geom.Quatf) (geom.Quatf, bool) {
	squared := q.X*q.X + q.Y*q.Y + q.Z*q.Z + q.W*q.W
	if d := squared - 1; d < 1e-6 && d > -1e-6 {
		return q, true // as nearly every rotation is; a shader's normalize removes what is left
	}
	if !(squared-squared == 0) {
		return geom.IdentityQuatf, false
	}
	unit, ok := q.Double().Unit()
	return unit.Single(), ok
}
