package space

import (
	"math"

	"tertius.dev/core/geom"
)

// lattice returns a number from 0 to 1 that looks drawn by chance, for each point of the whole numbers.
func lattice(x, y, z int) float64 { return float64(scramble(x, y, z)) * (1.0 / math.MaxUint32) }

// scramble returns bits that look drawn by chance, for each point of the whole numbers.
func scramble(x, y, z int) uint32 {
	h := uint32(x)*0x8da6b343 ^ uint32(y)*0xd8163841 ^ uint32(z)*0xcb1ab31f
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 12
	h *= 0x297a2d39
	return h ^ h>>15
}

// noise is a smooth function of space between 0 and 1 that changes over a length of about 1.
//
// Source: Perlin 2002, "Improving Noise", for the fifth-degree blend; the values are those of a lattice, not gradients.
func noise(p geom.Vec3) float64 {
	fx, fy, fz := math.Floor(p.X), math.Floor(p.Y), math.Floor(p.Z)
	x, y, z := int(fx), int(fy), int(fz)
	u, v, w := blend(p.X-fx), blend(p.Y-fy), blend(p.Z-fz)
	return mix(
		mix(mix(lattice(x, y, z), lattice(x+1, y, z), u), mix(lattice(x, y+1, z), lattice(x+1, y+1, z), u), v),
		mix(mix(lattice(x, y, z+1), lattice(x+1, y, z+1), u), mix(lattice(x, y+1, z+1), lattice(x+1, y+1, z+1), u), v), w)
}

func blend(t float64) float64 { return t * t * t * (t*(6*t-15) + 10) }

func mix(a, b, t float64) float64 { return a + (b-a)*t }

// smooth rises from 0 at low to 1 at high.
func smooth(low, high, x float64) float64 {
	t := max(0, min(1, (x-low)/(high-low)))
	return t * t * (3 - 2*t)
}

// fractal sums octaves of noise, each of twice the frequency and a share of the height, to about 0 to 1. A larger share is rougher.
func fractal(p geom.Vec3, octaves int, share float64) float64 {
	sum, height, total := 0.0, 1.0, 0.0
	for i := range octaves {
		sum += height * noise(p)
		total += height
		height *= share
		p = p.Scale(2.03).Add(geom.Vec3{X: float64(17.1 * float64(i+1)), Y: -5.3, Z: 9.7})
	}
	return sum / total
}
