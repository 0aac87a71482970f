package physics

import (
	"fmt"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
)

// Ray is a straight line that starts at a place and ends somewhere.
type Ray struct {
	Origin       geom.Vec3 // in meters in the frame of who asks
	Direction    geom.Vec3 // in the frame's axes, of any length but 0
	LengthMeters float64   // above 0 and at most 9e14
}

// RayKind says which hits of a ray count. The zero value is the nearest one.
type RayKind uint8

const (
	// RayNearest asks for the nearest hit.
	RayNearest RayKind = iota
	// RayAll asks for every body that the ray meets.
	RayAll
)

// String returns the name of the kind.
func (k RayKind) String() string {
	switch k {
	case RayNearest:
		return "nearest"
	case RayAll:
		return "all"
	}
	return fmt.Sprintf("RayKind(%d)", uint8(k))
}

// RayCast asks which bodies a ray meets.
type RayCast struct {
	Origin       geom.Vec3
	Direction    geom.Vec3
	LengthMeters float64
	Kind         RayKind
}

// ShapeCast asks which body a shape meets first that moves along a straight line without turning.
type ShapeCast struct {
	Shape        QueryShape
	Start        geom.Pose // of the shape's origin, in the frame of who asks
	Direction    geom.Vec3 // in the frame's axes, of any length but 0
	LengthMeters float64   // above 0 and at most 9e14
}

// Overlap asks which bodies touch a shape that stands somewhere.
type Overlap struct {
	Shape QueryShape
	Pose  geom.Pose // of the shape's origin, in the frame of who asks
}

// Question is something to ask of the bodies of a frame. The zero value asks nothing.
//
//union:cases RayCast ShapeCast Overlap
type Question struct{ questionSlots }

// RayQuestion is the question about a ray.
func RayQuestion(r Ray, k RayKind) Question {
	return QuestionOfRayCast(RayCast{r.Origin, r.Direction, r.LengthMeters, k})
}

// FirstHitOnly reports whether one hit answers the question: the nearest one.
func (q *Question) FirstHitOnly() bool {
	switch q.Kind() {
	case QuestionNone, QuestionOverlap:
		return false
	case QuestionRayCast:
		c, _ := q.AsRayCast()
		return c.Kind == RayNearest
	case QuestionShapeCast:
		return true
	}
	panic(contract.Unreachable(q.Kind()))
}

// Usable returns the question with its direction and its rotation brought to unit length, as a backend wants it.
//
// Errors: says why it cannot be asked, and names the field.
func (q Question) Usable() (Question, error) {
	switch q.Kind() {
	case QuestionNone:
		return q, fmt.Errorf("the question is missing")
	case QuestionRayCast:
		c, _ := q.AsRayCast()
		if err := placeProblem("Origin", c.Origin); err != nil {
			return q, err
		}
		err := straighten(&c.Direction, c.LengthMeters)
		return QuestionOfRayCast(c), err
	case QuestionShapeCast:
		c, _ := q.AsShapeCast()
		if err := settle(c.Shape, "Start", &c.Start); err != nil {
			return q, err
		}
		err := straighten(&c.Direction, c.LengthMeters)
		return QuestionOfShapeCast(c), err
	case QuestionOverlap:
		c, _ := q.AsOverlap()
		err := settle(c.Shape, "Pose", &c.Pose)
		return QuestionOfOverlap(c), err
	}
	panic(contract.Unreachable(q.Kind()))
}

// straighten gives a direction unit length.
func straighten(direction *geom.Vec3, lengthMeters float64) error {
	if !(lengthMeters > 0 && lengthMeters <= FarthestBodyMeters) {
		return fmt.Errorf("LengthMeters is %v; it must be above 0 and at most %g", lengthMeters, FarthestBodyMeters)
	}
	d := *direction
	largest := d.Largest()
	if !d.Finite() || largest == 0 {
		return fmt.Errorf("Direction is %v; it must be finite and not zero", d)
	}
	d = geom.Vec3{X: d.X / largest, Y: d.Y / largest, Z: d.Z / largest} // so that no square leaves the doubles
	*direction = d.Scale(1 / d.Length())
	return nil
}

// settle checks a shape and its pose, and gives the rotation unit length.
func settle(s QueryShape, name string, p *geom.Pose) error {
	if err := s.Problem(); err != nil {
		return err
	}
	if err := placeProblem(name, p.Position); err != nil {
		return err
	}
	unit, ok := p.Rotation.Unit()
	if !ok {
		return fmt.Errorf("%s: %s", name, p.Problem())
	}
	p.Rotation = unit
	return nil
}

func placeProblem(name string, at geom.Vec3) error {
	if !at.Finite() || at.Largest() > FarthestBodyMeters {
		return fmt.Errorf("%s lies at %v; it must lie within %g m of the frame's origin", name, at, FarthestBodyMeters)
	}
	return nil
}

// Asked is a question with where and of whom it is asked.
type Asked struct {
	Question Question      // made usable
	Frame    handle.Frame  // whose bodies are asked, and in whose axes the question and its hits are
	Except   handle.Entity // whose body no hit names; none leaves nobody out
	Groups   Groups        // only bodies in at least one of these; 0 asks all
	AllHits  bool          // every hit, also where the question itself wants the first only
}

// Questions is a batch of questions between two steps.
type Questions struct{ Asked []Asked }

// Reset empties the batch and keeps its room.
func (q *Questions) Reset() { q.Asked = q.Asked[:0] }

// Hit is a body that answers a question, with where.
//
// A ray that starts inside a body hits it at its origin, at distance 0, with the normal against the ray. A cast that starts
// in touch with a body hits it at distance 0, at the point where they touch deepest, with the normal along the shortest way
// out of it. A body is hit once, where it is met first.
type Hit struct {
	Entity         handle.Entity
	Point          geom.Vec3  // on the body's surface, in meters in the frame; zero in an overlap
	Normal         geom.Vec3f // of unit length, out of the body, in the frame's axes; zero in an overlap
	DistanceMeters float64    // from the origin, or that the shape moved until they touched; 0 in an overlap
}

// Answers are the hits of a batch of questions. Its slices are reused by the next batch.
//
// The hits of a question come by distance, and where that is equal by the entity's slot; those of an overlap by slot.
type Answers struct {
	Hits   []Hit   // of all questions, in their order
	Ends   []int   // by question, the place behind its last hit
	Errors []error // what only a bug produces; the question that it names has no hits
}

// Reset empties the answers and keeps their room.
func (a *Answers) Reset() { a.Hits, a.Ends, a.Errors = a.Hits[:0], a.Ends[:0], a.Errors[:0] }

// Of returns the hits of a question.
func (a *Answers) Of(question int) []Hit {
	from := 0
	if question > 0 {
		from = a.Ends[question-1]
	}
	return a.Hits[from:a.Ends[question]]
}
