package simulation

import (
	"fmt"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
)

// answerQuestions answers what entities asked of physics in this tick, in the order of their slots and of their calls.
func (w *World) answerQuestions() {
	w.dropQuestionsOfTheDead()
	w.askPhysics()
	asked := 0
	for _, c := range w.leaversOf(leftQuestions) {
		for k := range c.questions {
			r := &c.questions[k]
			var hits []physics.Hit
			if w.canAsk(r) && asked < len(w.answers.Ends) {
				hits = w.answers.Of(asked)
				asked++
			}
			w.answer(r, hits)
			*r = physicsRequest{} // so that nothing of its query stays alive
		}
		c.questions = c.questions[:0]
	}
}

// dropQuestionsOfTheDead leaves the questions of those who can hear an answer.
func (w *World) dropQuestionsOfTheDead() {
	for _, c := range w.leaversOf(leftQuestions) {
		kept := c.questions[:0]
		for k := range c.questions {
			if w.entities.Slots.Live(c.questions[k].asker) {
				kept = append(kept, c.questions[k])
			}
		}
		clear(c.questions[len(kept):])
		c.questions = kept
	}
}

// canAsk reports whether a question has bodies to ask. Where there is no physics, or where the frame died in this tick, it is
// a miss.
func (w *World) canAsk(r *physicsRequest) bool { return w.backend != nil && w.frames.Live(r.frame) }

// askPhysics puts the questions to the backend, all at once.
func (w *World) askPhysics() {
	w.questions.Reset()
	w.answers.Reset()
	for _, c := range w.leaversOf(leftQuestions) {
		for k := range c.questions {
			if r := &c.questions[k]; w.canAsk(r) {
				w.questions.Asked = append(w.questions.Asked, physics.Asked{
					Question: r.question, Frame: r.frame, Except: r.asker, Groups: r.of.Groups, AllHits: !r.of.onlyGroups(),
				})
			}
		}
	}
	if len(w.questions.Asked) == 0 {
		return
	}
	w.backend.Ask(&w.questions, &w.answers)
	for _, err := range w.answers.Errors {
		w.report("physics: %v", err)
	}
	if err := w.answersProblem(); err != nil {
		w.bug("physics gave answers that only a bug produces, so every question of the tick is a miss", err)
		w.answers.Reset()
	}
}

// answersProblem says what is wrong with the answers of the backend, or gives nil.
func (w *World) answersProblem() error {
	if a, q := len(w.answers.Ends), len(w.questions.Asked); a != q {
		return fmt.Errorf("%d answers to %d questions", a, q)
	}
	from := 0
	for k, end := range w.answers.Ends {
		if end < from || end > len(w.answers.Hits) {
			return fmt.Errorf("the answer to question %d ends at hit %d of %d and begins at %d", k, end, len(w.answers.Hits), from)
		}
		for ; from < end; from++ {
			if err := w.hitProblem(&w.answers.Hits[from], &w.questions.Asked[k]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *World) hitProblem(h *physics.Hit, a *physics.Asked) error {
	e := h.Entity
	switch {
	case !w.entities.Slots.Live(e) || !w.entities.HasBody.Has(int(e.Index)):
		return fmt.Errorf("a hit names %v, which is no live entity with a body", e)
	case w.entities.Homes[e.Index] != a.Frame && w.entities.Owned[e.Index] != a.Frame:
		return fmt.Errorf("a hit in frame %v names %v, whose body is in frame %v", a.Frame, e, w.entities.Homes[e.Index])
	case e == a.Except:
		return fmt.Errorf("a hit names %v, which asked", e)
	case !h.Point.Finite() || !h.Normal.Finite() || h.DistanceMeters-h.DistanceMeters != 0:
		return fmt.Errorf("a hit is not finite: %+v", *h)
	}
	return nil
}

// answer sends the hits that the request's query lets pass, or a miss.
func (w *World) answer(r *physicsRequest, hits []physics.Hit) {
	filter := w.snapshot.begin(&r.of)
	first, sent := r.question.FirstHitOnly(), 0
	for k := range hits {
		if first && sent > 0 {
			break
		}
		if filter.passes(&w.snapshot, &r.of, hits[k].Entity) {
			w.sendHit(r, &hits[k])
			sent++
		}
	}
	w.snapshot.runs.give(filter)
	if sent == 0 {
		w.sendMiss(r)
	}
}

func (w *World) sendHit(r *physicsRequest, h *physics.Hit) {
	to := message.To(r.asker)
	switch r.question.Kind() {
	case physics.QuestionNone: // refused when it was asked
	case physics.QuestionRayCast:
		message.RayHits.Send(&w.engine, to, message.RayHit{
			Entity: h.Entity, Point: h.Point, DistanceMeters: h.DistanceMeters, Normal: geom.Pack(h.Normal), Tag: r.tag,
		})
	case physics.QuestionShapeCast:
		message.ShapeHits.Send(&w.engine, to, message.ShapeHit{
			Entity: h.Entity, Point: h.Point, DistanceMeters: h.DistanceMeters, Normal: geom.Pack(h.Normal), Tag: r.tag,
		})
	case physics.QuestionOverlap:
		message.OverlapHits.Send(&w.engine, to, message.OverlapHit{Entity: h.Entity, Tag: r.tag})
	default:
		panic(contract.Unreachable(r.question.Kind()))
	}
}

// sendMiss answers as a hit of nothing at the end of the way.
func (w *World) sendMiss(r *physicsRequest) {
	var h physics.Hit
	if c, ok := r.question.AsRayCast(); ok {
		h.Point, h.DistanceMeters = c.Origin.AddScaled(c.Direction, c.LengthMeters), c.LengthMeters
	}
	if c, ok := r.question.AsShapeCast(); ok {
		h.Point, h.DistanceMeters = c.Start.Position.AddScaled(c.Direction, c.LengthMeters), c.LengthMeters
	}
	w.sendHit(r, &h)
}
