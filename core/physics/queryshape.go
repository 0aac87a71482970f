package physics

import (
	"fmt"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
)

//go:generate go run tertius.dev/tools/cmd/uniongen

// QuerySphere is a sphere about its origin.
type QuerySphere struct {
	RadiusMeters float64
}

// QueryBox is a box about its origin, its edges sharp.
type QueryBox struct {
	HalfExtents geom.Vec3 // half the sides, in meters
}

// QueryCapsule is a cylinder along Y about its origin, with half a sphere at each end.
type QueryCapsule struct {
	HalfHeightMeters float64 // half the length of the cylinder; 0 leaves a sphere
	RadiusMeters     float64
}

// QueryShape is the form that a shape cast moves and an overlap holds. It is plain data: no body has it, and nothing is
// built for it. Every size lies from 1e-5 to 1e9 m. The zero value is no shape, and cannot be asked with.
//
//union:cases QuerySphere QueryBox QueryCapsule
type QueryShape struct{ queryShapeSlots }

// NewQuerySphere returns a sphere.
func NewQuerySphere(radiusMeters float64) QueryShape {
	return QueryShapeOfQuerySphere(QuerySphere{radiusMeters})
}

// NewQueryBox returns a box with sides of 2 hx, 2 hy and 2 hz meters.
func NewQueryBox(hx, hy, hz float64) QueryShape {
	return QueryShapeOfQueryBox(QueryBox{geom.Vec3{X: hx, Y: hy, Z: hz}})
}

// NewQueryCapsule returns a capsule along Y that is 2 (halfHeight + radius) long.
func NewQueryCapsule(halfHeightMeters, radiusMeters float64) QueryShape {
	return QueryShapeOfQueryCapsule(QueryCapsule{halfHeightMeters, radiusMeters})
}

// Reach returns the radius of the sphere about the origin that holds the shape, in meters. It is 0 without a shape.
func (s QueryShape) Reach() float64 {
	switch s.Kind() {
	case QueryShapeNone:
		return 0
	case QueryShapeQuerySphere:
		c, _ := s.AsQuerySphere()
		return c.RadiusMeters
	case QueryShapeQueryBox:
		c, _ := s.AsQueryBox()
		return c.HalfExtents.Length()
	case QueryShapeQueryCapsule:
		c, _ := s.AsQueryCapsule()
		return c.HalfHeightMeters + c.RadiusMeters
	}
	panic(contract.Unreachable(s.Kind()))
}

// Problem says why nothing can be asked with the shape, or gives nil. The error names the field.
func (s QueryShape) Problem() error {
	switch s.Kind() {
	case QueryShapeNone:
		return fmt.Errorf("the shape is missing; make one with NewQuerySphere, NewQueryBox or NewQueryCapsule")
	case QueryShapeQuerySphere:
		c, _ := s.AsQuerySphere()
		return sizeProblem("QuerySphere.RadiusMeters", c.RadiusMeters)
	case QueryShapeQueryBox:
		c, _ := s.AsQueryBox()
		for _, extent := range [...]float64{c.HalfExtents.X, c.HalfExtents.Y, c.HalfExtents.Z} {
			if err := sizeProblem("QueryBox.HalfExtents", extent); err != nil {
				return err
			}
		}
		return nil
	case QueryShapeQueryCapsule:
		c, _ := s.AsQueryCapsule()
		if c.HalfHeightMeters != 0 {
			if err := sizeProblem("QueryCapsule.HalfHeightMeters", c.HalfHeightMeters); err != nil {
				return err
			}
		}
		return sizeProblem("QueryCapsule.RadiusMeters", c.RadiusMeters)
	}
	panic(contract.Unreachable(s.Kind()))
}
