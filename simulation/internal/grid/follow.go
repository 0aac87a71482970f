package grid

import (
	"fmt"
	"math/bits"

	"tertius.dev/core/bitset"
	"tertius.dev/core/parallel"
	"tertius.dev/simulation/internal/table"
)

// FollowThreshold is the number of moved entities from which on the workers find who left its cell.
const FollowThreshold = 65_536

// itemWords is how many words of 64 slots a work item looks at: enough work for one, and in a table of a million slots
// enough items for all workers.
const itemWords = 64

// follower finds who left its cell. It is the work of the pool: each item looks at its own words of the moved slots and
// marks its own words of those that left, so that no order of the workers shows.
type follower struct {
	threshold int
	left      bitset.Marks // the slots that are not in the cell of their row; empty outside Follow
	grids     *Grids
	moved     *bitset.Marks
	rows      []table.Transform
}

// SetFollowThreshold replaces FollowThreshold for these grids.
//
// Errors: a number below 1.
func (g *Grids) SetFollowThreshold(moved int) error {
	if moved < 1 {
		return fmt.Errorf("the threshold of following grids is %d moved entities; it must be 1 or more", moved)
	}
	g.follow.threshold = moved
	return nil
}

// Follow brings the slots of the moved entities into the cells of their rows. Only those that left their cell change
// anything, in the order of their slots, however many workers find them. A pool of nil is one worker.
func (g *Grids) Follow(moved *bitset.Marks, rows []table.Transform, pool *parallel.Pool) *parallel.Caught {
	if pool == nil || pool.Workers() == 1 || moved.Len() < g.follow.threshold {
		g.followAlone(moved, rows)
		return nil
	}
	w := &g.follow
	w.grids, w.moved, w.rows = g, moved, rows
	caught := pool.Run(w, (len(rows)+64*itemWords-1)/(64*itemWords))
	w.moved, w.rows = nil, nil
	if caught == nil {
		g.moveLeft(rows)
	}
	w.left.Clear()
	return caught
}

func (g *Grids) followAlone(moved *bitset.Marks, rows []table.Transform) {
	for i := range moved.All() {
		g.Place(i, rows[i].Frame, rows[i].Pose.Position)
	}
}

// moveLeft moves the slots that were found to have left their cells.
func (g *Grids) moveLeft(rows []table.Transform) {
	for i := range g.follow.left.All() {
		if row := &rows[i]; row.Frame.IsNone() {
			g.Remove(i)
		} else {
			g.transfer(i, row.Frame, placeOf(row.Pose.Position))
		}
	}
}

// Do marks who left its cell among the moved slots of one item.
func (w *follower) Do(_, item int) {
	for k := item * itemWords; k < (item+1)*itemWords; k++ {
		for word := w.moved.Word(k); word != 0; word &= word - 1 {
			i := k<<6 | bits.TrailingZeros64(word)
			row := &w.rows[i]
			if row.Frame.IsNone() || !w.grids.isAt(i, row.Frame, placeOf(row.Pose.Position)) {
				w.left.Add(i)
			}
		}
	}
}
