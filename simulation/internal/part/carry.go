package part

import (
	"fmt"

	"tertius.dev/core/bitset"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/simulation/internal/table"
)

// pull is where a part pushes.
type pull struct {
	arm  geom.Vec3 // from the root's center of mass, in the root's axes
	root int32     // the row of its root
}

// total is the sum for one root.
type total struct {
	push     Push
	rotation geom.Quat // of the root, as its parts saw it when they wrote their pushes
	frame    handle.Frame
	begun    bool
}

// CarryPushes adds the pushes of the parts to the intents of the bodies of their roots, part by part in slot order, and
// empties them. A part that is among the dying pushes nothing.
//
// A push acts at the place of the part in its root, turned by the root's front row: the pose that the part saw. Each root's
// sum starts with its own pushes and is rounded to floats once, so pushes that are exact negatives leave nothing. Only a
// dynamic body takes it.
//
// Errors: one for each part whose push is in another frame than its root, which only a bug brings about; it pushes nothing.
// Cost: O(pushing parts); allocates nothing once warm.
func (t *Table) CarryPushes(rows *table.Entities, dying *bitset.Set) (bugs []error) {
	intents := &rows.Intents
	for _, e := range intents.Pushers {
		in := &intents.Front[e.Index]
		if !dying.Has(int(e.Index)) {
			p := &t.pulls[t.refs[e.Index]-1]
			sum := &t.sums[p.root]
			if !sum.begun {
				t.begin(p.root, rows)
			}
			if in.Frame == sum.frame {
				sum.push.AddAt(sum.rotation.Rotate(p.arm), in)
			} else {
				bugs = append(bugs, fmt.Errorf("the push of %v is in frame %v, and the root of its chain in frame %v", e, in.Frame, sum.frame))
			}
		}
		in.ClearPush()
	}
	intents.Pushers = intents.Pushers[:0]
	t.end(rows)
	return bugs
}

// begin starts the sum of a root with the root's own pushes.
func (t *Table) begin(row int32, rows *table.Entities) {
	i := t.roots[row].entity.Index
	sum, front := &t.sums[row], &rows.Front[i]
	sum.push = PushOf(&rows.Intents.Front[i])
	sum.rotation, sum.frame, sum.begun = front.Pose.Rotation, front.Frame, true
	t.summed = append(t.summed, row)
}

// end writes each sum into the intent of its root, which joins the writers if it asked for nothing itself.
func (t *Table) end(rows *table.Entities) {
	for _, row := range t.summed {
		sum, r := &t.sums[row], &t.roots[row]
		if r.dynamic {
			in := &rows.Intents.Front[r.entity.Index]
			sum.push.narrow(in)
			if in.Parts != 0 {
				rows.Intents.Join(r.entity, sum.frame)
			}
		}
		sum.begun = false
	}
	t.summed = t.summed[:0]
}
