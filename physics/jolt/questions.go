package jolt

import (
	"fmt"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// answer is what a frame's system said to its questions of a batch. Its slices are native memory.
type answer struct {
	hits []shim.Hit
	ends []uint32
	next int // the question whose hits are handed out next
}

// Ask answers questions, those of each frame in one native call.
func (b *Backend) Ask(in *physics.Questions, out *physics.Answers) {
	out.Reset()
	if b.closed {
		out.Errors = append(out.Errors, errClosed)
	}
	for i := range in.Asked {
		b.stageQuestion(&in.Asked[i])
	}
	for i := range b.frames {
		if len(b.frames[i].asked) > 0 && b.frames[i].system != nil {
			b.askFrame(&b.frames[i], out)
		}
	}
	for i := range in.Asked {
		b.handOut(&in.Asked[i], out)
	}
	for i := range b.frames {
		b.frames[i].asked, b.frames[i].answer = b.frames[i].asked[:0], answer{}
	}
}

func (b *Backend) stageQuestion(a *physics.Asked) {
	if frame := b.frame(a.Frame); frame != nil {
		frame.asked = append(frame.asked, nativeQuestion(a))
	}
}

func (b *Backend) askFrame(frame *frameRow, out *physics.Answers) {
	hits, ends, failed, err := frame.system.Ask(frame.asked)
	frame.answer = answer{hits: hits, ends: ends}
	if err != nil {
		out.Errors = append(out.Errors, fmt.Errorf("physics: frame %v: question %d of %d: %w",
			frame.frame, failed, len(frame.asked), err))
	}
}

// handOut appends the hits of the next question of a frame.
func (b *Backend) handOut(a *physics.Asked, out *physics.Answers) {
	frame := b.frame(a.Frame)
	switch {
	case frame != nil && frame.system == nil: // nothing is in it
	case frame != nil:
		hits := frame.answer.take()
		for k := range hits {
			out.Hits = append(out.Hits, seamHit(&hits[k]))
		}
	case !b.closed:
		out.Errors = append(out.Errors, fmt.Errorf("physics: frame %v of a question is not there", a.Frame))
	}
	out.Ends = append(out.Ends, len(out.Hits))
}

// take returns the hits of the next question.
func (a *answer) take() []shim.Hit {
	from := uint32(0)
	if a.next > 0 {
		from = a.ends[a.next-1]
	}
	to := a.ends[a.next]
	a.next++
	return a.hits[from:to]
}

func seamHit(h *shim.Hit) physics.Hit {
	return physics.Hit{
		Entity: entityOf(h.User), Point: vec3(h.Point), Normal: vec3(h.Normal).Single(), DistanceMeters: h.Distance,
	}
}

// nativeQuestion translates a usable question. One that asks nothing becomes one that the shim refuses.
func nativeQuestion(a *physics.Asked) shim.Question {
	q := shim.Question{Groups: uint32(a.Groups & physics.ContentGroups), Except: userOf(a.Except)}
	if a.Question.FirstHitOnly() && !a.AllHits {
		q.Flags = shim.NearestOnly
	}
	switch a.Question.Kind() {
	case physics.QuestionNone:
	case physics.QuestionRayCast:
		c, _ := a.Question.AsRayCast()
		q.Kind = shim.AskRay
		q.Position, q.Rotation = poseComponents(&geom.Pose{Position: c.Origin, Rotation: geom.IdentityQuat})
		q.Direction, q.Length = components(c.Direction), c.LengthMeters
	case physics.QuestionShapeCast:
		c, _ := a.Question.AsShapeCast()
		q.Kind = shim.AskCast
		q.Shape, q.A, q.Radius = nativeQueryShape(c.Shape)
		q.Position, q.Rotation = poseComponents(&c.Start)
		q.Direction, q.Length = components(c.Direction), c.LengthMeters
	case physics.QuestionOverlap:
		c, _ := a.Question.AsOverlap()
		q.Kind = shim.AskOverlap
		q.Shape, q.A, q.Radius = nativeQueryShape(c.Shape)
		q.Position, q.Rotation = poseComponents(&c.Pose)
	default:
		panic(contract.Unreachable(a.Question.Kind()))
	}
	return q
}

func nativeQueryShape(s physics.QueryShape) (kind shim.ShapeKind, a [3]float64, radius float64) {
	switch s.Kind() {
	case physics.QueryShapeNone:
		return 0, a, 0
	case physics.QueryShapeQuerySphere:
		c, _ := s.AsQuerySphere()
		return shim.Sphere, a, c.RadiusMeters
	case physics.QueryShapeQueryBox:
		c, _ := s.AsQueryBox()
		return shim.Box, components(c.HalfExtents), 0
	case physics.QueryShapeQueryCapsule:
		c, _ := s.AsQueryCapsule()
		return shim.Capsule, [3]float64{c.HalfHeightMeters}, c.RadiusMeters
	}
	panic(contract.Unreachable(s.Kind()))
}
