package component

import "math/bits"

// MaxTypes is the most component types of one world.
const MaxTypes = 512

// ID is the dense number of a component type in one world, in the order of full names. A new type moves the numbers of
// those behind it, so nothing keeps an ID over a sync point.
type ID uint16

// Mask is a set of component types of one world.
type Mask [MaxTypes / 64]uint64

// Add puts id into the set.
func (m *Mask) Add(id ID) { m[id>>6] |= 1 << (id & 63) }

// Has reports whether id is in the set.
func (m *Mask) Has(id ID) bool { return m[id>>6]>>(id&63)&1 != 0 }

// HasAll reports whether every member of o is in the set.
func (m *Mask) HasAll(o *Mask) bool {
	var missing uint64
	for i := range m {
		missing |= o[i] &^ m[i]
	}
	return missing == 0
}

// Meets reports whether the sets have a member in common.
func (m *Mask) Meets(o *Mask) bool {
	var common uint64
	for i := range m {
		common |= m[i] & o[i]
	}
	return common != 0
}

// Len counts the members.
func (m *Mask) Len() int {
	n := 0
	for _, w := range m {
		n += bits.OnesCount64(w)
	}
	return n
}

// insert makes room at the number at: members from there on move up by one, and at itself is no member.
func (m *Mask) insert(at ID) {
	word, bit := int(at>>6), at&63
	for i := len(m) - 1; i > word; i-- {
		m[i] = m[i]<<1 | m[i-1]>>63
	}
	below := uint64(1)<<bit - 1
	m[word] = m[word]&below | m[word]&^below<<1
}
