// Package component keeps which components each entity has, and which events they want.
package component

import (
	"slices"

	"tertius.dev/core/bitset"
	"tertius.dev/core/message"
)

// Entry is a component of an entity, with what it said when it was attached.
type Entry[C any] struct {
	Component C
	Type      *Type
	Priority  int          // lower runs first
	Wants     message.Mask // the events for which it runs
}

// Lists holds the components of every entity by slot.
//
// Threads: changed outside the parallel part of a tick, read by everyone in it.
type Lists[C any] struct {
	entries [][]Entry[C]
	Wants   []message.Mask // by slot, the events that reach the entity: of all its components, and its Destroy
	Ticking bitset.Set     // the slots that want every tick
}

// Sort brings entries into the order in which they run: by priority, and by the order of adding within one.
func Sort[C any](entries []Entry[C]) {
	slices.SortStableFunc(entries, func(a, b Entry[C]) int { return a.Priority - b.Priority })
}

// Grow makes room for n slots.
func (l *Lists[C]) Grow(n int) {
	if n <= len(l.entries) {
		return
	}
	more := max(n, 2*len(l.entries)) - len(l.entries)
	l.entries = append(l.entries, make([][]Entry[C], more)...)
	l.Wants = append(l.Wants, make([]message.Mask, more)...)
	l.Ticking.Grow(len(l.entries))
}

// Set gives the entity at slot i its sorted entries. Every entity also wants what always says; ticks is the type of the
// event that comes in each tick.
func (l *Lists[C]) Set(i int, entries []Entry[C], always, ticks message.TypeID) {
	var wants message.Mask
	wants.Add(always)
	for k := range entries {
		wants.Join(&entries[k].Wants)
	}
	l.entries[i], l.Wants[i] = entries, wants
	if wants.Has(ticks) {
		l.Ticking.Add(i)
	}
}

// Of returns the components of the entity at slot i, in the order in which they run.
func (l *Lists[C]) Of(i int) []Entry[C] { return l.entries[i] }

// Clear takes every component from slot i.
func (l *Lists[C]) Clear(i int) {
	l.entries[i], l.Wants[i] = nil, message.Mask{}
	l.Ticking.Remove(i)
}
