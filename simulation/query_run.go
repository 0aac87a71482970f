package simulation

import (
	"math/bits"
	"sync/atomic"

	"tertius.dev/core/handle"
	"tertius.dev/simulation/internal/component"
	"tertius.dev/simulation/internal/query"
)

// queryRun is a query under way.
type queryRun struct {
	query.Run
	row QueryRow // of Where
}

// begin takes a run and gives it what the query asks for, with the numbers of the world.
func (s *Snapshot) begin(q *Query) *queryRun {
	if err := q.Problem(); err != nil {
		panic(err)
	}
	r := s.runs.take(s.tables)
	r.fill(s, q)
	return r
}

// find runs the query.
func (s *Snapshot) find(q *Query, yield func(handle.Entity) bool) {
	r := s.begin(q)
	r.Choose(s.tables)
	for {
		w, word := r.NextWord(s.tables)
		if word == 0 || !r.yieldWord(s, q, w, word, yield) {
			break
		}
	}
	s.runs.give(r)
}

// yieldWord gives the loop the matches of one word, and reports whether the loop goes on.
func (r *queryRun) yieldWord(s *Snapshot, q *Query, w int, word uint64, yield func(handle.Entity) bool) bool {
	for word != 0 {
		e, _ := s.rows.Slots.At(w<<6 | bits.TrailingZeros64(word))
		word &= word - 1
		if q.Where != nil && !r.passesWhere(s, q, e) {
			continue
		}
		if !yield(e) {
			return false
		}
		if changed, stale := r.Changed(s.tables); changed {
			if stale {
				r.fill(s, q)
			}
			word = r.Recheck(s.tables, w, word)
		}
	}
	return true
}

// fill translates the query. A type that the world has not met is had by no entity.
func (r *queryRun) fill(s *Snapshot, q *Query) {
	m := &r.Terms
	m.Reset()
	met := addTypes(&m.All, s.types, q.All)
	m.Never = met < len(q.All)
	met = addTypes(&m.Any, s.types, q.Any)
	m.Never = m.Never || met == 0 && len(q.Any) > 0
	addTypes(&m.None, s.types, q.None)
	m.Groups, m.In = q.Groups, q.In
	if !q.Near.isNone() {
		m.HasNear = true
		m.Near.Center, m.Near.RadiusMeters = q.Near.Center, q.Near.RadiusMeters
	}
}

// addTypes adds the types that the world has met to the list, and returns how many these are.
func addTypes(list *query.TypeList, types *component.Types, asked []ComponentType) (met int) {
	for _, t := range asked {
		if id, ok := types.ID(t.of); ok {
			list.Add(id)
			met++
		}
	}
	return met
}

// passes reports whether the live entity e matches the query that the run was begun with.
func (r *queryRun) passes(s *Snapshot, q *Query, e handle.Entity) bool {
	return r.Terms.Pass(s.tables, int(e.Index)) && (q.Where == nil || r.passesWhere(s, q, e))
}

// passesWhere asks the query's Where.
func (r *queryRun) passesWhere(s *Snapshot, q *Query, e handle.Entity) bool {
	r.row = QueryRow{snapshot: s, entity: e}
	return q.Where(&r.row)
}

// runPool keeps the runs of one goroutine, or of those few that share a snapshot.
//
// Threads: any. Cost: a take and a give swap a pointer each when nothing is nested.
type runPool struct {
	free [deepestNesting]atomic.Pointer[queryRun]
	made atomic.Int32
}

// deepestNesting is the number of queries that may run inside each other before one allocates its run.
const deepestNesting = 8

// take returns a run, a new one when none is free.
func (p *runPool) take(t *query.Tables) *queryRun {
	for k := range p.free {
		if p.free[k].Load() != nil {
			if r := p.free[k].Swap(nil); r != nil {
				r.Grow(len(t.Rows.Front))
				return r
			}
		}
	}
	p.made.Add(1)
	return newRun(t)
}

func newRun(t *query.Tables) *queryRun {
	r := new(queryRun)
	r.Grow(cap(t.Rows.Front))
	return r
}

// give takes a run back, empty.
func (p *runPool) give(r *queryRun) {
	r.End()
	for k := range p.free {
		if p.free[k].CompareAndSwap(nil, r) {
			return
		}
	}
}

// stock gives a pool as many runs as it may need, each with room for every slot, so that no take allocates in the parallel
// part. Between ticks only.
func (p *runPool) stock(runs int, t *query.Tables) {
	for k := range min(runs, deepestNesting) {
		if r := p.free[k].Load(); r == nil {
			p.free[k].Store(newRun(t))
		} else {
			r.Grow(len(t.Rows.Front))
		}
	}
}

// stockQueries gives every worker as many runs as the deepest nesting of any needed so far, and one at least.
func (w *World) stockQueries() {
	deepest := int(w.queries.made.Load())
	for _, k := range w.workers {
		deepest = max(deepest, int(k.queries.made.Load()))
	}
	deepest = max(deepest, 1)
	w.queries.stock(deepest, &w.index)
	for _, k := range w.workers {
		k.queries.stock(deepest, &w.index)
	}
}

// checkIndexes says which index differs from the rows, or gives nil.
func (w *World) checkIndexes() error { return w.index.Check() }
