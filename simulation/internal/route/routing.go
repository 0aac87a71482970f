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
// messages, and keeps the letters in one cell for each range, a run of neighboring chunks. Then each range sorts its cells, in
// the order of the blocks. The serial path is the same with one block and one range.
type routing struct {
	lists   [][]message.Event
	total   int     // messages in them
	blocks  []block // where each begins, and the end behind the last
	ranges  []span
	shift   int           // a chunk is of the range whose number is its own, shifted down
	cells   [][]addressed // by block and then by range
	letters []letter      // by range, then by chunk, then in the order of the routing
	first   []uint32      // by chunk, its first letter
	count   []uint32      // by chunk, how many it has
	facts   *Facts        // of the routing under way
}

// block is the place of a message.
type block struct{ list, event int }

// span is a range's part of the letters, and the chunks in it that have some.
type span struct {
	first   uint32
	chunks  []uint32 // in the order of their first letters
	letters int
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
	t.blocks = t.blocks[:0]
	list, before := 0, 0 // messages in the lists before list
	for b := range blocks + 1 {
		at := b * t.total / blocks
		for list < len(t.lists) && before+len(t.lists[list]) <= at {
			before += len(t.lists[list])
			list++
		}
		t.blocks = append(t.blocks, block{list, at - before})
	}
	t.cells = stretch(t.cells, blocks*ranges)
	t.ranges = stretch(t.ranges, ranges)
}

// stretch returns list with n elements, the old ones kept and with them their room.
func stretch[T any](list []T, n int) []T {
	list = list[:cap(list)]
	if n > len(list) {
		list = append(list, make([]T, n-len(list))...)
	}
	return list[:n]
}

// place gives each range its part of the letters.
func (t *routing) place() {
	total := uint32(0)
	for r := range t.ranges {
		t.ranges[r].first = total
		for b := range len(t.blocks) - 1 {
			total += uint32(len(t.cells[b*len(t.ranges)+r]))
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
	first, count := t.first, t.count
	for b := range len(t.blocks) - 1 {
		cell := t.cells[b*len(t.ranges)+r]
		for k := range cell {
			chunk := cell[k].chunk
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
	letters := t.letters
	for b := range len(t.blocks) - 1 {
		cell := t.cells[b*len(t.ranges)+r]
		for k := range cell {
			l := &cell[k]
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
