package yard

import "math"

// planks is the side of a crate: a frame about three boards with a grain.
func planks(u, v float64) byte {
	const frame, gap = 0.14, 0.03
	edge := min(u, 1-u, v, 1-v)
	switch {
	case edge < 0.025:
		return 176
	case edge < frame:
		return byte(240 + 12*grain(u+v, u-v))
	case edge < frame+gap:
		return 140
	}
	board := (v - frame) / (1 - 2*frame) * 3
	if off := board - math.Floor(board); off < 0.06 {
		return 150
	}
	return byte(200 + 12*grain(u, 3*v+math.Floor(board)))
}

// grain is a slow wave along boards, from -1 to 1.
func grain(along, across float64) float64 { return math.Sin(37*across+2.2*math.Sin(5*along)) * 0.6 }

// tiles is a square of the yard's floor: two by two slabs of two tones with thin joints.
func tiles(u, v float64) byte {
	inU, inV := math.Mod(2*u, 1), math.Mod(2*v, 1)
	if min(inU, 1-inU, inV, 1-inV) < 0.018 {
		return 150
	}
	if (u < 0.5) == (v < 0.5) {
		return 238
	}
	return 222
}

// stripes is a ball in gores, so that one sees it roll.
func stripes(u, v float64) byte {
	if v < 0.06 || v > 0.94 || math.Mod(6*u, 1) < 0.5 {
		return 255
	}
	return 120
}
