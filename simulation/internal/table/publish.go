package table

import "math/bits"

// PublishRows copies those of 64 neighboring back transforms to the front whose bits are set in the word k of Moved. The slots
// stay in Moved; ForgetMoved ends the step.
//
// Threads: workers may publish different words at the same time.
func (t *Entities) PublishRows(k int, moved uint64) {
	front, back := t.Front, t.Back
	for ; moved != 0; moved &= moved - 1 {
		i := k<<6 | bits.TrailingZeros64(moved)
		front[i] = back[i]
	}
}

// PublishLooks copies every back visual and every component flag that was written to the front.
func (t *Entities) PublishLooks() {
	for i := range t.Repainted.All() {
		t.FrontVisual[i] = t.BackVisual[i]
		t.setDrawn(i)
	}
	t.Flags.publish()
	t.Repainted.Clear()
}

// ForgetMoved clears which rows were written.
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
