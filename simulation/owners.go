package simulation

// owners.go finds components that two entities share. Each belongs to one entity, because entities run on different workers and each
// component writes its own state. To know whose each one is costs a map of them all, so only worlds that check themselves do.

import (
	"fmt"
	"reflect"

	"tertius.dev/core/contract"
	"tertius.dev/core/handle"
)

// ownerMap says whose each component is that is told apart from others: as the last check found it, and came from outside since.
type ownerMap map[Component]handle.Entity

// checksOwners reports whether the world keeps the map.
func (w *World) checksOwners() bool { return w.debugChecks || contract.Enabled }

// checkOwned checks that the components of an entity belong to it alone. The entities come one after the other.
func (w *World) checkOwned(e handle.Entity, entries []componentEntry) error {
	for k := range entries {
		if err := w.own(e, entries[k].Component); err != nil {
			return err
		}
	}
	return nil
}

func (w *World) own(e handle.Entity, c Component) error {
	if !tellsApart(reflect.TypeOf(c)) {
		return nil
	}
	if owner, taken := w.owners[c]; taken {
		return fmt.Errorf("one %s is a component of both %v and %v; each belongs to one entity, once", componentName(c), owner, e)
	}
	if w.owners == nil {
		w.owners = ownerMap{}
	}
	w.owners[c] = e
	return nil
}

// sharedProblem says, in a world that checks itself, why a component from outside a tick cannot join an entity, or gives nil.
func (w *World) sharedProblem(c Component) error {
	if !w.checksOwners() || c == nil || !tellsApart(reflect.TypeOf(c)) {
		return nil
	}
	owner, taken := w.owners[c]
	if !taken || !w.entities.Slots.Live(owner) || find(w.components.Of(int(owner.Index)), c) < 0 {
		return nil
	}
	return fmt.Errorf("that %s is a component of %v; each belongs to one entity", componentName(c), owner)
}

// noteOwned notes whose the components are that came from outside a tick.
func (w *World) noteOwned(e handle.Entity, entries []componentEntry) {
	if !w.checksOwners() {
		return
	}
	for k := range entries {
		w.noteOwner(e, entries[k].Component)
	}
}

// noteOwner is noteOwned for one component, in a world that keeps the map. Whoever had it before has it no more.
func (w *World) noteOwner(e handle.Entity, c Component) {
	if !tellsApart(reflect.TypeOf(c)) {
		return
	}
	delete(w.owners, c)
	_ = w.own(e, c) // which nobody has
}
