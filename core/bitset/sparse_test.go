package bitset_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tertius.dev/core/bitset"
)

// TestSparseAgreesWithASet takes the dense set as an independent source.
func TestSparseAgreesWithASet(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	const most = 3000
	var sparse bitset.Sparse
	var set bitset.Set
	set.Grow(most)
	for step := range 30000 {
		i := r.IntN(most)
		had := set.Has(i)
		if r.IntN(3) == 0 {
			set.Add(i)
			if sparse.Add(i) == had {
				t.Fatalf("step %d: Add(%d) is wrong about a member", step, i)
			}
		} else {
			set.Remove(i)
			if sparse.Remove(i) != had {
				t.Fatalf("step %d: Remove(%d) is wrong about a member", step, i)
			}
		}
		if sparse.Has(i) != set.Has(i) || sparse.Word(i>>6) != set.Word(i>>6) {
			t.Fatalf("step %d: %d is wrong", step, i)
		}
	}
	if got, want := slices.Collect(sparse.All()), slices.Collect(set.All()); !slices.Equal(got, want) {
		t.Errorf("All walks %v, want %v", got, want)
	}
	if sparse.Len() != set.Len() || sparse.Empty() {
		t.Errorf("Len is %d, want %d", sparse.Len(), set.Len())
	}
	for _, w := range sparse.Words() {
		if w.Members == 0 {
			t.Errorf("the word %d is kept empty", w.Index)
		}
	}
	sparse.Clear()
	if !sparse.Empty() || sparse.Has(5) || sparse.Remove(5) {
		t.Error("Clear left a member")
	}
}

func TestSparseHoldsTheLargestSlot(t *testing.T) {
	const last = 1<<32 - 1
	var s bitset.Sparse
	s.Add(last)
	s.Add(0)
	if got := slices.Collect(s.All()); !slices.Equal(got, []int{0, last}) {
		t.Errorf("the members are %v", got)
	}
	for i := range s.All() {
		if i != 0 {
			t.Errorf("walked on to %d", i)
		}
		break
	}
}

func TestWarmSparseAllocatesNothing(t *testing.T) {
	var s bitset.Sparse
	churn := func() {
		for i := 0; i < 6400; i += 64 {
			s.Add(i)
		}
		for i := 0; i < 6400; i += 64 {
			s.Remove(i)
		}
	}
	churn()
	if n := testing.AllocsPerRun(20, churn); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
