package shader

import "math"

// Half rounds x to the nearest half float, ties to even. What is past the largest one becomes an infinity.
func Half(x float64) uint16 {
	sign := uint16(math.Float64bits(x)>>48) & 0x8000
	magnitude := math.Abs(x)
	switch {
	case magnitude != magnitude:
		return sign | 0x7e00
	case magnitude >= 65520: // half way past the largest half, which rounds away
		return sign | 0x7c00
	case magnitude < 1.0/(1<<14): // a multiple of the smallest subnormal, 2^-24
		return sign | uint16(math.RoundToEven(magnitude*(1<<24)))
	}
	fraction, exponent := math.Frexp(magnitude) // fraction from 1/2
	mantissa := uint16(math.RoundToEven(fraction*2048)) - 1024
	return sign | (uint16(exponent+14)<<10 + mantissa) // a mantissa that rounds up to 1024 carries into the exponent
}

// FromHalf returns the half float h.
func FromHalf(h uint16) float64 {
	sign, exponent, mantissa := 1.0, int(h>>10&31), float64(h&1023)
	if h&0x8000 != 0 {
		sign = -1
	}
	switch exponent {
	case 0:
		return sign * math.Ldexp(mantissa, -24)
	case 31:
		if mantissa != 0 {
			return math.NaN()
		}
		return sign * math.Inf(1)
	}
	return sign * math.Ldexp(1024+mantissa, exponent-25)
}
