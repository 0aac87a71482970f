package frame

import (
	"math"

	"tertius.dev/core/geom"
)

// Bubble is the region around a frame's origin in which things belong to the frame: an ellipsoid along the frame's axes.
// The zero value is no bubble, which nothing enters or leaves.
//
// Units and frames: radii in meters; every point here is in the frame's axes, from its origin.
type Bubble geom.Vec3

// None reports whether b is no bubble.
func (b Bubble) None() bool { return b == Bubble{} }

// Largest returns the largest radius.
func (b Bubble) Largest() float64 { return max(b.X, b.Y, b.Z) }

// Smallest returns the smallest radius.
func (b Bubble) Smallest() float64 { return min(b.X, b.Y, b.Z) }

// exitShare is the part of a bubble's largest radius that whatever leaves it must be outside, besides its own radius.
const exitShare = 0.02

// ExitMargin returns how far outside the bubble a sphere must be, all of it, to have left. The gap to the entry, which is
// the first touch, keeps what floats at the edge from changing frames every step.
func (b Bubble) ExitMargin(radiusMeters float64) float64 {
	return max(float64(exitShare*b.Largest()), radiusMeters)
}

// Touches reports whether a sphere touches the bubble or what is inside it.
func (b Bubble) Touches(center geom.Vec3, radiusMeters float64) bool {
	return !b.beyond(center, radiusMeters) && b.Distance(center) <= radiusMeters
}

// Left reports whether a sphere is outside of the bubble by more than its exit margin.
func (b Bubble) Left(center geom.Vec3, radiusMeters float64) bool {
	gap := radiusMeters + b.ExitMargin(radiusMeters)
	return b.beyond(center, gap) || b.Distance(center) > gap
}

// FitsIn reports whether a frame of bubble b can be inside one of bubble outer: when b's largest radius is less than half of
// outer's smallest. Frames that do not fit stay siblings, and their hulls collide.
func (b Bubble) FitsIn(outer Bubble) bool { return b.Largest() < float64(0.5*outer.Smallest()) }

// Share returns how far out in the bubble a point is, as a share of the way from the center through the point to the edge: 0 at the
// center, 1 at the edge, more outside. It means nothing for no bubble.
func (b Bubble) Share(p geom.Vec3) float64 {
	return geom.Vec3{X: p.X / b.X, Y: p.Y / b.Y, Z: p.Z / b.Z}.Length()
}

// beyond reports whether a point is farther than reach from the sphere around the bubble, which is cheap to know.
func (b Bubble) beyond(p geom.Vec3, reach float64) bool {
	far := b.Largest() + reach
	return p.LengthSquared() > float64(far*far)
}

// Entry returns when a sphere that moves on a straight line first touches the bubble, as the part of the way that it has gone
// then: 0 where it touches at the start. It is false when the sphere passes by.
//
// The distance to a convex body is convex along a line, so Newton's method from the start of the way never passes the
// touch: a tangent lies below the curve.
//
// Cost: some evaluations of Distance, or none when the way is far off; allocates nothing.
func (b Bubble) Entry(from, to geom.Vec3, radiusMeters float64) (float64, bool) {
	way := to.Sub(from)
	if b.missed(from, way, radiusMeters) {
		return 0, false
	}
	const mostSteps = 64 // a grazing way takes them: its gap falls to a quarter with each
	tolerance := 0x1p-50 * (b.Largest() + radiusMeters)
	t := 0.0
	for range mostSteps {
		distance, normal := b.distance(from.AddScaled(way, t))
		gap := distance - radiusMeters
		if gap <= tolerance {
			return t, true
		}
		slope := normal.Dot(way)
		if !(slope < 0) {
			return 0, false
		}
		if t -= gap / slope; !(t <= 1) {
			return 0, false
		}
	}
	return t, true
}

// missed reports whether a way stays away from the sphere around the bubble.
func (b Bubble) missed(from, way geom.Vec3, radiusMeters float64) bool {
	reach := b.Largest() + radiusMeters
	length := way.LengthSquared()
	if length == 0 {
		return b.beyond(from, radiusMeters)
	}
	t := min(1, max(0, -from.Dot(way)/length))
	// The nearest point of the line is off by a rounding of the way, which a large share more covers.
	reach += float64(0x1p-40 * (from.Largest() + way.Largest()))
	return from.AddScaled(way, t).LengthSquared() > float64(reach*reach)
}

// Distance returns how far a point is from the surface of the bubble, below 0 inside. The bubble is not none.
//
// Special cases: a point that is not finite gives a distance that is not.
func (b Bubble) Distance(p geom.Vec3) float64 {
	if b.X == b.Y && b.Y == b.Z {
		return p.Length() - b.X
	}
	distance, _ := b.distance(p)
	return distance
}

// distance returns the distance of p and the outward unit normal at the nearest point of the surface.
//
// The nearest point x of an ellipsoid of radii e to y is x_i = r_i y_i / (u + r_i − 1), with r_i the squared ratio of e_i to
// the smallest radius and u the only root above 0 that puts x on the surface. The difference y − x then is
// (u − 1) y_i / (u + r_i − 1), which cancels nothing, and its last factor is the normal, inside as outside.
//
// Source: David Eberly, Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid, 2013, for the equation in
// ratios; Jorge Moré and Danny Sorensen, Computing a Trust Region Step, 1983, for Newton's method on the reciprocal of the
// length, which is concave, so that it converges from below at any ratio.
func (b Bubble) distance(p geom.Vec3) (float64, geom.Vec3) {
	if b.X == b.Y && b.Y == b.Z {
		length := p.Length()
		return length - b.X, p.Unit(geom.UnitY)
	}
	e := newEllipsoidRoot(b, p)
	if e.inFocalDisk() {
		return e.fromFocalDisk(b, p)
	}
	u := e.solve()
	slope := geom.Vec3{
		X: p.X / (u + e.above.X), Y: p.Y / (u + e.above.Y), Z: p.Z / (u + e.above.Z),
	}
	length := slope.Length()
	return float64((u - 1) * length), slope.Scale(1 / length)
}

// ellipsoidRoot is the equation of distance: the sum of (push_i / (u + above_i))² is 1.
type ellipsoidRoot struct {
	above geom.Vec3 // r_i − 1: 0 on the shortest axis
	push  geom.Vec3 // r_i |y_i| / e_i
}

func newEllipsoidRoot(b Bubble, p geom.Vec3) ellipsoidRoot {
	s := b.Smallest()
	x, y, z := b.X/s, b.Y/s, b.Z/s
	return ellipsoidRoot{
		above: geom.Vec3{X: float64((x - 1) * (x + 1)), Y: float64((y - 1) * (y + 1)), Z: float64((z - 1) * (z + 1))},
		push:  geom.Vec3{X: float64(x*math.Abs(p.X)) / s, Y: float64(y*math.Abs(p.Y)) / s, Z: float64(z*math.Abs(p.Z)) / s},
	}
}

// length returns the length of the vector whose length the root makes 1, and by how much it falls with u, over the length.
func (e *ellipsoidRoot) length(u float64) (length, fall float64) {
	x, y, z := e.push.X/(u+e.above.X), e.push.Y/(u+e.above.Y), e.push.Z/(u+e.above.Z)
	squared := float64(x*x) + float64(y*y) + float64(z*z)
	sum := float64(x*x)/(u+e.above.X) + float64(y*y)/(u+e.above.Y) + float64(z*z)/(u+e.above.Z)
	return math.Sqrt(squared), sum / squared
}

// solve returns the root. Each term alone is 1 at or below the root, so the largest of those places is a start.
func (e *ellipsoidRoot) solve() float64 {
	u := max(e.push.X-e.above.X, e.push.Y-e.above.Y, e.push.Z-e.above.Z)
	u = max(u, e.least())
	const mostSteps = 60 // six are common; the bound is for what is not finite
	for range mostSteps {
		length, fall := e.length(u)
		next := u + (length-1)/fall
		if !(next > u) {
			break
		}
		u = next
	}
	return u
}

// least returns the place at which the terms of the shortest axes are 1, which is above 0 outside of the focal disk.
func (e *ellipsoidRoot) least() float64 {
	least := 0.0
	if e.above.X == 0 {
		least = max(least, e.push.X)
	}
	if e.above.Y == 0 {
		least = max(least, e.push.Y)
	}
	if e.above.Z == 0 {
		least = max(least, e.push.Z)
	}
	return max(least, math.SmallestNonzeroFloat64)
}

// inFocalDisk reports whether the point lies on no shortest axis and so near the center that the nearest points lie on both
// sides of it: there the equation has no root above 0.
func (e *ellipsoidRoot) inFocalDisk() bool {
	sum := 0.0
	for _, axis := range [...][2]float64{{e.push.X, e.above.X}, {e.push.Y, e.above.Y}, {e.push.Z, e.above.Z}} {
		switch push, above := axis[0], axis[1]; {
		case push == 0:
		case above == 0:
			return false
		default:
			sum += float64((push / above) * (push / above))
		}
	}
	return sum < 1
}

// fromFocalDisk returns the distance and the normal of one of the two nearest points.
func (e *ellipsoidRoot) fromFocalDisk(b Bubble, p geom.Vec3) (float64, geom.Vec3) {
	at, normal := geom.Vec3{}, geom.Vec3{} // the nearest point without its part along the shortest axis
	rest := 1.0
	for i, above := range [...]float64{e.above.X, e.above.Y, e.above.Z} {
		if above == 0 {
			continue
		}
		radius, y := component(geom.Vec3(b), i), component(p, i)
		x := y * (above + 1) / above
		*componentOf(&at, i), *componentOf(&normal, i) = x, x/float64(radius*radius)
		rest -= float64((x / radius) * (x / radius))
	}
	shortest := e.shortest()
	radius := component(geom.Vec3(b), shortest)
	x := float64(radius * math.Sqrt(max(0, rest)))
	*componentOf(&at, shortest), *componentOf(&normal, shortest) = x, x/float64(radius*radius)
	return -at.Sub(p).Length(), normal.Unit(geom.UnitY)
}

func (e *ellipsoidRoot) shortest() int {
	switch {
	case e.above.X == 0:
		return 0
	case e.above.Y == 0:
		return 1
	}
	return 2
}

func component(v geom.Vec3, i int) float64 { return *componentOf(&v, i) }

func componentOf(v *geom.Vec3, i int) *float64 {
	switch i {
	case 0:
		return &v.X
	case 1:
		return &v.Y
	}
	return &v.Z
}
