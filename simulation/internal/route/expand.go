package route

import (
	"tertius.dev/core/bitset"
	"tertius.dev/core/contract"
	"tertius.dev/core/message"
)

// blocksPerWorker and rangesPerWorker cut a routing finer than the workers are many, so that one that falls behind is waited
// for less long.
const (
	blocksPerWorker = 2
	rangesPerWorker = 4
)

// route finds the recipients of what a routing has taken and sorts their letters.
func (r *Router) route(t *routing, f *Facts) {
	if t.total == 0 {
		return
	}
	t.facts, r.running = f, t
	if r.pool == nil || t.total < r.threshold {
		t.divide(1, 1)
		t.expand(0)
		t.place()
		t.sort(0, r.mail)
	} else {
		t.divide(blocksPerWorker*r.pool.Workers(), rangesPerWorker*r.pool.Workers())
		r.run(&r.expanding, len(t.blocks)-1)
		t.place()
		r.run(&r.sorting, len(t.ranges))
	}
	t.facts, r.running = nil, nil
}

// run does the items on the workers, and passes on the first panic.
func (r *Router) run(w interface{ Do(worker, item int) }, items int) {
	if caught := r.pool.Run(w, items); caught != nil {
		panic(caught)
	}
}

// expanding is the first phase on the workers: an item is a block.
type expanding struct{ router *Router }

// Do finds the recipients of one block.
func (e *expanding) Do(_, item int) { e.router.running.expand(item) }

// sorting is the second phase on the workers: an item is a range.
type sorting struct{ router *Router }

// Do sorts one range.
func (s *sorting) Do(_, item int) { s.router.running.sort(item, s.router.mail) }

// expand fills the cells of a block.
func (t *routing) expand(b int) {
	cells := t.cells[b*len(t.ranges) : (b+1)*len(t.ranges)]
	for r := range cells {
		cells[r] = cells[r][:0]
	}
	at, end := t.blocks[b], t.blocks[b+1]
	for ; at.list < end.list; at = (block{at.list + 1, 0}) {
		t.expandList(cells, at, len(t.lists[at.list]))
	}
	if at.event < end.event {
		t.expandList(cells, at, end.event)
	}
}

// expandList expands the messages of one list from a place up to the end.
func (t *routing) expandList(cells [][]addressed, at block, end int) {
	f, events := t.facts, t.lists[at.list]
	for k := at.event; k < end; k++ {
		e := &events[k]
		l := letter{list: uint32(at.list), event: uint32(k)}
		switch e.Target.Kind() {
		case message.TargetNone:
		case message.TargetDirect:
			to, _ := e.Target.AsDirect()
			slot := to.Entity.Index
			if f.Wanting[e.Type].Has(int(slot)) && f.Entities.Slots.Live(to.Entity) {
				l.slots = 1 << (slot & (chunkSlots - 1))
				chunk := slot >> chunkBits
				cell := &cells[chunk>>t.shift]
				*cell = append(*cell, addressed{l, chunk})
			}
		case message.TargetSubscribers:
			to, _ := e.Target.AsSubscribers()
			t.expandTopic(cells, l, to.Topic, &f.Wanting[e.Type])
		case message.TargetBroadcast:
			t.expandAll(cells, l, &f.Wanting[e.Type]) // who wants something is live
		default:
			panic(contract.Unreachable(e.Target.Kind()))
		}
	}
}

// expandTopic addresses the letter to who subscribed to the topic, and for a frame to who is in it, each of them once.
func (t *routing) expandTopic(cells [][]addressed, l letter, to message.Topic, wanting *bitset.Marks) {
	f := t.facts
	subscribers := f.Topics.Subscribers(to)
	of, isFrame := to.Frame()
	if !isFrame {
		t.expandSparse(cells, l, subscribers, wanting)
		return
	}
	if !f.Frames.Live(of) {
		return
	}
	members := f.Entities.Members(of).Words()
	if len(subscribers) == 0 {
		t.expandDense(cells, l, members, wanting)
		return
	}
	next := 0
	for chunk, word := range members {
		if next < len(subscribers) && int(subscribers[next].Index) == chunk {
			word |= subscribers[next].Members
			next++
		}
		t.address(cells, l, uint32(chunk), word&wanting.Word(chunk))
	}
	t.expandSparse(cells, l, subscribers[next:], wanting)
}

func (t *routing) expandAll(cells [][]addressed, l letter, wanting *bitset.Marks) {
	for chunk, word := range wanting.Words() {
		t.address(cells, l, uint32(chunk), word)
	}
}

func (t *routing) expandDense(cells [][]addressed, l letter, words []uint64, wanting *bitset.Marks) {
	for chunk, word := range words {
		t.address(cells, l, uint32(chunk), word&wanting.Word(chunk))
	}
}

func (t *routing) expandSparse(cells [][]addressed, l letter, words []bitset.Word, wanting *bitset.Marks) {
	for _, w := range words {
		t.address(cells, l, w.Index, w.Members&wanting.Word(int(w.Index)))
	}
}

// address puts a letter for these slots of a chunk into its cell.
func (t *routing) address(cells [][]addressed, l letter, chunk uint32, slots uint64) {
	if slots != 0 {
		l.slots = slots
		cell := &cells[chunk>>t.shift]
		*cell = append(*cell, addressed{l, chunk})
	}
}
