// Package parallel runs the work items of one call on a set of goroutines that are kept for life.
//
// Invariants:
//  1. Every item of a call runs exactly once, also when another item panics.
//  2. Nothing that the pool reports depends on which worker ran which item, or in which order: of several panics it
//     reports the one of the lowest item.
//  3. A warm call allocates nothing (see stockWaitRecords for what a garbage collection may cost).
//
// Threads: one goroutine at a time calls Run; it is worker 0 and takes part in the work, so a pool of one worker has no
// goroutine of its own and runs everything on the caller, in item order.
package parallel

import (
	"errors"
	"reflect"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// Work is what a call of Run does: Do is called once for each item, with the worker that runs it, from 0 to Workers()-1.
//
// Do of different items run at the same time. A worker runs one item at a time, so scratch may be held per worker. Do may
// panic. If it ends its goroutine, as runtime.Goexit and a test's FailNow do, that counts as a panic with ErrGoexit.
type Work interface{ Do(worker, item int) }

// Caught is a panic that an item raised.
type Caught struct {
	Item  int    // the lowest item that panicked
	Value any    // what it panicked with
	Stack []byte // its goroutine's stack at the panic
}

// ErrGoexit is the value of an item that ended its goroutine. On the caller of Run it ends the caller's, after the other
// items are done.
var ErrGoexit = errors.New("parallel: an item ended its goroutine by runtime.Goexit, which t.FailNow calls too")

// Pool is a set of workers. Close ends them.
type Pool struct {
	workers int
	looks   atomic.Int64    // how often who waits looks for what it waits for before it sleeps
	wake    []chan struct{} // one per goroutine, worker i+1 waits on wake[i]
	done    chan struct{}
	closed  bool

	work    Work      // of the call in flight
	items   int       // of the call in flight
	singles int       // of these, the first ones that are claimed one at a time
	block   int       // how many of the others are claimed at a time
	caught  []*Caught // per worker, the panic of the lowest item that it ran
	claims  []claim   // per worker

	_       [cacheLine]byte // what every claim writes lies apart from what every item reads
	next    atomic.Int64    // the next claim to take
	running atomic.Int64    // goroutines that have not finished the call in flight
}

// claim is a run of items that a worker has taken, less those that it has begun.
type claim struct {
	next, end int
	_         [cacheLine - 16]byte // a worker writes its own claim for each item
}

// cacheLine is the memory in bytes that processors hand each other as one. Two of them, because they fetch pairs.
const cacheLine = 128

// mostNeighbors is the most items of one claim. A claim of 8 chunks of 64 rows covers a cache line of every bit set, so
// two workers seldom write the same line.
const mostNeighbors = 8

// NewPool returns a pool of the given number of workers, the caller of Run counted. A number below 1 takes one worker for
// each processor that Go may use.
func NewPool(workers int) *Pool {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	p := &Pool{workers: workers, done: make(chan struct{}, 1), caught: make([]*Caught, workers), claims: make([]claim, workers)}
	p.looks.Store(looksOf(workers))
	for i := 1; i < workers; i++ {
		wake := make(chan struct{}, 1)
		p.wake = append(p.wake, wake)
		go p.serve(i, wake)
	}
	if workers > 1 {
		stockWaitRecords(workers)
	}
	return p
}

// mostLooks is about 20 µs of looking. On 2 cores it makes ticks of 1,000 to 8,000 movers a tenth shorter, and six times as much
// looking is no better.
const mostLooks = 10_000

// looksOf returns how often a worker looks before it sleeps: never when the workers share processors, since it would keep one
// from who has work.
func looksOf(workers int) int64 {
	if workers > min(runtime.NumCPU(), runtime.GOMAXPROCS(0)) {
		return 0
	}
	return mostLooks
}

// SetLooks says how often a worker that waits looks for work before it sleeps, in place of a number that was measured. It is for
// who measures; no result depends on it.
func (p *Pool) SetLooks(looks int) { p.looks.Store(int64(looks)) }

// recordsPerProcessor is above what the runtime keeps of wait records at one processor, 128 in Go 1.26, by the half that
// it moves at a time.
const recordsPerProcessor = 192

// stockWaitRecords makes the runtime create wait records (sudogs) before the first call rather than during it.
//
// A goroutine takes a record from the processor on which it begins to wait, and gives it back to the one on which it wakes.
// So records wander, and a processor that has run out makes a new one while another keeps many. With more records than
// all processors keep, the rest lies in the store that they share, and nobody makes one. A collection empties that store:
// a later call may then make a record of about 100 bytes now and then. A select waits with a record per case, so a single
// goroutine brings them all.
func stockWaitRecords(workers int) {
	wake := make(chan struct{})
	cases := make([]reflect.SelectCase, min(recordsPerProcessor*runtime.GOMAXPROCS(0)+workers, mostCases))
	for i := range cases {
		cases[i] = reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(wake)}
	}
	stocked := make(chan struct{})
	go func() {
		reflect.Select(cases)
		close(stocked)
	}()
	for !wakeOne(wake) {
		runtime.Gosched()
	}
	<-stocked
}

// mostCases is the most cases of a reflect.Select.
const mostCases = 65536

// wakeOne wakes a goroutine that waits on c, and reports whether there was one.
func wakeOne(c chan<- struct{}) bool {
	select {
	case c <- struct{}{}:
		return true
	default:
		return false
	}
}

// Workers returns the number of workers, the caller of Run counted.
func (p *Pool) Workers() int { return p.workers }

// Run does every item from 0 to items-1 of w and returns when all are done. It returns the panic of the lowest item that
// panicked, or nil.
//
// A goroutine wakes only when there is an item for it, so a call of one item costs no hand-off.
func (p *Pool) Run(w Work, items int) *Caught { return p.RunNeighbors(w, items, items) }

// RunNeighbors is Run for items of which those from singles on lie side by side in memory: a worker takes several
// neighbors at a time, up to 8 and fewer where there are few, so that two workers seldom write the same cache lines.
func (p *Pool) RunNeighbors(w Work, singles, items int) *Caught {
	if items <= 0 {
		return nil
	}
	if p.closed {
		panic("parallel: Run on a closed pool")
	}
	p.work, p.items, p.singles = w, items, min(singles, items)
	p.block = max(1, min(mostNeighbors, (items-p.singles)/(4*p.workers)))
	helpers := min(p.workers, items) - 1
	p.next.Store(0)
	p.running.Store(int64(helpers))
	for i := range helpers {
		p.wake[i] <- struct{}{}
	}
	joined := false
	defer func() {
		if !joined { // an item ends this goroutine, which still owes the call its end
			p.join(helpers)
			p.takeCaught()
		}
	}()
	p.join(helpers)
	joined = true
	return p.takeCaught()
}

// join takes part in the work and waits until all of it is done.
func (p *Pool) join(helpers int) {
	p.drain(0)
	if helpers > 0 {
		p.await(p.done)
	}
	p.work = nil
}

// await receives from c, and reports false when c is closed. It looks for a while before it sleeps: calls follow each other
// closely, and their ends too.
func (p *Pool) await(c <-chan struct{}) bool {
	for range p.looks.Load() {
		if len(c) > 0 {
			break
		}
	}
	_, ok := <-c
	return ok
}

// Close ends the goroutines. Further calls of Close do nothing.
func (p *Pool) Close() {
	if p.closed {
		return
	}
	p.closed = true
	for _, wake := range p.wake {
		close(wake)
	}
}

// serve is a worker's life. If an item ends its goroutine, another takes its place.
func (p *Pool) serve(worker int, wake <-chan struct{}) {
	idle := true
	defer func() {
		if !idle {
			go p.serve(worker, wake)
			p.finish()
		}
	}()
	for p.await(wake) {
		idle = false
		p.drain(worker)
		idle = true
		p.finish()
	}
}

// finish tells that a goroutine's part of the call is done.
func (p *Pool) finish() {
	if p.running.Add(-1) == 0 {
		p.done <- struct{}{}
	}
}

// drain takes items until none is left.
func (p *Pool) drain(worker int) {
	for p.take(worker) {
		p.doClaim(worker)
	}
}

// take claims the next items for a worker, and reports whether there were any.
func (p *Pool) take(worker int) bool {
	n := int(p.next.Add(1) - 1)
	first, count := n, 1
	if n >= p.singles {
		first, count = p.singles+(n-p.singles)*p.block, p.block
	}
	if first >= p.items {
		return false
	}
	p.claims[worker] = claim{next: first, end: min(first+count, p.items)}
	return true
}

// doClaim does the items of a worker's claim that are not begun yet.
func (p *Pool) doClaim(worker int) {
	c := &p.claims[worker]
	for c.next < c.end {
		c.next++
		p.do(worker, c.next-1)
	}
}

func (p *Pool) do(worker, item int) {
	finished := false
	defer func() {
		if finished {
			return
		}
		value := recover()
		if value != nil {
			p.keep(worker, item, value)
			return
		}
		p.keep(worker, item, ErrGoexit)
		p.doClaim(worker) // this goroutine ends, and its claim is known to nobody else
	}()
	p.work.Do(worker, item)
	finished = true
}

// keep stores the panic if its item is lower than that of the worker's kept one.
func (p *Pool) keep(worker, item int, value any) {
	if c := p.caught[worker]; c == nil || item < c.Item {
		p.caught[worker] = &Caught{Item: item, Value: value, Stack: debug.Stack()}
	}
}

func (p *Pool) takeCaught() *Caught {
	var first *Caught
	for i, c := range p.caught {
		if c != nil && (first == nil || c.Item < first.Item) {
			first = c
		}
		p.caught[i] = nil
	}
	return first
}
