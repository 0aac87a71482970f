package physics

import (
	"fmt"
	"math"

	"tertius.dev/core/geom"
)

// Shape is the form of a body: *Box, *Sphere, *Capsule, *Hull, *Compound or *Assembly, whose fields do not change once a body uses it.
//
// A backend builds one native shape for each pointer, so share a shape among the bodies that have it.
type Shape interface {
	// Problem says why the shape cannot be, or gives nil. The error names the field.
	Problem() error
	// BoundingRadiusMeters returns the radius of the sphere about the origin that holds the shape, in meters.
	BoundingRadiusMeters() float64

	shape()
}

// DefaultConvexRadiusMeters is the rounding of the edges of boxes and hulls that name no other, in meters.
const DefaultConvexRadiusMeters = 0.05

// Every size of a shape lies between these, in meters: far below where the square of a float overflows, and far above where
// the reciprocal of a grain's inertia does.
const (
	largestExtent  = 1e9
	smallestExtent = 1e-5
)

// Box is a box about its origin.
type Box struct {
	HalfExtents        geom.Vec3 // half the sides, in meters, each from 1e-5 to 1e9
	ConvexRadiusMeters float64   // the largest rounding of the edges; 0 keeps them sharp
}

// Sphere is a sphere about its origin.
type Sphere struct {
	RadiusMeters float64 // from 1e-5 to 1e9
}

// Capsule is a cylinder along Y about its origin, with half a sphere at each end.
type Capsule struct {
	HalfHeightMeters float64 // half the length of the cylinder, from 1e-5 to 1e9
	RadiusMeters     float64 // from 1e-5 to 1e9
}

// Hull is the convex hull of points.
type Hull struct {
	Points             []geom.Vec3 // in meters in the body's axes, at least 4, not in one plane
	ConvexRadiusMeters float64     // the largest rounding of the edges; 0 keeps them sharp
}

// Compound is several shapes at fixed poses.
type Compound struct {
	Parts []Part // at least 1
}

// Part is a shape of a compound.
type Part struct {
	Shape Shape     // neither a compound nor an assembly
	Pose  geom.Pose // in the compound's axes
}

// NewBox returns a box with sides of 2 hx, 2 hy and 2 hz meters and the default convex radius, or less in a thin box.
func NewBox(hx, hy, hz float64) *Box {
	return &Box{geom.Vec3{X: hx, Y: hy, Z: hz}, min(DefaultConvexRadiusMeters, hx, hy, hz)}
}

// NewSphere returns a sphere.
func NewSphere(radiusMeters float64) *Sphere { return &Sphere{radiusMeters} }

// NewCapsule returns a capsule along Y that is 2 (halfHeight + radius) long.
func NewCapsule(halfHeightMeters, radiusMeters float64) *Capsule {
	return &Capsule{halfHeightMeters, radiusMeters}
}

// NewHull returns the convex hull of the points with the default convex radius.
func NewHull(points ...geom.Vec3) *Hull { return &Hull{points, DefaultConvexRadiusMeters} }

// NewCompound returns the union of the parts.
func NewCompound(parts ...Part) *Compound { return &Compound{parts} }

func (*Box) shape()      {}
func (*Sphere) shape()   {}
func (*Capsule) shape()  {}
func (*Hull) shape()     {}
func (*Compound) shape() {}

// BoundingRadiusMeters returns the distance from the origin to a corner.
func (b *Box) BoundingRadiusMeters() float64 { return b.HalfExtents.Length() }

// BoundingRadiusMeters returns the radius.
func (s *Sphere) BoundingRadiusMeters() float64 { return s.RadiusMeters }

// BoundingRadiusMeters returns the distance from the origin to an end.
func (c *Capsule) BoundingRadiusMeters() float64 { return c.HalfHeightMeters + c.RadiusMeters }

// BoundingRadiusMeters returns the distance from the origin to the farthest point.
func (h *Hull) BoundingRadiusMeters() float64 {
	radius := 0.0
	for _, p := range h.Points {
		radius = max(radius, p.Length())
	}
	return radius
}

// BoundingRadiusMeters returns the distance from the origin to the far side of the farthest part's sphere.
func (c *Compound) BoundingRadiusMeters() float64 {
	radius := 0.0
	for i := range c.Parts {
		radius = max(radius, c.Parts[i].Pose.Position.Length()+c.Parts[i].Shape.BoundingRadiusMeters())
	}
	return radius
}

// Problem says why the box cannot be, or gives nil.
func (b *Box) Problem() error {
	for _, extent := range [...]float64{b.HalfExtents.X, b.HalfExtents.Y, b.HalfExtents.Z} {
		if err := sizeProblem("Box.HalfExtents", extent); err != nil {
			return err
		}
	}
	return roundingProblem("Box.ConvexRadiusMeters", b.ConvexRadiusMeters)
}

// Problem says why the sphere cannot be, or gives nil.
func (s *Sphere) Problem() error { return sizeProblem("Sphere.RadiusMeters", s.RadiusMeters) }

// Problem says why the capsule cannot be, or gives nil.
func (c *Capsule) Problem() error {
	if err := sizeProblem("Capsule.HalfHeightMeters", c.HalfHeightMeters); err != nil {
		return err
	}
	return sizeProblem("Capsule.RadiusMeters", c.RadiusMeters)
}

// Problem says why the hull cannot be, or gives nil. Whether the points span a volume only a backend can tell.
func (h *Hull) Problem() error {
	if len(h.Points) < 4 {
		return fmt.Errorf("Hull.Points has %d points; a hull needs at least 4", len(h.Points))
	}
	for i, p := range h.Points {
		if !p.Finite() || p.Length() > largestExtent {
			return fmt.Errorf("Hull.Points[%d] is %v; it must lie within %g m of the origin", i, p, largestExtent)
		}
	}
	return roundingProblem("Hull.ConvexRadiusMeters", h.ConvexRadiusMeters)
}

// Problem says why the compound cannot be, or gives nil.
func (c *Compound) Problem() error {
	if len(c.Parts) == 0 {
		return fmt.Errorf("Compound.Parts is empty")
	}
	for i := range c.Parts {
		p := &c.Parts[i]
		if p.Shape == nil {
			return fmt.Errorf("Compound.Parts[%d].Shape is missing", i)
		}
		if kind := nestedKind(p.Shape); kind != "" {
			return fmt.Errorf("Compound.Parts[%d].Shape is %s; list its parts instead", i, kind)
		}
		if err := p.Shape.Problem(); err != nil {
			return fmt.Errorf("Compound.Parts[%d]: %w", i, err)
		}
		if problem := p.Pose.Problem(); problem != "" {
			return fmt.Errorf("Compound.Parts[%d].Pose: %s", i, problem)
		}
		if place := p.Pose.Position; place.Length() > largestExtent {
			return fmt.Errorf("Compound.Parts[%d].Pose: the position is %v; it must lie within %g m of the origin",
				i, place, largestExtent)
		}
	}
	return nil
}

// nestedKind names the shapes of several pieces, which a compound does not take. It is empty for the others.
func nestedKind(s Shape) string {
	switch s.(type) {
	case *Compound:
		return "a compound"
	case *Assembly:
		return "an assembly"
	case *Box, *Sphere, *Capsule, *Hull:
	}
	return ""
}

func sizeProblem(name string, meters float64) error {
	if !(meters >= smallestExtent && meters <= largestExtent) {
		return fmt.Errorf("%s is %v m; it must be from %g to %g m", name, meters, smallestExtent, largestExtent)
	}
	return nil
}

func roundingProblem(name string, meters float64) error {
	if !(meters >= 0 && meters <= math.MaxFloat32) {
		return fmt.Errorf("%s is %v m; it must be finite and 0 or more", name, meters)
	}
	return nil
}
