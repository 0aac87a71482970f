package yard

import (
	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/demo/paint"
)

// palette is the yard's materials: worn wood, pale stone, dark metal, and a few clear colors that belong together.
type palette struct {
	floor, plain, stone, metal, ramp, lift render.MaterialID
	crates                                 [4]render.MaterialID // woods
	accents                                [5]render.MaterialID // teal, coral, gold, violet, cream
	steel, beach                           render.MaterialID    // the heavy ball and the one on the ramp
	plate, post, bulbOff                   render.MaterialID
	bulbs                                  [len(lampColors)]render.MaterialID
}

var (
	woods = [4]geom.Vec3f{paint.Hue(0.72, 0.47, 0.27), paint.Hue(0.80, 0.57, 0.35), paint.Hue(0.62, 0.38, 0.22), paint.Hue(0.74, 0.62, 0.46)}

	accents = [5]geom.Vec3f{
		paint.Hue(0.05, 0.45, 0.43), paint.Hue(0.80, 0.20, 0.13), paint.Hue(0.85, 0.55, 0.08), paint.Hue(0.32, 0.16, 0.55), paint.Hue(0.80, 0.74, 0.60),
	}
)

func (k *Kit) addPaint() error {
	p := paint.Painter{Store: k.store}
	planks, tiles, stripes := p.Gray("planks", 64, planks), p.Gray("tiles", 128, tiles), p.Gray("stripes", 128, stripes)
	for i, c := range woods {
		k.paint.crates[i] = p.Mapped("wood", c, 0.75, planks)
	}
	for i, c := range accents {
		k.paint.accents[i] = p.Material("accent", render.Matte(c, 0.35))
	}
	k.paint.floor = p.Mapped("floor", paint.Hue(0.38, 0.37, 0.38), 0.85, tiles)
	k.paint.plain = p.Material("plain", render.Matte(paint.Hue(0.33, 0.26, 0.21), 0.95))
	k.paint.stone = p.Material("stone", render.Matte(paint.Hue(0.33, 0.31, 0.31), 0.8))
	k.paint.ramp = p.Material("ramp", render.Matte(paint.Hue(0.10, 0.30, 0.33), 0.55))
	k.paint.lift = p.Material("lift", render.Matte(paint.Hue(0.82, 0.52, 0.07), 0.45))
	k.paint.metal = p.Material("metal", render.Matte(paint.Hue(0.30, 0.31, 0.34), 0.35))
	k.paint.steel = p.Mapped("steel", paint.Hue(0.32, 0.35, 0.42), 0.25, stripes)
	k.paint.beach = p.Mapped("beach ball", paint.Hue(0.92, 0.33, 0.16), 0.35, stripes)
	k.paint.plate = p.Material("plate", render.Matte(paint.Hue(0.80, 0.70, 0.52), 0.4))
	k.paint.post = p.Material("post", render.Matte(paint.Hue(0.07, 0.07, 0.08), 0.5))
	k.paint.bulbOff = p.Material("bulb, off", render.Matte(paint.Hue(0.30, 0.30, 0.32), 0.25))
	for i := range lampColors {
		bulb := render.Matte(paint.Hue(0.05, 0.05, 0.05), 0.5)
		bulb.Emissive = lampColors[i].Scale(bulbRadiance)
		k.paint.bulbs[i] = p.Material("bulb", bulb)
	}
	k.addSkyPaint(&p)
	return p.Err
}
