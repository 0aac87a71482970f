package bitset_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tertius.dev/core/bitset"
)

// TestSetAgreesWithAMap takes a map as an independent source.
func TestSetAgreesWithAMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var set bitset.Set
	set.Grow(1000)
	want := map[int]bool{}
	for range 20000 {
		i := r.IntN(1000)
		if r.IntN(2) == 0 {
			set.Add(i)
			want[i] = true
		} else {
			set.Remove(i)
			delete(want, i)
		}
		if set.Has(i) != want[i] {
			t.Fatalf("Has(%d) is %v", i, set.Has(i))
		}
	}
	var sorted []int
	for i := range want {
		sorted = append(sorted, i)
	}
	slices.Sort(sorted)
	if got := slices.Collect(set.All()); !slices.Equal(got, sorted) {
		t.Errorf("All walks %v, not %v", got, sorted)
	}
	if set.Len() != len(want) {
		t.Errorf("Len is %d, not %d", set.Len(), len(want))
	}
}

func TestNumbersBeyondTheRoomAreNotInTheSet(t *testing.T) {
	var set bitset.Set
	for _, i := range []int{-1, -64, 0, 63, 64, 1 << 40} {
		if set.Has(i) {
			t.Errorf("the empty set has %d", i)
		}
	}
	set.Remove(1 << 20)
	if set.Word(3) != 0 {
		t.Error("a word beyond the room is not empty")
	}
	set.Grow(65)
	set.Add(64)
	if set.Word(1) != 1 || set.Word(0) != 0 {
		t.Errorf("the words are %#x and %#x", set.Word(0), set.Word(1))
	}
	set.Grow(1)
	if !set.Has(64) {
		t.Error("Grow to less forgot a number")
	}
	set.Clear()
	if set.Len() != 0 || set.Has(64) {
		t.Error("Clear left a number")
	}
}

func TestWalkMayRemoveAndEnd(t *testing.T) {
	var set bitset.Set
	set.Grow(200)
	for i := 0; i < 200; i += 3 {
		set.Add(i)
	}
	visited := 0
	for i := range set.All() {
		if i%3 != 0 {
			t.Errorf("walked %d", i)
		}
		visited++
		set.Remove(i)
	}
	if visited != 67 || set.Len() != 0 {
		t.Errorf("visited %d, left %d", visited, set.Len())
	}
	set.Add(5)
	set.Add(150)
	for i := range set.All() {
		if i != 5 {
			t.Errorf("walked on to %d", i)
		}
		break
	}
}

func TestWalkAllocatesNothing(t *testing.T) {
	var set bitset.Set
	set.Grow(4096)
	for i := 0; i < 4096; i += 7 {
		set.Add(i)
	}
	sum := 0
	if n := testing.AllocsPerRun(10, func() {
		for i := range set.All() {
			sum += i
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
