package simulation

// spawner is a chunk that spawned in a tick.
type spawner struct{ chunk, spawns int }

// takeSpawnSlots reserves the slots that spawns took out of the pools of their chunks, in chunk order, and makes rows for those that
// they took after a pool ran dry. The other slots of the pools wait in the order in which they did.
func (w *World) takeSpawnSlots() {
	dry := int(w.nextSlot.Load()) - w.entities.Slots.Cap()
	for range dry {
		w.entities.Slots.ReserveNew()
	}
	if dry > 0 {
		w.grow()
		w.report("%d spawns found the pool of their chunk dry, so their handles depend on timing and the run is no longer "+
			"deterministic; raise Options.SpawnPoolSize", dry)
	}
	w.spawners = w.spawners[:0]
	for _, c := range w.leaversOf(leftSpawns) {
		first, end := int(w.pools[c.place]), int(w.pools[c.place+1])
		for k := first; k < min(first+len(c.spawns), end); k++ {
			w.entities.Slots.Pick(k)
		}
		if len(c.spawns) > 0 {
			w.spawners = append(w.spawners, spawner{c.index, len(c.spawns)})
		}
	}
	w.entities.Slots.ClosePicks()
}
