// Package frame holds the reference frames of a world.
//
// A frame has axes and an origin of its own. Its contents are posed relative to it, and physics steps them in a system of
// its own. Every frame here is a root: nothing relates two roots, so neither can affect the other.
//
// Invariants:
//  1. A live frame has exactly one owner entity.
//  2. Frames are walked in the order of their indices, so no result depends on when one was made.
//
// Threads: the sync thread changes the tree outside the parallel part of a tick; everyone may read it during that part.
package frame

import (
	"iter"

	"tertius.dev/core/field"
	"tertius.dev/core/handle"
)

// Tree is the set of a world's frames.
type Tree struct {
	slots   handle.FrameSlots
	owner   []handle.Entity
	gravity []field.Gravity
}

// AddRoot makes a root frame that owner owns, and returns its handle. The gravity is felt by the frame's dynamic bodies.
func (t *Tree) AddRoot(owner handle.Entity, gravity field.Gravity) handle.Frame {
	h := t.slots.Reserve()
	t.slots.Activate(h)
	if int(h.Index) == len(t.owner) {
		t.owner = append(t.owner, handle.Entity{})
		t.gravity = append(t.gravity, field.Gravity{})
	}
	t.owner[h.Index], t.gravity[h.Index] = owner, gravity
	return h
}

// Remove ends a live frame.
func (t *Tree) Remove(h handle.Frame) {
	t.slots.Release(h)
	t.owner[h.Index], t.gravity[h.Index] = handle.Entity{}, field.Gravity{}
}

// Live reports whether h names a present frame.
func (t *Tree) Live(h handle.Frame) bool { return t.slots.Live(h) }

// Len returns the number of live frames.
func (t *Tree) Len() int { return t.slots.Len() }

// Cap returns a number above every live frame's index, for tables with a row per frame.
func (t *Tree) Cap() int { return t.slots.Cap() }

// Owner returns the entity that owns the live frame h.
func (t *Tree) Owner(h handle.Frame) handle.Entity { return t.owner[h.Index] }

// Gravity returns the field of the live frame h, in its axes.
func (t *Tree) Gravity(h handle.Frame) field.Gravity { return t.gravity[h.Index] }

// SetGravity replaces the field of the live frame h.
func (t *Tree) SetGravity(h handle.Frame, g field.Gravity) { t.gravity[h.Index] = g }

// All walks the live frames in the order of their indices.
func (t *Tree) All() iter.Seq[handle.Frame] {
	return func(yield func(handle.Frame) bool) {
		for i := range t.slots.Cap() {
			if h, ok := t.slots.At(i); ok && !yield(h) {
				return
			}
		}
	}
}
