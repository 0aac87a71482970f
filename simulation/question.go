package simulation

import (
	"errors"
	"fmt"

	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
)

// physicsRequest is a question that an entity asked of physics in this tick.
type physicsRequest struct {
	asker    handle.Entity
	frame    handle.Frame // that the asker was in
	of       Query        // says what may be hit
	question physics.Question
	tag      uint32
}

// CastRay asks which body a ray meets first, in the frame that the entity is in. The answer is one message.RayHit in the next
// tick, a miss too, with the tag.
//
// The question is put to the bodies as they are at the end of this tick. The query says which entities may be hit, on the
// snapshot of the same moment; nil means all. It is copied, but its lists are not: leave them as they are. The entity's own
// body is never hit. A ray that starts inside a body hits it at its origin, at distance 0. Without a physics backend every
// question is answered with a miss.
//
// Errors: panics for a ray without direction or length, for a query with a Problem, and for an entity in no frame.
func (s *Self) CastRay(r physics.Ray, of *Query, tag uint32) {
	s.ask("CastRay", physics.RayQuestion(r, physics.RayNearest), of, tag)
}

// CastRayAll asks for every body that a ray meets. Each is a message.RayHit, by distance and then by slot; without any comes
// one miss. It is CastRay otherwise.
func (s *Self) CastRayAll(r physics.Ray, of *Query, tag uint32) {
	s.ask("CastRayAll", physics.RayQuestion(r, physics.RayAll), of, tag)
}

// CastShape asks which body a shape meets first that moves along a line without turning. The answer is one message.ShapeHit
// in the next tick, a miss too. A shape that starts in touch with a body hits it at distance 0. It is CastRay otherwise.
//
// Errors: panics for a shape, a pose, a direction or a length that cannot be, and as CastRay.
func (s *Self) CastShape(c physics.ShapeCast, of *Query, tag uint32) {
	s.ask("CastShape", physics.QuestionOfShapeCast(c), of, tag)
}

// Overlap asks which entities have a body that touches a shape. Each is a message.OverlapHit, by slot and once, however many
// of its bodies touch; without any comes one miss. Contacts decide what touches, with their rounded edges. It is CastRay
// otherwise.
//
// Errors: panics for a shape or a pose that cannot be, and as CastRay.
func (s *Self) Overlap(o physics.Overlap, of *Query, tag uint32) {
	s.ask("Overlap", physics.QuestionOfOverlap(o), of, tag)
}

// ask keeps a question for the sync point, or panics when it cannot be asked.
func (s *Self) ask(name string, q physics.Question, of *Query, tag uint32) {
	s.check()
	usable, err := q.Usable()
	r := physicsRequest{asker: s.entity, frame: s.front().Frame, question: usable, tag: tag}
	if of != nil {
		r.of = *of
	}
	if err == nil {
		err = r.of.Problem()
	}
	if err == nil && r.frame.IsNone() {
		err = errors.New("the owner of a root frame is in no frame")
	}
	if err != nil {
		panic(fmt.Errorf("Self.%s of entity %v: %w", name, s.entity, err))
	}
	s.chunk.questions = append(s.chunk.questions, r)
	s.chunk.left |= leftQuestions
}

// onlyGroups reports whether a query asks for nothing but collision groups, which physics itself can tell.
func (q *Query) onlyGroups() bool {
	return len(q.All)+len(q.Any)+len(q.None) == 0 && q.In.IsNone() && q.Near.isNone() && q.Where == nil
}
