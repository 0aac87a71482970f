package grid

import (
	"fmt"

	"tertius.dev/simulation/internal/table"
)

// Check says which invariant of the grids is broken, or gives nil. The rows are the front transforms, by slot. Cost: it
// visits every slot and every cell.
func (g *Grids) Check(rows []table.Place) error {
	g.placed = append(g.placed[:0], make([]int, len(g.frames))...)
	for i := range rows {
		if err := g.checkSlot(i, &rows[i]); err != nil {
			return err
		}
		if g.cellOf[i] != 0 {
			g.placed[g.cells[g.cellOf[i]].frame]++
		}
	}
	for f := range g.frames {
		if err := g.checkFrame(f, g.placed[f]); err != nil {
			return err
		}
	}
	if !g.publisher.left.Empty() {
		return fmt.Errorf("slots wait to be followed outside of it")
	}
	return nil
}

func (g *Grids) checkSlot(i int, row *table.Place) error {
	number := g.cellOf[i]
	c := &g.cells[number]
	switch {
	case row.Frame.IsNone() && number != 0:
		return fmt.Errorf("slot %d is in no frame, and in the cell %v of frame %d", i, c.at, c.frame)
	case row.Frame.IsNone():
		return nil
	case number == 0:
		return fmt.Errorf("slot %d is in frame %v, and in no cell", i, row.Frame)
	case c.frame != row.Frame.Index:
		return fmt.Errorf("slot %d is in frame %v, and in a cell of frame %d", i, row.Frame, c.frame)
	case c.at != placeOf(row.Pose.Position):
		return fmt.Errorf("slot %d is at %v, and in the cell %v", i, row.Pose.Position, c.at)
	}
	return nil
}

// checkFrame checks the cells that the lookup of a frame holds, which have that many slots.
func (g *Grids) checkFrame(f, placed int) error {
	entities, cells := 0, 0
	for _, entry := range g.frames[f].places.entries {
		if entry == 0 {
			continue
		}
		cells++
		number := uint32(entry)
		c := &g.cells[number]
		entities += int(c.count)
		if found := g.frames[f].places.find(g.cells, c.at); found != number {
			return fmt.Errorf("frame %d finds cell %d at %v, where cell %d is", f, found, c.at, number)
		}
		if err := g.checkChain(number); err != nil {
			return fmt.Errorf("frame %d: the cell %v: %w", f, c.at, err)
		}
	}
	if entities != placed || g.frames[f].entities != placed || g.frames[f].places.cells != cells {
		return fmt.Errorf("frame %d counts %d entities in %d cells; there are %d in %d, and %d slots name one of them",
			f, g.frames[f].entities, g.frames[f].places.cells, entities, cells, placed)
	}
	return nil
}

func (g *Grids) checkChain(number uint32) error {
	c := &g.cells[number]
	if c.count == 0 {
		return fmt.Errorf("it is empty")
	}
	if err := g.checkSlots(c.slots[:min(c.count, cellSlots)], number, 0); err != nil {
		return err
	}
	left, used := int(c.count)-cellSlots, int(c.inHead())
	for b := c.head; b != 0 && left > 0; b = g.blocks[b].next {
		if err := g.checkSlots(g.blocks[b].slots[:used], number, b); err != nil {
			return err
		}
		left -= used
		used = blockSlots
	}
	if left > 0 || c.count <= cellSlots && c.head != 0 {
		return fmt.Errorf("it counts %d slots, which are not those in its blocks", c.count)
	}
	return nil
}

func (g *Grids) checkSlots(slots []uint32, number, block uint32) error {
	for _, i := range slots {
		if g.cellOf[i] != number || g.blockOf[i] != block {
			return fmt.Errorf("slot %d is in its block %d, and names block %d of cell %d", i, block, g.blockOf[i], g.cellOf[i])
		}
	}
	return nil
}
