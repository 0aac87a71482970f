package shim

import "structs"

// ShapeKind is the kind of a shape, tj_shape_kind.
type ShapeKind uint32

// The kinds of shapes.
const (
	Box      ShapeKind = 1 // A holds the half extents, Radius the convex radius
	Sphere   ShapeKind = 2 // Radius
	Capsule  ShapeKind = 3 // A[0] is half the height of the cylinder, Radius
	Hull     ShapeKind = 4 // Points, Radius is the largest convex radius
	Compound ShapeKind = 5 // Parts
)

// ShapeDesc is what a shape is made of.
type ShapeDesc struct {
	Kind    ShapeKind
	A       [3]float64
	Radius  float64
	Density float64   // kg/m³; 0 takes 1,000; of a compound it counts for nothing
	Points  []float64 // three for each point
	Parts   []Part
}

// Part is a child of a compound, tj_part.
type Part struct {
	_        structs.HostLayout
	Shape    uintptr // native
	Position [3]float64
	Rotation [4]float64
}

// Shape is a native shape, with one reference that Release drops.
type Shape struct {
	Native       uintptr
	CenterOfMass [3]float64 // from the body's origin, in meters
	Volume       float64    // in m³
	Mass         float64    // in kg, at the densities of its pieces
	Inertia      [9]float64 // in kg m² about the center of mass, by rows
}

type shapeBlock struct {
	_            structs.HostLayout
	kind         ShapeKind
	count        uint32
	a            [3]float64
	radius       float64
	density      float64
	points       *float64
	parts        *Part
	shape        uintptr
	centerOfMass [3]float64
	boundsMin    [3]float64
	boundsMax    [3]float64
	volume       float64
	mass         float64
	inertia      [9]float64
	text         text
}
