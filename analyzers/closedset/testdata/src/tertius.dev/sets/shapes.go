package sets

// Shape is sealed. Its members: values, a pointer, and one that nobody outside can name.
type Shape interface{ shape() } // want Shape:`sealed\(Ball Box \*Mesh hidden\)`

type (
	Ball   struct{ Radius float64 }
	Box    struct{ Half [3]float64 }
	Mesh   struct{ Points []float64 }
	hidden struct{}

	Grid[T any] struct{ cells []T }
)

func (Ball) shape()    {}
func (Box) shape()     {}
func (*Mesh) shape()   {}
func (hidden) shape()  {}
func (Grid[T]) shape() {}

// Round narrows Shape.
type Round interface { // want Round:`sealed\(Ball\)`
	Shape
	round()
}

func (Ball) round() {}

// Open is sealed by accident.
//
//closedset:open embedding makes others members
type Open interface{ open() } // want Open:`open sealed\(\)`

// Free is no set: everyone may implement it.
type Free interface{ Shape() }

func allShapes(s Shape) {
	switch s := s.(type) {
	case nil:
	case Ball, Box:
		_ = s
	case *Mesh:
	case hidden:
	}
	switch s.(type) {
	case Round, Box, *Mesh, hidden:
	default:
		panic("no shape")
	}
}

func someShapes(s Shape) {
	switch s.(type) { // want `type switch over Shape misses Box, \*Mesh, hidden; name every member`
	case Ball:
	}
	switch x := s.(type) { // want `type switch over Shape misses \*Mesh`
	case Ball, Box, hidden:
	default: // want `default beside the members of Shape may only panic`
		_ = x
	}
}

func notSealed(f Free, o Open, a any) {
	switch f.(type) {
	case nil:
	}
	switch o.(type) {
	case nil:
	default:
	}
	switch a.(type) {
	case Ball:
	}
}
