// Package topic keeps who listens to which topic, beside those who listen to a frame because they are in it.
//
// Words: an entity subscribes to a topic; the topic's subscribers are a set of slots, walked in slot order.
//
// Invariants:
//  1. A slot is among the subscribers of a topic exactly if the topic is among the subscriptions of the slot.
//  2. A topic without subscribers has no row.
//  3. A warm table allocates nothing, also where topics and subscriptions come and go.
//
// Threads: changed outside the parallel part of a tick; reads beside reads are safe.
package topic

import (
	"iter"
	"math/bits"

	"tertius.dev/core/bitset"
	"tertius.dev/core/message"
)

// Table is the subscriptions of a world.
//
// A topic is found in a table of places with linear probing, at most half full; a row that has gone leaves no mark, because
// those behind it move up.
type Table struct {
	places []place // a power of two of them
	topics int     // rows in use
	rows   []row
	free   []uint32 // rows without a topic

	heads []uint32 // by slot, 1 + its last subscription, or 0
	links []link
	spare []uint32 // links not in use
}

// place is where a topic is found.
type place struct {
	topic message.Topic // none where the place is empty
	row   uint32
}

// row is the subscribers of one topic.
type row struct {
	topic       message.Topic
	subscribers bitset.Sparse
}

// link is one subscription of a slot.
type link struct {
	row  uint32
	next uint32 // 1 + the slot's subscription before this one, or 0
}

// Grow makes room for n slots.
func (t *Table) Grow(n int) {
	if n > len(t.heads) {
		t.heads = append(t.heads, make([]uint32, max(n, 2*len(t.heads))-len(t.heads))...)
	}
}

// Len returns the number of topics that have subscribers.
func (t *Table) Len() int { return t.topics }

// Subscribers returns the slots that listen to the topic, in rising order.
func (t *Table) Subscribers(of message.Topic) []bitset.Word {
	if at, ok := t.find(of); ok {
		return t.rows[t.places[at].row].subscribers.Words()
	}
	return nil
}

// Has reports whether the slot listens to the topic.
func (t *Table) Has(slot int, to message.Topic) bool {
	at, ok := t.find(to)
	return ok && t.rows[t.places[at].row].subscribers.Has(slot)
}

// Add makes the slot listen to the topic, which is not none.
func (t *Table) Add(slot int, to message.Topic) {
	at, ok := t.find(to)
	if !ok {
		at = t.addTopic(to)
	}
	r := t.places[at].row
	if t.rows[r].subscribers.Add(slot) {
		t.heads[slot] = t.addLink(link{r, t.heads[slot]})
	}
}

// Remove ends the listening of the slot to the topic.
func (t *Table) Remove(slot int, to message.Topic) {
	at, ok := t.find(to)
	if !ok || !t.rows[t.places[at].row].subscribers.Remove(slot) {
		return
	}
	r := t.places[at].row
	t.dropLink(slot, r)
	t.tidy(r)
}

// Leave ends every subscription of the slot.
func (t *Table) Leave(slot int) {
	for k := t.heads[slot]; k != 0; {
		l := t.links[k-1]
		t.spare = append(t.spare, k-1)
		t.rows[l.row].subscribers.Remove(slot)
		t.tidy(l.row)
		k = l.next
	}
	t.heads[slot] = 0
}

// Drop ends every subscription to the topic.
func (t *Table) Drop(of message.Topic) {
	at, ok := t.find(of)
	if !ok {
		return
	}
	r := t.places[at].row
	for slot := range t.rows[r].subscribers.All() {
		t.dropLink(slot, r)
	}
	t.rows[r].subscribers.Clear()
	t.tidy(r)
}

// Of walks the topics that the slot listens to, the last subscription first.
func (t *Table) Of(slot int) iter.Seq[message.Topic] {
	return func(yield func(message.Topic) bool) {
		for k := t.heads[slot]; k != 0; k = t.links[k-1].next {
			if !yield(t.rows[t.links[k-1].row].topic) {
				return
			}
		}
	}
}

func (t *Table) addLink(l link) uint32 {
	if n := len(t.spare); n > 0 {
		k := t.spare[n-1]
		t.spare = t.spare[:n-1]
		t.links[k] = l
		return k + 1
	}
	t.links = append(t.links, l)
	return uint32(len(t.links))
}

// dropLink takes the row out of the slot's subscriptions.
func (t *Table) dropLink(slot int, r uint32) {
	from := &t.heads[slot]
	for t.links[*from-1].row != r {
		from = &t.links[*from-1].next
	}
	k := *from - 1
	*from = t.links[k].next
	t.spare = append(t.spare, k)
}

// find returns the place of the topic, or the empty one where it would stand. A table without room says false.
func (t *Table) find(of message.Topic) (at int, ok bool) {
	if len(t.places) == 0 {
		return 0, false
	}
	at = t.home(of)
	for t.places[at].topic != of {
		if t.places[at].topic.IsNone() {
			return at, false
		}
		at = (at + 1) & (len(t.places) - 1)
	}
	return at, !of.IsNone()
}

// home is where the search for a topic begins. The factor spreads the numbers of frames and entities, which are neighbors.
func (t *Table) home(of message.Topic) int {
	const golden = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio (Knuth, The Art of Computer Programming 3, 6.4)
	return int(of.Bits() * golden >> (64 - bits.TrailingZeros(uint(len(t.places)))))
}

const fewestPlaces = 16

func (t *Table) addTopic(to message.Topic) (at int) {
	if 2*(t.topics+1) > len(t.places) {
		t.rehash(max(fewestPlaces, 2*len(t.places)))
	}
	at, _ = t.find(to)
	t.places[at] = place{to, t.takeRow(to)}
	t.topics++
	return at
}

func (t *Table) takeRow(to message.Topic) uint32 {
	if n := len(t.free); n > 0 {
		r := t.free[n-1]
		t.free = t.free[:n-1]
		t.rows[r].topic = to
		return r
	}
	t.rows = append(t.rows, row{topic: to})
	return uint32(len(t.rows) - 1)
}

func (t *Table) rehash(places int) {
	old := t.places
	t.places = make([]place, places)
	for _, p := range old {
		if !p.topic.IsNone() {
			at, _ := t.find(p.topic)
			t.places[at] = p
		}
	}
}

// tidy frees the row if it has no subscriber.
func (t *Table) tidy(r uint32) {
	if !t.rows[r].subscribers.Empty() {
		return
	}
	at, _ := t.find(t.rows[r].topic)
	t.rows[r].topic = message.Topic{}
	t.free = append(t.free, r)
	t.topics--
	t.vacate(at)
}

// vacate empties a place and moves up those behind it that a search would no longer find.
func (t *Table) vacate(at int) {
	last := len(t.places) - 1
	for next := (at + 1) & last; !t.places[next].topic.IsNone(); next = (next + 1) & last {
		home := t.home(t.places[next].topic)
		if (next-home)&last >= (next-at)&last { // the search for it passes the empty place
			t.places[at] = t.places[next]
			at = next
		}
	}
	t.places[at] = place{}
}
