package part

import (
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/table"
)

// offUnit bounds how far the square of a rotation's length may be from 1.
const offUnit = 1e-12

// Check says which invariant of the chains is broken, or gives nil, as the world is between the parts of a tick. Cost: it
// visits every slot and every link.
func (t *Table) Check(rows *table.Entities) error {
	found := 0
	for i, ref := range t.refs {
		e, live := rows.Slots.At(i)
		switch {
		case ref == 0:
			if t.heads.Has(i) {
				return fmt.Errorf("slot %d is the root of nothing", i)
			}
			continue
		case !live:
			return fmt.Errorf("the free slot %d is in a chain", i)
		case ref > 0:
			if err := t.checkLink(e, ref-1, rows); err != nil {
				return err
			}
		default:
			n, err := t.checkRoot(e, -ref-1, rows)
			if err != nil {
				return err
			}
			found += n
		}
	}
	if found != t.count || len(t.links)-len(t.freeLinks) != t.count || len(t.marked)+len(t.summed) != 0 {
		return fmt.Errorf("%d entities are attached, %d hang on roots, %d have a link, and %d chains are marked or summed",
			t.count, found, len(t.links)-len(t.freeLinks), len(t.marked)+len(t.summed))
	}
	if n := t.hanging.Len(); n != t.count {
		return fmt.Errorf("%d entities are attached, and the set of them has %d", t.count, n)
	}
	if !t.pushed.Empty() {
		return fmt.Errorf("an entity that is not attached pushes")
	}
	return nil
}

// checkLink checks an attached entity beside its parent.
func (t *Table) checkLink(e handle.Entity, at int32, rows *table.Entities) error {
	l, i := &t.links[at], int(e.Index)
	above := t.refs[l.parent.Index]
	switch {
	case l.entity != e:
		return fmt.Errorf("%v has the link of %v", e, l.entity)
	case !t.hanging.Has(i):
		return fmt.Errorf("%v is attached, and not in the set of those that are", e)
	case !rows.Slots.Live(l.parent):
		return fmt.Errorf("%v is attached to %v, which is not live", e, l.parent)
	case above == 0 || above > 0 && t.links[above-1].root != l.root || above < 0 && -above-1 != l.root:
		return fmt.Errorf("%v and its parent %v hang on different roots", e, l.parent)
	case t.pulls[at].push != (Push{}) || t.pushed.Has(i):
		return fmt.Errorf("the push of %v waits to be carried: %+v", e, t.pulls[at].push)
	case t.pulls[at].root != l.root || t.pulls[at].arm != l.inRoot.Position.Sub(t.roots[l.root].center):
		return fmt.Errorf("%v pushes at %v, which is not its own place, %v", e, t.pulls[at], l.inRoot)
	case l.inRoot != t.composedInRoot(l, above) || !(abs(l.inRoot.Rotation.LengthSquared()-1) <= offUnit):
		return fmt.Errorf("%v is at %v of its root, and its offsets do not lead there", e, l.inRoot)
	case rows.HasBody.Has(i) || !rows.Owned[i].IsNone():
		return fmt.Errorf("%v is attached, and has a body or a frame of its own", e)
	case rows.Back[i].Frame != rows.Back[t.roots[l.root].entity.Index].Frame:
		return fmt.Errorf("%v is in frame %v, and its root in another", e, rows.Back[i].Frame)
	case rows.Intents.Of(i) != nil || rows.Intents.Written(i) != nil:
		return fmt.Errorf("%v is attached, and asks something of its own body: %+v", e, rows.Intents.Of(i))
	}
	return nil
}

func (t *Table) composedInRoot(l *link, above int32) geom.Pose {
	if above < 0 {
		return l.offset
	}
	return composed(&t.links[above-1].inRoot, &l.offset)
}

// checkRoot checks the list of a root, and returns its length.
func (t *Table) checkRoot(e handle.Entity, row int32, rows *table.Entities) (int, error) {
	r := &t.roots[row]
	if r.entity != e || !t.heads.Has(int(e.Index)) || rows.Back[e.Index].Frame.IsNone() || r.marked || t.totals[row].begun {
		return 0, fmt.Errorf("%v is a root without a frame or with the row of %v, or one that is marked or summed", e, r.entity)
	}
	body := &rows.Bodies[e.Index]
	changes := !rows.Owned[e.Index].IsNone() // it is a hull, whose motion the world knows
	if r.center != body.CenterOfMass || !changes && r.dynamic != (body.Desc.Motion == physics.Dynamic) {
		return 0, fmt.Errorf("%v is the root of a chain that knows another body than its own", e)
	}
	n, previous := 0, int32(-1)
	for at := r.first; at >= 0; at = t.links[at].next {
		l := &t.links[at]
		if l.root != row || l.previous != previous || n > t.count {
			return 0, fmt.Errorf("the list of the root %v is broken at %v", e, l.entity)
		}
		n, previous = n+1, at
	}
	if n == 0 || r.last != previous {
		return 0, fmt.Errorf("the list of the root %v has no end", e)
	}
	return n, nil
}

func abs(x float64) float64 { return max(x, -x) }
