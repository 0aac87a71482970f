package table_test

import (
	"fmt"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/parallel"
	"tertius.dev/simulation/internal/table"
)

// BenchmarkPublish copies rows on the caller and on two workers: where the two meet, CopyThreshold belongs.
func BenchmarkPublish(b *testing.B) {
	for _, rows := range []int{1024, 2048, 4096, 8192, 16384, 65536} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("rows-%d-workers-%d", rows, workers), func(b *testing.B) {
				pool := parallel.NewPool(workers)
				defer pool.Close()
				var e table.Entities
				for range rows {
					e.Slots.Reserve()
				}
				e.Grow()
				_ = e.SetCopyThreshold(1)
				for i := range rows {
					e.Back[i].Pose = geom.At(geom.Vec3{X: float64(i)})
					e.Moved.Add(i)
				}
				for b.Loop() {
					e.Publish(pool)
				}
			})
		}
	}
}
