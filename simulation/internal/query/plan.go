package query

import (
	"fmt"
	"math/bits"
	"strings"

	"tertius.dev/core/contract"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/component"
)

// Start is the index that a walk starts from.
type Start uint8

// The starts.
const (
	Everything Start = iota // every live entity
	FromAll                 // one of the types that all must be there
	FromAny                 // the types of which one must be there
	FromGroups              // the collision groups
	FromFrame               // the set of a frame's members
	FromCells               // the cells of a frame near a place, or all of them
	Nothing                 // nothing can match
)

// Plan says how a query is run.
type Plan struct {
	start      Start
	id         component.ID // of the type that FromAll starts from
	candidates int          // that the start gives at most
}

func (p *Plan) collects() bool { return p.start == FromCells }

// Choose plans the run: it starts from the index with the fewest candidates. Cells are counted only while they may be
// fewer, and collected when they are.
func (r *Run) Choose(t *Tables) {
	r.begin(t)
	r.plan = r.smallestSet(t)
	m := &r.Terms
	switch {
	case r.plan.start == Nothing || m.In.IsNone():
	case m.HasNear && r.cellsAreFewer(t):
		r.plan.start = FromCells
		t.Cells.Collect(m.In, &m.Near, &r.collected)
		r.plan.candidates = r.collected.Len()
	case !m.HasNear && r.plan.start == FromFrame && sparse(r.plan.candidates, len(t.Rows.Front)):
		r.plan.start = FromCells
		t.Cells.CollectAll(m.In, &r.collected)
	}
}

// cellsAreFewer reports whether the cells near the place hold fewer candidates than the smallest set. The cells of a frame
// never hold more than the frame, so these need no count.
func (r *Run) cellsAreFewer(t *Tables) bool {
	if r.plan.start == Everything || r.plan.start == FromFrame {
		return true
	}
	_, _, fewer := t.Cells.Count(r.Terms.In, &r.Terms.Near, r.plan.candidates)
	return fewer
}

// sparse reports whether collecting so many members costs less than a look at all words of the slots: one costs about as
// much as eight words.
func sparse(members, slots int) bool { return 8*members < slots/64 }

// smallestSet finds the bit set with the fewest members that all matches are in.
func (r *Run) smallestSet(t *Tables) Plan {
	m := &r.Terms
	best := Plan{start: Everything, candidates: t.Rows.Slots.Len()}
	if m.Never || !m.In.IsNone() && !t.Frames.Live(m.In) {
		return Plan{start: Nothing}
	}
	if !m.In.IsNone() {
		best = best.orFewer(Plan{FromFrame, 0, t.Cells.Len(m.In)})
	}
	for _, id := range m.All.List() {
		best = best.orFewer(Plan{FromAll, id, t.Index.Type(id).Len()})
	}
	if m.Any.count > 0 {
		best = best.orFewer(Plan{FromAny, 0, anyOf(t, &m.Any)})
	}
	if m.Groups != 0 {
		best = best.orFewer(Plan{FromGroups, 0, inGroups(t, m.Groups)})
	}
	return best
}

func (p Plan) orFewer(q Plan) Plan {
	if q.candidates < p.candidates {
		return q
	}
	return p
}

func anyOf(t *Tables, l *TypeList) int {
	n := 0
	for _, id := range l.List() {
		n += t.Index.Type(id).Len()
	}
	return n
}

func inGroups(t *Tables, groups physics.Groups) int {
	n := 0
	for ; groups != 0; groups &= groups - 1 {
		n += t.Index.Group(bits.TrailingZeros16(uint16(groups))).Len()
	}
	return n
}

// Explain writes the plan as text, one line for where it starts and one for each thing that narrows it.
func (r *Run) Explain(t *Tables) string {
	var b strings.Builder
	m := &r.Terms
	fmt.Fprintf(&b, "start: %s\n", r.startText(t))
	line := func(on bool, format string, args ...any) {
		if on {
			fmt.Fprintf(&b, format+"\n", args...)
		}
	}
	if r.plan.start == Nothing {
		return b.String()
	}
	for _, id := range m.All.List() {
		set := t.Index.Type(id)
		line(r.plan.start != FromAll || r.plan.id != id, "and: has %s (%d entities)", t.Types.At(id).Name, set.Len())
	}
	line(m.Any.count > 0 && r.plan.start != FromAny, "and: has one of %s (%d entities at most)", names(t, &m.Any), anyOf(t, &m.Any))
	line(m.Groups != 0 && r.plan.start != FromGroups, "and: in the groups %#x (%d entities at most)", uint16(m.Groups), inGroups(t, m.Groups))
	line(!m.In.IsNone() && r.plan.start != FromFrame && r.plan.start != FromCells, "and: in frame %v (%d entities)", m.In, t.Cells.Len(m.In))
	line(m.None.count > 0, "but: has none of %s", names(t, &m.None))
	line(m.HasNear, "then: within %v m of %v", m.Near.RadiusMeters, m.Near.Center)
	return b.String()
}

func (r *Run) startText(t *Tables) string {
	m, n := &r.Terms, r.plan.candidates
	switch r.plan.start {
	case Everything:
		return fmt.Sprintf("all %d live entities", n)
	case FromAll:
		return fmt.Sprintf("the %d entities with %s", n, t.Types.At(r.plan.id).Name)
	case FromAny:
		return fmt.Sprintf("the entities with one of %s, %d at most", names(t, &m.Any), n)
	case FromGroups:
		return fmt.Sprintf("the bodies in the groups %#x, %d at most", uint16(m.Groups), n)
	case FromFrame:
		return fmt.Sprintf("the %d entities in frame %v", n, m.In)
	case FromCells:
		if m.HasNear {
			return fmt.Sprintf("the %d entities in the cells of frame %v near %v", n, m.In, m.Near.Center)
		}
		return fmt.Sprintf("the %d entities in the cells of frame %v", n, m.In)
	case Nothing:
		return "nothing can match"
	}
	panic(contract.Unreachable(r.plan.start))
}

func names(t *Tables, l *TypeList) string {
	var all []string
	for _, id := range l.List() {
		all = append(all, t.Types.At(id).Name)
	}
	return strings.Join(all, ", ")
}
