package route

import (
	"iter"
	"math/bits"

	"tertius.dev/core/message"
)

const (
	chunkBits  = 6
	chunkSlots = 1 << chunkBits // neighboring slots of a chunk
)

// letter is a message for some slots of one chunk.
type letter struct {
	slots uint64 // of the chunk, bit 0 the lowest
	list  uint32 // the number of the list that holds the message
	event uint32 // its place there
}

// addressed is a letter that is not sorted yet.
type addressed struct {
	letter
	chunk uint32
}

// routing is the messages that were taken, and their letters by chunk.
//
// It works in blocks, runs of neighboring messages. Each block finds the letters of its messages and sorts them by chunk, on a
// worker or one after the other. Nothing joins the blocks: who runs a chunk takes its letters out of one block after the other,
// and sorts them by slot.
type routing struct {
	lists   [][]message.Event
	total   int // messages in them
	blocks  []block
	reached []uint64 // a set of chunks: those for which a block has letters
	facts   *Facts   // of the routing under way
}

// place says which message: the list and the place in it.
type place struct{ list, event int }

// block is a run of neighboring messages and their letters.
type block struct {
	from, to place       // the messages
	found    []addressed // in the order of the routing
	letters  []letter    // by chunk, then in the order of the routing
	piles    []pile      // by chunk
	reached  []uint64    // a set of chunks: those with letters
}

// pile is the letters of one chunk.
type pile struct {
	slots  uint64 // that the letters are for
	count  uint32
	end    uint32 // behind the last one, among the block's letters
	copies uint32 // inbox places that the letters fill
}

// clear forgets the messages, and what mail they brought. Each block clears its piles when it works next, on the worker that then
// needs them.
func (t *routing) clear(mail []uint64) {
	for chunk := range members(t.reached) {
		mail[chunk] = 0
	}
	clear(t.reached)
	t.lists, t.total, t.blocks = t.lists[:0], 0, t.blocks[:0]
}

// members walks a set of chunks in rising order.
func members(set []uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, word := range set {
			for ; word != 0; word &= word - 1 {
				if !yield(w<<6 | bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// clear empties the piles.
func (b *block) clear() {
	for chunk := range members(b.reached) {
		b.piles[chunk] = pile{}
	}
	clear(b.reached)
	b.found = b.found[:0]
}

func (t *routing) take(events []message.Event) {
	if len(events) > 0 {
		t.lists = append(t.lists, events)
		t.total += len(events)
	}
}

// divide cuts the messages into so many blocks of the same size, with piles for so many chunks.
func (t *routing) divide(blocks, chunks int) {
	t.blocks = stretch(t.blocks, blocks)
	t.evenBlocks()
	words := (chunks + 63) / 64
	t.reached = stretch(t.reached, words)
	list, before := 0, 0 // messages in the lists before list
	for b := range t.blocks {
		k := &t.blocks[b]
		k.from = place{list, b*t.total/blocks - before}
		end := (b + 1) * t.total / blocks
		for list < len(t.lists) && before+len(t.lists[list]) <= end {
			before += len(t.lists[list])
			list++
		}
		k.to = place{list, end - before}
		k.piles, k.reached = stretch(k.piles, chunks), stretch(k.reached, words)
	}
}

// evenBlocks gives each block the room of the largest. Where one block ends and the next begins moves from tick to tick, so
// without it a block would grow in some later, warm tick.
func (t *routing) evenBlocks() {
	most := 0
	for _, b := range t.blocks[:cap(t.blocks)] { // those of larger routings before too
		most = max(most, cap(b.found))
	}
	for b := range t.blocks {
		t.blocks[b].found = roomFor(t.blocks[b].found, most)
	}
}

// roomFor returns an empty list with room for n elements, and exactly n when it is new: a list that took a little more would
// make the others follow, and take a little more in turn.
func roomFor[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, 0, n)
	}
	return list[:0]
}

// stretch returns list with n elements, the old ones kept and with them their room.
func stretch[T any](list []T, n int) []T {
	list = list[:cap(list)]
	if n > len(list) {
		list = append(list, make([]T, n-len(list))...)
	}
	return list[:n]
}

// sort fills the piles of a block from what it has found and counted: the second half of a stable counting sort by chunk, which
// visits only chunks with mail.
func (b *block) sort() {
	found, piles := b.found, b.piles
	at := uint32(0)
	for chunk := range members(b.reached) {
		p := &piles[chunk]
		p.end = at
		at += p.count
	}
	b.letters = roomFor(b.letters, cap(found))[:len(found)]
	letters := b.letters
	for k := range found {
		a := &found[k]
		p := &piles[a.chunk]
		letters[p.end] = a.letter
		p.end++
	}
}

// of returns the letters of a chunk, in the order of the routing.
func (b *block) of(chunk int) []letter {
	if chunk >= len(b.piles) {
		return nil // newer than the routing
	}
	p := &b.piles[chunk]
	return b.letters[p.end-p.count : p.end]
}

// addMail adds the slots of 64 neighboring chunks that have mail, those of word w of the sets of chunks.
func (t *routing) addMail(mail []uint64, w int) {
	for b := range t.blocks {
		k := &t.blocks[b]
		word := k.reached[w]
		t.reached[w] |= word
		for ; word != 0; word &= word - 1 {
			chunk := w<<6 | bits.TrailingZeros64(word)
			mail[chunk] |= k.piles[chunk].slots
		}
	}
}

func (t *routing) forget(chunk int, bit uint64) {
	for b := range t.blocks {
		letters := t.blocks[b].of(chunk)
		for k := range letters {
			letters[k].slots &^= bit
		}
	}
}

func (t *routing) stats() Stats {
	s := Stats{Messages: t.total}
	for b := range t.blocks {
		for chunk := range members(t.blocks[b].reached) {
			for _, l := range t.blocks[b].of(chunk) {
				s.Deliveries += bits.OnesCount64(l.slots)
			}
		}
	}
	return s
}
