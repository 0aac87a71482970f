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
	"math"
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
	looks   atomic.Int64 // how often who waits looks for what it waits for before it sleeps
	done    chan struct{}
	closed  bool

	work    Work      // of the call in flight
	items   int       // of the call in flight
	singles int       // of these, the first ones that are claimed one at a time
	block   int       // how many of the others are claimed at a time
	caught  []*Caught // per worker, the panic of the lowest item that it ran
	claims  []claim   // per worker
	shares  []share   // per worker
	sleeps  []sleep   // per worker

	_      [cacheLine]byte // what is written during a call lies apart from what every item reads
	calls  atomic.Uint64   // the number of the call in flight above helperBits, and how many workers beside the caller it takes
	_      [cacheLine]byte
	next   atomic.Int64 // the next of the singles to take
	_      [cacheLine]byte
	flight atomic.Uint64 // the number of the call in flight above openBit, whether a worker may still join, and how many are in it
}

// claim is a run of items that a worker has taken, less those that it has begun.
type claim struct {
	next, end int
	_         [cacheLine - 16]byte // a worker writes its own claim for each item
}

// share is what of the neighbors is left that a worker takes before those of others: the first one in the upper half of the word,
// the end in the lower.
type share struct {
	atomic.Uint64
	_ [cacheLine - 8]byte
}

func shareOf(from, to int) uint64 { return uint64(from)<<32 | uint64(to) }

// sleep says whether a worker sleeps until it is woken, or looks for work itself.
type sleep struct {
	asleep atomic.Bool
	wake   chan struct{}
	_      [cacheLine - 16]byte
}

// cacheLine is the memory in bytes that processors hand each other as one. Two of them, because they fetch pairs.
const cacheLine = 128

// openBit of the flight is set while a worker may join. The bits below it count those that have joined and are not done.
const openBit = 1 << helperBits

// helperBits is how many bits of the number of a call say how many workers help.
const helperBits = 16

// mostNeighbors is the most items of one claim. A claim of 8 chunks of 64 rows covers a cache line of every bit set, so
// two workers seldom write the same line.
const mostNeighbors = 8

// leastClaims is into how many claims each share is cut at least, where there are so many neighbors: who ends last, ends by one claim
// later than the others at most. Shares are in one piece, so only their ends and what others took out of them share cache lines.
const leastClaims = 16

// NewPool returns a pool of the given number of workers, the caller of Run counted, at most 65,536. A number below 1 takes one
// worker for each processor that Go may use.
func NewPool(workers int) *Pool {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, 1<<helperBits)
	p := &Pool{
		workers: workers, done: make(chan struct{}, 1), caught: make([]*Caught, workers), claims: make([]claim, workers),
		shares: make([]share, workers), sleeps: make([]sleep, workers),
	}
	p.looks.Store(looksOf(workers))
	for i := 1; i < workers; i++ {
		p.sleeps[i].wake = make(chan struct{}, 1)
		go p.serve(i, 0)
	}
	if workers > 1 {
		stockWaitRecords(workers)
	}
	return p
}

// mostLooks is about 10 µs of looking, which covers what lies between two calls of one tick. On 2 cores, which other programs used
// too, ticks of 1,000 and 8,000 movers were the same with a seventh, half and twice as much. SetLooks, and the flag -looks of the
// bench, try others.
const mostLooks = 20_000

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

// RunNeighbors is Run for items of which those from singles on lie side by side in memory. Each worker has a share of them, as
// large as that of the others and the same in each call with as many items, so that it finds what it has written before in its
// processor's cache. It takes several neighbors at a time, up to 8 and fewer where there are few, so that two workers seldom write
// the same cache lines. Who is done helps the others, from the end of their shares.
func (p *Pool) RunNeighbors(w Work, singles, items int) *Caught {
	if items <= 0 {
		return nil
	}
	if p.closed {
		panic("parallel: Run on a closed pool")
	}
	if p.work != nil {
		panic("parallel: Run while another call of the same pool is in flight, as from one of its items")
	}
	p.work, p.items, p.singles = w, items, min(singles, items)
	p.block = max(1, min(mostNeighbors, (items-p.singles)/(leastClaims*p.workers)))
	helpers := min(p.workers, items) - 1
	p.share(helpers + 1)
	p.next.Store(0)
	p.wake(helpers)
	ended := false
	defer func() {
		if !ended { // an item ended this goroutine
			p.takeCaught()
		}
	}()
	p.end()
	ended = true
	return p.takeCaught()
}

// share divides the neighbors among the first workers, in whole blocks.
func (p *Pool) share(workers int) {
	blocks := (p.items - p.singles + p.block - 1) / p.block
	from := p.singles
	for i := range workers {
		to := min(p.singles+(i+1)*blocks/workers*p.block, p.items)
		p.shares[i].Store(shareOf(from, to))
		from = to
	}
}

// wake begins the call for so many workers beside the caller. One write reaches all that look; who sleeps is sent for.
func (p *Pool) wake(helpers int) {
	if helpers == 0 {
		return
	}
	call := p.calls.Load()>>helperBits + 1
	p.flight.Store(call<<(helperBits+1) | openBit)
	p.calls.Store(call<<helperBits | uint64(helpers))
	for i := 1; i <= helpers; i++ {
		p.rouse(i)
	}
}

// rouse wakes a worker if it sleeps.
func (p *Pool) rouse(worker int) {
	if s := &p.sleeps[worker]; s.asleep.Load() && s.asleep.CompareAndSwap(true, false) {
		s.wake <- struct{}{}
	}
}

// end takes part in the work and waits until all of it is done. It does not wait for workers that have not joined yet: there is
// nothing left for them, and one that sleeps takes longer to wake than a small call takes. A goroutine that an item ends still owes
// the call its end, and so does one that a later item ends while it does that.
func (p *Pool) end() {
	ended := false
	defer func() {
		if !ended {
			p.end()
		}
	}()
	p.drain(0)
	if p.close() > 0 {
		p.awaitEnd()
	}
	p.work = nil
	ended = true
}

// close lets no more workers join the call in flight, and returns how many have joined and are not done.
func (p *Pool) close() (joined int) {
	for {
		flight := p.flight.Load()
		if p.flight.CompareAndSwap(flight, flight&^openBit) {
			return int(flight & (openBit - 1))
		}
	}
}

// join makes a worker one of those that the call waits for, and reports false when the call is over.
func (p *Pool) join(call uint64) bool {
	for {
		flight := p.flight.Load()
		if flight&^(openBit-1) != call>>helperBits<<(helperBits+1)|openBit {
			return false
		}
		if p.flight.CompareAndSwap(flight, flight+1) {
			return true
		}
	}
}

// awaitEnd waits until those that have joined are done. It looks for a while before it sleeps.
func (p *Pool) awaitEnd() {
	for range p.looks.Load() {
		if len(p.done) > 0 {
			break
		}
	}
	<-p.done
}

// await joins the next call that takes the worker, after the one that it has seen, and returns its number, or false when the pool is
// closed. It looks for a while before it sleeps: calls follow each other closely.
func (p *Pool) await(worker int, seen uint64) (call uint64, open bool) {
	for {
		for range p.looks.Load() {
			if p.calls.Load() != seen {
				break
			}
		}
		if p.calls.Load() == seen {
			p.sleep(worker, seen)
		}
		call = p.calls.Load()
		switch {
		case call == closing:
			return call, false
		case call != seen && worker <= int(call&(1<<helperBits-1)) && p.join(call):
			return call, true
		}
		seen = call
	}
}

// sleep waits until the worker is woken, unless a call came after the one that it has seen.
func (p *Pool) sleep(worker int, seen uint64) {
	s := &p.sleeps[worker]
	s.asleep.Store(true)
	if p.calls.Load() != seen && s.asleep.CompareAndSwap(true, false) {
		return // nobody sends for it
	}
	<-s.wake
}

// closing is the number of no call: it takes no worker.
const closing = math.MaxUint64 &^ (1<<helperBits - 1)

// Close ends the goroutines. Further calls of Close do nothing.
func (p *Pool) Close() {
	if p.closed {
		return
	}
	p.closed = true
	p.calls.Store(closing)
	for i := 1; i < p.workers; i++ {
		p.rouse(i)
	}
}

// serve is a worker's life after a call that it has seen. If an item ends its goroutine, another takes its place.
func (p *Pool) serve(worker int, seen uint64) {
	idle := true
	defer func() {
		if !idle {
			go p.serve(worker, seen)
			p.finish()
		}
	}()
	for {
		call, open := p.await(worker, seen)
		if !open {
			return
		}
		seen, idle = call, false
		p.drain(worker)
		idle = true
		p.finish()
	}
}

// finish tells that a goroutine's part of the call is done.
func (p *Pool) finish() {
	if flight := p.flight.Add(math.MaxUint64); flight&(2*openBit-1) == 0 { // nobody joins any more, and this was the last
		p.done <- struct{}{}
	}
}

// drain takes items until none is left.
func (p *Pool) drain(worker int) {
	for p.take(worker) {
		p.doClaim(worker)
	}
}

// take claims the next items for a worker, and reports whether there were any: one of the singles, or a block of its own share, or
// one of another's.
func (p *Pool) take(worker int) bool {
	if p.singles > 0 {
		if n := int(p.next.Add(1) - 1); n < p.singles {
			p.claims[worker] = claim{next: n, end: n + 1}
			return true
		}
	}
	if p.singles == p.items {
		return false
	}
	if p.takeOwn(worker) {
		return true
	}
	for i := 1; i < p.workers; i++ {
		if p.takeFrom((worker+i)%p.workers, worker) {
			return true
		}
	}
	return false
}

// takeOwn claims the first block of a worker's share.
func (p *Pool) takeOwn(worker int) bool {
	s := &p.shares[worker]
	for {
		left := s.Load()
		from, end := int(left>>32), int(left&math.MaxUint32)
		if from >= end {
			return false
		}
		to := min(from+p.block, end)
		if s.CompareAndSwap(left, shareOf(to, end)) {
			p.claims[worker] = claim{next: from, end: to}
			return true
		}
	}
}

// takeFrom claims the last block of another worker's share.
func (p *Pool) takeFrom(other, worker int) bool {
	s := &p.shares[other]
	for {
		left := s.Load()
		first, end := int(left>>32), int(left&math.MaxUint32)
		if first >= end {
			return false
		}
		from := max(first, p.singles+(end-1-p.singles)/p.block*p.block)
		if s.CompareAndSwap(left, shareOf(first, from)) {
			p.claims[worker] = claim{next: from, end: end}
			return true
		}
	}
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
