package table

import "math/bits"

// TakeMoved forgets of the 64 neighbors from 64 k up that they were written, and returns those of which something wrote the
// transform.
//
// Threads: workers may take different words at the same time.
func (t *Entities) TakeMoved(k int) uint64 {
	t.Placed.TakeWord(k)
	return t.Moved.TakeWord(k)
}

// PublishRows copies those of 64 neighboring back places to the front whose bits are set in moved, and the back motions that
// something wrote.
//
// Threads: workers may publish different words at the same time.
func (t *Entities) PublishRows(k int, moved uint64) {
	for sped := t.Sped.TakeWord(k); sped != 0; sped &= sped - 1 {
		i := k<<6 | bits.TrailingZeros64(sped)
		t.FrontMotion[i] = t.BackMotion[i]
	}
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

// ForgetMoved ends what TakeMoved began, and forgets what else was written.
func (t *Entities) ForgetMoved() {
	t.Moved.Clear()
	t.Sped.Clear()
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
