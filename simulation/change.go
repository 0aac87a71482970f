package simulation

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"

	"tertius.dev/core/handle"
	"tertius.dev/simulation/internal/component"
)

// Add gives the entity a component. It takes its place right after the run of the entity: it first handles what arrives in
// the next tick, and Snapshot.Has tells of it from then on.
//
// Errors: panics for nil, for a component that the entity has, and for one that wants what the world does not know.
func (s *Self) Add(c Component) {
	s.check()
	k := s.changing()
	if err := addProblem(k.after, c); err != nil {
		panic(fmt.Errorf("Self.Add to entity %v: %w", s.entity, err))
	}
	e, err := s.world.entryOf(c, &s.chunk.freshWants)
	if err != nil {
		panic(fmt.Errorf("Self.Add to entity %v: %w", s.entity, err))
	}
	if len(s.chunk.freshWants) > 0 {
		s.chunk.left |= leftSpawns
	}
	k.after = component.Insert(k.after, &e)
}

// Remove takes a component from the entity, right after its run: in this tick it still runs if its turn is to come. It
// reports false when the entity does not have that component, or has removed it before.
//
// Errors: panics for a component of a type whose values cannot be compared; see RemoveType.
func (s *Self) Remove(c Component) bool {
	s.check()
	k := s.changing()
	n := len(k.after)
	k.after = remove(k.after, c)
	return len(k.after) < n
}

// RemoveType takes every component of a type from the entity, as Remove does, and returns how many there were.
func (s *Self) RemoveType(t ComponentType) int {
	s.check()
	t.mustName("Self.RemoveType")
	k := s.changing()
	n := len(k.after)
	k.after = removeType(k.after, t)
	return n - len(k.after)
}

// changing returns the worker with the list of the components that the entity will have after its run.
func (s *Self) changing() *worker {
	k := s.chunk.worker
	if !k.changed {
		k.changed = true
		k.after = append(k.after[:0], s.world.components.Of(int(s.entity.Index))...)
	}
	return k
}

// applyChanged gives the entity at slot i, which has run, its changed components. What is new to the world waits for the
// sync point, where numbers are given in an order that does not depend on the workers.
func (w *World) applyChanged(k *worker, c *chunk, i int) {
	k.changed = false
	w.components.Replace(i, k.after)
	types, known := w.typesIn(k.after)
	clear(k.after)
	set, found := w.sets.Find(&types)
	if !w.components.Rewant(i) || !known || !found {
		c.unsettled = append(c.unsettled, i)
		c.left |= leftChanges
		return
	}
	w.entities.Flags.Write(i, set)
}

// settleChanges ends the changes of components that were new to the world, in chunk order.
func (w *World) settleChanges() {
	for _, c := range w.leaversOf(leftChanges) {
		for _, i := range c.unsettled {
			if w.entities.Live.Has(i) {
				w.components.SettleSlot(i, c.freshWants)
				w.entities.Flags.Write(i, w.setOf(w.components.Of(i)))
			}
		}
		c.unsettled = c.unsettled[:0]
	}
}

// settle gives entries from outside a tick the numbers of their wants.
func (w *World) settle(entries []componentEntry) {
	w.components.Settle(entries, w.freshWants)
	w.freshWants = w.freshWants[:0]
}

// AddComponent gives an entity a component, at once.
//
// Errors: the entity is not live or has the component; the component is nil or wants what the world does not know. Panics during a
// tick.
func (w *World) AddComponent(e handle.Entity, c Component) error {
	w.outside("AddComponent", "Self.Add, or a message to another entity")
	if !w.entities.Slots.Live(e) {
		return fmt.Errorf("add a component to %v: it is not live", e)
	}
	after := append(w.plan.components[:0], w.components.Of(int(e.Index))...)
	if err := cmp.Or(addProblem(after, c), w.sharedProblem(c)); err != nil {
		return fmt.Errorf("add a component to %v: %w", e, err)
	}
	entry, err := w.entryOf(c, &w.freshWants)
	if err != nil {
		return fmt.Errorf("add a component to %v: %w", e, err)
	}
	w.changeOutside(e, component.Insert(after, &entry))
	if w.checksOwners() {
		w.noteOwner(e, c)
	}
	return nil
}

// RemoveComponent takes a component from an entity, at once.
//
// Errors: the entity is not live or does not have the component. Panics during a tick, and for a component of a type whose
// values cannot be compared; see RemoveComponents.
func (w *World) RemoveComponent(e handle.Entity, c Component) error {
	w.outside("RemoveComponent", "Self.Remove, or a message to another entity")
	if !w.entities.Slots.Live(e) {
		return fmt.Errorf("remove a component from %v: it is not live", e)
	}
	before := w.components.Of(int(e.Index))
	after := remove(append(w.plan.components[:0], before...), c)
	if len(after) == len(before) {
		return fmt.Errorf("remove a component from %v: it does not have that %s", e, componentName(c))
	}
	w.changeOutside(e, after)
	return nil
}

// RemoveComponents takes every component of a type from an entity, at once, and returns how many there were.
//
// Errors: the entity is not live. Panics during a tick.
func (w *World) RemoveComponents(e handle.Entity, t ComponentType) (int, error) {
	w.outside("RemoveComponents", "Self.RemoveType, or a message to another entity")
	t.mustName("World.RemoveComponents")
	if !w.entities.Slots.Live(e) {
		return 0, fmt.Errorf("remove the components of %v: it is not live", e)
	}
	before := w.components.Of(int(e.Index))
	after := removeType(append(w.plan.components[:0], before...), t)
	n := len(before) - len(after)
	w.changeOutside(e, after)
	return n, nil
}

// changeOutside gives a live entity its changed components between ticks, and ends with what step 8 does for it.
func (w *World) changeOutside(e handle.Entity, after []componentEntry) {
	i := int(e.Index)
	w.settle(after)
	w.components.Set(i, after)
	w.entities.Flags.Set(i, w.setOf(after))
	w.index.Follow(i)
	clear(after)
	w.plan.components = after[:0]
}

// addProblem says why c cannot join the entries, or gives nil.
func addProblem(entries []componentEntry, c Component) error {
	switch {
	case c == nil:
		return errors.New("the component is nil")
	case tellsApart(reflect.TypeOf(c)) && find(entries, c) >= 0:
		return fmt.Errorf("it has that %s", componentName(c))
	}
	return nil
}

// tellsApart reports whether two components of a type are equal only when they are one. Pointers to nothing may be equal.
func tellsApart(t reflect.Type) bool { return t.Kind() == reflect.Pointer && t.Elem().Size() > 0 }

// find returns the place of a component, or −1.
func find(entries []componentEntry, c Component) int {
	for k := range entries {
		if entries[k].Component == c {
			return k
		}
	}
	return -1
}

// remove returns the entries without one of the component c, if there is one.
func remove(entries []componentEntry, c Component) []componentEntry {
	if k := find(entries, c); k >= 0 {
		return slices.Delete(entries, k, k+1)
	}
	return entries
}

// removeType returns the entries without those of a type.
func removeType(entries []componentEntry, t ComponentType) []componentEntry {
	kept := entries[:0]
	for k := range entries {
		if entries[k].Type != t.of.Seen {
			kept = append(kept, entries[k])
		}
	}
	clear(entries[len(kept):])
	return kept
}

// Get returns the component of type T of an entity, the first one in the order in which they run, and false when it is not
// live or has none. T may be an interface, which the first component that implements it answers. Panics during a tick.
func Get[T any](w *World, e handle.Entity) (component T, ok bool) {
	w.outside("Get", "messages to ask another entity")
	if !w.entities.Slots.Live(e) {
		return component, false
	}
	for _, entry := range w.components.Of(int(e.Index)) {
		if component, ok = entry.Component.(T); ok {
			return component, true
		}
	}
	return component, false
}

// Each walks the components of type T of all live entities, by slot and then in the order in which they run. T may be an
// interface, which every component that implements it answers. The body may change the world; what comes or goes at an
// entity that the walk has not reached shows. Panics during a tick.
//
// Cost: it visits every live entity.
func Each[T any](w *World) iter.Seq2[handle.Entity, T] {
	return func(yield func(handle.Entity, T) bool) {
		w.outside("Each", "messages to ask other entities")
		for i := range w.entities.Live.All() {
			e, _ := w.entities.Slots.At(i)
			for k := 0; w.entities.Slots.Live(e) && k < len(w.components.Of(i)); k++ {
				if c, ok := w.components.Of(i)[k].Component.(T); ok && !yield(e, c) {
					return
				}
			}
		}
	}
}
