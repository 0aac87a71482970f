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

// pool.go is the life of the goroutines: they are made once, look for a call, sleep, are woken, and end.

import (
	"math"
	"reflect"
	"runtime"
	"sync/atomic"
)

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

// sleep says whether a worker sleeps until it is woken, or looks for work itself.
type sleep struct {
	asleep atomic.Bool
	wake   chan struct{}
	_      [cacheLine - 16]byte
}

// cacheLine is the memory in bytes that processors hand each other as one. Two of them, because they fetch pairs.
const cacheLine = 128

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

// closing is the number of no call: it takes no worker.
const closing = math.MaxUint64 &^ (1<<helperBits - 1)

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

// rouse wakes a worker if it sleeps.
func (p *Pool) rouse(worker int) {
	if s := &p.sleeps[worker]; s.asleep.Load() && s.asleep.CompareAndSwap(true, false) {
		s.wake <- struct{}{}
	}
}
