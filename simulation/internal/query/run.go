package query

import (
	"math/bits"

	"tertius.dev/core/bitset"
)

// Run is one query under way, with the memory that it needs.
//
// To run a query: fill Terms, Choose, then NextWord until it gives none, then End.
type Run struct {
	Terms Terms

	plan      Plan
	collected bitset.Layered // the slots of the cells that the plan starts from

	// Where the walk is.
	u       int    // of the 64 words that it is in
	above   uint64 // those of them that are left
	changes uint64 // of the tables when it last looked
	types   int    // of the world then
}

// Grow makes room for n slots.
func (r *Run) Grow(n int) { r.collected.Grow(n) }

// End empties the run for the next query.
func (r *Run) End() { r.collected.Clear() }

// begin puts the walk before the first slot.
func (r *Run) begin(t *Tables) {
	r.u, r.above = -1, 0
	r.changes, r.types = t.changes, t.Types.Len()
}

// NextWord returns the next 64 slots of which some match, from 64 w up, as a bit mask, bit 0 the lowest. It returns 0 after the
// last ones.
func (r *Run) NextWord(t *Tables) (w int, word uint64) {
	if r.plan.start == Nothing {
		return 0, 0
	}
	for {
		for r.above == 0 {
			r.u++
			if r.u<<12 >= len(t.Rows.Front) {
				r.u--
				return 0, 0
			}
			r.above = r.upper(t, r.u)
		}
		w = r.u<<6 | bits.TrailingZeros64(r.above)
		r.above &= r.above - 1
		if word = r.word(t, w); word != 0 && r.Terms.HasNear {
			word = r.near(t, w, word)
		}
		if word != 0 {
			return w, word
		}
	}
}

// Changed reports whether the tables have changed since the walk last looked, as they may outside a tick, and whether the terms are
// invalid because the world has met a new type. Fill them again then, and narrow what is left by Recheck.
func (r *Run) Changed(t *Tables) (changed, stale bool) {
	if r.changes == t.changes {
		return false, false
	}
	stale = r.types != t.Types.Len()
	r.changes, r.types = t.changes, t.Types.Len()
	return true, stale
}

// Recheck narrows slots of the word w to those that still match.
func (r *Run) Recheck(t *Tables, w int, word uint64) uint64 {
	word &= r.word(t, w)
	if r.Terms.HasNear {
		word = r.near(t, w, word)
	}
	return word
}

// near narrows slots of the word w to those in the ball.
func (r *Run) near(t *Tables, w int, word uint64) uint64 {
	front, ball, inside := t.Rows.Front, r.Terms.Near, word
	for ; word != 0; word &= word - 1 {
		bit := bits.TrailingZeros64(word)
		if !ball.Holds(front[w<<6|bit].Pose.Position) {
			inside &^= 1 << bit
		}
	}
	return inside
}

// upper narrows 64 words to those that may hold something.
func (r *Run) upper(t *Tables, u int) uint64 {
	m := &r.Terms
	above := ^uint64(0)
	if r.plan.collects() {
		above = r.collected.Upper(u)
	}
	for _, id := range m.All.List() {
		above &= t.Index.Type(id).Upper(u)
	}
	if m.Any.count > 0 && above != 0 {
		some := uint64(0)
		for _, id := range m.Any.List() {
			some |= t.Index.Type(id).Upper(u)
		}
		above &= some
	}
	if m.Groups != 0 && above != 0 {
		some := uint64(0)
		for g := m.Groups; g != 0; g &= g - 1 {
			some |= t.Index.Group(bits.TrailingZeros16(uint16(g))).Upper(u)
		}
		above &= some
	}
	return above
}

// word narrows 64 slots by every bit set that the terms name.
func (r *Run) word(t *Tables, w int) uint64 {
	m := &r.Terms
	word := t.Rows.Live.Word(w)
	if r.plan.collects() {
		word &= r.collected.Word(w)
	}
	if !m.In.IsNone() {
		word &= t.Rows.Members(m.In).Word(w)
	}
	for _, id := range m.All.List() {
		word &= t.Index.Type(id).Word(w)
	}
	if m.Any.count > 0 {
		some := uint64(0)
		for _, id := range m.Any.List() {
			some |= t.Index.Type(id).Word(w)
		}
		word &= some
	}
	for _, id := range m.None.List() {
		word &^= t.Index.Type(id).Word(w)
	}
	if m.Groups != 0 {
		some := uint64(0)
		for g := m.Groups; g != 0; g &= g - 1 {
			some |= t.Index.Group(bits.TrailingZeros16(uint16(g))).Word(w)
		}
		word &= some
	}
	return word
}
