// Package grid finds the entities near a place: one sparse hash grid of 32 m cubes for each frame.
//
// Words: a cell is a cube with entities in it; a block is a piece of a cell's list of slots, as long as a cache line.
//
// Invariants:
//  1. A slot is in the cell of its front transform, and in no cell when it has none: a free slot, and the owner of a root
//     frame, which is in no frame.
//  2. A cell without entities does not exist, and its memory serves the next one.
//  3. What a search finds does not depend on the order in which entities came.
//
// Threads: one goroutine changes the grids outside the parallel part of a tick; reads beside reads are safe. Follow takes
// the workers, or none.
// Cost: 8 bytes per slot, 64 bytes per 15 entities of a cell, and about 64 bytes per cell.
package grid

import (
	"slices"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
)

// CellMeters is the edge of a cell.
const CellMeters = 32

// blockSlots is the number of slots in a block, which fills the usual cache line of 64 bytes.
const blockSlots = 15

// cell is a cube that holds entities. Its slots lie in a chain of blocks, of which only the first may have room.
type cell struct {
	at    place
	frame uint32 // the index of the frame
	head  uint32 // the first block of the chain
	count uint32 // entities
}

type block struct {
	next  uint32 // of the chain, or 0
	slots [blockSlots]uint32
}

// Grids are the grids of all frames.
type Grids struct {
	frames    []frameGrid // by the index of the frame
	cells     []cell      // by number from 1
	blocks    []block     // by number from 1
	freeCell  uint32      // the first of a chain through head, or 0
	freeBlock uint32      // the first of a chain through next, or 0

	cellOf  []uint32 // by slot, the number of its cell, or 0
	blockOf []uint32 // by slot, the number of its block; without meaning when it has no cell

	follow follower
}

// frameGrid is the grid of one frame.
type frameGrid struct {
	places   lookup
	entities int
}

// New returns grids without entities.
func New() Grids {
	return Grids{cells: make([]cell, 1), blocks: make([]block, 1), follow: follower{threshold: FollowThreshold}}
}

// Grow makes room for n slots.
func (g *Grids) Grow(n int) {
	if more := n - len(g.cellOf); more > 0 {
		g.cellOf = append(g.cellOf, make([]uint32, more)...)
		g.blockOf = append(g.blockOf, make([]uint32, more)...)
		g.follow.left.Grow(n)
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

// Place puts slot i, wherever it was before, at a position in a frame, in meters. Without a frame it leaves the grids.
func (g *Grids) Place(i int, f handle.Frame, position geom.Vec3) {
	if f.IsNone() {
		g.Remove(i)
		return
	}
	if at := placeOf(position); !g.isAt(i, f, at) {
		g.transfer(i, f, at)
	}
}

// transfer moves slot i into a cell that it is not in.
func (g *Grids) transfer(i int, f handle.Frame, at place) {
	g.Remove(i)
	g.insert(uint32(i), g.cellAt(f.Index, at))
}

// isAt reports whether slot i is in this cell.
func (g *Grids) isAt(i int, f handle.Frame, at place) bool {
	c := &g.cells[g.cellOf[i]] // cell 0 has no entities
	return c.at == at && c.frame == f.Index && c.count != 0
}

// Remove takes slot i out of the grids.
func (g *Grids) Remove(i int) {
	number := g.cellOf[i]
	if number == 0 {
		return
	}
	c := &g.cells[number]
	g.frames[c.frame].entities--
	g.fillHole(c, g.blockOf[i], uint32(i))
	g.cellOf[i] = 0
	c.count--
	if c.count%blockSlots == 0 {
		g.dropHead(c)
	}
	if c.count == 0 {
		g.frames[c.frame].places.remove(g.cells, number)
		c.head, g.freeCell = g.freeCell, number
	}
}

// fillHole moves the last slot of the chain to where slot i is.
func (g *Grids) fillHole(c *cell, number, i uint32) {
	b := &g.blocks[number]
	hole := slices.Index(b.slots[:], i)
	last := g.blocks[c.head].slots[(c.count-1)%blockSlots]
	b.slots[hole] = last
	g.blockOf[last] = number
}

// dropHead gives back the empty first block of a chain.
func (g *Grids) dropHead(c *cell) {
	head := c.head
	c.head = g.blocks[head].next
	g.blocks[head].next = g.freeBlock
	g.freeBlock = head
}

// insert adds slot i to a cell.
func (g *Grids) insert(i, number uint32) {
	c := &g.cells[number]
	if c.count%blockSlots == 0 {
		head := g.newBlock()
		g.blocks[head].next = c.head
		c.head = head
	}
	g.blocks[c.head].slots[c.count%blockSlots] = i
	c.count++
	g.cellOf[i], g.blockOf[i] = number, c.head
	g.frames[c.frame].entities++
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
	t.add(g.cells, number)
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
