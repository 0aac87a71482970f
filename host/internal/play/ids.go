package play

import (
	"fmt"
	"slices"

	"tertius.dev/core/handle"
)

// IDs are the scene ids of a built scene.
type IDs struct {
	entities map[string]handle.Entity
	names    map[handle.Entity]string
}

// NewIDs returns no ids.
func NewIDs() *IDs {
	return &IDs{entities: map[string]handle.Entity{}, names: map[handle.Entity]string{}}
}

// Add gives the entity the id.
//
// Errors: the id or the entity is taken, or the entity is none.
func (s *IDs) Add(id string, e handle.Entity) error {
	switch _, taken := s.entities[id]; {
	case e.IsNone():
		return fmt.Errorf("the scene id %q is given to no entity", id)
	case taken:
		return fmt.Errorf("the scene id %q is given to two entities, %v and %v", id, s.entities[id], e)
	case s.names[e] != "":
		return fmt.Errorf("the entity %v is given two scene ids, %q and %q", e, s.names[e], id)
	}
	s.entities[id], s.names[e] = e, id
	return nil
}

// Entity returns the entity with the id.
func (s *IDs) Entity(id string) (handle.Entity, bool) {
	e, ok := s.entities[id]
	return e, ok
}

// Of returns the id of the entity, or an empty string.
func (s *IDs) Of(e handle.Entity) string { return s.names[e] }

// All returns the ids in alphabetical order.
func (s *IDs) All() []string {
	all := make([]string, 0, len(s.entities))
	for id := range s.entities {
		all = append(all, id)
	}
	slices.Sort(all)
	return all
}
