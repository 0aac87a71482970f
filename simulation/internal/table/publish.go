package table

import (
	"fmt"
	"math/bits"

	"tertius.dev/core/parallel"
)

// CopyThreshold is how many moved rows the workers copy rather than the caller. Measured on 2 cores with BenchmarkPublish: 8,192
// rows take 28 µs alone and 43 µs on two workers, 16,384 rows 127 and 111 µs. On 16 cores, step 8 of 100,000 movers fell from
// 1.66 to 0.65 ms.
const CopyThreshold = 16_384

// copyWords is how many words of 64 neighbors one work item copies: a cache line of the set that says which.
const copyWords = 8

// rowCopy copies back transforms to the front on the workers. Items touch disjoint rows, so no order shows.
type rowCopy struct {
	t         *Entities
	threshold int // 0 takes CopyThreshold
}

// SetCopyThreshold says from how many moved rows on the workers copy them.
//
// Errors: a number below 1; the threshold then stays.
func (t *Entities) SetCopyThreshold(rows int) error {
	if rows < 1 {
		return fmt.Errorf("the threshold of copying rows is %d; it must be 1 or more", rows)
	}
	t.copying.threshold = rows
	return nil
}

// Publish copies every back row that was written to the front. It leaves the moved slots in Moved, for who follows them;
// ForgetMoved ends the step. It returns the panic of a work item, or nil.
func (t *Entities) Publish(pool *parallel.Pool) *parallel.Caught {
	caught := t.publishTransforms(pool)
	for i := range t.Repainted.All() {
		t.FrontVisual[i] = t.BackVisual[i]
		t.setDrawn(i)
	}
	t.Flags.publish()
	t.Repainted.Clear()
	return caught
}

func (t *Entities) publishTransforms(pool *parallel.Pool) *parallel.Caught {
	t.copying.t = t
	threshold := t.copying.threshold
	if threshold == 0 {
		threshold = CopyThreshold
	}
	words := (t.Cap() + 63) / 64
	if pool != nil && pool.Workers() > 1 && t.Moved.Len() >= threshold {
		return pool.Run(&t.copying, (words+copyWords-1)/copyWords)
	}
	for w, moved := range t.Moved.Words() {
		t.copyWord(w, moved)
	}
	return nil
}

// Do copies the rows of one item.
func (c *rowCopy) Do(_, item int) {
	for w := item * copyWords; w < (item+1)*copyWords; w++ {
		c.t.copyWord(w, c.t.Moved.Word(w))
	}
}

// copyWord copies those of 64 neighboring rows whose bits are set.
func (t *Entities) copyWord(w int, moved uint64) {
	front, back := t.Front, t.Back
	for ; moved != 0; moved &= moved - 1 {
		i := w<<6 | bits.TrailingZeros64(moved)
		front[i] = back[i]
	}
}

// ForgetMoved clears what Publish left.
func (t *Entities) ForgetMoved() {
	t.Moved.Clear()
	t.Placed.Clear()
}

func (t *Entities) setDrawn(i int) {
	v := &t.FrontVisual[i]
	if !v.Hidden && (v.Mesh != 0 || !v.Light.IsNone()) {
		t.Drawn.Add(i)
	} else {
		t.Drawn.Remove(i)
	}
}
