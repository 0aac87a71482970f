package physics

import (
	"fmt"

	"tertius.dev/core/contract"
)

// ShapeKind says which Shape a shape is.
type ShapeKind uint8

// The kinds of shapes.
const (
	NoShape ShapeKind = iota // that of no body
	BoxShape
	SphereShape
	CapsuleShape
	HullShape
	CompoundShape
	AssemblyShape
)

// KindOf returns the kind of a shape, and NoShape of nil.
func KindOf(s Shape) ShapeKind {
	switch s.(type) {
	case nil:
		return NoShape
	case *Box:
		return BoxShape
	case *Sphere:
		return SphereShape
	case *Capsule:
		return CapsuleShape
	case *Hull:
		return HullShape
	case *Compound:
		return CompoundShape
	case *Assembly:
		return AssemblyShape
	}
	panic(contract.Unreachable(s))
}

// String returns the name of the shape's type, in lower case.
func (k ShapeKind) String() string {
	switch k {
	case NoShape:
		return "no shape"
	case BoxShape:
		return "box"
	case SphereShape:
		return "sphere"
	case CapsuleShape:
		return "capsule"
	case HullShape:
		return "hull"
	case CompoundShape:
		return "compound"
	case AssemblyShape:
		return "assembly"
	}
	return fmt.Sprintf("ShapeKind(%d)", uint8(k))
}
