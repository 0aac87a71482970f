package query

import (
	"math/bits"

	"tertius.dev/core/bitset"
)

// Run is one query under way, with the memory that it needs.
//
// To run a query: fill Terms, Choose, Walk, End.
type Run struct {
	Terms Terms

	plan      Plan
	collected bitset.Layered // the slots of the cells that the plan starts from
}

// Grow makes room for n slots.
func (r *Run) Grow(n int) { r.collected.Grow(n) }

// End empties the run for the next query.
func (r *Run) End() { r.collected.Clear() }

// Walk calls yield with the slot of each entity that matches, in slot order, from the slot first on, until yield returns
// false. Where the plan cannot tell, a caller looks further.
//
// During yield the caller may change the world, outside a tick. From then on Walk gives what matches then; what begins to
// match may be missed. It returns true when a component type new to the world has made the terms invalid: fill them again and
// walk on from next.
func (r *Run) Walk(t *Tables, first int, yield func(slot int) bool) (next int, again bool) {
	if r.plan.start == Nothing {
		return 0, false
	}
	s := sight{types: t.Types.Len(), changes: t.changes}
	for u := first >> 12; u<<12 < len(t.Rows.Front); u++ {
		for above := r.upper(t, u); above != 0; above &= above - 1 {
			w := u<<6 | bits.TrailingZeros64(above)
			word := r.word(t, w)
			if w<<6 < first {
				word &^= below(first - w<<6)
			}
			if word != 0 && !r.walkWord(t, w, word, &s, yield) {
				return s.next, s.stale
			}
		}
	}
	return 0, false
}

// below returns a mask of the bits below n.
func below(n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

// sight is what a walk knows of the tables under it.
type sight struct {
	types   int
	changes uint64
	next    int  // the slot from which to walk on when the terms are invalid
	stale   bool // they are
}

// walkWord gives the slots of one word, and reports whether to go on.
func (r *Run) walkWord(t *Tables, w int, word uint64, s *sight, yield func(slot int) bool) bool {
	for word != 0 {
		i := w<<6 | bits.TrailingZeros64(word)
		word &= word - 1
		if r.Terms.HasNear && !r.Terms.Near.Holds(t.Rows.Front[i].Pose.Position) {
			continue
		}
		if !yield(i) {
			return false
		}
		if s.changes != t.changes {
			s.changes = t.changes
			if s.types != t.Types.Len() {
				s.next, s.stale = i+1, true
				return false
			}
			word &= r.word(t, w)
		}
	}
	return true
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
