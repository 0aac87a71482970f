package component

// interned keeps each set of numbers below 512 that came up once, under a number of its own. The empty set is number 0.
// The numbers follow the order in which the sets came up.
type interned struct {
	list  [][8]uint64 // by number
	table []uint32    // open addressing by hash: number + 1, or 0; its length is a power of two above twice that of list
}

func newInterned() interned {
	s := interned{list: make([][8]uint64, 1)}
	s.rehash(16)
	return s
}

// Len returns the number of sets. It only grows.
func (s *interned) Len() int { return len(s.list) }

func (s *interned) find(m *[8]uint64) (number uint32, ok bool) {
	found := s.table[s.place(m)]
	return found - 1, found != 0
}

// of returns the number of a set, a new one when it never came up.
func (s *interned) of(m *[8]uint64) uint32 {
	place := s.place(m)
	if found := s.table[place]; found != 0 {
		return found - 1
	}
	s.list = append(s.list, *m)
	s.table[place] = uint32(len(s.list))
	if 2*len(s.list) >= len(s.table) {
		s.rehash(2 * len(s.table))
	}
	return uint32(len(s.list) - 1)
}

func (s *interned) rehash(size int) {
	s.table = make([]uint32, size)
	for i := range s.list {
		s.table[s.place(&s.list[i])] = uint32(i) + 1
	}
}

// place returns where the table names the set, or the free place where it would.
func (s *interned) place(m *[8]uint64) uint64 {
	end := uint64(len(s.table) - 1)
	for at := hash(m) & end; ; at = (at + 1) & end {
		if found := s.table[at]; found == 0 || s.list[found-1] == *m {
			return at
		}
	}
}

// hash mixes the words of the set. The products do not wait for each other, and the upper halves, in which every bit of a
// word counts, go into the lower ones.
func hash(m *[8]uint64) uint64 {
	h := m[0]*0x9e3779b97f4a7c15 + m[1]*0xbf58476d1ce4e5b9 + m[2]*0x94d049bb133111eb + m[3]*0xd6e8feb86659fd93 +
		m[4]*0xc2b2ae3d27d4eb4f + m[5]*0x165667b19e3779f9 + m[6]*0x27d4eb2f165667c5 + m[7]*0xff51afd7ed558ccd
	h = (h ^ h>>32) * 0xd6e8feb86659fd93
	return h ^ h>>32
}
