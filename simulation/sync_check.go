package simulation

// checkTables looks at every invariant of the tables, when the world's options ask for it.
func (w *World) checkTables() {
	if !w.debugChecks {
		return
	}
	if err := w.entities.Check(&w.frames); err != nil {
		w.bug("the entity table broke an invariant", err)
	}
}
