package random

import "math/bits"

// The multipliers of the rounds, and what is added to the keys between them.
const (
	multiplier0, multiplier1 = 0xd2e7470ee14c6c93, 0xca5a826395121157
	weyl0, weyl1             = 0x9e3779b97f4a7c15, 0xbb67ae8584caa73b
)

// philox returns the block of four numbers that belongs to a counter under a key.
//
// Source: Salmon, Moraes, Dror and Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3", Philox-4×64 with 10 rounds.
func philox(counter [4]uint64, key [2]uint64) [4]uint64 {
	c0, c1, c2, c3 := counter[0], counter[1], counter[2], counter[3]
	k0, k1 := key[0], key[1]
	for range 10 {
		high0, low0 := bits.Mul64(multiplier0, c0)
		high1, low1 := bits.Mul64(multiplier1, c2)
		c0, c1, c2, c3 = high1^c1^k0, low1, high0^c3^k1, low0
		k0, k1 = k0+weyl0, k1+weyl1
	}
	return [4]uint64{c0, c1, c2, c3}
}
