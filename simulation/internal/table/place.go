package table

import "tertius.dev/core/geom"

// Place writes the back row of slot i, whose entity has no body: at the pose, at rest. MarkPlaced must follow.
//
// Threads: the worker that runs the slot's chunk, or outside the parallel part one goroutine.
func (t *Entities) Place(i int, p *geom.Pose) {
	row := &t.Back[i]
	// Vector by vector: the pose has just been written number by number, and copied at once it would wait for itself.
	row.Pose.Position, row.Pose.Rotation = p.Position, p.Rotation
	row.Velocity, row.AngularVelocity = geom.Vec3{}, geom.Vec3f{}
}

// MarkPlaced notes which of the 64 slots from 64 k up were placed, a bit for each.
//
// The slots of a chunk are marked together. One by one, each read of a word of Placed waited until the word of Moved was written
// that lies as far into its page: 10 ns of the 45 that a mover then took in a large world.
//
// Threads: as Place.
func (t *Entities) MarkPlaced(k int, slots uint64) {
	t.Moved.AddWord(k, slots)
	t.Placed.AddWord(k, slots)
}
