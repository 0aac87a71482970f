package parallel

// call.go is a call from its begin to its end: which workers join it, when it is closed to more, and what it reports.

import (
	"errors"
	"math"
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

// openBit of the flight is set while a worker may join. The bits below it count those that have joined and are not done.
const openBit = 1 << helperBits

// helperBits is how many bits of the number of a call say how many workers help.
const helperBits = 16

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

// finish tells that a goroutine's part of the call is done.
func (p *Pool) finish() {
	if flight := p.flight.Add(math.MaxUint64); flight&(2*openBit-1) == 0 { // nobody joins any more, and this was the last
		p.done <- struct{}{}
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
