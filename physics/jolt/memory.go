package jolt

import (
	"cmp"
	"slices"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
)

// memory is what the backend remembers between steps, in the form of physics.Rememberer. What the library keeps to itself, such as
// impulses of its last step and how long a body has rested, is not in it.
type memory struct {
	bodies   []bodyMemory
	frames   []frameMemory
	ghosts   []ghostMemory
	contacts []pairCount     // by pair
	ended    []endedTouch    // since the last step
	steered  []handle.Entity // who steered in the last step, and stops in the next one
	spawned  []uint32        // the slots of the bodies that came since
	landed   []handle.Entity // the kinematic bodies that changed frames since the last step began to end
	bumps    []bump          // that hulls get in the next step
	stirred  bool            // a frame moved in the last step

	settledSteps int // since anything moved
}

type bodyMemory struct {
	entity                  handle.Entity
	frame, owns             handle.Frame
	motion                  physics.BodyMotion
	collision               physics.Collision
	damping, angularDamping float64
	given, mass             float64
	massless                bool
	friction, restitution   float64
	movedAt, thrownAt       uint64
	at                      bodyAt
}

type frameMemory struct {
	frame              handle.Frame
	gravity            field.Gravity
	proper, wakeProper geom.Vec3
	gravityKnown       bool
	stirred, awake     bool
	edgeParent         handle.Frame
	edgePose           geom.Pose
	edgeStirredAt      uint64
	excess             float64
}

type ghostMemory struct {
	entity        handle.Entity
	frame         handle.Frame
	layer         uint32
	still, inside bool
}

// Memory is physics.Rememberer's.
func (b *Backend) Memory() any {
	m := memory{
		ended: b.contacts.ended, steered: b.steered, spawned: b.spawned, landed: b.landed, bumps: b.bumps,
		stirred: b.edges.stirred, settledSteps: b.edges.settledSteps,
	}
	for i := range b.bodies {
		if r := &b.bodies[i]; !r.entity.IsNone() {
			m.bodies = append(m.bodies, bodyMemory{
				r.entity, r.frame, r.owns, r.motion, r.collision, r.damping, r.angularDamping, r.given, r.mass, r.massless, r.friction, r.restitution,
				r.movedAt, r.thrownAt, bodyAt{},
			})
			if i < len(b.at) { // else no step has ended since it came
				m.bodies[len(m.bodies)-1].at = b.at[i]
			}
		}
	}
	for i := range b.frames {
		if f := &b.frames[i]; !f.frame.IsNone() {
			m.frames = append(m.frames, frameMemory{
				f.frame, f.gravity, f.proper, f.wakeProper, f.gravityKnown, f.stirred, f.awake, f.edge.parent, f.edge.pose, f.edge.stirredAt, f.edge.excess,
			})
		}
	}
	for i := range b.ghosts.all {
		if g := &b.ghosts.all[i]; !g.entity.IsNone() {
			m.ghosts = append(m.ghosts, ghostMemory{g.entity, g.frame, g.layer, g.still, g.inside})
		}
	}
	for i := range b.contacts.counts.entries {
		if c := &b.contacts.counts.entries[i]; c.count != 0 {
			m.contacts = append(m.contacts, *c)
		}
	}
	slices.SortFunc(m.contacts, func(x, y pairCount) int { return cmp.Or(cmp.Compare(x.key.a, y.key.a), cmp.Compare(x.key.b, y.key.b)) })
	return m
}
