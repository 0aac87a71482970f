// Package triplebuf hands the newest value of one writer to one reader without either ever waiting.
package triplebuf

import "sync/atomic"

// Of holds three values of T: one that the writer fills, one that the reader reads, and the newest complete one between.
//
// Threads: one writer calls Back and Publish, one reader calls Front. Valid: what Back and Front return, until the same
// side's next call of Publish or Front. Cost: one atomic exchange, no allocation.
type Of[T any] struct {
	slots  [3]T
	back   uint32        // the writer's slot
	front  uint32        // the reader's slot
	middle atomic.Uint32 // the slot between, with fresh set when the reader has not seen it
}

const fresh = 4

// New returns an exchange of three values that make creates.
func New[T any](create func() T) *Of[T] {
	b := &Of[T]{back: 0, front: 1}
	b.middle.Store(2)
	for i := range b.slots {
		b.slots[i] = create()
	}
	return b
}

// Back returns the value that the writer may fill. It holds what was published two publications ago, or earlier.
func (b *Of[T]) Back() *T { return &b.slots[b.back] }

// Publish gives the filled value to the reader, and drops the one before if the reader never took it.
func (b *Of[T]) Publish() { b.back = b.middle.Swap(b.back|fresh) &^ fresh }

// Front returns the newest published value, and whether it is new since the last call.
func (b *Of[T]) Front() (value *T, isNew bool) {
	if b.middle.Load()&fresh == 0 {
		return &b.slots[b.front], false
	}
	b.front = b.middle.Swap(b.front) &^ fresh
	return &b.slots[b.front], true
}
