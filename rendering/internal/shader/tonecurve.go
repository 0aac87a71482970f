package shader

import "math"

// Color is a linear color in the primaries of sRGB.
type Color = [3]float64

var (
	acesIn = [3][3]float64{
		{0.59719, 0.35458, 0.04823},
		{0.07600, 0.90834, 0.01566},
		{0.02840, 0.13383, 0.83777},
	}
	acesOut = [3][3]float64{
		{1.60475, -0.53108, -0.07367},
		{-0.10208, 1.10813, -0.00605},
		{-0.00327, -0.07276, 1.07602},
	}
)

// ACESFitted maps exposed radiance of 0 or more to 0 to 1.
//
// Source: Stephen Hill's fit of the ACES reference rendering and output transforms, 2016.
func ACESFitted(c Color) Color {
	v := product(&acesIn, c)
	for i, x := range v {
		v[i] = (x*(x+0.0245786) - 0.000090537) / (x*(0.983729*x+0.4329510) + 0.238081)
	}
	v = product(&acesOut, v)
	for i, x := range v {
		v[i] = min(max(x, 0), 1)
	}
	return v
}

func product(m *[3][3]float64, c Color) Color {
	var out Color
	for i, row := range m {
		out[i] = row[0]*c[0] + row[1]*c[1] + row[2]*c[2]
	}
	return out
}

// SRGBEncode encodes a channel from 0 to 1.
//
// Source: IEC 61966-2-1:1999.
func SRGBEncode(x float64) float64 {
	if x <= 0.0031308 {
		return 12.92 * x
	}
	return 1.055*math.Pow(x, 1/2.4) - 0.055
}

// SRGBDecode takes back what SRGBEncode gave.
func SRGBDecode(x float64) float64 {
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// Shown is the byte of each channel that an output of 8 bits shows for exposed radiance, not rounded.
func Shown(c Color) Color {
	c = ACESFitted(c)
	for i, x := range c {
		c[i] = 255 * SRGBEncode(x)
	}
	return c
}
