// Package quiet is for tests that count allocations: it keeps what the Go runtime allocates on its own account out of the
// count, so that what is left is the engine's.
package quiet

import (
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Runtime turns the garbage collector off for the rest of the test, and lets the Go runtime make in advance what it would
// make while the test counts. Call it after GOMAXPROCS is set, and before a pool of workers is made, because a collection
// empties the store of wait records that a pool fills at its start.
func Runtime(tb testing.TB) {
	tb.Helper()
	percent := debug.SetGCPercent(-1)
	tb.Cleanup(func() { debug.SetGCPercent(percent) })
	debug.FreeOSMemory() // ends a collection that has begun, and leaves the runtime's scavenger nothing to do
	spareThreads()
	stockTimers()
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

// LeastMallocs is Mallocs of the best of several rounds, and ends at the first that allocates nothing. It is for code with
// calls into native libraries: a call's record comes from a pool that is kept for each processor, so a goroutine that changes
// processors during a call now and then makes the library, not its caller, allocate. What the caller itself allocates shows
// in every round.
func LeastMallocs(rounds int, do func()) (objects, bytes uint64) {
	objects, bytes = Mallocs(do)
	for ; rounds > 1 && objects != 0; rounds-- {
		if n, size := Mallocs(do); n < objects {
			objects, bytes = n, size
		}
	}
	return objects, bytes
}

// spareThreads makes the runtime create some operating system threads that it then keeps idle. On a busy machine the runtime
// now and then needs one more thread to go on, and what it allocates for it would count.
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

// stockTimers gives every processor of the runtime room for a few timers. The scavenger, which returns memory to the
// operating system in the background, sets one wherever it happens to run: 16 bytes the first time.
func stockTimers() {
	var running atomic.Int32
	var done sync.WaitGroup
	processors := int32(runtime.GOMAXPROCS(0))
	for range processors {
		done.Go(func() {
			running.Add(1)
			for deadline := time.Now().Add(time.Second); running.Load() < processors && time.Now().Before(deadline); { //forbidden:allow a test waits, no tick
				// While it spins it keeps its processor, so the others run on others.
			}
			timers := [4]*time.Timer{}
			for i := range timers {
				timers[i] = time.NewTimer(time.Millisecond) //forbidden:allow a test waits, no tick
			}
			time.Sleep(2 * time.Millisecond) //forbidden:allow a test waits, no tick
			for _, t := range timers {
				t.Stop()
			}
		})
	}
	done.Wait()
}
