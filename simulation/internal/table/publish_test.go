package table_test

import (
	"slices"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/parallel"
	"tertius.dev/simulation/internal/table"
)

// TestWorkersCopyTheRowsThatTheCallerWouldCopy writes every third of 5,000 rows: 79 words of neighbors, the last one short.
func TestWorkersCopyTheRowsThatTheCallerWouldCopy(t *testing.T) {
	const rows, workers = 5000, 8
	written := func(threshold int, pool *parallel.Pool) []table.Transform {
		var e table.Entities
		for range rows {
			e.Slots.Reserve()
		}
		e.Grow()
		if err := e.SetCopyThreshold(threshold); err != nil {
			t.Fatal(err)
		}
		for i := 0; i < rows; i += 3 {
			e.Back[i].Pose = geom.At(geom.Vec3{X: float64(i)})
			e.Moved.Add(i)
		}
		for i := 1; i < rows; i += 3 {
			e.Back[i].Pose = geom.At(geom.Vec3{Y: 1}) // not marked, so it must stay behind
		}
		if caught := e.Publish(pool); caught != nil {
			t.Fatal(caught.Value)
		}
		return e.Front
	}
	pool := parallel.NewPool(workers)
	defer pool.Close()
	alone, together := written(1, nil), written(1, pool)
	if !slices.Equal(alone, together) {
		t.Error("eight workers leave other rows than the caller")
	}
	for i := range alone {
		if want := i%3 == 0; (alone[i].Pose.Position.X == float64(i) && alone[i].Pose.Rotation.W == 1) != want {
			t.Fatalf("row %d is %+v; written: %v", i, alone[i], want)
		}
	}
}

func TestCopyThresholdBelowOneIsRefused(t *testing.T) {
	var e table.Entities
	for _, rows := range []int{0, -1} {
		if e.SetCopyThreshold(rows) == nil {
			t.Errorf("a threshold of %d is taken", rows)
		}
	}
}
