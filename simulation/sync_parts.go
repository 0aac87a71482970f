package simulation

import "math/bits"

// carryPushes lets the parts push the bodies of their roots.
func (w *World) carryPushes() {
	for _, err := range w.parts.CarryPushes(&w.entities, &w.dying.slots) {
		w.bug("a part and the root of its chain are in the same frame", err)
	}
}

// deriveAttached puts everything that hangs on an entity that moved where it belongs, in the frame of that entity.
func (w *World) deriveAttached() {
	if w.parts.Len() == 0 {
		return
	}
	heads := w.parts.Heads().Words()
	for k, moved := range w.entities.Moved.Words() {
		for word := moved & heads[k]; word != 0; word &= word - 1 {
			w.deriveChains(k<<6 | bits.TrailingZeros64(word))
		}
	}
}

// deriveChains puts everything that hangs on the entity at slot i where it belongs.
func (w *World) deriveChains(i int) {
	root := w.entities.BackRow(i)
	for e, inRoot := range w.parts.Of(i) {
		row := w.entities.BackRow(int(e.Index))
		if row.Frame != root.Frame {
			w.changeFrame(e, root.Frame)
		}
		follow(&row, &root, inRoot)
		row.Frame = root.Frame
		w.entities.SetTransform(int(e.Index), &row)
	}
}
