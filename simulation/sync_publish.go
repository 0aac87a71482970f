package simulation

// publish ends the writes of the tick: the back rows that were written become the front rows, and the indexes follow them. With
// many rows, the workers copy them and find the cells.
func (w *World) publish() {
	if caught := w.index.PublishMoves(w.pool); caught != nil {
		panic(caught)
	}
	w.entities.PublishLooks()
	w.index.FollowFlags()
	w.entities.ForgetMoved()
}
