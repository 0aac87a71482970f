package gpu_test

import (
	"math/rand/v2"
	"testing"

	"tertius.dev/rendering/internal/gpu"
)

// Ranges of a block never overlap, keep their alignment, and join again when they come back.
func TestBlockRangesNeverOverlapAndJoinAgain(t *testing.T) {
	type taken struct{ offset, size uint64 }
	const size = 1 << 16
	b := gpu.NewBlock(size)
	rng := rand.New(rand.NewPCG(1, 2))
	var live []taken
	for range 20000 {
		if len(live) > 0 && rng.IntN(2) == 0 {
			i := rng.IntN(len(live))
			b.Give(live[i].offset, live[i].size)
			live[i] = live[len(live)-1]
			live = live[:len(live)-1]
			continue
		}
		n, align := 1+rng.Uint64N(2000), uint64(1)<<rng.IntN(9)
		offset, ok := b.Take(n, align)
		if !ok {
			continue
		}
		if offset%align != 0 || offset+n > size {
			t.Fatalf("%d bytes at %d with alignment %d", n, offset, align)
		}
		for _, o := range live {
			if offset < o.offset+o.size && o.offset < offset+n {
				t.Fatalf("%d bytes at %d overlap %+v", n, offset, o)
			}
		}
		live = append(live, taken{offset, n})
	}
	for _, o := range live {
		b.Give(o.offset, o.size)
	}
	if b.FreeRanges() != 1 {
		t.Errorf("%d free ranges at the end, want 1", b.FreeRanges())
	}
	if offset, ok := b.Take(size, 256); !ok || offset != 0 {
		t.Error("the whole block cannot be taken again")
	}
	if _, ok := b.Take(1, 1); ok {
		t.Error("a full block gives a byte")
	}
}
