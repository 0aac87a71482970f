package part_test

import (
	"fmt"
	"testing"

	"tertius.dev/core/handle"
)

// The flow alone: 10,000 parts on many roots and on one.
func BenchmarkCarryPushes(b *testing.B) {
	const parts = 10_000
	for _, c := range []struct{ roots, depth int }{{1000, 1}, {1000, 4}, {1, 1}, {1, 4}} {
		b.Run(fmt.Sprintf("roots-%d-depth-%d", c.roots, c.depth), func(b *testing.B) {
			y := newYard()
			var jets []handle.Entity
			for i := range c.roots {
				ship := y.body(float64(i))
				for len(jets) < (i+1)*parts/c.roots {
					parent := ship
					for range c.depth {
						parent = y.attach(parent, 1)
						jets = append(jets, parent)
					}
				}
			}
			for b.Loop() {
				b.StopTimer()
				for _, e := range jets {
					y.push(e, 1)
				}
				b.StartTimer()
				y.parts.CarryPushes(&y.rows, &y.dying)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(jets)), "ns/part")
		})
	}
}
