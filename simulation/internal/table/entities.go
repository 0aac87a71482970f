// Package table holds the rows of a world's entities, one per slot, in columns.
//
// Words: a row that a tick both reads and writes exists twice. Everyone reads the front row; only the entity itself and
// the sync point write the back row; step 8 of the sync point publishes the back rows that were written: it copies them to the front.
//
// Invariants:
//  1. A slot without a live entity is zero in every column and in no set.
//  2. A row whose slot is in no dirty set has equal front and back.
//  3. Columns grow only outside the parallel part of a tick.
//
// Threads: in the parallel part, the worker that runs a chunk of 64 slots writes the back rows of these slots and their
// words of the bit sets, and everyone reads front rows. Outside it, one goroutine does everything.
package table

import (
	"tertius.dev/core/bitset"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
)

// Place is where an entity is. It is as long as a cache line.
type Place struct {
	Frame handle.Frame // that it is in; none for the owner of a root frame
	Pose  geom.Pose    // in Frame
}

// Motion is how an entity moves. It is zero for one that holds still and has no body that is simulated.
type Motion struct {
	Velocity        geom.Vec3  // of the origin, in m/s in the frame of the entity
	AngularVelocity geom.Vec3f // in rad/s in the axes of that frame
	Awake           bool       // its body is simulated; false without a body
}

// Transform is where an entity is and how it moves.
type Transform struct {
	Place
	Motion
}

// State returns the row's pose and velocities, relative to its frame.
func (t *Transform) State() motion.State {
	return motion.State{Pose: t.Pose, Velocity: t.Velocity, AngularVelocity: t.AngularVelocity.Double()}
}

// Visual is how an entity looks. Its fields are those of simulation.Visual, which documents them.
type Visual struct {
	Mesh                 render.MeshID
	Material             render.MaterialID
	Scale                geom.Vec3f
	BoundingRadiusMeters float32
	Light                render.Light
	Hidden               bool
}

// Body is what an entity's body is.
type Body struct {
	Desc                 physics.BodyDesc
	Joined               *physics.Assembly // of the hull of a frame at which others have docked: all their hulls; nil for what Desc says
	BoundingRadiusMeters float64           // of the shape about the body's origin
	CenterOfMass         geom.Vec3         // in meters in the body's axes
}

// Shape returns the shape that the body has.
func (b *Body) Shape() physics.Shape {
	if b.Joined != nil {
		return b.Joined
	}
	return b.Desc.Shape
}

// Entities is the table.
type Entities struct {
	Slots handle.EntitySlots
	Live  bitset.Set // the live slots

	// Where entities are and how they move lies apart, since most that place themselves hold still between two places.
	Front, Back             []Place
	FrontMotion, BackMotion []Motion     // SetMotion writes the back ones
	Moved                   bitset.Marks // back places and motions that something wrote since the last step 8
	Sped                    bitset.Marks // of these, the motions
	Placed                  bitset.Marks // back places that gameplay wrote in this tick
	moves                   bitset.Set   // the slots whose back motion is not zero

	FrontVisual, BackVisual []Visual
	Repainted               bitset.Marks // back visuals that something wrote since the last step 8
	Drawn                   bitset.Set   // front visuals that show something

	HasBody   bitset.Set
	Bodies    []Body              // cold; zero without a body
	Homes     []handle.Frame      // the frame in whose system the body is; none without a body
	Collision []physics.Collision // of the body, as the last finished step knew it
	Intents   Intents

	Flags Flags

	Owned      []handle.Frame // the frame that the entity owns, or none
	FrameMoves uint64         // how often a back row changed frame
	members    []bitset.Set   // by the index of the frame, the slots of the entities in it
}

// Cap returns the number of rows.
func (t *Entities) Cap() int { return len(t.Front) }

// Grow makes a row for every slot that was ever used.
func (t *Entities) Grow() {
	n := t.Slots.Cap()
	if n <= t.Cap() {
		return
	}
	t.Front, t.Back = lengthen(t.Front, n), lengthen(t.Back, n)
	t.FrontMotion, t.BackMotion = lengthen(t.FrontMotion, n), lengthen(t.BackMotion, n)
	t.FrontVisual, t.BackVisual = lengthen(t.FrontVisual, n), lengthen(t.BackVisual, n)
	t.Bodies, t.Collision = lengthen(t.Bodies, n), lengthen(t.Collision, n)
	t.Owned, t.Homes = lengthen(t.Owned, n), lengthen(t.Homes, n)
	t.Intents.grow(n)
	t.Flags.grow(n)
	for _, set := range [...]*bitset.Set{&t.Live, &t.Drawn, &t.HasBody, &t.moves} {
		set.Grow(n)
	}
	for _, marks := range [...]*bitset.Marks{&t.Moved, &t.Sped, &t.Placed, &t.Repainted} {
		marks.Grow(n)
	}
}

// lengthen returns rows with n elements, the new ones zero. Its room at least doubles, so that growing is rare.
func lengthen[T any](rows []T, n int) []T {
	if n <= cap(rows) {
		return rows[:n]
	}
	longer := make([]T, n, max(n, 2*cap(rows)))
	copy(longer, rows)
	return longer
}

// Add brings the entity of a reserved slot to life with these rows, front and back.
func (t *Entities) Add(e handle.Entity, transform *Transform, visual *Visual) {
	i := int(e.Index)
	t.Slots.Activate(e)
	t.Live.Add(i)
	t.Front[i], t.Back[i] = transform.Place, transform.Place
	t.FrontMotion[i], t.BackMotion[i] = transform.Motion, transform.Motion
	if transform.Motion != (Motion{}) {
		t.moves.Add(i)
	}
	t.FrontVisual[i], t.BackVisual[i] = *visual, *visual
	t.setDrawn(i)
	if !transform.Frame.IsNone() {
		t.joinFrame(i, transform.Frame)
	}
}

// AddBody gives the live entity at slot i its body.
func (t *Entities) AddBody(i int, b *Body) {
	t.HasBody.Add(i)
	t.Bodies[i], t.Homes[i] = *b, t.Back[i].Frame
	t.Collision[i] = b.Desc.Collision
}

// Remove ends the live entity e and clears its rows.
func (t *Entities) Remove(e handle.Entity) {
	i := int(e.Index)
	if f := t.Back[i].Frame; !f.IsNone() {
		t.members[f.Index].Remove(i)
	}
	t.Front[i], t.Back[i] = Place{}, Place{}
	t.FrontMotion[i], t.BackMotion[i] = Motion{}, Motion{}
	t.FrontVisual[i], t.BackVisual[i] = Visual{}, Visual{}
	t.Bodies[i], t.Collision[i] = Body{}, physics.Collision{}
	t.Owned[i], t.Homes[i] = handle.Frame{}, handle.Frame{}
	t.Intents.remove(i)
	t.Flags.Set(i, 0)
	for _, set := range [...]*bitset.Set{&t.Live, &t.Drawn, &t.HasBody, &t.moves} {
		set.Remove(i)
	}
	for _, marks := range [...]*bitset.Marks{&t.Moved, &t.Sped, &t.Placed, &t.Repainted} {
		marks.Remove(i)
	}
	t.Slots.Release(e)
}

// Members returns the slots of the entities in the live frame f.
func (t *Entities) Members(f handle.Frame) *bitset.Set {
	if int(f.Index) >= len(t.members) {
		return &noMembers
	}
	return &t.members[f.Index]
}

var noMembers bitset.Set

// MoveToFrame puts the entity at slot i, which is in a frame, into another one in its back row.
func (t *Entities) MoveToFrame(i int, to handle.Frame) {
	t.members[t.Back[i].Frame.Index].Remove(i)
	t.joinFrame(i, to)
	t.Back[i].Frame = to
	t.Moved.Add(i)
	t.FrameMoves++
}

func (t *Entities) joinFrame(i int, f handle.Frame) {
	for len(t.members) <= int(f.Index) {
		t.members = append(t.members, bitset.Set{})
	}
	t.members[f.Index].Grow(i + 1)
	t.members[f.Index].Add(i)
}
