package grid

import (
	"fmt"
	"math/bits"

	"tertius.dev/core/bitset"
	"tertius.dev/core/parallel"
	"tertius.dev/simulation/internal/table"
)

// FollowThreshold is the number of moved entities from which on the workers find who left its cell. Of so many, one in 20
// leaving, one worker takes 2.15 ms, two take 1.24 ms and 16 take 1.08 ms; of half as many 0.52, 0.69 and 0.57 ms (BenchmarkFollow
// on a Xeon of 16 cores; with two of them 1.57 and 1.27 ms, and 0.71 and 0.63 ms).
const FollowThreshold = 65_536

// mostLeavers is the share of the moved, one in so many, from which on the caller works alone: it changes the cells itself in any
// case, and to find again what workers have found then costs more than they save. Of 65,536 that all leave, one worker takes
// 5.6 ms and 16 take 7.1 ms.
const mostLeavers = 4

// itemWords is how many words of 64 slots a work item looks at: enough work for one, and in a table of a million slots
// enough items for all workers.
const itemWords = 64

// follower finds who left its cell. It is the work of the pool: each item looks at its own words of the moved slots and
// marks its own words of those that left, so that no order of the workers shows.
type follower struct {
	threshold int
	leaving   bool         // more left in the last Follow than workers help with
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
	w, n := &g.follow, moved.Len()
	if pool == nil || pool.Workers() == 1 || n < w.threshold || w.leaving {
		w.leaving = mostLeavers*g.followAlone(moved, rows) > n
		return nil
	}
	w.grids, w.moved, w.rows = g, moved, rows
	caught := pool.Run(w, (len(rows)+64*itemWords-1)/(64*itemWords))
	w.moved, w.rows = nil, nil
	if caught == nil {
		w.leaving = mostLeavers*g.moveLeft(rows) > n
	}
	w.left.Clear()
	return caught
}

// followAlone finds and moves in one go, and returns how many left their cells.
func (g *Grids) followAlone(moved *bitset.Marks, rows []table.Transform) (left int) {
	for i := range moved.All() {
		if g.Place(i, rows[i].Frame, rows[i].Pose.Position) {
			left++
		}
	}
	return left
}

// moveLeft moves the slots that were found to have left their cells, and returns how many.
func (g *Grids) moveLeft(rows []table.Transform) (left int) {
	for i := range g.follow.left.All() {
		left++
		if row := &rows[i]; row.Frame.IsNone() {
			g.Remove(i)
		} else {
			g.transfer(i, row.Frame, placeOf(row.Pose.Position))
		}
	}
	return left
}

// Do marks who left its cell among the moved slots of one item.
func (w *follower) Do(_, item int) {
	for k := item * itemWords; k < (item+1)*itemWords; k++ {
		for word := w.moved.Word(k); word != 0; word &= word - 1 {
			i := k<<6 | bits.TrailingZeros64(word)
			row := &w.rows[i]
			if row.Frame.IsNone() || !w.grids.isIn(i, row.Frame, row.Pose.Position) {
				w.left.Add(i)
			}
		}
	}
}
