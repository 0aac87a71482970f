package grid

import "tertius.dev/core/geom"

// CellOf returns the number of slot i's cell, or 0, for tests that ask who changed cells.
func (g *Grids) CellOf(i int) uint32 { return g.cellOf[i] }

// Cells returns how many cells of a frame hold entities.
func (g *Grids) Cells(frame int) int { return g.frames[frame].places.cells }

// Forget breaks an invariant: slot i names no cell.
func (g *Grids) Forget(i int) { g.cellOf[i] = 0 }

// Misplace breaks an invariant: the cell of slot i lies elsewhere.
func (g *Grids) Misplace(i int) { g.cells[g.cellOf[i]].at.x++ }

// Miscount breaks an invariant: the cell of slot i counts one more.
func (g *Grids) Miscount(i int) { g.cells[g.cellOf[i]].count++ }

// Helping reports whether workers would help with the next Publish.
func (g *Grids) Helping() bool { return !g.publisher.leaving }

// HelpAgain lets workers help with the next Publish.
func (g *Grids) HelpAgain() { g.publisher.leaving = false }

// CellHolds reports whether the cell of one position is that of another, by rounding both and by comparing.
func CellHolds(cellOf, position geom.Vec3) (rounding, comparing bool) {
	at := placeOf(cellOf)
	return at == placeOf(position), at.covers(position)
}
