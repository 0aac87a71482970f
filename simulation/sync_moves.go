package simulation

import (
	"cmp"
	"fmt"
	"slices"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
)

// frameWish is what an entity asked for in a tick: to be in another frame.
type frameWish struct {
	entity handle.Entity
	to     handle.Frame
	pose   geom.Pose
}

// MoveProblem says why MoveToFrame would refuse the entity, whatever the frame, or gives nil.
func (s *Self) MoveProblem() error { s.check(); return s.world.moveToFrameProblem(s.entity) }

// MoveToFrame puts the entity into a frame, at a pose there and at rest, at the end of this tick, and what is attached to it with it.
// The frame may be of any tree. It wins over SetTransform of this tick, the last one in a tick counts, and of what the entity asks of
// the next step nothing is left. Who changes frames by it hears one FrameChanged. If the frame dies in this tick, or the entity owns one
// again because it undocks, the entity stays where it is.
//
// Errors: panics for an entity that has a body, is attached or owns a frame, as MoveProblem tells, for a frame that is not live, and
// for a pose that is not finite, lies beyond 1e30 m or has no rotation.
func (s *Self) MoveToFrame(to handle.Frame, p geom.Pose) {
	s.check()
	if err := s.world.moveToFrameProblem(s.entity); err != nil {
		panic(fmt.Errorf("Self.MoveToFrame: %w", err))
	}
	if !s.world.frames.Live(to) {
		panic(fmt.Errorf("Self.MoveToFrame of entity %v: frame %v is not live", s.entity, to))
	}
	mustNormalize("Self.MoveToFrame", &p)
	k := s.chunk.worker
	k.moves = append(k.moves, frameWish{s.entity, to, p})
}

func (w *World) moveToFrameProblem(e handle.Entity) error {
	if err := w.placeProblem(e); err != nil {
		return err
	}
	if !w.entities.Owned[e.Index].IsNone() {
		return fmt.Errorf("entity %v owns a frame, which World.Reparent puts into another one", e)
	}
	return nil
}

// grantMoves puts entities into the frames that they asked for in this tick, in slot order, which is that of the chunks, and for one
// entity in the order of its calls.
func (w *World) grantMoves() {
	for _, k := range w.workers {
		w.frameWishes = append(w.frameWishes, k.moves...)
		k.moves = k.moves[:0]
	}
	if len(w.frameWishes) == 0 {
		return
	}
	slices.SortStableFunc(w.frameWishes, func(a, b frameWish) int { return cmp.Compare(a.entity.Index, b.entity.Index) })
	for i := range w.frameWishes {
		wish := &w.frameWishes[i]
		last := i+1 == len(w.frameWishes) || w.frameWishes[i+1].entity != wish.entity
		if last && w.entities.Slots.Live(wish.entity) && w.frames.Live(wish.to) && w.moveToFrameProblem(wish.entity) == nil {
			w.grantMove(wish)
		}
	}
	w.frameWishes = w.frameWishes[:0]
}

func (w *World) grantMove(wish *frameWish) {
	i := int(wish.entity.Index)
	if w.entities.Back[i].Frame != wish.to {
		w.changeFrame(wish.entity, wish.to)
	}
	w.entities.Place(i, &wish.pose)
	w.entities.Moved.Add(i)
	if in := w.entities.Intents.Of(i); in != nil {
		*in = physics.Intent{Frame: wish.to}
	}
}

// evenMoves gives every worker the same room for wishes, since which worker runs a chunk depends on timing.
func (w *World) evenMoves() {
	room := 0
	for _, k := range w.workers {
		room = max(room, cap(k.moves))
	}
	for _, k := range w.workers {
		if cap(k.moves) < room { // exactly so much, as in evenRoom
			k.moves = make([]frameWish, 0, room)
		}
	}
}
