package frame_test

import (
	"fmt"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
)

// BenchmarkTakeStepRecords takes the records of frames that all move on samples in a point gravity.
func BenchmarkTakeStepRecords(b *testing.B) {
	for _, frames := range []int{100, 1000, 10_000} {
		b.Run(fmt.Sprintf("frames-%d", frames), func(b *testing.B) {
			var tree frame.Tree
			root := tree.AddRoot(owner(1), field.GravityOfPoint(field.Point{Mu: 3.986004418e14, RadiusMeters: 6.371e6}))
			at := motion.RestAt(geom.At(geom.Vec3{X: 7e6}))
			records := []frame.StepRecord{{}}
			for i := range frames {
				tree.Add(owner(uint32(i+2)), root, &at, field.Gravity{})
				record := motion.Sample{Pose: at.Pose, Chord: geom.Vec3{Y: 7500}, Velocity: geom.Vec3{Y: 7500}}
				records = append(records, frame.StepRecord{Moved: true, Record: record, Follows: frame.FollowsRails})
			}
			tree.Arrange()
			for b.Loop() {
				tree.TakeStepRecords(records, stepSeconds)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(frames), "ns/frame")
		})
	}
}
