package simulation

import (
	"errors"
	"fmt"
	"iter"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
)

// Query says which entities are meant. An entity must pass every field that is set; the zero Query means all live ones.
//
// The same query serves Snapshot.Find and the questions that components ask of physics.
//
// Threads: a query may be shared by workers while nobody changes it; so may Where, which then must not change anything that
// two of its calls share.
type Query struct {
	All    []ComponentType      // has each of these components
	Any    []ComponentType      // has at least one of these, if there are any
	None   []ComponentType      // has none of these
	Groups physics.Groups       // has a body in at least one of these collision groups, as the last finished step knew them
	In     handle.Frame         // is in this frame; none: in any, or in none
	Near   Near                 // is near a place in the frame In
	Where  func(*QueryRow) bool // passes this test, which is asked last
}

// Near asks for the entities whose origin is at most RadiusMeters from Center. The zero value asks nothing.
type Near struct {
	Center       geom.Vec3 // in meters in the frame Query.In
	RadiusMeters float64   // above 0 and at most 1e150; 0 only in the zero value
}

// largestRadiusMeters is the largest radius whose square is a finite double with room for a sum.
const largestRadiusMeters = 1e150

func (n *Near) isNone() bool { return *n == Near{} }

// QueryRow is an entity that passed all else of a query, as its Where sees it. Valid: during the call of Where.
type QueryRow struct {
	snapshot *Snapshot
	entity   handle.Entity
}

// Entity returns the handle of the entity.
func (r *QueryRow) Entity() handle.Entity { return r.entity }

// Snapshot returns the state that the query runs on.
func (r *QueryRow) Snapshot() *Snapshot { return r.snapshot }

// Frame returns the frame that the entity is in, or none for the owner of a root frame.
func (r *QueryRow) Frame() handle.Frame { return r.snapshot.rows.Front[r.entity.Index].Frame }

// Position returns where the entity's origin is, in meters in Frame.
func (r *QueryRow) Position() geom.Vec3 { return r.snapshot.rows.Front[r.entity.Index].Pose.Position }

// Velocity returns the velocity of the entity's origin, in m/s in Frame.
func (r *QueryRow) Velocity() geom.Vec3 { return r.snapshot.rows.FrontMotion[r.entity.Index].Velocity }

// Problem says why nothing can be asked so, or gives nil. The error names the field.
func (q *Query) Problem() error {
	if q == nil {
		return errors.New("the Query is nil; the zero Query means all entities")
	}
	for _, err := range [...]error{typesProblem("All", q.All), typesProblem("Any", q.Any), typesProblem("None", q.None)} {
		if err != nil {
			return err
		}
	}
	switch n := &q.Near; {
	case n.isNone():
	case q.In.IsNone():
		return fmt.Errorf("Query.Near is set without In, the frame that its Center lies in")
	case !n.Center.Finite():
		return fmt.Errorf("Query.Near.Center is %v; it must be finite", n.Center)
	case !(n.RadiusMeters > 0 && n.RadiusMeters <= largestRadiusMeters):
		return fmt.Errorf("Query.Near.RadiusMeters is %v; it must be above 0 and at most %g", n.RadiusMeters, largestRadiusMeters)
	}
	return nil
}

// typesProblem is a function of its own so that the lists of a query stay where they are, on a stack as a rule.
func typesProblem(name string, types []ComponentType) error {
	for i, t := range types {
		if t == (ComponentType{}) {
			return fmt.Errorf("Query.%s[%d] names no component type; use TypeOf", name, i)
		}
	}
	return nil
}

// Find walks the entities that match the query, in the order of their slots, whatever index it starts from.
//
// The loop may run further queries. Outside a tick it may change the world too: what is gone or matches no longer when its
// turn comes is left out, and what begins to match only then may be.
//
// Errors: panics for a query with a Problem.
// Threads: any; see Snapshot. Cost: follows the smallest index that the query names, see Query.Plan; allocates nothing
// when warm.
func (s *Snapshot) Find(q *Query) iter.Seq[handle.Entity] {
	return func(yield func(handle.Entity) bool) { s.find(q, yield) }
}

// First returns the match in the lowest slot, and false when there is none.
func (s *Snapshot) First(q *Query) (first handle.Entity, found bool) {
	for e := range s.Find(q) {
		return e, true
	}
	return handle.Entity{}, false
}

// Count returns how many entities match the query.
func (s *Snapshot) Count(q *Query) int {
	n := 0
	for range s.Find(q) {
		n++
	}
	return n
}

// Within walks the entities whose origin is at most radiusMeters from center, in meters in frame f, in the order of their
// slots. It is Find with a Query of In and Near.
func (s *Snapshot) Within(f handle.Frame, center geom.Vec3, radiusMeters float64) iter.Seq[handle.Entity] {
	return func(yield func(handle.Entity) bool) {
		s.find(&Query{In: f, Near: Near{center, radiusMeters}}, yield)
	}
}

// Matches reports whether e is live and matches the query.
//
// Errors: panics for a query with a Problem.
func (s *Snapshot) Matches(e handle.Entity, q *Query) bool {
	if !s.Live(e) {
		return false
	}
	r := s.begin(q)
	ok := r.passes(s, q, e)
	s.runs.give(r)
	return ok
}

// Plan says how Find would run the query on the snapshot: which index it starts from, with how many candidates, and what
// narrows them. The text is for people.
//
// Errors: panics for a query with a Problem.
func (q *Query) Plan(s *Snapshot) string {
	r := s.begin(q)
	r.Choose(s.tables)
	text := r.Explain(s.tables)
	s.runs.give(r)
	if q.Where != nil {
		text += "then: Where\n"
	}
	return text
}
