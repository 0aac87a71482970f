package parallel_test

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"tertius.dev/core/parallel"
	"tertius.dev/core/quiet"
)

// workers are the sizes that every test runs with.
var workers = []int{1, 2, 3, 4, 8}

func newPool(t *testing.T, workers int) *parallel.Pool {
	t.Helper()
	p := parallel.NewPool(workers)
	t.Cleanup(p.Close)
	if p.Workers() != workers {
		t.Fatalf("the pool has %d workers, not %d", p.Workers(), workers)
	}
	return p
}

// counting counts how often each item runs, and that no worker runs two at once.
type counting struct {
	runs  []atomic.Int32
	busy  []atomic.Int32
	clash atomic.Bool
}

func newCounting(workers, items int) *counting {
	return &counting{runs: make([]atomic.Int32, items), busy: make([]atomic.Int32, workers)}
}

func (c *counting) Do(worker, item int) {
	if c.busy[worker].Add(1) != 1 {
		c.clash.Store(true)
	}
	c.runs[item].Add(1)
	if item%7 == 0 {
		runtime.Gosched()
	}
	c.busy[worker].Add(-1)
}

func TestEveryItemRunsOnce(t *testing.T) {
	for _, n := range workers {
		p := newPool(t, n)
		for _, items := range []int{0, 1, 2, n - 1, n, n + 1, 100, 1000} {
			for _, singles := range []int{items, 0, items / 2, items + 3} {
				checkOnce(t, p, singles, items)
			}
		}
	}
}

// checkOnce runs items of which the first are singles, and checks that each runs once, and none beside another one on its worker.
func checkOnce(t *testing.T, p *parallel.Pool, singles, items int) {
	t.Helper()
	c := newCounting(p.Workers(), items)
	if caught := p.RunNeighbors(c, singles, items); caught != nil {
		t.Fatalf("%d workers, %d items: caught %v", p.Workers(), items, caught.Value)
	}
	for i := range c.runs {
		if got := c.runs[i].Load(); got != 1 {
			t.Fatalf("%d workers, %d singles, %d items: item %d ran %d times", p.Workers(), singles, items, i, got)
		}
	}
	if c.clash.Load() {
		t.Fatalf("%d workers: two items ran on one worker at once", p.Workers())
	}
}

func TestCallsFollowEachOther(t *testing.T) {
	for _, n := range workers {
		p := newPool(t, n)
		c := newCounting(n, 10)
		const calls = 2000
		for range calls {
			p.Run(c, 10)
		}
		for i := range c.runs {
			if got := c.runs[i].Load(); got != calls {
				t.Fatalf("%d workers: item %d ran %d times in %d calls", n, i, got, calls)
			}
		}
	}
}

func TestOneWorkerRunsInOrderOnTheCaller(t *testing.T) {
	p := newPool(t, 1)
	var order orderWork
	before := runtime.NumGoroutine()
	p.Run(&order, 20)
	if runtime.NumGoroutine() > before {
		t.Error("a pool of one worker has a goroutine")
	}
	for i, item := range order.items {
		if i != item {
			t.Fatalf("the items ran in the order %v", order.items)
		}
	}
}

type orderWork struct{ items []int }

func (o *orderWork) Do(_, item int) { o.items = append(o.items, item) }

// faulty panics in the items of a set, and counts the others.
type faulty struct {
	counting
	panics map[int]bool
}

func (f *faulty) Do(worker, item int) {
	f.runs[item].Add(1)
	if f.panics[item] {
		explode(item)
	}
}

func explode(item int) { panic(item) }

func TestLowestPanicComesBackWithItsStackAndTheRestRuns(t *testing.T) {
	for _, n := range workers {
		p := newPool(t, n)
		for round := range 50 {
			f := &faulty{counting: *newCounting(n, 100), panics: map[int]bool{17 + round: true, 18 + round: true, 99: true}}
			caught := p.Run(f, 100)
			if caught == nil {
				t.Fatalf("%d workers: no panic came back", n)
			}
			if caught.Item != 17+round || caught.Value != 17+round {
				t.Fatalf("%d workers: the panic of item %d came back with %v, not that of %d", n, caught.Item, caught.Value, 17+round)
			}
			if !strings.Contains(string(caught.Stack), "explode") {
				t.Fatalf("%d workers: the stack does not show where it panicked:\n%s", n, caught.Stack)
			}
			for i := range f.runs {
				if got := f.runs[i].Load(); got != 1 {
					t.Fatalf("%d workers: item %d ran %d times", n, i, got)
				}
			}
		}
		c := newCounting(n, 100)
		if caught := p.Run(c, 100); caught != nil {
			t.Fatalf("%d workers: a panic came back twice: %v", n, caught.Value)
		}
	}
}

func TestPanicOfNilComesBack(t *testing.T) {
	for _, n := range workers {
		p := newPool(t, n)
		caught := p.Run(nilPanic{}, n+1)
		if caught == nil || caught.Item != 0 {
			t.Fatalf("%d workers: %+v came back", n, caught)
		}
		if _, ok := caught.Value.(*runtime.PanicNilError); !ok {
			t.Errorf("%d workers: the value is %T", n, caught.Value)
		}
	}
}

type nilPanic struct{}

func (nilPanic) Do(_, _ int) { panic(nil) }

// leaving ends the goroutine of one item.
type leaving struct {
	counting
	item   int
	worker atomic.Int32
}

func (l *leaving) Do(worker, item int) {
	l.runs[item].Add(1)
	if item == l.item {
		l.worker.Store(int32(worker))
		runtime.Goexit()
	}
	runtime.Gosched()
}

// TestItemThatEndsItsGoroutineHangsNothing calls Run on a goroutine of its own, since the item may run on the caller.
func TestItemThatEndsItsGoroutineHangsNothing(t *testing.T) {
	for _, n := range workers {
		p := newPool(t, n)
		for round := range 100 {
			l := &leaving{counting: *newCounting(n, 50), item: round % 50}
			var caught *parallel.Caught
			returned := false
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				caught = p.Run(l, 50)
				returned = true
			}()
			<-ended
			if onCaller := l.worker.Load() == 0; returned == onCaller {
				t.Fatalf("%d workers: the item ran on worker %d, Run returned: %v", n, l.worker.Load(), returned)
			}
			if returned && (caught == nil || caught.Item != l.item || caught.Value != parallel.ErrGoexit) {
				t.Fatalf("%d workers: %+v came back", n, caught)
			}
			for i := range l.runs {
				if got := l.runs[i].Load(); got != 1 {
					t.Fatalf("%d workers: item %d ran %d times", n, i, got)
				}
			}
		}
		c := newCounting(n, 100)
		if caught := p.Run(c, 100); caught != nil {
			t.Fatalf("%d workers: the next call reports %+v", n, caught)
		}
	}
}

// leavingAll ends the goroutine of every item.
type leavingAll struct{ counting }

func (l *leavingAll) Do(_, item int) {
	l.runs[item].Add(1)
	runtime.Goexit()
}

// A caller of Run whose goroutine an item ends does the rest in what that goroutine deferred, where further items end it again.
func TestItemsThatAllEndTheirGoroutinesRunOnce(t *testing.T) {
	for _, n := range workers {
		p := newPool(t, n)
		for _, singles := range []int{300, 0, 40} {
			l := &leavingAll{*newCounting(n, 300)}
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				p.RunNeighbors(l, singles, 300)
			}()
			<-ended
			for i := range l.runs {
				if got := l.runs[i].Load(); got != 1 {
					t.Fatalf("%d workers, %d singles: item %d ran %d times", n, singles, i, got)
				}
			}
			checkOnce(t, p, singles, 300)
		}
	}
}

// nesting calls Run from an item.
type nesting struct{ pool *parallel.Pool }

func (n *nesting) Do(_, item int) {
	if item == 3 {
		n.pool.Run(n, 1)
	}
}

func TestRunWithinAnItemPanics(t *testing.T) {
	for _, n := range workers {
		p := newPool(t, n)
		caught := p.Run(&nesting{p}, 10)
		if caught == nil {
			t.Fatalf("%d workers: nothing came back", n)
		}
		if text, is := caught.Value.(string); caught.Item != 3 || !is || !strings.Contains(text, "in flight") {
			t.Errorf("%d workers: %v of item %d came back", n, caught.Value, caught.Item)
		}
		checkOnce(t, p, 10, 10)
	}
}

func TestWarmCallAllocatesNothing(t *testing.T) {
	quiet.Runtime(t)
	for _, n := range workers {
		p := newPool(t, n)
		c := newCounting(n, 64)
		var before, after runtime.MemStats
		for range 20 { // reading starts the runtime's threads anew, which may need one more of them
			for range 100 {
				p.Run(c, 64)
			}
			runtime.ReadMemStats(&before)
		}
		for range 1000 {
			p.Run(c, 64)
		}
		runtime.ReadMemStats(&after)
		if mallocs, bytes := after.Mallocs-before.Mallocs, after.TotalAlloc-before.TotalAlloc; mallocs != 0 || bytes != 0 {
			t.Errorf("%d workers on %d processors: %d allocations of %d bytes in 1000 calls",
				n, runtime.GOMAXPROCS(0), mallocs, bytes)
		}
	}
}

func TestPoolBelowOneWorkerTakesEveryProcessor(t *testing.T) {
	p := parallel.NewPool(0)
	defer p.Close()
	if p.Workers() != runtime.GOMAXPROCS(0) {
		t.Errorf("%d workers on %d processors", p.Workers(), runtime.GOMAXPROCS(0))
	}
}

func TestClosedPoolRefusesToRun(t *testing.T) {
	p := parallel.NewPool(2)
	p.Close()
	p.Close()
	defer func() {
		if recover() == nil {
			t.Error("a closed pool ran")
		}
	}()
	p.Run(newCounting(2, 1), 1)
}

// waiting is work whose first item ends only after all from the ninth on, which other workers therefore have to take out of the share
// of the first one: a worker takes 8 at a time at most.
type waiting struct {
	items int
	done  atomic.Int64
	all   chan struct{}
}

func (w *waiting) Do(_, item int) {
	switch {
	case item == 0:
		<-w.all
	case item >= 8 && w.done.Add(1) == int64(w.items-8):
		close(w.all)
	}
}

func TestWhoIsDoneHelpsTheOthers(t *testing.T) {
	for _, n := range []int{2, 3, 8} {
		p := newPool(t, n)
		for _, items := range []int{9, 64, 1000} {
			w := &waiting{items: items, all: make(chan struct{})}
			if caught := p.RunNeighbors(w, 0, items); caught != nil {
				t.Errorf("%d items on %d workers: caught %v", items, n, caught.Value)
			}
		}
	}
}
