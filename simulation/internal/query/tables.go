// Package query runs entity queries: it plans from which index to start, and walks what matches in slot order.
//
// A query narrows words of 64 slots by bit sets, so a walk is in slot order whatever it starts from; only the cells of a
// grid are first collected into a set. What no bit set knows, a distance, is looked up for what is left.
//
// Threads: Tables are changed by one goroutine outside the parallel part of a tick. A Run belongs to one goroutine.
package query

import (
	"tertius.dev/core/frame"
	"tertius.dev/core/parallel"
	"tertius.dev/simulation/internal/component"
	"tertius.dev/simulation/internal/grid"
	"tertius.dev/simulation/internal/index"
	"tertius.dev/simulation/internal/table"
)

// Tables are what queries read: the front rows, and the indexes over them.
//
// Whoever changes a front row outside step 8 of the sync point calls Follow or Drop for its slot.
type Tables struct {
	Rows   *table.Entities
	Frames *frame.Tree
	Types  *component.Types
	Sets   *component.Sets
	Index  index.Index
	Cells  grid.Grids

	changes uint64 // so far, so that a walk outside a tick sees that something changed under it
}

// NewTables returns tables without entities over these rows.
func NewTables(rows *table.Entities, frames *frame.Tree, types *component.Types, sets *component.Sets) Tables {
	return Tables{Rows: rows, Frames: frames, Types: types, Sets: sets, Cells: grid.New()}
}

// Grow makes room for n slots.
func (t *Tables) Grow(n int) {
	t.Index.Grow(n)
	t.Cells.Grow(n)
	t.changes++
}

// InsertType makes room for a component type that is new to the world and got the number at.
func (t *Tables) InsertType(at component.ID) {
	t.Index.InsertType(at)
	t.changes++
}

// Follow brings the indexes to what the front row of slot i says, whether it is live or not.
func (t *Tables) Follow(i int) {
	row := &t.Rows.Front[i]
	t.Cells.Place(i, row.Frame, row.Pose.Position)
	t.Index.SetTypes(i, t.Rows.Flags.Front[i], t.Sets)
	t.Index.SetGroups(i, t.Rows.Collision[i].Groups)
	t.changes++
}

// FollowGroups notes the collision groups of slot i.
func (t *Tables) FollowGroups(i int) {
	if t.Index.SetGroups(i, t.Rows.Collision[i].Groups) {
		t.changes++
	}
}

// FollowFlags notes the component flags that were published since the last call.
func (t *Tables) FollowFlags() {
	stale := &t.Rows.Flags.Stale
	for i := range stale.All() {
		if t.Index.SetTypes(i, t.Rows.Flags.Front[i], t.Sets) {
			t.changes++
		}
	}
	stale.Clear()
}

// PublishMoves copies the moved rows to the front and brings their slots into the cells of them, on the workers when there are
// many.
func (t *Tables) PublishMoves(pool *parallel.Pool) *parallel.Caught {
	t.changes++
	return t.Cells.Publish(t.Rows, pool)
}

// Check says which index differs from the front rows, or gives nil.
func (t *Tables) Check() error {
	if err := t.Cells.Check(t.Rows.Front); err != nil {
		return err
	}
	return t.Index.Check(t.Rows.Flags.Front, t.Rows.Collision, t.Sets)
}
