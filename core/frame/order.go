package frame

import (
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
)

// Arrange puts the rows into their order, each parent before its children. Passes over the rows need it after a change of
// the tree; where nothing changed it costs a comparison.
func (t *Tree) Arrange() {
	if !t.unordered {
		return
	}
	t.unordered = false
	t.sortByDepth()
	to, from := &t.spare, &t.rows
	to.frame, to.parent = permuted(to.frame, from.frame, t.order), permuted(to.parent, from.parent, t.order)
	to.owner, to.gravity = permuted(to.owner, from.owner, t.order), permuted(to.gravity, from.gravity, t.order)
	to.local, to.last = permuted(to.local, from.local, t.order), permuted(to.last, from.last, t.order)
	to.proper, to.found = permuted(to.proper, from.proper, t.order), permuted(to.found, from.found, t.order)
	to.own = permuted(to.own, from.own, t.order)
	to.up = to.up[:0]
	for row, h := range to.frame {
		t.rowOf[h.Index] = int32(row)
		to.up = append(to.up, t.rowAbove(to.parent[row])) // the parent's row is fixed, since it came before
	}
	t.rows, t.spare = t.spare, t.rows
}

func (t *Tree) rowAbove(parent handle.Frame) int32 {
	if parent.IsNone() {
		return -1
	}
	return t.rowOf[parent.Index]
}

// sortByDepth fills order with the rows by depth, and by the index of the handle within a depth.
//
// Cost: O(depth of the tree × frames), since it walks the frames once for each depth; trees are shallow.
func (t *Tree) sortByDepth() {
	t.order, t.depths = t.order[:0], t.depths[:0]
	for range t.Len() {
		t.order, t.depths = append(t.order, 0), append(t.depths, -1)
	}
	deepest := int32(0)
	for row := range t.depths {
		deepest = max(deepest, t.depthOf(row))
	}
	at := int32(0)
	for depth := range deepest + 1 {
		for h := range t.All() {
			if row := t.rowOf[h.Index]; t.depths[row] == depth {
				t.order[at] = row
				at++
			}
		}
	}
}

// depthOf returns how many frames are above the row's, and keeps it.
func (t *Tree) depthOf(row int) int32 {
	if t.depths[row] < 0 {
		depth := int32(0)
		if parent := t.rows.parent[row]; !parent.IsNone() {
			depth = t.depthOf(t.Row(parent)) + 1
		}
		t.depths[row] = depth
	}
	return t.depths[row]
}

// permuted returns the elements of from in the order of the rows, in the room of to.
func permuted[T any](to, from []T, order []int32) []T {
	to = to[:0]
	for _, row := range order {
		to = append(to, from[row])
	}
	return to
}

// At returns the frame of a row. Valid after Arrange, as Up.
func (t *Tree) At(row int) handle.Frame { return t.rows.frame[row] }

// Up returns the row of the parent of a row's frame, which is smaller, or −1 for a root.
func (t *Tree) Up(row int) int { return int(t.rows.up[row]) }

// OwnerAt returns the owner of a row's frame.
func (t *Tree) OwnerAt(row int) handle.Entity { return t.rows.owner[row] }

// LocalAt returns the state of a row's frame in its parent, to be read only.
func (t *Tree) LocalAt(row int) *motion.State { return &t.rows.local[row] }

// Locals returns the states of all frames in their parents by row, to be read only.
func (t *Tree) Locals() []motion.State { return t.rows.local }
