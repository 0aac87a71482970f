package component

// SetID names a set of component types that some entity had. 0 is the empty set. The numbers follow the order in which the
// sets came up, which is the same in every run, and stay for the life of the world.
type SetID uint32

// Sets holds each set of component types that came up once, so that an entity's flags are one number, however many types
// there are.
//
// Threads: Of and Insert outside the parallel part of a tick, the reads from anywhere.
type Sets struct{ interned }

// NewSets returns a table that holds the empty set.
func NewSets() Sets { return Sets{newInterned()} }

// Mask returns the types in a set. Valid: until the next Of or Insert.
func (s *Sets) Mask(id SetID) *Mask { return (*Mask)(&s.list[id]) }

// Find returns the number of a set, and false when it never came up.
func (s *Sets) Find(m *Mask) (SetID, bool) {
	n, ok := s.find((*[8]uint64)(m))
	return SetID(n), ok
}

// Of returns the number of a set, a new one when it never came up.
func (s *Sets) Of(m *Mask) SetID { return SetID(s.of((*[8]uint64)(m))) }

// Insert makes room in every set for a new type with the number at.
func (s *Sets) Insert(at ID) {
	for i := range s.list {
		(*Mask)(&s.list[i]).insert(at)
	}
	s.rehash(len(s.table))
}
