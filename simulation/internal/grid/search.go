package grid

import (
	"iter"
	"math"

	"tertius.dev/core/bitset"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
)

// Ball is what a search covers: all that is RadiusMeters or nearer to Center, which lies in the frame searched.
type Ball struct {
	Center       geom.Vec3 // in meters
	RadiusMeters float64   // 0 or more
}

// Holds reports whether a position is in the ball, its surface included, as doubles round: the squares of the distance and
// of the radius are compared.
func (b *Ball) Holds(position geom.Vec3) bool {
	return position.Sub(b.Center).LengthSquared() <= float64(b.RadiusMeters*b.RadiusMeters)
}

// Count adds up the entities in the cells that the ball meets, of which only some are in the ball. It gives up when that
// and the number of cells it looked at exceed the limit.
func (g *Grids) Count(f handle.Frame, b *Ball, limit int) (entities, looks int, ok bool) {
	for c := range g.near(f, b) {
		looks++
		if c != nil {
			entities += int(c.count)
		}
		if entities+looks > limit {
			return entities, looks, false
		}
	}
	return entities, looks, true
}

// Collect adds the slots of the entities in the cells that the ball meets to a set with room for them.
func (g *Grids) Collect(f handle.Frame, b *Ball, into *bitset.Layered) {
	for c := range g.near(f, b) {
		if c != nil {
			g.collect(c, into)
		}
	}
}

// CollectAll adds the slots of all entities in a frame to a set with room for them.
func (g *Grids) CollectAll(f handle.Frame, into *bitset.Layered) {
	if g.Len(f) == 0 {
		return
	}
	for _, entry := range g.frames[f.Index].places.entries {
		if entry != 0 {
			g.collect(&g.cells[uint32(entry)], into)
		}
	}
}

func (g *Grids) collect(c *cell, into *bitset.Layered) {
	for _, i := range c.slots[:min(c.count, cellSlots)] {
		into.Add(int(i))
	}
	if c.head == 0 {
		return
	}
	used := c.inHead()
	for number := c.head; number != 0; {
		b := &g.blocks[number]
		for _, i := range b.slots[:used] {
			into.Add(int(i))
		}
		number, used = b.next, blockSlots
	}
}

// near walks the cells of a frame that the ball meets, and some that it misses by a hair. It looks the places in reach up,
// and gives nil for one without a cell; or it looks at every cell of the frame when these are fewer.
func (g *Grids) near(f handle.Frame, b *Ball) iter.Seq[*cell] {
	return func(yield func(*cell) bool) {
		if g.Len(f) == 0 {
			return
		}
		t := &g.frames[f.Index].places
		r := reachOf(b)
		if r.places() > float64(len(t.entries)) {
			for _, entry := range t.entries {
				if entry != 0 && r.holds(g.cells[uint32(entry)].at) && !yield(&g.cells[uint32(entry)]) {
					return
				}
			}
			return
		}
		g.nearPlaces(t, &r, yield)
	}
}

// nearPlaces looks up the places in reach, row by row.
func (g *Grids) nearPlaces(t *lookup, r *reach, yield func(*cell) bool) {
	for x := r.low.x; x <= r.high.x; x++ {
		beyondX := r.beyond(x, r.ball.Center.X)
		for y := r.low.y; y <= r.high.y; y++ {
			beyondXY := beyondX + r.beyond(y, r.ball.Center.Y)
			if beyondXY > r.most {
				continue
			}
			for z := r.low.z; z <= r.high.z; z++ {
				if beyondXY+r.beyond(z, r.ball.Center.Z) > r.most {
					continue
				}
				var c *cell
				if number := t.find(g.cells, place{x, y, z}); number != 0 {
					c = &g.cells[number]
				}
				if !yield(c) {
					return
				}
			}
		}
	}
}

// reach is the box of places about a ball.
type reach struct {
	low, high place
	ball      *Ball
	most      float64 // the square of a distance above that of all that the ball holds, in m²
}

// slack is far above what rounding adds to the sums here, relative to their terms, and far below a cell.
const slack = 0x1p-40

// vanishing is above every distance in meters whose square is 0 in doubles.
const vanishing = 1e-150

func reachOf(b *Ball) reach {
	c, radius := b.Center, b.RadiusMeters
	pad := func(x float64) float64 { return radius + float64((math.Abs(x)+radius)*slack) + vanishing }
	x, y, z := pad(c.X), pad(c.Y), pad(c.Z)
	furthest := max(x, y, z)
	return reach{
		low:  placeOf(geom.Vec3{X: c.X - x, Y: c.Y - y, Z: c.Z - z}),
		high: placeOf(geom.Vec3{X: c.X + x, Y: c.Y + y, Z: c.Z + z}),
		ball: b, most: float64(furthest * furthest),
	}
}

// places counts the places in the box.
func (r *reach) places() float64 {
	layer := float64(span(r.low.x, r.high.x) * span(r.low.y, r.high.y))
	return float64(layer * span(r.low.z, r.high.z))
}

func span(low, high int64) float64 { return float64(high) - float64(low) + 1 }

// holds reports whether the ball may meet the cell at a place.
func (r *reach) holds(p place) bool {
	if p.x < r.low.x || p.x > r.high.x || p.y < r.low.y || p.y > r.high.y || p.z < r.low.z || p.z > r.high.z {
		return false
	}
	return r.beyond(p.x, r.ball.Center.X)+r.beyond(p.y, r.ball.Center.Y)+r.beyond(p.z, r.ball.Center.Z) <= r.most
}

// beyond returns the square of how far the ball's center lies from a layer of cells along one axis, in m², or less.
func (r *reach) beyond(layer int64, center float64) float64 {
	if layer <= -exactLayers || layer >= exactLayers {
		return 0
	}
	low := float64(layer * CellMeters)
	distance := max(low-center, center-(low+CellMeters), 0)
	return float64(distance * distance)
}

// exactLayers is where the corners of cells stop being exact in doubles.
const exactLayers = 1 << 48
