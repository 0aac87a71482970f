package route

import (
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
// A routing on the workers works in two phases. First each block, a run of neighboring messages, finds the recipients of its
// messages, and keeps the letters by range, a run of neighboring chunks. Then each range sorts its letters of all blocks, in
// the order of the blocks. The serial path is the same with one block and one range.
type routing struct {
	lists   [][]message.Event
	total   int // messages in them
	blocks  []block
	ranges  []span
	shift   int      // a chunk is of the range whose number is its own, shifted down
	letters []letter // by range, then by chunk, then in the order of the routing
	first   []uint32 // by chunk, its first letter
	count   []uint32 // by chunk, how many it has
	facts   *Facts   // of the routing under way
}

// place says which message: the list and the place in it.
type place struct{ list, event int }

// block is a run of neighboring messages and their letters.
type block struct {
	from, to place       // the messages
	found    []addressed // in the order of the routing
	sorted   []addressed // by range, then in the order of the routing; of one range, found
	room     []addressed // of sorted where there are several ranges
	starts   []uint32    // by range, where its letters begin in sorted, and their end
}

// span is a range's part of the letters, and the chunks in it that have some.
type span struct {
	first  uint32
	chunks []uint32 // in the order of their first letters
}

func (t *routing) grow(chunks int) {
	if n := chunks - len(t.first); n > 0 {
		t.first = append(t.first, make([]uint32, n)...)
		t.count = append(t.count, make([]uint32, n)...)
	}
}

func (t *routing) clear(mail []uint64) {
	for r := range t.ranges {
		for _, chunk := range t.ranges[r].chunks {
			mail[chunk], t.count[chunk] = 0, 0
		}
		t.ranges[r].chunks = t.ranges[r].chunks[:0]
	}
	t.lists, t.total, t.letters = t.lists[:0], 0, t.letters[:0]
}

func (t *routing) take(events []message.Event) {
	if len(events) > 0 {
		t.lists = append(t.lists, events)
		t.total += len(events)
	}
}

// divide cuts the messages into so many blocks of the same size, and the chunks into at most so many ranges.
func (t *routing) divide(blocks, ranges int) {
	t.shift = 0
	for (len(t.first)-1)>>t.shift >= ranges {
		t.shift++
	}
	t.ranges = stretch(t.ranges, ranges)
	for r := range t.ranges {
		t.ranges[r].chunks = roomFor(t.ranges[r].chunks, 1<<t.shift)
	}
	t.blocks = stretch(t.blocks, blocks)
	t.evenBlocks()
	list, before := 0, 0 // messages in the lists before list
	for b := range t.blocks {
		t.blocks[b].from = place{list, b*t.total/blocks - before}
		end := (b + 1) * t.total / blocks
		for list < len(t.lists) && before+len(t.lists[list]) <= end {
			before += len(t.lists[list])
			list++
		}
		t.blocks[b].to = place{list, end - before}
		t.blocks[b].starts = stretch(t.blocks[b].starts, ranges+1)
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

// divideFound sorts the letters of a block by range.
func (t *routing) divideFound(b int) {
	k := &t.blocks[b]
	if len(t.ranges) == 1 {
		k.starts[0], k.starts[1], k.sorted = 0, uint32(len(k.found)), k.found
		return
	}
	clear(k.starts)
	for i := range k.found {
		k.starts[k.found[i].chunk>>t.shift+1]++
	}
	for r := range t.ranges {
		k.starts[r+1] += k.starts[r]
	}
	k.room = roomFor(k.room, cap(k.found))
	k.sorted = k.room[:len(k.found)]
	for i := len(k.found) - 1; i >= 0; i-- { // from the end, so that the ends become the starts
		r := k.found[i].chunk >> t.shift
		k.starts[r+1]--
		k.sorted[k.starts[r+1]] = k.found[i]
	}
	copy(k.starts, k.starts[1:])
	k.starts[len(t.ranges)] = uint32(len(k.found))
}

// of returns the letters of a range in a block.
func (k *block) of(r int) []addressed { return k.sorted[k.starts[r]:k.starts[r+1]] }

// layOut gives each range its part of the letters.
func (t *routing) layOut() {
	total := uint32(0)
	for r := range t.ranges {
		t.ranges[r].first = total
		for b := range t.blocks {
			total += uint32(len(t.blocks[b].of(r)))
		}
	}
	if int(total) > cap(t.letters) {
		t.letters = make([]letter, total, 2*total)
	}
	t.letters = t.letters[:total]
}

// sort fills the letters of a range: a stable counting sort by chunk that visits only chunks with mail.
func (t *routing) sort(r int, mail []uint64) {
	s := &t.ranges[r]
	first, count, letters := t.first, t.count, t.letters
	for b := range t.blocks {
		found := t.blocks[b].of(r)
		for k := range found {
			chunk := found[k].chunk
			if count[chunk] == 0 {
				s.chunks = append(s.chunks, chunk)
			}
			count[chunk]++
		}
	}
	at := s.first
	for _, chunk := range s.chunks {
		first[chunk] = at
		at += count[chunk]
	}
	for b := range t.blocks {
		found := t.blocks[b].of(r)
		for k := range found {
			l := &found[k]
			letters[first[l.chunk]] = l.letter
			first[l.chunk]++
			mail[l.chunk] |= l.slots
		}
	}
	for _, chunk := range s.chunks {
		first[chunk] -= count[chunk]
	}
}

// of returns the letters of a chunk, in the order of the routing.
func (t *routing) of(chunk int) []letter {
	return t.letters[t.first[chunk] : t.first[chunk]+t.count[chunk]]
}

func (t *routing) forget(chunk int, bit uint64) {
	if t.count[chunk] == 0 {
		return
	}
	letters := t.of(chunk)
	for k := range letters {
		letters[k].slots &^= bit
	}
}

func (t *routing) stats() Stats {
	s := Stats{Messages: t.total}
	for k := range t.letters {
		s.Deliveries += bits.OnesCount64(t.letters[k].slots)
	}
	return s
}
