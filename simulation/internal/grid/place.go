package grid

import "tertius.dev/core/geom"

// place names a cell of a frame: how many cells it lies along each axis from the one whose lowest corner is the origin.
type place struct{ x, y, z int64 }

// farthest is the coordinate of all that lies about 1.5e20 m out or farther, where neighboring doubles are 4,000 cells
// apart.
const farthest = 1 << 62

// placeOf returns the cell of a finite position in meters.
func placeOf(p geom.Vec3) place { return place{coordinate(p.X), coordinate(p.Y), coordinate(p.Z)} }

// covers reports whether p is the place of a position, by comparing where placeOf rounds.
//
// Special cases: false, whatever p is, for most of what lies beyond 2^53 cells, 2.9e17 m: there both ends of a cell are the
// same double.
func (p place) covers(position geom.Vec3) bool {
	x, y, z := position.X*(1.0/CellMeters), position.Y*(1.0/CellMeters), position.Z*(1.0/CellMeters)
	lowX, lowY, lowZ := float64(p.x), float64(p.y), float64(p.z)
	return x >= lowX && x < lowX+1 && y >= lowY && y < lowY+1 && z >= lowZ && z < lowZ+1
}

// coordinate rounds down to whole cells. It never falls as meters rise. The division is exact, since 32 is a power of two.
func coordinate(meters float64) int64 {
	cells := meters * (1.0 / CellMeters)
	if !(cells > -farthest && cells < farthest) {
		if cells < 0 {
			return -farthest
		}
		return farthest
	}
	whole := int64(cells)
	if float64(whole) > cells {
		whole--
	}
	return whole
}

// row is the number of neighbors along Z whose entries in a lookup lie side by side, in one cache line as a rule.
const row = 8

// tag mixes the coordinates so that rows of neighbors lie far apart, and the places of a row side by side: within a row the last
// bits count up. It is where the place's entry lies in a lookup that is nowhere full, as far as the lookup is long.
// Source: the primes and the last steps are those of xxHash, by Collet.
func (p place) tag() uint32 {
	h := uint64(p.x)*0x9e3779b185ebca87 ^ uint64(p.y)*0xc2b2ae3d27d4eb4f ^ uint64(p.z>>3)*0x165667b19e3779f9
	h ^= h >> 33
	h *= 0xc2b2ae3d27d4eb4f
	h ^= h >> 29
	h *= 0x165667b19e3779f9
	return uint32(h>>32)&^(row-1) | uint32(p.z)&(row-1)
}
