package jolt

import (
	"math/rand/v2"
	"testing"
)

// The counts of a table under random adds and drops are those of a map.
func TestPairCountsAreThoseOfAMap(t *testing.T) {
	var counts pairCounts
	want := map[pairKey]int32{}
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 200_000 {
		a := uint64(r.IntN(40))<<32 | 1
		key := pairKey{a, a + uint64(1+r.IntN(40))<<32}
		if r.IntN(100) < 45 {
			want[key]++
			if got := counts.add(key); got != want[key] {
				t.Fatalf("step %d: the count is %d after an add, want %d", i, got, want[key])
			}
			continue
		}
		left := int32(-1)
		if want[key] > 0 {
			want[key]--
			left = want[key]
		}
		if got := counts.drop(key); got != left {
			t.Fatalf("step %d: the count is %d after a drop, want %d", i, got, left)
		}
	}
	live := 0
	for key, n := range want {
		if got := counts.of(key); got != n {
			t.Errorf("the count of %v is %d, want %d", key, got, n)
		}
		if n > 0 {
			live++
		}
	}
	if counts.used != live {
		t.Errorf("the table holds %d pairs, want %d", counts.used, live)
	}
}

func TestPairCountsAllocateNothingWhenWarm(t *testing.T) {
	var counts pairCounts
	for i := range uint64(100) {
		counts.add(pairKey{i << 32, (i + 1) << 32})
	}
	if n := testing.AllocsPerRun(100, func() {
		counts.add(pairKey{1, 2})
		counts.drop(pairKey{1, 2})
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkPairCounts(b *testing.B) {
	var counts pairCounts
	for i := range uint64(6000) {
		counts.add(pairKey{i<<32 | 1, (i+1)<<32 | 1})
	}
	b.ReportAllocs()
	for b.Loop() {
		counts.add(pairKey{7, 9})
		counts.drop(pairKey{7, 9})
	}
}
