package table

import (
	"tertius.dev/core/bitset"
	"tertius.dev/simulation/internal/component"
)

// Flags says which component types each entity has, as the number of a set in the world's component.Sets: 4 bytes per row.
//
// Threads: as Entities. Stale belongs to the index over component types.
type Flags struct {
	Front, Back []component.SetID // by slot; 0 without a component
	Changed     bitset.Marks      // the slots whose back was written since the last step 8
	Stale       bitset.Marks      // the slots whose front was written since the index over component types last looked
}

func (f *Flags) grow(n int) {
	f.Front, f.Back = lengthen(f.Front, n), lengthen(f.Back, n)
	f.Changed.Grow(n)
	f.Stale.Grow(n)
}

// Set writes front and back of slot i, outside the parallel part.
func (f *Flags) Set(i int, set component.SetID) {
	if f.Front[i] != set {
		f.Front[i] = set
		f.Stale.Add(i)
	}
	f.Back[i] = set
	f.Changed.Remove(i)
}

// Write writes the back of slot i, which shows with the next step 8.
func (f *Flags) Write(i int, set component.SetID) {
	f.Back[i] = set
	f.Changed.Add(i)
}

func (f *Flags) publish() {
	for i := range f.Changed.All() {
		if f.Front[i] != f.Back[i] {
			f.Front[i] = f.Back[i]
			f.Stale.Add(i)
		}
	}
	f.Changed.Clear()
}
