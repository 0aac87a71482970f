// Package timer holds the messages that wait for a later tick.
//
// It is a wheel of wheels: the first has a list for each of the next 256 ticks, the second one for each of the next 256 turns
// of the first, and so on up to the last tick that there is. A list of a higher wheel is dealt out to the wheel below when its
// turn comes. So adding a message costs the same however many wait, a tick in which nothing is due costs one look, and a message
// is dealt out at most once for each wheel that its wait spans.
//
// Invariants:
//  1. Messages that are due in the same tick come out in the order in which they were added.
//  2. A warm wheel allocates nothing, and holds no pointer to anything but its own columns.
//
// Threads: one goroutine changes it; reads beside reads are safe.
// Source: Varghese and Lauck 1987, "Hashed and Hierarchical Timing Wheels", scheme 7.
package timer

import (
	"iter"
	"math/bits"

	"tertius.dev/core/clock"
	"tertius.dev/core/message"
)

const (
	turnBits = 8
	turn     = 1 << turnBits // lists of one wheel
	wheels   = 64 / turnBits
)

// Wheel is the messages that wait. The zero value begins with tick 0.
type Wheel struct {
	tick   clock.Ticks // whose messages come out next
	count  int
	lists  [wheels][turn]list
	events []message.Event // columns of the waiting messages, by node
	due    []clock.Ticks
	next   []uint32 // 1 + the node after this one in its list, or 0 at the end
	free   uint32   // 1 + the first node that is not in use, or 0
}

// list is the nodes that are due in one tick, or within one turn, in the order of adding.
type list struct{ first, last uint32 } // 1 + the node, or 0

// Len returns how many messages wait.
func (w *Wheel) Len() int { return w.count }

// Add makes a message wait for the tick due, which is not before the one that Advance comes to next.
func (w *Wheel) Add(due clock.Ticks, e *message.Event) {
	k := w.take()
	w.events[k], w.due[k] = *e, due
	w.hang(k)
	w.count++
}

// take returns a node that is not in use.
func (w *Wheel) take() uint32 {
	if w.free == 0 {
		w.events, w.due, w.next = append(w.events, message.Event{}), append(w.due, 0), append(w.next, 0)
		return uint32(len(w.events) - 1)
	}
	k := w.free - 1
	w.free = w.next[k]
	return k
}

// hang puts the node at the end of its list: that of the first wheel on which no higher one has still to turn.
func (w *Wheel) hang(k uint32) {
	due := uint64(w.due[k])
	level := (bits.Len64(due^uint64(w.tick)) - 1) / turnBits // 0 when due is the tick
	l := &w.lists[level][due>>(level*turnBits)&(turn-1)]
	w.next[k] = 0
	if l.last == 0 {
		l.first = k + 1
	} else {
		w.next[l.last-1] = k + 1
	}
	l.last = k + 1
}

// Advance appends the messages that are due in the tick to out, and goes on to the next tick.
func (w *Wheel) Advance(out []message.Event) []message.Event {
	out = w.empty(&w.lists[0][w.tick&(turn-1)], out)
	w.tick++
	w.deal()
	return out
}

func (w *Wheel) empty(l *list, out []message.Event) []message.Event {
	for k := l.first; k != 0; {
		out = append(out, w.events[k-1])
		next := w.next[k-1]
		w.next[k-1], w.free = w.free, k
		w.count--
		k = next
	}
	*l = list{}
	return out
}

// deal hands the lists whose turn begins with the tick down to the lower wheels, the highest first.
func (w *Wheel) deal() {
	top := min(bits.TrailingZeros64(uint64(w.tick))/turnBits, wheels-1)
	for level := top; level > 0; level-- {
		l := &w.lists[level][uint64(w.tick)>>(level*turnBits)&(turn-1)]
		k := l.first
		*l = list{}
		for k != 0 {
			next := w.next[k-1]
			w.hang(k - 1)
			k = next
		}
	}
}

// All walks the waiting messages with the ticks for which they wait. Those of one tick come in the order in which they were
// added, so a wheel that they are added to in this order gives the same messages in the same order.
func (w *Wheel) All() iter.Seq2[clock.Ticks, *message.Event] {
	return func(yield func(clock.Ticks, *message.Event) bool) {
		for level := range w.lists {
			for place := range w.lists[level] {
				for k := w.lists[level][place].first; k != 0; k = w.next[k-1] {
					if !yield(w.due[k-1], &w.events[k-1]) {
						return
					}
				}
			}
		}
	}
}
