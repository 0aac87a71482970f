package bitset_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"tertius.dev/core/bitset"
)

// TestMarksAgreeWithASet takes the plain set as an independent source.
func TestMarksAgreeWithASet(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	const most = 200_000
	var marks bitset.Marks
	var set bitset.Set
	marks.Grow(most)
	set.Grow(most)
	for round := range 200 {
		for range r.IntN(30) {
			i := r.IntN(most)
			if r.IntN(3) == 0 {
				marks.Remove(i)
				set.Remove(i)
			} else {
				marks.Add(i)
				set.Add(i)
			}
			if marks.Has(i) != set.Has(i) || marks.Word(i>>6) != set.Word(i>>6) {
				t.Fatalf("round %d: %d is wrong", round, i)
			}
		}
		if got, want := slices.Collect(marks.All()), slices.Collect(set.All()); !slices.Equal(got, want) {
			t.Fatalf("round %d: All walks %v, want %v", round, got, want)
		}
		for w, word := range marks.Words() {
			if word == 0 || word != set.Word(w) {
				t.Fatalf("round %d: word %d is walked as %x, want %x", round, w, word, set.Word(w))
			}
		}
		if n := set.Len(); !marks.AtLeast(n) || marks.AtLeast(n+1) || !marks.AtLeast(0) {
			t.Fatalf("round %d: %d members are no %d, or more", round, marks.Len(), n)
		}
		w := r.IntN(most/64 + 1)
		if got, want := marks.TakeWord(w), set.Word(w); got != want || marks.Word(w) != 0 {
			t.Fatalf("round %d: word %d is taken as %x and leaves %x, want %x and none", round, w, got, marks.Word(w), want)
		}
		for i := 64 * w; i < 64*w+64; i++ {
			set.Remove(i)
		}
		if marks.Len() != set.Len() || marks.Empty() != set.Empty() {
			t.Fatalf("round %d: Len is %d, want %d", round, marks.Len(), set.Len())
		}
		if r.IntN(4) == 0 {
			marks.Clear()
			set.Clear()
		}
	}
}

func TestMarksBeyondTheirRoomAreNotInTheSet(t *testing.T) {
	var m bitset.Marks
	if m.Has(5) || m.Word(1) != 0 || !m.Empty() {
		t.Error("a set without room has members")
	}
	m.Remove(5)
	m.Clear()
	m.Grow(64)
	m.Add(63)
	m.Grow(6400)
	if got := slices.Collect(m.All()); !slices.Equal(got, []int{63}) {
		t.Errorf("after growing it holds %v", got)
	}
	for range m.All() {
		break
	}
}

func TestGoroutinesFillMarksOfDifferentWords(t *testing.T) {
	const goroutines, each = 8, 100
	var m bitset.Marks
	m.Grow(64 * goroutines * each)
	var done sync.WaitGroup
	for g := range goroutines {
		done.Go(func() {
			for k := range each {
				m.Add(64 * (k*goroutines + g)) // neighbors of this word belong to the others
			}
		})
	}
	done.Wait()
	if n := m.Len(); n != goroutines*each {
		t.Errorf("%d members, want %d", n, goroutines*each)
	}
}

func TestWarmMarksAllocateNothing(t *testing.T) {
	var m bitset.Marks
	m.Grow(10_000)
	sum := 0
	if n := testing.AllocsPerRun(20, func() {
		for i := 0; i < 10_000; i += 100 {
			m.Add(i)
		}
		for i := range m.All() {
			sum += i
		}
		m.Clear()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkWalkAndClearTenOfAMillion(b *testing.B) {
	const most = 1 << 20
	b.Run("marks", func(b *testing.B) {
		var m bitset.Marks
		m.Grow(most)
		for range b.N {
			for k := range 10 {
				m.Add(k * 100_003)
			}
			for i := range m.All() {
				sum += i
			}
			m.Clear()
		}
	})
	b.Run("set", func(b *testing.B) {
		var s bitset.Set
		s.Grow(most)
		for range b.N {
			for k := range 10 {
				s.Add(k * 100_003)
			}
			for i := range s.All() {
				sum += i
			}
			s.Clear()
		}
	})
}

func BenchmarkWalkAndClearAll(b *testing.B) {
	const most = 100_000
	b.Run("marks", func(b *testing.B) {
		var m bitset.Marks
		m.Grow(most)
		for range b.N {
			for k := range most {
				m.Add(k)
			}
			for i := range m.All() {
				sum += i
			}
			m.Clear()
		}
	})
	b.Run("set", func(b *testing.B) {
		var s bitset.Set
		s.Grow(most)
		for range b.N {
			for k := range most {
				s.Add(k)
			}
			for i := range s.All() {
				sum += i
			}
			s.Clear()
		}
	})
}

var sum int

func TestMarksTakeWholeWords(t *testing.T) {
	var m bitset.Marks
	m.Grow(256)
	m.Add(64)
	m.AddWord(1, 0b110)
	m.AddWord(2, 0)
	m.AddWord(3, 1<<63)
	if got, want := slices.Collect(m.All()), []int{64, 65, 66, 255}; !slices.Equal(got, want) {
		t.Errorf("the set holds %v, want %v", got, want)
	}
}
