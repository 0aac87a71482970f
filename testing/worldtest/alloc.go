package worldtest

import (
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
)

// QuietRuntime turns the garbage collector off for the rest of the test, and lets the Go runtime make what it would make now
// and then while warm ticks run, on its own account: threads for a busy machine. Call it before the world is made, because
// a collection empties the store of wait records that the world's pool fills at its start.
func QuietRuntime(tb testing.TB) {
	tb.Helper()
	percent := debug.SetGCPercent(-1)
	tb.Cleanup(func() { debug.SetGCPercent(percent) })
	runtime.GC() // ends a collection that has begun
	spareThreads()
}

// spareThreads makes the runtime create some threads that it then keeps idle.
func spareThreads() {
	const threads = 24
	var locked, done sync.WaitGroup
	release := make(chan struct{})
	for range threads {
		locked.Add(1)
		done.Go(func() {
			runtime.LockOSThread() // while it waits, its thread waits with it, and the others need more of them
			defer runtime.UnlockOSThread()
			locked.Done()
			<-release
		})
	}
	locked.Wait()
	close(release)
	done.Wait()
}

// Mallocs returns what do allocates, on all goroutines together. It calls do once more before, to make it warm; reading the
// counters stops and starts the runtime's threads, so the warm part reads them too.
func Mallocs(do func()) (objects, bytes uint64) {
	var before, after runtime.MemStats
	for range 20 {
		runtime.ReadMemStats(&before)
	}
	do()
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}
