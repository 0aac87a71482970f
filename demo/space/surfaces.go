package space

import (
	"math"

	"tertius.dev/core/geom"
)

func color(r, g, b float64) geom.Vec3 { return geom.Vec3{X: r, Y: g, Z: b} }

// Earthlike is a ground of seas, land, ice and clouds, seen through blue air. Its poles are on Y.
func Earthlike(d geom.Vec3) geom.Vec3 {
	height := fractal(d.Scale(2.1).Add(color(3.7, 1.2, 8.4)), 9, 0.56)
	ground := sea(height)
	if height > shore {
		ground = land(d, height)
	}
	ice := smooth(0.80, 0.90, math.Abs(d.Y)+0.25*(height-0.5))
	ground = ground.Lerp(color(0.72, 0.76, 0.80), ice)
	ground = ground.Lerp(color(0.74, 0.75, 0.77), clouds(d))
	return ground.Lerp(color(0.16, 0.33, 0.66), 0.17)
}

// shore is the height of land at the sea.
const shore = 0.52

func sea(height float64) geom.Vec3 {
	return color(0.006, 0.022, 0.060).Lerp(color(0.02, 0.085, 0.13), smooth(shore-0.07, shore, height))
}

func land(d geom.Vec3, height float64) geom.Vec3 {
	dry := smooth(0.42, 0.58, fractal(d.Scale(5).Add(color(1.5, 7.7, 2.2)), 6, 0.55))
	low := color(0.040, 0.075, 0.022).Lerp(color(0.27, 0.19, 0.10), dry)
	return low.Lerp(color(0.15, 0.12, 0.09), smooth(shore+0.06, shore+0.14, height))
}

// clouds are swirls: a rough fractal bent by smooth ones, where a broad one lets weather be.
func clouds(d geom.Vec3) float64 {
	bend := geom.Vec3{
		X: fractal(d.Scale(4), 4, 0.5), Y: fractal(d.Scale(4).Add(color(5, 9, 1)), 4, 0.5), Z: fractal(d.Scale(4).Add(color(8, 2, 6)), 4, 0.5),
	}
	bent := d.AddScaled(bend, 0.45)
	bent.Y *= 1.6
	weather := fractal(d.Scale(3.1).Add(color(9, 3, 5)), 3, 0.5)
	thick := fractal(bent.Scale(9), 8, 0.62) + 0.55*(weather-0.5)
	return 0.93 * smooth(0.50, 0.66, thick)
}

// Barren is a ground of dust and craters.
func Barren(d geom.Vec3) geom.Vec3 {
	tone := 0.24 + 0.27*smooth(0.3, 0.7, fractal(d.Scale(2.4).Add(color(2, 4, 6)), 6, 0.54))
	tone *= 0.75 + 0.5*fractal(d.Scale(38), 4, 0.54)
	for _, c := range [...]struct{ perRadius, depth float64 }{{3, 0.5}, {7, 0.45}, {17, 0.4}, {41, 0.35}, {97, 0.3}} {
		tone *= 1 + c.depth*crater(d.Scale(c.perRadius))
	}
	return color(1.0, 0.94, 0.86).Scale(min(1, tone))
}

// crater is dark in the bowls of craters of a size of about 0.3, bright on their rims, and 0 elsewhere.
func crater(p geom.Vec3) float64 {
	fx, fy, fz := math.Floor(p.X), math.Floor(p.Y), math.Floor(p.Z)
	x, y, z := int(fx), int(fy), int(fz)
	sum := 0.0
	for i := range 8 {
		cx, cy, cz := x+i&1, y+i>>1&1, z+i>>2
		bits := scramble(cx, cy, cz)
		part := func(k int) float64 { return float64(bits>>(8*k)&0xff) / 255 }
		away := geom.Vec3{
			X: p.X - float64(cx) - 0.5*(part(0)-0.5), Y: p.Y - float64(cy) - 0.5*(part(1)-0.5), Z: p.Z - float64(cz) - 0.5*(part(2)-0.5),
		}
		const least, most, edge = 0.12, 0.40, 1.25 // sizes, and how far a rim reaches
		far := away.LengthSquared()
		if far > most*most*edge*edge {
			continue
		}
		r := math.Sqrt(far) / (least + (most-least)*part(3))
		sum += 0.9*smooth(0.25, 0.0, math.Abs(r-1)) - 0.8*smooth(1, 0.55, r)
	}
	return max(-1, min(1, sum))
}
