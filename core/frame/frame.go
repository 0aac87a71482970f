// Package frame holds the reference frames of a world, as trees.
//
// A frame has axes and an origin of its own, and physics steps its contents in a system of its own. A root frame is
// nowhere: nothing relates two roots, so neither can affect the other. Every other frame has a parent, and a state in it: a
// pose and velocities.
//
// Words: a frame's state is local when it is relative to the frame's parent. The row of a frame is its place in the packed
// columns, which changes when frames come and go; its handle stays. A frame's bubble is the ellipsoid of its bounds about its
// origin, along its axes; who is in it is in the frame. Its hull is the body of its owner in the parent. Its proper acceleration
// is what an accelerometer at its origin reads.
//
// Invariants, which Check checks:
//  1. A live frame has exactly one owner entity, and its parent is live.
//  2. No frame is above itself.
//  3. The rotation of every local pose has unit length: its square is within 1e-12 of 1.
//  4. After Arrange, rows lie in the order of depth, and of indices within a depth. So each parent comes before its
//     children, one pass downward computes all poses, and no result depends on when a frame was made.
//  5. A root rests, has no proper acceleration, and has neither a bubble nor a hull.
//  6. The bounds of a bubble are above 0, or all three 0 for a frame without one.
//
// Threads: the sync thread changes the tree outside the parallel part of a tick; everyone may read it during that part.
package frame

import (
	"fmt"
	"iter"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
)

// Tree is the set of a world's frames.
//
// Every method that takes a handle panics for one that names no live frame, but for Live, which is the question.
type Tree struct {
	slots  handle.FrameSlots
	rowOf  []int32 // by the handle's index, the row of the live frame
	rows   columns
	spare  columns // what Arrange writes into
	order  []int32 // scratch of Arrange
	depths []int32 // scratch of Arrange

	unordered bool // something changed the order of the rows since the last Arrange
	stamp     uint64
}

// columns holds the frames, packed.
type columns struct {
	frame   []handle.Frame
	parent  []handle.Frame // none for a root
	up      []int32        // the row of the home as of the last Arrange; −1 for a root
	owner   []handle.Entity
	gravity []field.Gravity
	local   []motion.State // in the home; at rest for a root
	last    []lastStep
	proper  []geom.Vec3 // the proper acceleration in m/s², in the frame's axes
	found   []geom.Vec3 // the one that the last step found, which its bodies felt
	own     []own
}

// lastStep is what the tree keeps of a frame's last step record, beside its state.
type lastStep struct {
	angularAcceleration geom.Vec3 // in rad/s² in the parent's axes
	follows             Follows
}

// Mode says what kind of frame a frame is. Its home is the frame that its state is relative to, in whose system its hull is. The
// home of a semantic frame, the only kind today, is its parent; the frames that the numbers of fast and far things need would
// stand between the two.
type Mode uint8

// Semantic frames are the ones that games make.
const Semantic Mode = 0

// own is what a frame has of its own and seldom or never changes.
type own struct {
	mode   Mode
	medium field.Medium
	bounds geom.Vec3 // of its bubble, in meters along the frame's axes; zero without one
	hull   Hull
}

// Hull says whether a frame has a hull, and how that moved in the last finished step. The zero value is none.
type Hull struct {
	Present bool
	Motion  motion.BodyMotion
}

// Desc describes a frame to make.
type Desc struct {
	Owner   handle.Entity
	Parent  handle.Frame // live; none for a root
	Local   motion.State // in Parent, the rotation of unit length; motion.Rest for a root
	Gravity field.Gravity
	Medium  field.Medium
	Bounds  geom.Vec3 // the radii of its bubble, in meters along its axes; zero for a root and for a frame without a bubble
	Hull    Hull      // none for a root
}

// AddRoot makes a root frame that owner owns, and returns its handle. The gravity is felt by the frame's dynamic bodies.
func (t *Tree) AddRoot(owner handle.Entity, gravity field.Gravity) handle.Frame {
	return t.Make(&Desc{Owner: owner, Local: motion.Rest, Gravity: gravity})
}

// Add makes a frame without a bubble, a hull and a medium in a live parent, and returns its handle. Its rotation has unit
// length.
func (t *Tree) Add(owner handle.Entity, parent handle.Frame, local *motion.State, gravity field.Gravity) handle.Frame {
	t.Row(parent)
	return t.Make(&Desc{Owner: owner, Parent: parent, Local: *local, Gravity: gravity})
}

// Make makes a frame as it is described, and returns its handle. Its proper acceleration is zero until its first step has ended.
func (t *Tree) Make(d *Desc) handle.Frame {
	if !d.Parent.IsNone() {
		t.Row(d.Parent)
	}
	h := t.slots.Reserve()
	t.slots.Activate(h)
	for len(t.rowOf) <= int(h.Index) {
		t.rowOf = append(t.rowOf, 0)
	}
	t.rowOf[h.Index] = int32(len(t.rows.frame))
	t.rows.append(h, d)
	t.changeOrder()
	return h
}

func (c *columns) append(h handle.Frame, d *Desc) {
	c.frame, c.parent, c.up = append(c.frame, h), append(c.parent, d.Parent), append(c.up, -1)
	c.owner, c.gravity, c.local = append(c.owner, d.Owner), append(c.gravity, d.Gravity), append(c.local, d.Local)
	c.last, c.proper = append(c.last, lastStep{}), append(c.proper, geom.Vec3{})
	c.found = append(c.found, geom.Vec3{})
	c.own = append(c.own, own{Semantic, d.Medium, d.Bounds, d.Hull})
}

// Remove ends a live frame. Its children must leave or end before anything else asks about them.
func (t *Tree) Remove(h handle.Frame) {
	row, last := t.Row(h), t.Len()-1
	t.rows.move(row, last)
	t.rows.truncate(last)
	if row < last {
		t.rowOf[t.rows.frame[row].Index] = int32(row)
	}
	t.slots.Release(h)
	t.changeOrder()
}

func (c *columns) move(to, from int) {
	c.frame[to], c.parent[to], c.up[to] = c.frame[from], c.parent[from], c.up[from]
	c.owner[to], c.gravity[to], c.local[to] = c.owner[from], c.gravity[from], c.local[from]
	c.last[to], c.proper[to], c.found[to] = c.last[from], c.proper[from], c.found[from]
	c.own[to] = c.own[from]
}

func (c *columns) truncate(n int) {
	c.frame, c.parent, c.up = c.frame[:n], c.parent[:n], c.up[:n]
	c.owner, c.gravity, c.local = c.owner[:n], c.gravity[:n], c.local[:n]
	c.last, c.proper, c.found, c.own = c.last[:n], c.proper[:n], c.found[:n], c.own[:n]
}

func (t *Tree) changeOrder() {
	t.unordered = true
	t.stamp++
}

// Live reports whether h names a present frame.
func (t *Tree) Live(h handle.Frame) bool { return t.slots.Live(h) }

// Len returns the number of live frames, which is the number of rows.
func (t *Tree) Len() int { return len(t.rows.frame) }

// Cap returns a number above every live frame's index, for tables with a row per frame.
func (t *Tree) Cap() int { return t.slots.Cap() }

// Freed walks the handles that the next calls of Make give before any of a new slot, the next one first.
func (t *Tree) Freed() iter.Seq[handle.Frame] { return t.slots.Freed() }

// Row returns the row of the live frame h. Valid: until a frame comes, goes or moves.
func (t *Tree) Row(h handle.Frame) int {
	if !t.slots.Live(h) {
		panic(fmt.Errorf("frame %v is not live", h))
	}
	return int(t.rowOf[h.Index])
}

// Owner returns the entity that owns h.
func (t *Tree) Owner(h handle.Frame) handle.Entity { return t.rows.owner[t.Row(h)] }

// Parent returns the frame that h is in, or none for a root.
func (t *Tree) Parent(h handle.Frame) handle.Frame { return t.rows.parent[t.Row(h)] }

// Home returns the frame that the state of h is relative to, in whose system its hull is, or none for a root: of a semantic frame
// its parent.
func (t *Tree) Home(h handle.Frame) handle.Frame { return t.Parent(h) }

// Mode says what kind of frame h is.
func (t *Tree) Mode(h handle.Frame) Mode { return t.rows.own[t.Row(h)].mode }

// IsRoot reports whether h is in no frame.
func (t *Tree) IsRoot(h handle.Frame) bool { return t.Parent(h).IsNone() }

// Root returns the root of the tree that h is in.
func (t *Tree) Root(h handle.Frame) handle.Frame {
	for {
		up := t.Parent(h)
		if up.IsNone() {
			return h
		}
		h = up
	}
}

// Within reports whether h is the frame top or lies below it.
func (t *Tree) Within(h, top handle.Frame) bool {
	for t.Row(top); h != top; {
		if h = t.Parent(h); h.IsNone() {
			return false
		}
	}
	return true
}

// Gravity returns the field of h, in its axes.
func (t *Tree) Gravity(h handle.Frame) field.Gravity { return t.rows.gravity[t.Row(h)] }

// SetGravity replaces the field of h.
func (t *Tree) SetGravity(h handle.Frame, g field.Gravity) { t.rows.gravity[t.Row(h)] = g }

// Medium returns the gas that fills h.
func (t *Tree) Medium(h handle.Frame) field.Medium { return t.rows.own[t.Row(h)].medium }

// SetMedium replaces the gas that fills h.
func (t *Tree) SetMedium(h handle.Frame, m field.Medium) { t.rows.own[t.Row(h)].medium = m }

// Bounds returns the radii of the bubble of h, in meters along its axes, and zero when it has none. They never change.
func (t *Tree) Bounds(h handle.Frame) geom.Vec3 { return t.rows.own[t.Row(h)].bounds }

// HullMotion returns how the hull of h moved in the last finished step, and false for a frame without a hull.
func (t *Tree) HullMotion(h handle.Frame) (motion.BodyMotion, bool) {
	hull := t.rows.own[t.Row(h)].hull
	return hull.Motion, hull.Present
}

// SetHullMotion stores how the hull of h, which has one, moved in the last finished step.
func (t *Tree) SetHullMotion(h handle.Frame, m motion.BodyMotion) {
	t.rows.own[t.Row(h)].hull.Motion = m
}

// Local returns the state of h in its parent; a root rests at its own origin.
func (t *Tree) Local(h handle.Frame) motion.State { return t.rows.local[t.Row(h)] }

// SetLocal replaces the state of h, which is no root, in its parent. Its rotation has unit length.
func (t *Tree) SetLocal(h handle.Frame, local *motion.State) {
	t.rows.local[t.Row(h)] = *local
	t.stamp++
}

// Reparent puts h, which is no root, into another live parent that is not within h, with that state there. Everything
// within h goes with it. The rotation has unit length. Its angular acceleration is what that was, as seen from there.
func (t *Tree) Reparent(h, parent handle.Frame, local *motion.State) {
	row := t.Row(h)
	turn := t.angularAccelerationIn(h, parent)
	t.rows.parent[row], t.rows.local[row] = parent, *local
	t.rows.last[row].angularAcceleration = turn
	t.changeOrder()
}

// Stamp returns a number that every change of a parent, of a local state or of the set of frames makes another one. Who
// keeps a view of the tree fills it again when the number is not the one that it saw.
func (t *Tree) Stamp() uint64 { return t.stamp }

// All walks the live frames in the order of their indices.
func (t *Tree) All() iter.Seq[handle.Frame] {
	return func(yield func(handle.Frame) bool) {
		for i := range t.slots.Cap() {
			if h, ok := t.slots.At(i); ok && !yield(h) {
				return
			}
		}
	}
}
