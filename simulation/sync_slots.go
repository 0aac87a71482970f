package simulation

// growOverDrySpawns makes rows for the slots that spawns took after the pool of their chunk ran dry, and gives back the
// slots that no spawn took, in reverse, so that the next reservation finds them in the same order.
func (w *World) growOverDrySpawns() {
	dry := int(w.nextSlot.Load()) - w.entities.Slots.Cap()
	for range dry {
		w.entities.Slots.ReserveNew()
	}
	if dry > 0 {
		w.grow()
		w.report("%d spawns found the pool of their chunk dry, so their handles depend on timing and the run is no longer "+
			"deterministic; raise Options.SpawnPoolSize", dry)
	}
	for k := len(w.active) - 1; k >= 0; k-- {
		c := w.active[k]
		for unused := len(c.pool) - 1; unused >= len(c.spawns); unused-- {
			w.entities.Slots.Unreserve(c.pool[unused])
		}
		c.pool = c.pool[:0]
	}
}
