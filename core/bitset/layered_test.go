package bitset_test

import (
	"slices"
	"testing"

	"tertius.dev/core/bitset"
)

func TestLayeredSetIsTheSetOfWhatWasAddedAndNotRemoved(t *testing.T) {
	const room = 20_000 // more than four words of the upper layer
	var layered bitset.Layered
	var plain bitset.Set
	layered.Grow(room)
	plain.Grow(room)
	state := uint64(1)
	for range 30_000 {
		state = state*6364136223846793005 + 1442695040888963407 // Knuth's generator
		i := int(state >> 33 % room)
		if state>>60 < 9 {
			layered.Add(i)
			plain.Add(i)
		} else {
			layered.Remove(i)
			plain.Remove(i)
		}
	}
	if layered.Len() != plain.Len() || !slices.Equal(slices.Collect(layered.All()), slices.Collect(plain.All())) {
		t.Fatalf("%d members, want %d", layered.Len(), plain.Len())
	}
	for w := range room / 64 {
		if layered.Word(w) != plain.Word(w) {
			t.Errorf("word %d is %x, want %x", w, layered.Word(w), plain.Word(w))
		}
		if marked := layered.Upper(w>>6)>>(w&63)&1 != 0; marked != (plain.Word(w) != 0) {
			t.Errorf("the upper layer says %v of the word %x", marked, plain.Word(w))
		}
	}
	for i := range plain.All() {
		layered.Remove(i)
	}
	if layered.Len() != 0 || layered.Upper(0) != 0 || layered.Upper(4) != 0 {
		t.Error("the emptied set is not empty")
	}
}

func TestLayeredSetKeepsItsMembersAsItGrows(t *testing.T) {
	var s bitset.Layered
	for n := 1; n < 10_000; n += 77 {
		s.Grow(n)
		s.Add(n - 1)
	}
	if got := len(slices.Collect(s.All())); got != 130 || s.Len() != 130 {
		t.Errorf("%d members, and it counts %d, want 130", got, s.Len())
	}
	if s.Has(1_000_000) || s.Word(1_000_000) != 0 || s.Upper(1_000_000) != 0 {
		t.Error("it has members beyond its room")
	}
	s.Remove(1_000_000)
	s.Clear()
	if s.Len() != 0 || len(slices.Collect(s.All())) != 0 || s.Has(0) {
		t.Error("a cleared set has members")
	}
}

func TestLayeredWalkEndsWhereItIsToldAndMayRemove(t *testing.T) {
	var s bitset.Layered
	s.Grow(9000)
	for _, i := range []int{0, 63, 64, 8999} {
		s.Add(i)
	}
	for i := range s.All() {
		s.Remove(i)
		if i == 64 {
			break
		}
	}
	if got := slices.Collect(s.All()); !slices.Equal(got, []int{8999}) {
		t.Errorf("%v is left", got)
	}
	sum := 0
	if n := testing.AllocsPerRun(100, func() {
		for i := range s.All() {
			sum += i
		}
	}); n != 0 {
		t.Errorf("a walk allocates %v times", n)
	}
}
