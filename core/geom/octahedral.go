package geom

import "math"

// Direction is a unit vector packed into 4 bytes, for events that have little room. It is within 1e-4 rad of what it packs.
//
// The zero value is +Z. Source: Meyer et al. 2010, "On Floating-Point Normal Vectors" (the octahedral map).
type Direction struct{ u, v int16 }

// Pack returns the direction of d, or +Z when d has no direction.
func Pack(d Vec3f) Direction {
	x, y, z := float64(d.X), float64(d.Y), float64(d.Z)
	sum := math.Abs(x) + math.Abs(y) + math.Abs(z)
	if !(sum > 0) || math.IsInf(sum, 1) {
		return Direction{}
	}
	u, v := x/sum, y/sum
	if z < 0 {
		u, v = float64((1-math.Abs(v))*math.Copysign(1, u)), float64((1-math.Abs(u))*math.Copysign(1, v))
	}
	return Direction{packSnorm(u), packSnorm(v)}
}

// Unit returns the direction at length 1.
func (d Direction) Unit() Vec3f {
	u, v := float64(d.u)/math.MaxInt16, float64(d.v)/math.MaxInt16
	z := 1 - math.Abs(u) - math.Abs(v)
	if z < 0 {
		u, v = float64((1-math.Abs(v))*math.Copysign(1, u)), float64((1-math.Abs(u))*math.Copysign(1, v))
	}
	return Vec3{u, v, z}.Unit(UnitZ).Single()
}

func packSnorm(x float64) int16 {
	return int16(math.Floor(float64(max(-1, min(1, x))*math.MaxInt16) + 0.5))
}
