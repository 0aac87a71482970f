package jolt

import (
	"slices"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
)

// GhostState is a ghost as the tests see it.
type GhostState struct {
	Frame handle.Frame
	Still bool // it is static in Jolt
	Role  physics.Groups
}

// GhostsOf returns the ghosts of an entity, by the indices of their frames.
func (b *Backend) GhostsOf(e handle.Entity) []GhostState {
	var states []GhostState
	for i := b.row(e).ghosts; i != noGhost; i = b.ghosts.all[i].next {
		g := &b.ghosts.all[i]
		states = append(states, GhostState{g.frame, g.still, physics.Groups(g.layer) &^ physics.ContentGroups})
	}
	for i := range states {
		for k := i; k > 0 && states[k].Frame.Index < states[k-1].Frame.Index; k-- {
			states[k], states[k-1] = states[k-1], states[k]
		}
	}
	return states
}

// RoleGhost and RoleStatic are the roles of ghosts.
const (
	RoleGhost  = roleGhost
	RoleStatic = roleStatic
)

// Touches returns the number of pairs of entities that touch.
func (b *Backend) Touches() int { return b.contacts.counts.used }

// Coming returns where a frame is taken to be where the next step ends, or, between Prepare and Finish of a step that looked at fast
// spawns, where this one ends.
func (b *Backend) Coming(f handle.Frame) geom.Pose {
	rows := b.edges.rows
	return rows[slices.IndexFunc(rows, func(e edgeFrame) bool { return e.frame == f })].coming
}
