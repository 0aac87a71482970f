package geom

import (
	"math"
	"math/bits"
)

// twoOverPi holds the bits of 2/pi after the point, behind 64 bits of zero: as many as the largest double reaches.
var twoOverPi = [...]uint64{
	0,
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
	0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
	0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
	0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
}

// halfPiBits is pi/2 times 2^63.
const halfPiBits = 0xc90fdaa22168c235

// reduceLarge is reduce for any finite x above 2^20 in size. It computes with whole numbers only.
//
// With x = m 2^e, the bits of 2/pi whose product with x is a multiple of 4 are left out, and the next 192 give x over pi/2
// modulo 4 to 2^-137. No double lies nearer than about 2^-62 to a multiple of pi/2, so the rest keeps 64 bits.
// Source: Payne and Hanek 1983, "Radian Reduction for Trigonometric Functions".
func reduceLarge(x float64) (quarter int, r, rest float64) {
	b := math.Float64bits(x)
	m := b&(1<<52-1) | 1<<52
	e := int(b>>52&0x7ff) - 1075
	quarter, high, low := quarters(m, e)
	r, rest = halfPiTimes(high, low)
	if int64(b) < 0 {
		return -quarter, -r, -rest
	}
	return quarter, r, rest
}

// quarters returns m 2^e over pi/2: the nearest whole number modulo 4, and what remains as a signed number of 128 bits
// after the point.
func quarters(m uint64, e int) (quarter int, high int64, low uint64) {
	at := uint(e-2+64) / 64
	shift := uint(e-2+64) % 64
	var f [3]uint64 // the window of 2/pi, highest first
	for i := range f {
		f[i] = twoOverPi[at+uint(i)]<<shift | twoOverPi[at+uint(i)+1]>>(64-shift)
	}
	carry0, p0 := bits.Mul64(m, f[2])
	carry1, p1 := bits.Mul64(m, f[1])
	p1, carry := bits.Add64(p1, carry0, 0)
	p2 := m*f[0] + carry1 + carry
	high, low = int64(p2<<2|p1>>62), p1<<2|p0>>62
	quarter = int(p2 >> 62)
	if high < 0 {
		quarter++
	}
	return quarter, high, low
}

// halfPiTimes returns pi/2 times a signed number of 128 bits after the point, and what rounding left out of it.
func halfPiTimes(high int64, low uint64) (r, rest float64) {
	sign := 1.0
	h := uint64(high)
	if high < 0 {
		var borrow uint64
		low, borrow = bits.Sub64(0, low, 0)
		h, _ = bits.Sub64(0, h, borrow)
		sign = -1
	}
	zeros := bits.LeadingZeros64(h)
	if h == 0 {
		h, low, zeros = low, 0, 64+bits.LeadingZeros64(low)
	}
	shift := uint(zeros) % 64
	product, _ := bits.Mul64(h<<shift|low>>(64-shift), halfPiBits)
	scale := float64(sign * math.Float64frombits(uint64(1023-62-zeros)<<52)) // 2^(-62-zeros)
	whole := int64(product >> 1)
	rounded := float64(whole)
	return float64(rounded * scale), float64(float64(whole-int64(rounded)) * scale)
}
