package simulation

// publish ends the writes of the tick: the back rows that were written become the front rows, and the indexes follow them, the
// grids on the workers when many entities moved.
func (w *World) publish() {
	w.entities.Publish()
	w.index.FollowFlags()
	if caught := w.index.FollowMoves(w.pool); caught != nil {
		panic(caught)
	}
	w.entities.ForgetMoved()
}
