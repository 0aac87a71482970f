package grid

// lookup finds the cells of one frame by their places: open addressing with linear probing, at most half full. An entry
// holds a mark of the place beside the cell's number, so that a probe seldom looks at a cell in vain. The entries of
// neighbors along Z lie side by side, since a search looks them up one after the other.
type lookup struct {
	entries []uint64 // 0, or the mark of a place above the number of its cell; the length is 0 or a power of two
	cells   int
}

const smallestLookup = 16 // entries

// find returns the number of the cell at a place, or 0.
func (t *lookup) find(cells []cell, at place) uint32 {
	if t.cells == 0 {
		return 0
	}
	home, mark := at.home()
	end := uint64(len(t.entries) - 1)
	for k := home & end; ; k = (k + 1) & end {
		entry := t.entries[k]
		if entry == 0 {
			return 0
		}
		if entry&^0xffff_ffff == mark && cells[uint32(entry)].at == at {
			return uint32(entry)
		}
	}
}

// add puts in a cell whose place it does not hold.
func (t *lookup) add(cells []cell, number uint32) {
	if 2*(t.cells+1) > len(t.entries) {
		t.rehash(cells, max(smallestLookup, 2*len(t.entries)))
	}
	t.cells++
	t.put(cells[number].at, number)
}

func (t *lookup) put(at place, number uint32) {
	home, mark := at.home()
	end := uint64(len(t.entries) - 1)
	k := home & end
	for t.entries[k] != 0 {
		k = (k + 1) & end
	}
	t.entries[k] = mark | uint64(number)
}

func (t *lookup) rehash(cells []cell, size int) {
	old := t.entries
	t.entries = make([]uint64, size)
	for _, entry := range old {
		if entry != 0 {
			t.put(cells[uint32(entry)].at, uint32(entry))
		}
	}
}

// remove takes out a cell that it holds, and closes the gap: what a probe passed over it to reach moves up.
// Source: Knuth, The Art of Computer Programming 3, section 6.4, algorithm R.
func (t *lookup) remove(cells []cell, number uint32) {
	home, _ := cells[number].at.home()
	end := uint64(len(t.entries) - 1)
	gap := home & end
	for uint32(t.entries[gap]) != number {
		gap = (gap + 1) & end
	}
	for k := (gap + 1) & end; t.entries[k] != 0; k = (k + 1) & end {
		home, _ := cells[uint32(t.entries[k])].at.home()
		if (k-home&end)&end >= (k-gap)&end { // its probe passes the gap
			t.entries[gap] = t.entries[k]
			gap = k
		}
	}
	t.entries[gap] = 0
	t.cells--
}
