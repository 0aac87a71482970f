package simulation

// applyDestroys ends the entities that asked for it, or were asked, in chunk order.
func (w *World) applyDestroys() {
	w.dying.reset(w.entities.Cap())
	for _, c := range w.leaversOf(leftDestroys) {
		for _, e := range c.destroys {
			w.dying.add(e)
		}
		c.destroys = c.destroys[:0]
	}
	w.growBatch()
	w.carryPushes() // of the parts that stay, before anything moves: they and their roots still name the same frame
	w.applyBatch()
	w.dying.reset(w.entities.Cap())
}
