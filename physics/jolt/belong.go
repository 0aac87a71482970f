package jolt

import (
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
)

// belong.go says to which frame a body or a frame belongs.
//
// A body belongs to the deepest frame whose bubble it is in. It enters at the first touch of its bounding sphere, and leaves
// when the sphere is outside by more than the bubble's exit margin. Of two siblings that it touches it enters the one into
// which it reaches deeper. A frame enters only a sibling in which it fits.
//
// A body whose way of one step is longer than its radius could be past a hull before a touch was seen, and in the parent
// nothing stops it there. So such a body is handed off one step before its way meets the bubble, and stays while its way
// meets it. What a body does in a step that gives it its velocity, by an intent or a spawn, is seen only where that step
// ends.

// traveler is a body or a hull whose place among the bubbles is asked.
type traveler struct {
	at, coming geom.Vec3 // in the axes of the frame that the search has reached: now, and where the next step ends
	radius     float64
	owns       int32 // the row of the frame whose hull it is; noRow for a plain body
}

// fast reports whether a way is so long that a body could be past what it meets before a touch is seen.
func (t *traveler) fast(from, to geom.Vec3) bool {
	return to.Sub(from).LengthSquared() > float64(t.radius*t.radius)
}

// meets reports whether the traveler, at a place in the axes of a bubble, goes so fast that it must be in it before its way
// meets it.
func (t *traveler) meets(bubble frame.Bubble, at, coming geom.Vec3) bool {
	if !t.fast(at, coming) {
		return false
	}
	_, ok := bubble.Entry(at, coming, t.radius)
	return ok
}

// home returns the row of the frame that a traveler in the row's frame belongs to. A frame goes one edge in a step: to its
// parent's parent, or into a sibling.
func (e *edges) home(row int32, t *traveler) int32 {
	if t.owns == noRow {
		return e.down(e.out(row, t), t)
	}
	if out := e.out(row, t); out != row {
		return out
	}
	if into := e.deepest(row, t); into != noRow {
		return into
	}
	return row
}

// out goes up from a row while the traveler has left the frame's bubble. A hull goes up by one. Nobody goes up to where no body
// can be.
func (e *edges) out(row int32, t *traveler) int32 {
	for {
		f := &e.rows[row]
		if f.up == noRow || f.bubble.None() || !f.bubble.Left(t.at, t.radius) || t.meets(f.bubble, t.at, t.coming) {
			return row
		}
		above := e.end[row].Pose.ToParent(t.at)
		if !above.Within(physics.FarthestBodyMeters) {
			return row
		}
		t.at, t.coming = above, f.coming.ToParent(t.coming)
		row = f.up
		if t.owns != noRow {
			return row
		}
	}
}

// down goes into the bubbles that the traveler is in.
func (e *edges) down(row int32, t *traveler) int32 {
	for {
		child := e.deepest(row, t)
		if child == noRow {
			return row
		}
		t.at, t.coming = e.end[child].Pose.FromParent(t.at), e.rows[child].coming.FromParent(t.coming)
		row = child
	}
}

// deepest returns the child of the row's frame into which the traveler reaches deepest, or, when it touches none, the one
// that its way meets first. It is noRow when there is none.
func (e *edges) deepest(row int32, t *traveler) int32 {
	best, meets := noRow, noRow
	depth, first := 0.0, 0.0
	reach := t.radius + t.coming.Sub(t.at).Length()
	balls := e.near(row, t.at, reach)
	for i := range balls {
		if !balls[i].within(t.at, reach) {
			continue
		}
		c := balls[i].row
		child := &e.rows[c]
		if c == t.owns || (t.owns != noRow && !e.rows[t.owns].bubble.FitsIn(child.bubble)) {
			continue
		}
		at := e.end[c].Pose.FromParent(t.at)
		if child.bubble.Touches(at, t.radius) {
			if d := child.bubble.Distance(at); best == noRow || d < depth || (d == depth && e.before(c, best)) {
				best, depth = c, d
			}
			continue
		}
		coming := child.coming.FromParent(t.coming)
		if best != noRow || !t.fast(at, coming) {
			continue
		}
		if when, ok := child.bubble.Entry(at, coming, t.radius); ok && (meets == noRow || when < first || (when == first && e.before(c, meets))) {
			meets, first = c, when
		}
	}
	if best != noRow {
		return best
	}
	return meets
}

// before reports whether the frame of one row counts before that of another where nothing else decides.
func (e *edges) before(a, b int32) bool { return e.rows[a].frame.Index < e.rows[b].frame.Index }
