package message

import "iter"

// In walks the payloads of this type in the list, in order. The payload may be edited in place. Valid: each pointer during
// its yield, until something is added to the list.
//
// Special cases: what is added during the walk is not walked; where the body removes, the walk goes on at the place that it
// had, so it passes over as many events as went from before it.
// Cost: one comparison for each event in the list, or nothing when the list has none of this type. Allocates nothing.
func (t *Token[T]) In(l *List) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		id := l.registry.at(&t.label)
		if !l.mask.Has(id) {
			return
		}
		for i := 0; i < l.seen; i++ { // the body may add, which moves the events, or remove
			if e := &l.events[i]; e.Type == id && !yield(payloadOf[T](e)) {
				return
			}
		}
	}
}

// Events walks the envelopes of this type in the list beside their payloads, for who needs the sender. It is In otherwise.
func (t *Token[T]) Events(l *List) iter.Seq2[*Event, *T] {
	return func(yield func(*Event, *T) bool) {
		id := l.registry.at(&t.label)
		if !l.mask.Has(id) {
			return
		}
		for i := 0; i < l.seen; i++ {
			if e := &l.events[i]; e.Type == id && !yield(e, payloadOf[T](e)) {
				return
			}
		}
	}
}

// Where walks the payloads of this type for which keep says so. It is In otherwise.
func (t *Token[T]) Where(l *List, keep func(*T) bool) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		id := l.registry.at(&t.label)
		if !l.mask.Has(id) {
			return
		}
		for i := 0; i < l.seen; i++ {
			if e := &l.events[i]; e.Type == id && keep(payloadOf[T](e)) && !yield(payloadOf[T](e)) {
				return
			}
		}
	}
}

// First returns the first payload of this type in the list, or nil.
func (t *Token[T]) First(l *List) *T {
	for p := range t.In(l) {
		return p
	}
	return nil
}

// Any reports whether the list has a payload of this type.
func (t *Token[T]) Any(l *List) bool { return t.First(l) != nil }

// Count returns how many payloads of this type the list has.
func (t *Token[T]) Count(l *List) int {
	n := 0
	for range t.In(l) {
		n++
	}
	return n
}

// Add puts a payload at the end of the list, where only the components after the present one see it.
func (t *Token[T]) Add(l *List, payload T) {
	e := l.extend()
	*e = Event{Type: l.registry.at(&t.label), Sender: l.recipient, Target: To(l.recipient)}
	*payloadOf[T](e) = payload
	l.mask.Add(e.Type)
}

// Remove takes the payloads of this type for which drop says so out of the list, and keeps the order of the rest. Neither
// the present component nor those after it see them again.
//
// Cost: a drop that is a closure allocates nothing either, since nothing keeps it.
func (t *Token[T]) Remove(l *List, drop func(*T) bool) {
	id := l.registry.at(&t.label)
	if !l.mask.Has(id) {
		return
	}
	events, kept, left := l.events[:l.seen], 0, false
	for i := range events {
		e := &events[i]
		if e.Type == id {
			if drop(payloadOf[T](e)) {
				continue
			}
			left = true
		}
		if kept != i {
			events[kept] = *e
		}
		kept++
	}
	l.cut(kept, id, left)
}

// RemoveAll takes every payload of this type out of the list.
func (t *Token[T]) RemoveAll(l *List) { t.Remove(l, func(*T) bool { return true }) }

// RemoveWith is Token.Remove for a drop that is a function of its own, shared by several components, and gets a state beside
// the payload:
//
//	message.RemoveWith(Hits, events, armor.rating, isWeak)
func RemoveWith[S, T any](t *Token[T], l *List, state S, drop func(S, *T) bool) {
	t.Remove(l, func(p *T) bool { return drop(state, p) })
}

// cut takes the events from kept to seen out of the list. It was asked to remove the type id, of which some are left before.
func (l *List) cut(kept int, id TypeID, left bool) {
	if kept == l.seen {
		return
	}
	added := l.events[l.seen:] // by the present component, which it does not see
	for i := range added {
		left = left || added[i].Type == id
	}
	copy(l.events[kept:], added)
	l.events, l.seen = l.events[:kept+len(added)], kept
	if !left {
		l.mask.Remove(id)
	}
}
