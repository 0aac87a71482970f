package jolt

// pairKey names two entities by their users, the lower one first.
type pairKey struct{ a, b uint64 }

// pairCounts counts, for pairs of entities, the pairs of their bodies in all systems that touch.
//
// It is an open-addressed table with Fibonacci hashing, which is never walked, so no result depends on its order. It has no
// pointers and no tombstones.
//
// Threads: one goroutine. Cost: a short probe for each call; it allocates only while it grows.
type pairCounts struct {
	entries []pairCount // a power of two; a count of 0 is a free place
	used    int
	shift   uint
}

type pairCount struct {
	key   pairKey
	count int32
}

// add counts one more touch of a pair and returns how many there are now.
func (t *pairCounts) add(k pairKey) int32 {
	if 2*(t.used+1) > len(t.entries) {
		t.grow()
	}
	e := &t.entries[t.place(k)]
	if e.count == 0 {
		e.key = k
		t.used++
	}
	e.count++
	return e.count
}

// drop counts one touch less and returns how many are left, or -1 when there was none.
func (t *pairCounts) drop(k pairKey) int32 {
	if t.used == 0 {
		return -1
	}
	i := t.place(k)
	e := &t.entries[i]
	if e.count == 0 {
		return -1
	}
	e.count--
	if e.count > 0 {
		return e.count
	}
	t.used--
	t.closeGap(i)
	return 0
}

// of returns the number of touches of a pair.
func (t *pairCounts) of(k pairKey) int32 {
	if t.used == 0 {
		return 0
	}
	return t.entries[t.place(k)].count
}

// place returns where the pair is, or else where it goes.
func (t *pairCounts) place(k pairKey) int {
	mask := len(t.entries) - 1
	i := t.home(k)
	for t.entries[i].count != 0 && t.entries[i].key != k {
		i = (i + 1) & mask
	}
	return i
}

func (t *pairCounts) home(k pairKey) int {
	const golden = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio: neighbors go far apart
	return int(((k.a*golden ^ k.b) * golden) >> t.shift)
}

// closeGap moves up what was put behind the place that became free, so that no probe stops early.
func (t *pairCounts) closeGap(gap int) {
	mask := len(t.entries) - 1
	for i := (gap + 1) & mask; t.entries[i].count != 0; i = (i + 1) & mask {
		if home := t.home(t.entries[i].key); (i-home)&mask >= (i-gap)&mask {
			t.entries[gap] = t.entries[i]
			gap = i
		}
	}
	t.entries[gap] = pairCount{}
}

func (t *pairCounts) grow() {
	old := t.entries
	size := max(64, 2*len(old))
	t.entries, t.shift = make([]pairCount, size), 64
	for s := size; s > 1; s >>= 1 {
		t.shift--
	}
	for i := range old {
		if old[i].count != 0 {
			t.entries[t.place(old[i].key)] = old[i]
		}
	}
}
