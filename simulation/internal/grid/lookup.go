package grid

// lookup finds the cells of one frame by their places: open addressing with linear probing, at most half full. An entry
// holds the tag of the place beside the cell's number, so that a probe seldom looks at a cell in vain, and nothing but a find looks
// at one at all. The entries of neighbors along Z lie side by side, since a search looks them up one after the other.
type lookup struct {
	entries []uint64 // 0, or the tag of a place above the number of its cell; the length is 0 or a power of two
	cells   int
}

const smallestLookup = 16 // entries

// find returns the number of the cell at a place, or 0.
func (t *lookup) find(cells []cell, at place) uint32 {
	if t.cells == 0 {
		return 0
	}
	tag, end := at.tag(), uint32(len(t.entries)-1)
	for k := tag & end; ; k = (k + 1) & end {
		entry := t.entries[k]
		if entry == 0 {
			return 0
		}
		if uint32(entry>>32) == tag && cells[uint32(entry)].at == at {
			return uint32(entry)
		}
	}
}

// add puts in a cell whose place it does not hold.
func (t *lookup) add(at place, number uint32) {
	if 2*(t.cells+1) > len(t.entries) {
		t.rehash(max(smallestLookup, 2*len(t.entries)))
	}
	t.cells++
	t.put(uint64(at.tag())<<32 | uint64(number))
}

func (t *lookup) put(entry uint64) {
	end := uint32(len(t.entries) - 1)
	k := uint32(entry>>32) & end
	for t.entries[k] != 0 {
		k = (k + 1) & end
	}
	t.entries[k] = entry
}

func (t *lookup) rehash(size int) {
	old := t.entries
	t.entries = make([]uint64, size)
	for _, entry := range old {
		if entry != 0 {
			t.put(entry)
		}
	}
}

// remove takes out a cell that it holds, and closes the gap: what a probe passed over it to reach moves up.
// Source: Knuth, The Art of Computer Programming 3, section 6.4, algorithm R.
func (t *lookup) remove(at place, number uint32) {
	end := uint32(len(t.entries) - 1)
	gap := at.tag() & end
	for uint32(t.entries[gap]) != number {
		gap = (gap + 1) & end
	}
	for k := (gap + 1) & end; t.entries[k] != 0; k = (k + 1) & end {
		if home := uint32(t.entries[k]>>32) & end; (k-home)&end >= (k-gap)&end { // its probe passes the gap
			t.entries[gap] = t.entries[k]
			gap = k
		}
	}
	t.entries[gap] = 0
	t.cells--
}
