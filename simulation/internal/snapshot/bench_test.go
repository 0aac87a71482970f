package snapshot_test

import (
	"fmt"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/parallel"
	"tertius.dev/core/render"
	"tertius.dev/simulation/internal/snapshot"
	"tertius.dev/simulation/internal/table"
)

// BenchmarkBuild makes pictures on the caller and on two workers: where the two meet, DrawnThreshold belongs.
func BenchmarkBuild(b *testing.B) {
	for _, drawn := range []int{512, 1024, 2048, 4096, 8192, 16384, 65536} {
		for _, workers := range []int{1, 2, 16} {
			b.Run(fmt.Sprintf("drawn-%d-workers-%d", drawn, workers), func(b *testing.B) {
				pool := parallel.NewPool(workers)
				defer pool.Close()
				in := scene(drawn)
				var builder snapshot.Builder
				if err := builder.SetDrawnThreshold(1); err != nil {
					b.Fatal(err)
				}
				var s render.Snapshot
				for b.Loop() {
					builder.Build(in, &s, pool)
				}
				if len(s.Instances) != drawn {
					b.Errorf("%d instances, want %d", len(s.Instances), drawn)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(drawn), "ns/entity")
			})
		}
	}
}

// scene is a frame whose owner is the camera, with entities that show a mesh.
func scene(drawn int) *snapshot.Input {
	rows, frames := new(table.Entities), new(frame.Tree)
	owner := rows.Slots.Reserve()
	for range drawn {
		rows.Slots.Reserve()
	}
	rows.Grow()
	f := frames.AddRoot(owner, field.Gravity{})
	frames.Arrange()
	rows.Add(owner, &table.Transform{Place: table.Place{Pose: geom.IdentityPose}}, &table.Visual{})
	rows.Owned[owner.Index] = f
	for i := 1; i <= drawn; i++ {
		rows.Add(handle.Entity{Index: uint32(i), Generation: 1}, &table.Transform{Place: table.Place{Frame: f, Pose: geom.At(geom.Vec3{X: float64(i)})}},
			&table.Visual{Mesh: 1, Scale: geom.Vec3f{X: 1, Y: 1, Z: 1}})
	}
	return &snapshot.Input{Entities: rows, Camera: owner, Frames: frames, Frame: f, FovRadians: 1}
}
