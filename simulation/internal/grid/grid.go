// Package grid finds the entities near a place: one sparse hash grid of 32 m cubes for each frame.
//
// Words: a cell is a cube with entities in it; a block is a piece of a crowded cell's list of slots. Both are as long as a cache
// line.
//
// Invariants:
//  1. A slot is in the cell of its front transform, and in no cell when it has none: a free slot, and the owner of a root
//     frame, which is in no frame.
//  2. A cell without entities does not exist, and its memory serves the next one.
//  3. What a search finds does not depend on the order in which entities came.
//
// Threads: one goroutine changes the grids outside the parallel part of a tick; reads beside reads are safe. Publish takes
// the workers, or none.
// Cost: 8 bytes per slot, about 90 bytes per cell, and 64 bytes per 15 entities that a cell has beyond its first 7.
package grid

import (
	"slices"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
)

// CellMeters is the edge of a cell.
const CellMeters = 32

// A cell and a block each fill the usual cache line of 64 bytes with slots.
const (
	cellSlots  = 7
	blockSlots = 15
)

// cell is a cube that holds entities. The first slots lie in the cell, the others in a chain of blocks, of which only the first
// may have room.
type cell struct {
	at    place
	frame uint32 // the index of the frame
	count uint32 // entities
	head  uint32 // the first block of the chain, or 0; the next free cell when it is free
	slots [cellSlots]uint32
}

// inHead returns how many slots the first block of the chain holds.
func (c *cell) inHead() uint32 { return (c.count-cellSlots-1)%blockSlots + 1 }

type block struct {
	next  uint32 // of the chain, or of the free blocks; or 0
	slots [blockSlots]uint32
}

// Grids are the grids of all frames.
type Grids struct {
	frames    []frameGrid // by the index of the frame
	cells     []cell      // by number from 1
	blocks    []block     // by number from 1
	freeCell  uint32      // the first of the free cells, or 0
	freeBlock uint32      // the first of the free blocks, or 0

	cellOf  []uint32 // by slot, the number of its cell, or 0
	blockOf []uint32 // by slot, the number of its block, or 0 when it lies in the cell itself

	publisher publisher
	placed    []int // scratch of Check: by the index of the frame, its slots
}

// frameGrid is the grid of one frame.
type frameGrid struct {
	places   lookup
	entities int
}

// New returns grids without entities.
func New() Grids {
	return Grids{cells: make([]cell, 1), blocks: make([]block, 1), publisher: publisher{threshold: PublishThreshold}}
}

// Grow makes room for n slots.
func (g *Grids) Grow(n int) {
	if more := n - len(g.cellOf); more > 0 {
		g.cellOf = append(g.cellOf, make([]uint32, more)...)
		g.blockOf = append(g.blockOf, make([]uint32, more)...)
		g.publisher.left.Grow(n)
		g.cells, g.blocks = withRoom(g.cells, n), withRoom(g.blocks, n)
	}
}

// withRoom returns rows with room for the cells or blocks of n entities that wander: for all that there can be while they
// are few, and for an eighth more than there are when they are many.
func withRoom[T any](rows []T, n int) []T {
	const few = 4096
	return slices.Grow(rows, max(min(n, few)+1-len(rows), len(rows)/8))
}

// Len returns the number of entities in the frame.
func (g *Grids) Len(f handle.Frame) int {
	if int(f.Index) >= len(g.frames) {
		return 0
	}
	return g.frames[f.Index].entities
}

// Place puts slot i, wherever it was before, at a position in a frame, in meters, and reports whether that changed its cell.
// Without a frame it leaves the grids.
func (g *Grids) Place(i int, f handle.Frame, position geom.Vec3) bool {
	if f.IsNone() {
		had := g.cellOf[i] != 0
		g.Remove(i)
		return had
	}
	if g.isIn(i, f, position) {
		return false
	}
	g.transfer(i, f, placeOf(position))
	return true
}

// isIn reports whether slot i is in the cell of a position in a frame.
func (g *Grids) isIn(i int, f handle.Frame, position geom.Vec3) bool {
	c := &g.cells[g.cellOf[i]] // cell 0 has no entities
	return c.frame == f.Index && c.count != 0 && (c.at.covers(position) || c.at == placeOf(position))
}

// transfer moves slot i into a cell that it is not in.
func (g *Grids) transfer(i int, f handle.Frame, at place) {
	g.Remove(i)
	g.insert(uint32(i), g.cellAt(f.Index, at))
}

// Remove takes slot i out of the grids.
func (g *Grids) Remove(i int) {
	number := g.cellOf[i]
	if number == 0 {
		return
	}
	c := &g.cells[number]
	g.frames[c.frame].entities--
	g.fillHole(c, uint32(i))
	g.cellOf[i], g.blockOf[i] = 0, 0
	c.count--
	if c.count == 0 {
		g.frames[c.frame].places.remove(c.at, number)
		c.head, g.freeCell = g.freeCell, number
	}
}

// fillHole moves the last slot of a cell to where slot i is, and gives back the block that is empty then.
func (g *Grids) fillHole(c *cell, i uint32) {
	var last uint32
	if c.head == 0 {
		last = c.slots[c.count-1]
	} else {
		last = g.blocks[c.head].slots[c.inHead()-1]
	}
	from := g.blockOf[i]
	slots := c.slots[:]
	if from != 0 {
		slots = g.blocks[from].slots[:]
	}
	slots[slices.Index(slots, i)] = last
	g.blockOf[last] = from
	if c.head != 0 && c.inHead() == 1 {
		g.dropHead(c)
	}
}

// dropHead gives back the first block of a chain.
func (g *Grids) dropHead(c *cell) {
	head := c.head
	c.head = g.blocks[head].next
	g.blocks[head].next = g.freeBlock
	g.freeBlock = head
}

// insert adds slot i to a cell.
func (g *Grids) insert(i, number uint32) {
	c := &g.cells[number]
	c.count++
	g.cellOf[i] = number
	g.frames[c.frame].entities++
	if c.count <= cellSlots {
		c.slots[c.count-1] = i
		return
	}
	if c.inHead() == 1 {
		head := g.newBlock()
		g.blocks[head].next = c.head
		c.head = head
	}
	g.blocks[c.head].slots[c.inHead()-1] = i
	g.blockOf[i] = c.head
}

func (g *Grids) newBlock() uint32 {
	if number := g.freeBlock; number != 0 {
		g.freeBlock = g.blocks[number].next
		return number
	}
	g.blocks = append(g.blocks, block{})
	return uint32(len(g.blocks) - 1)
}

// cellAt returns the number of the cell at a place, a new one when there is none.
func (g *Grids) cellAt(frame uint32, at place) uint32 {
	for int(frame) >= len(g.frames) {
		g.frames = append(g.frames, frameGrid{})
	}
	t := &g.frames[frame].places
	if number := t.find(g.cells, at); number != 0 {
		return number
	}
	number := g.newCell()
	g.cells[number] = cell{at: at, frame: frame}
	t.add(at, number)
	return number
}

func (g *Grids) newCell() uint32 {
	if number := g.freeCell; number != 0 {
		g.freeCell = g.cells[number].head
		return number
	}
	g.cells = append(g.cells, cell{})
	return uint32(len(g.cells) - 1)
}
