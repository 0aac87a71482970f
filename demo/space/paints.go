package space

import (
	"math"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/demo/paint"
)

// Paint is a material of the kit.
type Paint uint8

// The paints.
const (
	White  Paint = iota // hull plates
	Gray                // hull plates
	Dark                // machinery
	Orange              // what marks a ship
	Blue                // the same, of another owner
	Deck                // tread plates
	Hazard              // black and yellow stripes
	Teal                // containers, from here
	Rust
	Sand
	Slate     // to here
	Window    // dark glass before a cabin with lights
	LampWarm  // work lamps
	LampCool  // work lamps
	LampRed   // to port
	LampGreen // to starboard
	PlumeCore // the fire of a drive, inside
	PlumeRim  // and outside
	numPaints
)

// Exposure is what the scenes' lights are chosen for: white in the full light of the sun is just white.
var Exposure = render.ExposureOfFixedExposure(render.FixedExposure{Stops: -8.6})

// Ambient is what starlight, planets and bright hulls send into the shade, in W/(m² sr).
var Ambient = render.Ambient{Sky: paint.Hue(9, 10, 13), Ground: paint.Hue(7, 9, 14)}

// The colors of lamps, as weights of the channels.
var (
	Warm = paint.Hue(1, 0.74, 0.45)
	Cool = paint.Hue(0.62, 0.82, 1)
	fire = paint.Hue(0.35, 0.62, 1)
)

// addPaint makes the material of each paint.
func (k *Kit) addPaint(p *paint.Painter) {
	maps := textures{
		plates: p.Gray("plates", 256, plates), tread: p.Gray("tread", 128, tread),
		ribs: p.Gray("ribs", 128, ribs), stripes: p.Gray("hazard", 128, hazard),
	}
	for i := range numPaints {
		k.paint[i] = p.Material("space paint", maps.material(i))
	}
}

// textures are those of the paints.
type textures struct{ plates, tread, ribs, stripes render.TextureID }

func (t *textures) material(p Paint) render.Material {
	switch p {
	case White:
		return mapped(paint.Hue(0.78, 0.77, 0.74), 0.55, t.plates)
	case Gray:
		return mapped(paint.Hue(0.34, 0.35, 0.37), 0.5, t.plates)
	case Dark:
		return mapped(paint.Hue(0.10, 0.105, 0.12), 0.42, t.plates)
	case Orange:
		return mapped(paint.Hue(0.80, 0.24, 0.045), 0.45, t.plates)
	case Blue:
		return mapped(paint.Hue(0.05, 0.17, 0.42), 0.45, t.plates)
	case Deck:
		return mapped(paint.Hue(0.27, 0.28, 0.29), 0.6, t.tread)
	case Hazard:
		return mapped(paint.Hue(0.85, 0.58, 0.05), 0.6, t.stripes)
	case Teal:
		return mapped(paint.Hue(0.04, 0.36, 0.37), 0.5, t.ribs)
	case Rust:
		return mapped(paint.Hue(0.62, 0.14, 0.06), 0.55, t.ribs)
	case Sand:
		return mapped(paint.Hue(0.72, 0.55, 0.26), 0.55, t.ribs)
	case Slate:
		return mapped(paint.Hue(0.28, 0.33, 0.40), 0.5, t.ribs)
	case Window:
		glass := render.Material{BaseColor: paint.Hue(0.012, 0.016, 0.022), Roughness: 0.12, Reflectance: 0.8}
		glass.Emissive = paint.Hue(38, 30, 19)
		return glass
	case LampWarm:
		return glow(Warm, 900)
	case LampCool:
		return glow(Cool, 900)
	case LampRed:
		return glow(paint.Hue(1, 0.03, 0.02), 700)
	case LampGreen:
		return glow(paint.Hue(0.05, 1, 0.2), 600)
	case PlumeCore:
		return glow(paint.Hue(0.75, 0.88, 1), 1500)
	case PlumeRim:
		return glow(fire, 420)
	}
	panic(contract.Unreachable(p))
}

func mapped(color geom.Vec3f, roughness float32, texture render.TextureID) render.Material {
	m := render.Matte(color, roughness)
	m.BaseColorMap = texture
	return m
}

// glow is a black material of a radiance in W/(m² sr).
func glow(color geom.Vec3f, radiance float32) render.Material {
	return render.Material{Roughness: 1, Emissive: color.Scale(radiance)}
}

// PlateMeters is the side of the squares that paints repeat on a Structure that names no other.
const PlateMeters = 4

// plateEdges are the plates of a square of a hull: where each begins and ends along U and V.
var plateEdges = [...][4]float64{
	{0, 0, 0.62, 0.34}, {0.62, 0, 1, 0.34}, {0, 0.34, 0.24, 0.78}, {0.24, 0.34, 0.62, 0.56}, {0.24, 0.56, 0.62, 0.78},
	{0.62, 0.34, 1, 0.78}, {0, 0.78, 0.40, 1}, {0.40, 0.78, 0.80, 1}, {0.80, 0.78, 1, 1},
}

// plates is a square of a hull: plates of several sizes and tones, with thin seams.
func plates(u, v float64) byte {
	for i, e := range plateEdges {
		if u >= e[2] || v >= e[3] || u < e[0] || v < e[1] {
			continue
		}
		switch edge := min(u-e[0], e[2]-u, v-e[1], e[3]-v); {
		case edge < 0.005:
			return 192
		case edge < 0.018:
			return byte(222 + 24*lattice(i, 3, 5))
		default:
			return byte(228 + 24*lattice(i, 3, 5))
		}
	}
	return 255
}

// tread is a square of a deck: four plates with rows of studs.
func tread(u, v float64) byte {
	inU, inV := math.Mod(2*u, 1), math.Mod(2*v, 1)
	if min(inU, 1-inU, inV, 1-inV) < 0.025 {
		return 120
	}
	studU, studV := math.Mod(24*u+0.5*math.Floor(math.Mod(24*v, 2)), 1), math.Mod(24*v, 1)
	if math.Abs(studU-0.5) < 0.22 && math.Abs(studV-0.5) < 0.12 {
		return 252
	}
	return 205
}

// ribs is the side of a container: a frame about upright ribs.
func ribs(u, v float64) byte {
	const frame = 0.07
	switch edge := min(u, 1-u, v, 1-v); {
	case edge < 0.012:
		return 140
	case edge < frame:
		return 250
	case edge < frame+0.02:
		return 120
	}
	return byte(212 + 38*math.Sin(2*math.Pi*9*u))
}

// hazard is black and yellow stripes.
func hazard(u, v float64) byte {
	if math.Mod(4*(u+v), 1) < 0.5 {
		return 255
	}
	return 40
}
