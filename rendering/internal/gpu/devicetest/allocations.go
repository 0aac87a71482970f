package devicetest

import (
	"math"
	"runtime"
	"runtime/debug"
)

// Allocations is what f allocates on the Go heap once everything is warm: the least of five rounds of n runs each, at the real
// GOMAXPROCS, with the collector off.
//
// The least, because purego keeps its call records in a pool of the standard library, which makes two small allocations the
// first time that a goroutine gets a record on one processor and returns it on another (48 and 128 bytes, at most once for
// each processor). What f itself allocates shows in every round. A collection would empty the pool, so it is off.
func Allocations(n int, f func()) (count, bytes uint64) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	count, bytes = math.MaxUint64, math.MaxUint64
	var before, after runtime.MemStats
	for range 5 {
		runtime.ReadMemStats(&before)
		for range n {
			f()
		}
		runtime.ReadMemStats(&after)
		count, bytes = min(count, after.Mallocs-before.Mallocs), min(bytes, after.TotalAlloc-before.TotalAlloc)
	}
	return count, bytes
}
