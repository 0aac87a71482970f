package route

import (
	"fmt"
	"runtime"
	"testing"

	"tertius.dev/core/parallel"
)

// gatherable is a routing of so many blocks and sets of 64 chunks, each with letters for every chunk.
func gatherable(blocks, words int) *routing {
	t := &routing{blocks: make([]block, blocks), reached: make([]uint64, words)}
	for b := range t.blocks {
		k := &t.blocks[b]
		k.reached, k.piles = make([]uint64, words), make([]pile, 64*words)
		for w := range k.reached {
			k.reached[w] = ^uint64(0)
		}
		for chunk := range k.piles {
			k.piles[chunk].slots = 1 << (b + chunk&31)
		}
	}
	return t
}

// BenchmarkGather finds the slots with mail on the caller alone and on all processors. The piles lie in the caller's cache, which
// is the best case for it.
func BenchmarkGather(b *testing.B) {
	pool := parallel.NewPool(runtime.GOMAXPROCS(0))
	defer pool.Close()
	for _, sets := range []int{32, 64, 128, 256, 512} {
		t := gatherable(pool.Workers(), sets/pool.Workers())
		var r Router
		r.Begin(pool)
		r.Grow(64 * len(t.reached))
		r.running = t
		for name, threshold := range map[string]int{"caller": 1 << 30, "workers": 1} {
			r.threshold = threshold
			b.Run(fmt.Sprintf("%d/%s", sets, name), func(b *testing.B) {
				for b.Loop() {
					if threshold == 1 {
						r.run(&r.gathering, len(t.reached))
						continue
					}
					for w := range t.reached {
						t.addMail(r.mail, w)
					}
				}
			})
		}
	}
}
