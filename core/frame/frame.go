// Package frame holds the reference frames of a world, as trees.
//
// A frame has axes and an origin of its own, and physics steps its contents in a system of its own. A root frame is
// nowhere: nothing relates two roots, so neither can affect the other. Every other frame has a parent, and a state in it: a
// pose and velocities.
//
// Words: a frame's state is local when it is relative to the frame's parent. The row of a frame is its place in the packed
// columns, which changes when frames come and go; its handle stays.
//
// Invariants, which Check checks:
//  1. A live frame has exactly one owner entity, and its parent is live.
//  2. No frame is above itself.
//  3. The rotation of every local pose has unit length: its square is within 1e-12 of 1.
//  4. After Arrange, rows lie in the order of depth, and of indices within a depth. So each parent comes before its
//     children, one pass downward computes all poses, and no result depends on when a frame was made.
//
// Threads: the sync thread changes the tree outside the parallel part of a tick; everyone may read it during that part.
package frame

import (
	"fmt"
	"iter"

	"tertius.dev/core/field"
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
	up      []int32        // the row of the parent as of the last Arrange; −1 for a root
	owner   []handle.Entity
	gravity []field.Gravity
	local   []motion.State // in the parent; at rest for a root
}

// AddRoot makes a root frame that owner owns, and returns its handle. The gravity is felt by the frame's dynamic bodies.
func (t *Tree) AddRoot(owner handle.Entity, gravity field.Gravity) handle.Frame {
	return t.add(owner, handle.Frame{}, &motion.Rest, gravity)
}

// Add makes a frame in a live parent, and returns its handle. Its rotation has unit length.
func (t *Tree) Add(owner handle.Entity, parent handle.Frame, local *motion.State, gravity field.Gravity) handle.Frame {
	t.Row(parent)
	return t.add(owner, parent, local, gravity)
}

func (t *Tree) add(owner handle.Entity, parent handle.Frame, local *motion.State, gravity field.Gravity) handle.Frame {
	h := t.slots.Reserve()
	t.slots.Activate(h)
	for len(t.rowOf) <= int(h.Index) {
		t.rowOf = append(t.rowOf, 0)
	}
	t.rowOf[h.Index] = int32(len(t.rows.frame))
	t.rows.append(h, parent, owner, gravity, local)
	t.changeOrder()
	return h
}

func (c *columns) append(h, parent handle.Frame, owner handle.Entity, gravity field.Gravity, local *motion.State) {
	c.frame, c.parent, c.up = append(c.frame, h), append(c.parent, parent), append(c.up, -1)
	c.owner, c.gravity, c.local = append(c.owner, owner), append(c.gravity, gravity), append(c.local, *local)
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
}

func (c *columns) truncate(n int) {
	c.frame, c.parent, c.up = c.frame[:n], c.parent[:n], c.up[:n]
	c.owner, c.gravity, c.local = c.owner[:n], c.gravity[:n], c.local[:n]
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

// Local returns the state of h in its parent; a root rests at its own origin.
func (t *Tree) Local(h handle.Frame) motion.State { return t.rows.local[t.Row(h)] }

// SetLocal replaces the state of h, which is no root, in its parent. Its rotation has unit length.
func (t *Tree) SetLocal(h handle.Frame, local *motion.State) {
	t.rows.local[t.Row(h)] = *local
	t.stamp++
}

// Reparent puts h, which is no root, into another live parent that is not within h, with that state there. Everything
// within h goes with it. The rotation has unit length.
func (t *Tree) Reparent(h, parent handle.Frame, local *motion.State) {
	row := t.Row(h)
	t.Row(parent)
	t.rows.parent[row], t.rows.local[row] = parent, *local
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
