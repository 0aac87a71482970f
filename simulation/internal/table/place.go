package table

import "tertius.dev/core/geom"

// Place writes the back row of slot i, whose entity has no body: at the pose, at rest. MarkPlaced must follow.
//
// Threads: the worker that runs the slot's chunk, or outside the parallel part one goroutine.
func (t *Entities) Place(i int, p *geom.Pose) {
	row := &t.Back[i]
	// Vector by vector: the pose has just been written number by number, and copied at once it would wait for itself.
	row.Pose.Position, row.Pose.Rotation = p.Position, p.Rotation
	if t.moves.Has(i) {
		t.SetMotion(i, &Motion{Awake: t.BackMotion[i].Awake})
	}
}

// SetMotion writes the back motion of slot i.
//
// Threads: as Place.
func (t *Entities) SetMotion(i int, m *Motion) {
	t.BackMotion[i] = *m
	t.Moved.Add(i)
	t.Sped.Add(i)
	if *m != (Motion{}) {
		t.moves.Add(i)
	} else {
		t.moves.Remove(i)
	}
}

// SetTransform writes the back place and the back motion of slot i, which stays in its frame or is a member of the other one already.
//
// Threads: outside the parallel part, one goroutine.
func (t *Entities) SetTransform(i int, row *Transform) {
	t.Back[i] = row.Place
	t.SetMotion(i, &row.Motion)
}

// SetAwake writes whether the body of slot i is simulated.
//
// Threads: as SetTransform.
func (t *Entities) SetAwake(i int, awake bool) {
	m := t.BackMotion[i]
	m.Awake = awake
	t.SetMotion(i, &m)
}

// BackRow returns the back place and the back motion of slot i.
func (t *Entities) BackRow(i int) Transform { return Transform{t.Back[i], t.BackMotion[i]} }

// FrontRow returns the front place and the front motion of slot i.
func (t *Entities) FrontRow(i int) Transform { return Transform{t.Front[i], t.FrontMotion[i]} }

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
