package route

import (
	"math/bits"

	"tertius.dev/core/bitset"
	"tertius.dev/core/contract"
	"tertius.dev/core/message"
	"tertius.dev/core/parallel"
)

// leastBlock is the least messages of a block: waking a worker for fewer costs more than it saves.
const leastBlock = Threshold / 4

// gatherThreshold is the number of sets of 64 chunks, of all blocks, from which the workers gather the mail. On the caller alone
// and on 2 workers, µs: 6 and 57 for 64 sets, 26 and 80 for 128, 137 and 88 for 512 (leasts on 2 cores of a Xeon under a load of
// 35, which slows the waking of workers most, 2026-11-30, by BenchmarkGather; there the piles lie in the caller's cache, while
// those that other workers wrote do not).
const gatherThreshold = 256

// route finds the recipients of what a routing has taken and sorts their letters.
func (r *Router) route(t *routing, f *Facts) {
	blocks := r.blocks(t.total)
	t.divide(blocks, len(r.mail))
	t.facts, r.running = f, t
	if blocks <= 1 {
		for b := range t.blocks {
			t.expand(b)
		}
	} else {
		r.run(&r.expanding, blocks)
	}
	r.gather(t)
	t.facts, r.running = nil, nil
}

// gather finds the slots that have mail, by ranges of 64 chunks.
func (r *Router) gather(t *routing) {
	if words := len(t.reached); len(t.blocks) > 1 && len(t.blocks)*words >= min(gatherThreshold, r.threshold) {
		r.run(&r.gathering, words)
		return
	}
	for w := range t.reached {
		t.addMail(r.mail, w)
	}
}

// blocks returns into how many blocks to cut a routing of so many messages: one for each worker that has enough to do. A low
// threshold, which only tests have, makes blocks small too.
func (r *Router) blocks(messages int) int {
	switch {
	case messages == 0:
		return 0
	case r.pool == nil || messages < r.threshold:
		return 1
	}
	return min(r.pool.Workers(), max(2, messages/min(leastBlock, r.threshold)))
}

// run does the items on the workers, and passes on the first panic. It takes the pool's own interface: a conversion from
// another one asks the runtime, which now and then allocates for it.
func (r *Router) run(w parallel.Work, items int) {
	if caught := r.pool.RunNeighbors(w, 0, items); caught != nil {
		panic(caught)
	}
}

// expanding is the blocks of a routing on the workers: an item is a block.
type expanding struct{ router *Router }

// Do finds and sorts the letters of one block.
func (e *expanding) Do(_, item int) { e.router.running.expand(item) }

// gathering is the ranges of a routing on the workers: an item is 64 chunks.
type gathering struct{ router *Router }

// Do finds the slots of 64 chunks that have mail.
func (g *gathering) Do(_, item int) { g.router.running.addMail(g.router.mail, item) }

// expand finds and sorts the letters of a block.
func (t *routing) expand(b int) {
	k := &t.blocks[b]
	k.clear()
	at := k.from
	for ; at.list < k.to.list; at = (place{at.list + 1, 0}) {
		t.expandList(k, at, len(t.lists[at.list]))
	}
	if at.event < k.to.event {
		t.expandList(k, at, k.to.event)
	}
	k.sort()
}

// expandList expands the messages of one list from a place up to the end. Nearly every message is direct.
func (t *routing) expandList(b *block, at place, end int) {
	wanting, slots, found, piles := t.facts.Wanting, &t.facts.Entities.Slots, b.found, b.piles
	events := t.lists[at.list][:end]
	for k := at.event; k < len(events); k++ {
		e := &events[k]
		to, direct := e.Target.AsDirect()
		if !direct {
			b.found = found
			t.expandMany(b, letter{list: uint32(at.list), event: uint32(k)}, e)
			found = b.found
			continue
		}
		if !wanting[e.Type].Has(int(to.Index)) || slots.Past(to.Entity()) { // who wants something is live
			continue
		}
		chunk, bit := to.Index>>chunkBits, uint64(1)<<(to.Index&(chunkSlots-1))
		found = append(found, addressed{letter{bit, uint32(at.list), uint32(k)}, chunk})
		p := &piles[chunk] // as count does, without a call
		if p.count == 0 {
			b.reached[chunk>>6] |= 1 << (chunk & 63)
		}
		p.count++
		p.copies++
		p.slots |= bit
	}
	b.found = found
}

// expandMany expands a message that is not to one entity.
func (t *routing) expandMany(b *block, l letter, e *message.Event) {
	wanting := &t.facts.Wanting[e.Type]
	switch e.Target.Kind() {
	case message.TargetNone, message.TargetDirect:
	case message.TargetSubscribers:
		to, _ := e.Target.AsSubscribers()
		t.expandTopic(b, l, to.Topic(), wanting)
	case message.TargetBroadcast:
		b.expandAll(l, wanting) // who wants something is live
	default:
		panic(contract.Unreachable(e.Target.Kind()))
	}
}

// expandTopic addresses the letter to who subscribed to the topic, and for a frame to who is in it, each of them once.
func (t *routing) expandTopic(b *block, l letter, to message.Topic, wanting *bitset.Marks) {
	f := t.facts
	subscribers := f.Topics.Subscribers(to)
	of, isFrame := to.Frame()
	if !isFrame {
		b.expandSparse(l, subscribers, wanting)
		return
	}
	if !f.Frames.Live(of) {
		return
	}
	members := f.Entities.Members(of).Words()
	if len(subscribers) == 0 {
		b.expandDense(l, members, wanting)
		return
	}
	next := 0
	for chunk, word := range members {
		if next < len(subscribers) && int(subscribers[next].Index) == chunk {
			word |= subscribers[next].Members
			next++
		}
		b.address(l, uint32(chunk), word&wanting.Word(chunk))
	}
	b.expandSparse(l, subscribers[next:], wanting)
}

func (b *block) expandAll(l letter, wanting *bitset.Marks) {
	for chunk, word := range wanting.Words() {
		b.address(l, uint32(chunk), word)
	}
}

func (b *block) expandDense(l letter, words []uint64, wanting *bitset.Marks) {
	for chunk, word := range words {
		b.address(l, uint32(chunk), word&wanting.Word(chunk))
	}
}

func (b *block) expandSparse(l letter, words []bitset.Word, wanting *bitset.Marks) {
	for _, w := range words {
		b.address(l, w.Index, w.Members&wanting.Word(int(w.Index)))
	}
}

// address adds a letter for these slots of a chunk, and counts it.
func (b *block) address(l letter, chunk uint32, slots uint64) {
	if slots == 0 {
		return
	}
	l.slots = slots
	b.found = append(b.found, addressed{l, chunk})
	p := &b.piles[chunk]
	if p.count == 0 {
		b.reached[chunk>>6] |= 1 << (chunk & 63)
	}
	p.count++
	p.copies += uint32(bits.OnesCount64(slots))
	p.slots |= slots
}
