package triplebuf_test

import (
	"runtime"
	"testing"

	"tertius.dev/core/triplebuf"
)

// picture is a value whose parts must all be of one publication.
type picture struct {
	number uint64
	rows   []uint64
}

func newPicture() picture { return picture{rows: make([]uint64, 64)} }

func fill(p *picture, number uint64) {
	p.number = number
	for i := range p.rows {
		p.rows[i] = number
	}
}

func TestReaderSeesTheNewestPublication(t *testing.T) {
	b := triplebuf.New(newPicture)
	if p, isNew := b.Front(); isNew || p.number != 0 {
		t.Errorf("before a publication the front is %v, new %v", p.number, isNew)
	}
	for number := uint64(1); number <= 3; number++ {
		fill(b.Back(), number)
		b.Publish()
	}
	if p, isNew := b.Front(); !isNew || p.number != 3 {
		t.Errorf("the front is %v, new %v", p.number, isNew)
	}
	if p, isNew := b.Front(); isNew || p.number != 3 {
		t.Errorf("read again, the front is %v, new %v", p.number, isNew)
	}
	fill(b.Back(), 4)
	if p, _ := b.Front(); p.number != 3 {
		t.Errorf("an unpublished value shows: %v", p.number)
	}
}

// TestReaderNeverSeesAHalfWrittenValue runs both sides at once; under the race detector it proves the hand-over.
func TestReaderNeverSeesAHalfWrittenValue(t *testing.T) {
	const publications = 20000
	b := triplebuf.New(newPicture)
	go func() {
		for number := uint64(1); number <= publications; number++ {
			fill(b.Back(), number)
			b.Publish()
		}
	}()
	last, seen := uint64(0), 0
	for last < publications {
		p, isNew := b.Front()
		if !isNew {
			runtime.Gosched()
			continue
		}
		seen++
		if p.number <= last {
			t.Fatalf("publication %d came after %d", p.number, last)
		}
		last = p.number
		for i, row := range p.rows {
			if row != last {
				t.Fatalf("row %d is of publication %d, the value of %d", i, row, last)
			}
		}
	}
	t.Logf("saw %d of %d publications", seen, publications)
}

func TestExchangeAllocatesNothing(t *testing.T) {
	b := triplebuf.New(newPicture)
	if n := testing.AllocsPerRun(100, func() {
		b.Back().number++
		b.Publish()
		b.Front()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
