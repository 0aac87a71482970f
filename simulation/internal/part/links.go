// Package part keeps which entity is attached to which, and carries what parts push to the bodies of their roots.
//
// Words: an attached entity follows its parent at a fixed offset. Parents may be attached themselves: the one entity of a
// chain that is not attached is its root. An attached entity that pushes is a part, and its push acts on the body of its
// root.
//
// Invariants, which Check checks:
//  1. The root of a link is the one that a walk up the parents finds, it is live and in a frame, and it never changes.
//  2. The links of a root are listed once each, a parent's before its children's.
//  3. The pose of a link in its root's axes is its offsets composed from the root down.
//  4. No sum of the flow has begun outside it.
//
// Threads: one goroutine changes it outside the parallel part of a tick; everyone may read it during that part.
package part

import (
	"iter"

	"tertius.dev/core/bitset"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/table"
)

// Table holds the attached entities of a world.
type Table struct {
	// refs says by slot what the entity is: 0 in no chain, k > 0 attached with the link k−1, k < 0 the root in the row −k−1.
	refs    []int32
	links   []link       // what is needed when something changes
	pulls   []pull       // by link, what the flow needs of a part
	roots   []root       // in the order in which rows are free
	totals  []total      // by root, scratch of the flow
	heads   bitset.Set   // the slots of the roots
	hanging bitset.Set   // the slots of the attached entities
	pushed  bitset.Marks // the slots of the parts that push in this tick

	freeLinks, freeRoots []int32
	marked               []int32 // roots whose links Below walks
	summed               []int32 // roots with a sum in the running flow
	carried              []int32 // roots whose front intents carry pushes
	count                int
}

// link is one attached entity.
type link struct {
	entity, parent handle.Entity
	offset         geom.Pose // of the entity in its parent's axes
	inRoot         geom.Pose // of the entity in its root's axes
	root           int32     // the row of its root
	next, previous int32     // in the list of its root's links; −1 at the ends
	children       int32     // attached to the entity itself
}

// root is the entity that a chain hangs on.
type root struct {
	entity      handle.Entity
	center      geom.Vec3 // of mass, in the root's axes; zero without a body
	dynamic     bool      // its body is in the next step
	carried     Carried   // by its front intent
	first, last int32     // of its links
	marked      bool
}

// Grow makes room for n slots.
func (t *Table) Grow(n int) {
	if n > len(t.refs) {
		t.refs = append(t.refs, make([]int32, max(n, 2*len(t.refs))-len(t.refs))...)
		t.heads.Grow(len(t.refs))
		t.hanging.Grow(len(t.refs))
		t.pushed.Grow(len(t.refs))
	}
}

// Len returns the number of attached entities.
func (t *Table) Len() int { return t.count }

// Attached reports whether the entity at slot i is attached.
func (t *Table) Attached(i int) bool { return t.refs[i] > 0 }

// Root returns the root of the attached entity at slot i, and false when it is not attached.
func (t *Table) Root(i int) (handle.Entity, bool) {
	if t.refs[i] <= 0 {
		return handle.Entity{}, false
	}
	return t.roots[t.links[t.refs[i]-1].root].entity, true
}

// Parent returns the entity to which the one at slot i is attached, and false when it is not attached.
func (t *Table) Parent(i int) (handle.Entity, bool) {
	if t.refs[i] <= 0 {
		return handle.Entity{}, false
	}
	return t.links[t.refs[i]-1].parent, true
}

// Offset returns the pose of the attached entity at slot i in its parent's axes.
func (t *Table) Offset(i int) geom.Pose { return t.links[t.refs[i]-1].offset }

// InRoot returns the pose of the attached entity at slot i in its root's axes, to be read only.
func (t *Table) InRoot(i int) *geom.Pose { return &t.links[t.refs[i]-1].inRoot }

// Heads returns the slots of the roots.
func (t *Table) Heads() *bitset.Set { return &t.heads }

// Hanging returns the slots of the attached entities.
func (t *Table) Hanging() *bitset.Set { return &t.hanging }

// Attach attaches e, which is in no chain, to a parent at an offset in the parent's axes. The rows know the parent.
func (t *Table) Attach(e, parent handle.Entity, offset *geom.Pose, rows *table.Entities) {
	l := link{entity: e, parent: parent, offset: *offset, inRoot: *offset, next: -1}
	if ref := t.refs[parent.Index]; ref > 0 {
		above := &t.links[ref-1]
		above.children++
		l.root = above.root
		l.inRoot = composed(&above.inRoot, offset)
	} else {
		l.root = t.rootRow(parent, rows)
	}
	at := t.linkRow()
	r := &t.roots[l.root]
	if l.previous = r.last; l.previous >= 0 {
		t.links[l.previous].next = at
	} else {
		r.first = at
	}
	r.last = at
	t.links[at] = l
	t.pulls[at] = pull{arm: l.inRoot.Position.Sub(r.center), root: l.root}
	t.refs[e.Index] = at + 1
	t.hanging.Add(int(e.Index))
	t.count++
}

func composed(parent, offset *geom.Pose) geom.Pose {
	p := parent.Compose(offset)
	p.Rotation, _ = p.Rotation.Unit()
	return p
}

func (t *Table) linkRow() int32 {
	if n := len(t.freeLinks); n > 0 {
		at := t.freeLinks[n-1]
		t.freeLinks = t.freeLinks[:n-1]
		return at
	}
	t.links, t.pulls = append(t.links, link{}), append(t.pulls, pull{})
	return int32(len(t.links) - 1)
}

// rootRow returns the row of a root, which is in no chain or is one already.
func (t *Table) rootRow(e handle.Entity, rows *table.Entities) int32 {
	if ref := t.refs[e.Index]; ref < 0 {
		return -ref - 1
	}
	at := int32(len(t.roots))
	if n := len(t.freeRoots); n > 0 {
		at = t.freeRoots[n-1]
		t.freeRoots = t.freeRoots[:n-1]
	} else {
		t.roots, t.totals = append(t.roots, root{}), append(t.totals, total{})
	}
	body := &rows.Bodies[e.Index]
	t.roots[at] = root{
		entity: e, center: body.CenterOfMass, dynamic: body.Desc.Motion == physics.Dynamic, first: -1, last: -1,
	}
	t.refs[e.Index] = -at - 1
	t.heads.Add(int(e.Index))
	return at
}

// SetDynamic says whether the body of slot i, if that is a root, is dynamic in the next step.
func (t *Table) SetDynamic(i int, dynamic bool) {
	if ref := t.refs[i]; ref < 0 {
		t.roots[-ref-1].dynamic = dynamic
	}
}

// Dynamic reports what SetDynamic said, or the description of the body, of the root at slot i.
func (t *Table) Dynamic(i int) bool { return t.roots[-t.refs[i]-1].dynamic }

// SetCenter moves the center of mass of slot i, if that is a root, about which its parts push: also what they push in the intent, which is
// the front one of the slot, or nil.
func (t *Table) SetCenter(i int, center geom.Vec3, in *physics.Intent) {
	ref := t.refs[i]
	if ref >= 0 {
		return
	}
	r := &t.roots[-ref-1]
	r.carried.follow(center.Sub(r.center), in)
	r.center = center
	for at := r.first; at >= 0; at = t.links[at].next {
		t.pulls[at].arm = t.links[at].inRoot.Position.Sub(center)
	}
}

// Remove takes the entity at slot i, which ends, out of its chain. Whatever is attached to it must be removed as well,
// before or after.
func (t *Table) Remove(i int) {
	ref := t.refs[i]
	if ref <= 0 {
		return // the row of a root goes with its last link
	}
	at := ref - 1
	l := t.links[at]
	if above := t.refs[l.parent.Index]; above > 0 && t.links[above-1].entity == l.parent {
		t.links[above-1].children--
	}
	t.unlist(&l)
	t.links[at], t.pulls[at] = link{}, pull{}
	t.freeLinks = append(t.freeLinks, at)
	t.pushed.Remove(i)
	t.hanging.Remove(i)
	t.refs[i] = 0
	t.count--
}

// unlist takes a link out of its root's list, and the root with it when the list is empty then.
func (t *Table) unlist(l *link) {
	r := &t.roots[l.root]
	if l.previous >= 0 {
		t.links[l.previous].next = l.next
	} else {
		r.first = l.next
	}
	if l.next >= 0 {
		t.links[l.next].previous = l.previous
	} else {
		r.last = l.previous
	}
	if r.first < 0 {
		t.refs[r.entity.Index] = 0
		t.heads.Remove(int(r.entity.Index))
		*r = root{}
		t.freeRoots = append(t.freeRoots, l.root)
	}
}

// Of walks the entities of the chains that hang on the root at slot i, a parent before its children, with their poses in
// the root's axes.
func (t *Table) Of(i int) iter.Seq2[handle.Entity, *geom.Pose] {
	return func(yield func(handle.Entity, *geom.Pose) bool) {
		ref := t.refs[i]
		if ref >= 0 {
			return
		}
		for at := t.roots[-ref-1].first; at >= 0; at = t.links[at].next {
			if l := &t.links[at]; !yield(l.entity, &l.inRoot) {
				return
			}
		}
	}
}

// Mark notes that Below shall walk the chains of the entity at slot i, if anything is attached to it.
func (t *Table) Mark(i int) {
	row := int32(-1)
	if ref := t.refs[i]; ref < 0 {
		row = -ref - 1
	} else if ref > 0 && t.links[ref-1].children > 0 {
		row = t.links[ref-1].root
	}
	if row >= 0 && !t.roots[row].marked {
		t.roots[row].marked = true
		t.marked = append(t.marked, row)
	}
}

// Below walks the attached entities of all marked chains with their parents, a parent before its children, and forgets the
// marks. So who adds each child of a dying parent to the dying adds everything below it.
func (t *Table) Below() iter.Seq2[handle.Entity, handle.Entity] {
	return func(yield func(child, parent handle.Entity) bool) {
		for _, row := range t.marked {
			t.roots[row].marked = false
			for at := t.roots[row].first; at >= 0; at = t.links[at].next {
				yield(t.links[at].entity, t.links[at].parent)
			}
		}
		t.marked = t.marked[:0]
	}
}
