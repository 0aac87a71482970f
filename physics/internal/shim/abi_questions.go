package shim

import "structs"

// QuestionKind is what a question asks, tj_question_kind.
type QuestionKind uint32

// The kinds of questions.
const (
	AskRay     QuestionKind = 1
	AskCast    QuestionKind = 2 // a shape that moves without turning
	AskOverlap QuestionKind = 3 // a shape that stands
)

// NearestOnly is the flag of a question that the nearest hit answers.
const NearestOnly uint32 = 1

// Question is a question about the bodies of a system, tj_question.
type Question struct {
	_         structs.HostLayout
	Kind      QuestionKind
	Flags     uint32
	Groups    uint32    // 0 asks every body
	Shape     ShapeKind // Box, Sphere or Capsule
	Except    uint64    // the user whose body counts as absent
	A         [3]float64
	Radius    float64
	Position  [3]float64
	Rotation  [4]float64 // of unit length
	Direction [3]float64 // of unit length
	Length    float64    // m
}

// Hit is a body that answers a question, tj_hit.
type Hit struct {
	_        structs.HostLayout
	User     uint64
	Distance float64 // m
	Point    [3]float64
	Normal   [3]float64
}

type askBlock struct {
	_         structs.HostLayout
	system    uintptr
	questions *Question
	hits      *Hit    // native
	ends      *uint32 // native
	count     uint32
	failed    uint32
	text      text
}
