package parallel

// claim.go says which worker runs which items of a call: it takes them in claims, singles one at a time and neighbors out of shares.

import (
	"math"
	"runtime/debug"
	"sync/atomic"
)

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

// mostNeighbors is the most items of one claim. A claim of 8 chunks of 64 rows covers a cache line of every bit set, so
// two workers seldom write the same line.
const mostNeighbors = 8

// leastClaims is into how many claims each share is cut at least, where there are so many neighbors: who ends last, ends by one claim
// later than the others at most. Shares are in one piece, so only their ends and what others took out of them share cache lines.
const leastClaims = 16

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
