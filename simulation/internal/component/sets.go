package component

// SetID names a set of component types that some entity had. 0 is the empty set. The numbers follow the order in which the
// sets came up, which is the same in every run, and stay for the life of the world.
type SetID uint32

// Sets holds each set of component types that came up once, so that an entity's flags are one number, however many types
// there are.
//
// Threads: Of and Insert outside the parallel part of a tick, the reads from anywhere.
type Sets struct {
	masks []Mask   // by SetID
	table []uint32 // open addressing by hash: SetID + 1, or 0; its length is a power of two above twice that of masks
}

// NewSets returns a table that holds the empty set.
func NewSets() Sets {
	s := Sets{masks: make([]Mask, 1)}
	s.rehash(16)
	return s
}

// Len returns the number of sets. It only grows.
func (s *Sets) Len() int { return len(s.masks) }

// Mask returns the types in a set. Valid: until the next Insert.
func (s *Sets) Mask(id SetID) *Mask { return &s.masks[id] }

// Find returns the number of a set, and false when it never came up.
func (s *Sets) Find(m *Mask) (SetID, bool) {
	found := s.table[s.place(m)]
	return SetID(found - 1), found != 0
}

// Of returns the number of a set, a new one when it never came up.
func (s *Sets) Of(m *Mask) SetID {
	place := s.place(m)
	if found := s.table[place]; found != 0 {
		return SetID(found - 1)
	}
	s.masks = append(s.masks, *m)
	s.table[place] = uint32(len(s.masks))
	if 2*len(s.masks) >= len(s.table) {
		s.rehash(2 * len(s.table))
	}
	return SetID(len(s.masks) - 1)
}

// Insert makes room in every set for a new type with the number at.
func (s *Sets) Insert(at ID) {
	for i := range s.masks {
		s.masks[i].insert(at)
	}
	s.rehash(len(s.table))
}

func (s *Sets) rehash(size int) {
	s.table = make([]uint32, size)
	for i := range s.masks {
		s.table[s.place(&s.masks[i])] = uint32(i) + 1
	}
}

// place returns where the table names the set, or the free place where it would.
func (s *Sets) place(m *Mask) uint64 {
	end := uint64(len(s.table) - 1)
	for at := m.hash() & end; ; at = (at + 1) & end {
		if found := s.table[at]; found == 0 || s.masks[found-1] == *m {
			return at
		}
	}
}
