package part

import (
	"fmt"
	"iter"

	"tertius.dev/core/bitset"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
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
	own      Sum       // of it, what the root pushes itself
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
	t.dropCarried()
	t.end(rows)
	return bugs
}

// Carried is what the parts of a root push in the front intent of its body, as forces and impulses at their places. Their turning about
// the center of mass is in the intent beside it.
type Carried struct {
	Frame          handle.Frame // in whose axes the rest is; none when the parts push nothing
	Rotation       geom.Quat    // of the root there
	Force, Impulse geom.Vec3    // in N and in N s
}

// Carried walks what the parts of roots push in the front intents, in the order in which the first of them push.
func (t *Table) Carried() iter.Seq2[handle.Entity, Carried] {
	return func(yield func(handle.Entity, Carried) bool) {
		for _, row := range t.carried {
			if r := &t.roots[row]; r.carried != (Carried{}) && !yield(r.entity, r.carried) {
				return
			}
		}
	}
}

// dropCarried forgets what the intents of the step before carried.
func (t *Table) dropCarried() {
	for _, row := range t.carried {
		t.roots[row].carried = Carried{}
	}
	t.carried = t.carried[:0]
}

// follow lets what the parts push in the front intent of a root turn about another center of mass, which lies so far from the old one, in
// the root's axes. Where the intent has gone into another frame since, or lost its pushes, nothing is left to turn.
func (c *Carried) follow(shift geom.Vec3, in *physics.Intent) {
	if in == nil || c.Frame.IsNone() || in.Frame != c.Frame {
		return
	}
	sum, back := SumOf(in), c.Rotation.Rotate(shift).Neg() // the lever of every part gets shorter by the shift
	if in.Parts&physics.HasForce != 0 {
		sum.Torque = sum.Torque.Add(back.Cross(c.Force))
	}
	if in.Parts&physics.HasImpulse != 0 {
		sum.AngularImpulse = sum.AngularImpulse.Add(back.Cross(c.Impulse))
	}
	sum.narrow(in)
}

// begin starts the sum of a root with the root's own pushes.
func (t *Table) begin(row int32, rows *table.Entities) {
	i := t.roots[row].entity.Index
	to, front := &t.totals[row], &rows.Front[i]
	to.sum = Sum{}
	if own := rows.Intents.Of(int(i)); own != nil {
		to.sum = SumOf(own)
	}
	to.own = to.sum
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
		r.carried = Carried{to.frame, to.rotation, to.sum.Force.Sub(to.own.Force), to.sum.Impulse.Sub(to.own.Impulse)}
		t.carried = append(t.carried, row)
	}
	t.summed = t.summed[:0]
}
