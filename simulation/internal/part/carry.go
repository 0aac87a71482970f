package part

import (
	"fmt"

	"tertius.dev/core/bitset"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/simulation/internal/table"
)

// pull is what the flow reads of a part.
type pull struct {
	arm  geom.Vec3 // from the root's center of mass to the part, in the root's axes
	root int32     // the row of its root
	push Push      // of this tick; empty outside one
}

// total is the sum for one root.
type total struct {
	sum      Sum
	rotation geom.Quat // of the root, as its parts saw it when they wrote their pushes
	frame    handle.Frame
	begun    bool
}

// Push returns what the attached entity at slot i, which is in the frame, pushes in this tick, to be added to.
//
// Threads: the worker that runs the entity. Valid: during the call.
func (t *Table) Push(i int, frame handle.Frame) *Push {
	t.pushed.Add(i)
	p := &t.pulls[t.refs[i]-1].push
	p.Frame = frame
	return p
}

// CarryPushes adds the pushes of the parts to the front intents of the bodies of their roots, part by part in slot order,
// and empties them. A part that is among the dying pushes nothing.
//
// A push acts at the place of the part in its root, turned by the root's front row: the pose that the part saw. Each root's
// sum starts with its own pushes and is rounded to floats once, so pushes that are exact negatives leave nothing. Only a
// dynamic body takes it.
//
// Errors: one for each part whose push is in another frame than its root, which only a bug brings about; it pushes nothing.
// Cost: O(pushing parts); allocates nothing once warm.
func (t *Table) CarryPushes(rows *table.Entities, dying *bitset.Set) (bugs []error) {
	for i := range t.pushed.All() {
		p := &t.pulls[t.refs[i]-1]
		if !dying.Has(i) {
			to := &t.totals[p.root]
			if !to.begun {
				t.begin(p.root, rows)
			}
			if p.push.Frame == to.frame {
				to.sum.AddAt(to.rotation.Rotate(p.arm), &p.push)
			} else {
				bugs = append(bugs, fmt.Errorf("the push of slot %d is in frame %v, and the root of its chain in frame %v", i, p.push.Frame, to.frame))
			}
		}
		p.push = Push{}
	}
	t.pushed.Clear()
	t.end(rows)
	return bugs
}

// begin starts the sum of a root with the root's own pushes.
func (t *Table) begin(row int32, rows *table.Entities) {
	i := t.roots[row].entity.Index
	to, front := &t.totals[row], &rows.Front[i]
	to.sum = Sum{}
	if own := rows.Intents.Of(int(i)); own != nil {
		to.sum = SumOf(own)
	}
	to.rotation, to.frame, to.begun = front.Pose.Rotation, front.Frame, true
	t.summed = append(t.summed, row)
}

// end writes each sum into the intent of its root, which joins the writers if it asked for nothing itself.
func (t *Table) end(rows *table.Entities) {
	for _, row := range t.summed {
		to, r := &t.totals[row], &t.roots[row]
		to.begun = false
		if !r.dynamic {
			continue
		}
		in := rows.Intents.Of(int(r.entity.Index))
		if in == nil && to.sum.vanishes() {
			continue
		}
		if in == nil {
			in = rows.Intents.Join(r.entity, to.frame)
		}
		to.sum.narrow(in)
	}
	t.summed = t.summed[:0]
}
