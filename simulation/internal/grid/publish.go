package grid

import (
	"fmt"
	"math/bits"

	"tertius.dev/core/bitset"
	"tertius.dev/core/parallel"
	"tertius.dev/simulation/internal/table"
)

// PublishThreshold is how many moved rows the workers publish rather than the caller. Measured in whole ticks with the part
// thresholds of the bench, on two workers of 2 busy cores, ns for each row, medians (least) of 60 ticks on the caller and on both:
// 4,096 rows take 13.4 (11.3) and 11.5 (7.4), 8,192 take 12.9 (12.3) and 8.2 (7.8), 65,536 take 24.3 (19.1) and 13.2 (11.0). When
// one in 20 leaves its cell, 4,096 take 23.2 (20.1) and 26.6 (20.9), 8,192 take 28.2 (24.3) and 25.8 (21.0). On 16 cores 8,192 took
// 25 (20) on the caller and 22 (10) on 16 workers, before workers that sleep were waited for no more.
const PublishThreshold = 8_192

// mostLeavers is the share of the moved, one in so many, from which on the caller looks cells up alone: it changes them itself in
// any case, and to find again what workers have found then costs more than they save. Of 65,536 that all leave, one worker takes
// 5.6 ms and 16 take 7.1 ms.
const mostLeavers = 4

// itemWords is how many words of 64 slots a work item publishes.
const itemWords = 8

// publisher copies rows and finds who left its cell. It is the work of the pool: each item takes its own words of the moved slots
// out of their set, copies their rows and marks its own words of those that left, so that no order of the workers shows.
type publisher struct {
	threshold int
	leaving   bool         // more left in the last Publish than workers help with
	left      bitset.Marks // the slots that are not in the cell of their row; empty outside Publish
	moved     []tally      // by worker, how many rows it copied
	grids     *Grids
	rows      *table.Entities
}

// tally is a count that one worker keeps, apart from those of others.
type tally struct {
	n int
	_ [128 - 8]byte
}

// SetPublishThreshold replaces PublishThreshold for these grids.
//
// Errors: a number below 1; the threshold then stays.
func (g *Grids) SetPublishThreshold(moved int) error {
	if moved < 1 {
		return fmt.Errorf("the threshold of publishing is %d moved rows; it must be 1 or more", moved)
	}
	g.publisher.threshold = moved
	return nil
}

// Publish copies the moved back rows to the front, forgets that they were written, and brings their slots into the cells of these
// rows, while the rows are in the processor's cache. Only slots that left their cell change anything in the grids, in the order of
// the slots, however many workers find them. A pool of nil is one worker. It returns the panic of a work item, or nil.
func (g *Grids) Publish(rows *table.Entities, pool *parallel.Pool) *parallel.Caught {
	w := &g.publisher
	if pool == nil || pool.Workers() == 1 || !rows.Moved.AtLeast(w.threshold) {
		left, moved := g.publishAlone(rows)
		w.leaving = mostLeavers*left > moved
		return nil
	}
	w.grids, w.rows = g, rows
	w.begin(pool.Workers())
	caught := pool.RunNeighbors(w, 0, (rows.Cap()+64*itemWords-1)/(64*itemWords))
	w.rows = nil
	if caught == nil {
		w.leaving = mostLeavers*g.follow(&w.left, rows.Front) > w.count()
	}
	w.left.Clear()
	return caught
}

// begin sets the counts of so many workers to 0.
func (w *publisher) begin(workers int) {
	if len(w.moved) < workers {
		w.moved = make([]tally, workers)
	}
	for k := range w.moved {
		w.moved[k].n = 0
	}
}

// count returns how many rows the workers copied.
func (w *publisher) count() (moved int) {
	for k := range w.moved {
		moved += w.moved[k].n
	}
	return moved
}

// publishAlone copies and follows in one go, and returns how many left their cells, of how many that moved.
func (g *Grids) publishAlone(rows *table.Entities) (left, moved int) {
	for k := range rows.Moved.Words() {
		word := rows.TakeMoved(k)
		rows.PublishRows(k, word)
		left += g.followWord(k, word, rows.Front)
		moved += bits.OnesCount64(word)
	}
	return left, moved
}

// follow brings slots into the cells of their rows, and returns how many were in others.
func (g *Grids) follow(slots *bitset.Marks, rows []table.Place) (left int) {
	for k, word := range slots.Words() {
		left += g.followWord(k, word, rows)
	}
	return left
}

// followWord follows those of 64 neighboring slots whose bits are set.
func (g *Grids) followWord(k int, word uint64, rows []table.Place) (left int) {
	for away := g.away(k, word, rows); away != 0; away &= away - 1 {
		i := k<<6 | bits.TrailingZeros64(away)
		if g.Place(i, rows[i].Frame, rows[i].Pose.Position) {
			left++
		}
	}
	return left
}

// away returns those of 64 neighboring slots, whose bits are set, that a first look does not find in the cells of their rows.
func (g *Grids) away(k int, word uint64, rows []table.Place) (away uint64) {
	cells, cellOf := g.cells, g.cellOf
	for ; word != 0; word &= word - 1 {
		i := k<<6 | bits.TrailingZeros64(word)
		row, c := &rows[i], &cells[cellOf[i]] // cell 0 has no entities
		if c.count == 0 || c.frame != row.Frame.Index || row.Frame.IsNone() || !c.at.covers(row.Pose.Position) {
			away |= word & -word
		}
	}
	return away
}

// Do publishes the rows of one item.
func (w *publisher) Do(worker, item int) {
	for k := item * itemWords; k < (item+1)*itemWords; k++ {
		word := w.rows.TakeMoved(k)
		if word == 0 {
			continue
		}
		w.rows.PublishRows(k, word)
		w.moved[worker].n += bits.OnesCount64(word)
		if w.leaving {
			w.left.AddWord(k, word) // so that the caller looks
		} else {
			w.findLeft(k, word)
		}
	}
}

// findLeft marks who left its cell among those of 64 neighboring slots whose bits are set.
func (w *publisher) findLeft(k int, word uint64) {
	rows := w.rows.Front
	for away := w.grids.away(k, word, rows); away != 0; away &= away - 1 {
		i := k<<6 | bits.TrailingZeros64(away)
		if row := &rows[i]; row.Frame.IsNone() || !w.grids.isIn(i, row.Frame, row.Pose.Position) {
			w.left.Add(i)
		}
	}
}
