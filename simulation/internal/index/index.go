// Package index keeps which slots have each component type, and which have a body in each collision group.
//
// Invariant: a slot is in the set of a type or group exactly when its front row says so. Who writes a front row tells the
// index before anyone reads.
//
// Threads: one goroutine changes the index outside the parallel part of a tick; reads beside reads are safe.
// Cost: 6 bytes per slot, and an eighth of a byte per slot for each component type of the world and each group in use.
package index

import (
	"fmt"
	"math/bits"
	"slices"

	"tertius.dev/core/bitset"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/component"
)

// groupBits is the number of collision groups, the engine's own counted.
const groupBits = 16

// Index is the index of one world.
type Index struct {
	types  []bitset.Layered // by the number of the component type
	groups [groupBits]bitset.Layered

	sets     []component.SetID // by slot, what the index knows
	inGroups []physics.Groups
}

// Grow makes room for n slots.
func (x *Index) Grow(n int) {
	more := n - len(x.sets)
	if more <= 0 {
		return
	}
	x.sets = append(x.sets, make([]component.SetID, more)...)
	x.inGroups = append(x.inGroups, make([]physics.Groups, more)...)
	for k := range x.types {
		x.types[k].Grow(n)
	}
	for k := range x.groups {
		if x.groups[k].Len() > 0 {
			x.groups[k].Grow(n)
		}
	}
}

// InsertType makes a set for a new component type with the number at. Those of the types from there on move up.
func (x *Index) InsertType(at component.ID) {
	x.types = slices.Insert(x.types, int(at), bitset.Layered{})
	x.types[at].Grow(len(x.sets))
}

// Type returns the slots with a component type. Valid: until the next InsertType.
func (x *Index) Type(id component.ID) *bitset.Layered { return &x.types[id] }

// Group returns the slots with a body in the group of the bit.
func (x *Index) Group(bit int) *bitset.Layered { return &x.groups[bit] }

// SetTypes notes which set of component types slot i has, and reports whether that is new.
func (x *Index) SetTypes(i int, set component.SetID, sets *component.Sets) bool {
	known := x.sets[i]
	if known == set {
		return false
	}
	x.sets[i] = set
	old, now := sets.Mask(known), sets.Mask(set)
	for w := range old {
		for gone := old[w] &^ now[w]; gone != 0; gone &= gone - 1 {
			x.types[w<<6|bits.TrailingZeros64(gone)].Remove(i)
		}
		for come := now[w] &^ old[w]; come != 0; come &= come - 1 {
			x.types[w<<6|bits.TrailingZeros64(come)].Add(i)
		}
	}
	return true
}

// SetGroups notes which groups the body at slot i is in, none without a body, and reports whether that is new.
func (x *Index) SetGroups(i int, groups physics.Groups) bool {
	known := x.inGroups[i]
	if known == groups {
		return false
	}
	x.inGroups[i] = groups
	for gone := known &^ groups; gone != 0; gone &= gone - 1 {
		x.groups[bits.TrailingZeros16(uint16(gone))].Remove(i)
	}
	for come := groups &^ known; come != 0; come &= come - 1 {
		group := &x.groups[bits.TrailingZeros16(uint16(come))]
		group.Grow(len(x.inGroups))
		group.Add(i)
	}
	return true
}

// Check says where the index differs from the front rows, or gives nil. Cost: it visits every slot.
func (x *Index) Check(flags []component.SetID, groups []physics.Collision, sets *component.Sets) error {
	for i := range flags {
		if x.sets[i] != flags[i] || x.inGroups[i] != groups[i].Groups {
			return fmt.Errorf("slot %d has the component set %d and the groups %#x, and the index knows %d and %#x",
				i, flags[i], uint16(groups[i].Groups), x.sets[i], uint16(x.inGroups[i]))
		}
		for id := range x.types {
			if has := sets.Mask(flags[i]).Has(component.ID(id)); has != x.types[id].Has(i) {
				return fmt.Errorf("that slot %d has the component type %d is %v, and not so in the index", i, id, has)
			}
		}
		for bit := range x.groups {
			if in := groups[i].Groups>>bit&1 != 0; in != x.groups[bit].Has(i) {
				return fmt.Errorf("that slot %d is in group %d is %v, and not so in the index", i, bit, in)
			}
		}
	}
	return nil
}
