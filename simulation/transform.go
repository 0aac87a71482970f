package simulation

import (
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
)

// transform.go places entities without a body, from within a tick and from outside.

// PlaceProblem says why SetTransform would refuse to place the entity, or gives nil.
func (s *Self) PlaceProblem() error { s.check(); return s.world.placeProblem(s.entity) }

// SetTransform puts the entity at a pose in Frame, at rest. It wins over a MoveKinematic for this tick.
//
// Errors: panics for an entity with a body, which physics moves, for the owner of a root frame, which is nowhere, and for a
// pose that is not finite, lies beyond 1e30 m or has no rotation.
func (s *Self) SetTransform(p geom.Pose) {
	s.check()
	w, i, bit := s.world, int(s.entity.Index), uint64(1)<<(s.entity.Index%chunkSlots)
	if s.chunk.led&bit != 0 || w.ownsRoot(i) {
		panic(fmt.Errorf("Self.SetTransform: %w", w.placeProblem(s.entity)))
	}
	if !isNormal(&p) {
		mustNormalize("Self.SetTransform", &p)
	}
	w.entities.Place(i, &p)
	s.chunk.placed |= bit
}

// SetTransform puts an entity without a body at a pose in its frame, at rest, at once.
//
// Errors: the entity is not live, has a body or owns a root frame; the pose is not finite, lies beyond 1e30 m or has no
// rotation. Panics during a tick.
func (w *World) SetTransform(e handle.Entity, p geom.Pose) error {
	w.outside("SetTransform", "Self.SetTransform")
	if !w.entities.Slots.Live(e) {
		return fmt.Errorf("set the transform of %v: it is not live", e)
	}
	if err := w.placeProblem(e); err != nil {
		return fmt.Errorf("set the transform: %w", err)
	}
	if err := normalize("Pose", &p); err != nil {
		return fmt.Errorf("set the transform of %v: %w", e, err)
	}
	w.entities.Place(int(e.Index), &p)
	w.entities.MarkPlaced(int(e.Index/chunkSlots), 1<<(e.Index%chunkSlots))
	if f := w.entities.Owned[e.Index]; !f.IsNone() {
		rest := motion.RestAt(p)
		w.frames.SetLocal(f, &rest)
	}
	w.deriveOutside()
	return nil
}

// placeProblem says why gameplay cannot place the entity, or gives nil.
func (w *World) placeProblem(e handle.Entity) error {
	i := int(e.Index)
	switch {
	case w.entities.HasBody.Has(i):
		return fmt.Errorf("entity %v has a body, which physics moves; use its Body or MoveKinematic", e)
	case w.parts.Attached(i):
		return fmt.Errorf("entity %v is attached, and follows its parent", e)
	case w.ownsRoot(i):
		return fmt.Errorf("entity %v owns a root frame, which nothing places", e)
	}
	return nil
}
