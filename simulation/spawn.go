package simulation

import (
	"fmt"

	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/table"
)

// SpawnDesc describes an entity to make. It is read during the call only.
type SpawnDesc struct {
	Frame           handle.Frame      // the frame that the entity is in; none for the owner of a root frame
	Pose            geom.Pose         // in Frame, a body within 9e14 m of its origin; the owner of a root frame leaves it zero
	Velocity        geom.Vec3         // of the origin, in m/s in Frame; only for a dynamic body and a kinematic hull
	AngularVelocity geom.Vec3f        // in rad/s in the axes of Frame; as Velocity
	Owns            *FrameSpec        // makes the entity the owner of a new frame, in Frame or a root; nil for others
	Body            *physics.BodyDesc // nil: no body
	Visual          *Visual           // nil: shows nothing
	AttachTo        handle.Entity     // the entity that this one follows from here on, in whose frame it is; none for others
	Offset          geom.Pose         // in the axes of AttachTo; only with AttachTo, which leaves Frame and Pose zero
	FirstMove       motion.Intent     // what the entity would ask of its first step, in Frame; none holds still
	Components      []Component       // each belongs to this entity alone, once; checks find one that two entities share
}

// FrameSpec describes a frame. Its origin and axes are those of the entity that owns it, whose Frame is its parent. A frame
// whose owner is in no frame is a root.
//
// A body of the owner is the frame's hull in the parent, and by its interior shape the walls of the frame itself. That of the
// owner of a root is its interior alone.
type FrameSpec struct {
	Gravity field.Gravity // in the frame's axes
	Medium  field.Medium  // the gas that fills it, in the frame's axes; none is vacuum
	// Bounds are the radii of the frame's bubble, an ellipsoid about its origin, in meters along its axes: what comes into the
	// bubble comes into the frame. Zero is no bubble: nothing comes or goes by itself. A root has none.
	Bounds geom.Vec3
}

// Problem names the field that no frame can have, and why, or gives an empty string.
func (s *FrameSpec) Problem() string {
	for _, field := range [...]struct{ name, problem string }{
		{"Gravity", s.Gravity.Problem()}, {"Medium", s.Medium.Problem()}, {"Bounds", frame.BoundsProblem(s.Bounds)},
	} {
		if field.problem != "" {
			return field.name + ": " + field.problem
		}
	}
	return ""
}

// spawnPlan is a checked description, ready to become live.
type spawnPlan struct {
	transform  table.Transform
	visual     table.Visual
	hasBody    bool
	body       table.Body
	ownsFrame  bool
	owns       FrameSpec
	attachTo   handle.Entity
	offset     geom.Pose
	firstMove  motion.Intent
	components []componentEntry
}

// ownsRoot reports whether the entity owns a root frame, and so is in none.
func (p *spawnPlan) ownsRoot() bool { return p.ownsFrame && p.transform.Frame.IsNone() }

// reset empties the plan and keeps its room.
func (p *spawnPlan) reset() {
	clear(p.components)
	*p = spawnPlan{components: p.components[:0]}
}

// spawnRecord is a spawn that waits for the sync point of its tick.
type spawnRecord struct {
	entity handle.Entity
	plan   spawnPlan
}

// Spawn makes an entity, live at once. Its body joins physics at the start of the next tick.
//
// Errors: names the field that cannot be. Nothing is spawned then. Panics during a tick.
func (w *World) Spawn(d *SpawnDesc) (handle.Entity, error) {
	w.outside("Spawn", "Self.Spawn")
	plan := &w.plan
	plan.reset()
	if err := w.planSpawn(d, plan, &w.freshWants); err != nil {
		return handle.Entity{}, fmt.Errorf("spawn: %w", err)
	}
	for _, c := range d.Components {
		if err := w.sharedProblem(c); err != nil {
			return handle.Entity{}, fmt.Errorf("spawn: Components: %w", err)
		}
	}
	w.settle(plan.components)
	e := w.entities.Slots.Reserve()
	w.grow()
	w.bringToLife(e, plan)
	w.noteOwned(e, plan.components)
	w.tell(message.Spawns.Event(w.messages, message.To(e), message.Spawned{}))
	return e, nil
}

// FirstStepEnd returns the time, in seconds, at which the first step of what is spawned now ends: TimeAt(TickNumber()+1).
//
// Errors: panics during a tick.
func (w *World) FirstStepEnd() float64 {
	w.between("FirstStepEnd", "Self.FirstStepEnd")
	return w.TimeAt(w.tick + 1)
}

// spawnInTick takes a slot for a spawn of the chunk. A chunk whose pool is dry takes a slot that no pool has, by an atomic
// count, so which slot it is depends on timing.
func (w *World) spawnInTick(c *chunk, d *SpawnDesc) (handle.Entity, error) {
	c.left |= leftSpawns
	n := len(c.spawns)
	if n < cap(c.spawns) {
		c.spawns = c.spawns[:n+1]
	} else {
		c.spawns = append(c.spawns, spawnRecord{})
	}
	record := &c.spawns[n]
	c.spawns = c.spawns[:n] // it counts once it is whole: what a component says of itself may panic, and who asked may recover
	if c.planning {
		record.plan.reset()
	}
	c.planning = true
	if err := w.planSpawn(d, &record.plan, &c.freshWants); err != nil {
		return handle.Entity{}, fmt.Errorf("spawn: %w", err)
	}
	c.planning = false
	c.spawns = c.spawns[:n+1]
	if first, end := w.pools[c.place], w.pools[c.place+1]; n < int(end-first) {
		record.entity = w.entities.Slots.Peek(int(first) + n)
	} else {
		record.entity = handle.Entity{Index: w.nextSlot.Add(1) - 1, Generation: 1}
	}
	return record.entity, nil
}

// bringToLife makes the entity of a reserved slot live. The plan's frame is live.
func (w *World) bringToLife(e handle.Entity, p *spawnPlan) {
	i := int(e.Index)
	if !p.attachTo.IsNone() {
		w.attachNew(e, p)
	}
	w.entities.Add(e, &p.transform, &p.visual)
	w.components.Set(i, p.components)
	w.entities.Flags.Set(i, w.setOf(p.components))
	owned := handle.Frame{}
	if p.ownsFrame {
		owned = w.addFrame(e, p)
		w.entities.Owned[i] = owned
		w.changes.FramesMade = append(w.changes.FramesMade, owned)
	}
	if p.hasBody {
		w.entities.AddBody(i, &p.body)
		w.unmade.Add(i)
		w.changes.BodiesMade = append(w.changes.BodiesMade, physics.NewBody{
			Entity: e, Frame: p.transform.Frame, Owns: owned, Desc: &w.entities.Bodies[i].Desc, Pose: p.transform.Pose,
			Velocity: p.transform.Velocity, AngularVelocity: p.transform.AngularVelocity,
		})
	}
	w.noteSpawn(e, p)
	w.index.Follow(i)
	if !p.firstMove.IsNone() {
		in := physics.Intent{Frame: p.transform.Frame, Parts: physics.HasMove, Move: p.firstMove}
		w.entities.Intents.SetFirstMove(e, &in)
	}
}
