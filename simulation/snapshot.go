package simulation

import (
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/component"
	"tertius.dev/simulation/internal/query"
	"tertius.dev/simulation/internal/table"
)

// Snapshot is the state of every entity at the last sync point, or after what a host changed since.
//
// Threads: components may read it from any worker during a tick. Valid: as long as the world; it always shows the last
// finished state.
type Snapshot struct {
	rows  *table.Entities
	types *component.Types
	sets  *component.Sets

	frames *frame.Tree
	tables *query.Tables // over all of these
	runs   *runPool      // of the queries of who reads this snapshot
}

// snapshotFor returns the snapshot of one reader.
func (w *World) snapshotFor(runs *runPool) Snapshot {
	return Snapshot{rows: &w.entities, types: &w.types, sets: &w.sets, frames: &w.frames, tables: &w.index, runs: runs}
}

// Transform is where an entity is.
type Transform struct {
	Frame           handle.Frame // that it is in; none for the owner of a root frame
	Pose            geom.Pose    // in Frame
	Velocity        geom.Vec3    // of the origin, in m/s in Frame
	AngularVelocity geom.Vec3f   // in rad/s in the axes of Frame
}

// BodyFacts is what others may know of an entity's body.
type BodyFacts struct {
	Motion               physics.BodyMotion // in the last finished step
	Shape                physics.ShapeKind  // the kind of the shape, with what docked at a hull
	MassKilograms        float64            // as described: 0 where the shape's own mass is taken; that of a hull alone, without what docked
	BoundingRadiusMeters float64            // of the shape about the body's origin
	CenterOfMass         geom.Vec3          // in meters in the body's axes
	Collision            physics.Collision  // as the last finished step knew it
}

// Live reports whether e names a live entity.
func (s *Snapshot) Live(e handle.Entity) bool { return s.rows.Slots.Live(e) }

// Transform returns where e is, and false when it is not live.
func (s *Snapshot) Transform(e handle.Entity) (Transform, bool) {
	if !s.Live(e) {
		return Transform{}, false
	}
	row := s.rows.FrontRow(int(e.Index))
	return Transform{row.Frame, row.Pose, row.Velocity, row.AngularVelocity}, true
}

// Has reports whether e is live and had a component of the type at the last sync point.
//
// Errors: panics for the zero ComponentType.
func (s *Snapshot) Has(e handle.Entity, t ComponentType) bool {
	t.mustName("Snapshot.Has")
	if !s.Live(e) {
		return false
	}
	id, ok := s.types.ID(t.of)
	return ok && s.sets.Mask(s.rows.Flags.Front[e.Index]).Has(id)
}

// Visual returns how e looks, and false when it is not live.
func (s *Snapshot) Visual(e handle.Entity) (Visual, bool) {
	if !s.Live(e) {
		return Visual{}, false
	}
	return Visual(s.rows.FrontVisual[e.Index]), true
}

// BodyOf returns the facts of e's body, and false when it is not live or has none.
func (s *Snapshot) BodyOf(e handle.Entity) (BodyFacts, bool) {
	if !s.Live(e) || !s.rows.HasBody.Has(int(e.Index)) {
		return BodyFacts{}, false
	}
	b := &s.rows.Bodies[e.Index]
	return BodyFacts{
		s.storedMotion(int(e.Index)), physics.KindOf(b.Shape()), b.Desc.MassKilograms, b.BoundingRadiusMeters, b.CenterOfMass, s.rows.Collision[e.Index],
	}, true
}

// Awake reports whether e is live and physics simulates its body. A sleeping body, and an entity without one, is not awake.
func (s *Snapshot) Awake(e handle.Entity) bool { return s.Live(e) && s.rows.FrontMotion[e.Index].Awake }
