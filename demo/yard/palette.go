package yard

import (
	"tertius.dev/core/geom"
	"tertius.dev/core/render"
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

// hue is a linear color.
func hue(r, g, b float32) geom.Vec3f { return geom.Vec3f{X: r, Y: g, Z: b} }

var (
	woods = [4]geom.Vec3f{hue(0.72, 0.47, 0.27), hue(0.80, 0.57, 0.35), hue(0.62, 0.38, 0.22), hue(0.74, 0.62, 0.46)}

	accents = [5]geom.Vec3f{
		hue(0.05, 0.45, 0.43), hue(0.80, 0.20, 0.13), hue(0.85, 0.55, 0.08), hue(0.32, 0.16, 0.55), hue(0.80, 0.74, 0.60),
	}
)

func (k *Kit) addPaint() error {
	p := painter{store: k.store}
	planks, tiles, stripes := p.texture("planks", 64, planks), p.texture("tiles", 128, tiles), p.texture("stripes", 128, stripes)
	for i, c := range woods {
		k.paint.crates[i] = p.mapped("wood", c, 0.75, planks)
	}
	for i, c := range accents {
		k.paint.accents[i] = p.material("accent", render.Matte(c, 0.35))
	}
	k.paint.floor = p.mapped("floor", hue(0.38, 0.37, 0.38), 0.85, tiles)
	k.paint.plain = p.material("plain", render.Matte(hue(0.33, 0.26, 0.21), 0.95))
	k.paint.stone = p.material("stone", render.Matte(hue(0.33, 0.31, 0.31), 0.8))
	k.paint.ramp = p.material("ramp", render.Matte(hue(0.10, 0.30, 0.33), 0.55))
	k.paint.lift = p.material("lift", render.Matte(hue(0.82, 0.52, 0.07), 0.45))
	k.paint.metal = p.material("metal", render.Matte(hue(0.30, 0.31, 0.34), 0.35))
	k.paint.steel = p.mapped("steel", hue(0.32, 0.35, 0.42), 0.25, stripes)
	k.paint.beach = p.mapped("beach ball", hue(0.92, 0.33, 0.16), 0.35, stripes)
	k.paint.plate = p.material("plate", render.Matte(hue(0.80, 0.70, 0.52), 0.4))
	k.paint.post = p.material("post", render.Matte(hue(0.07, 0.07, 0.08), 0.5))
	k.paint.bulbOff = p.material("bulb, off", render.Matte(hue(0.30, 0.30, 0.32), 0.25))
	for i := range lampColors {
		bulb := render.Matte(hue(0.05, 0.05, 0.05), 0.5)
		bulb.Emissive = lampColors[i].Scale(bulbRadiance)
		k.paint.bulbs[i] = p.material("bulb", bulb)
	}
	k.addSkyPaint(&p)
	return p.err
}

// painter adds to a store until the first error.
type painter struct {
	store *render.Store
	err   error
}

func (p *painter) texture(name string, side int, pixel func(u, v float64) byte) render.TextureID {
	id, err := p.store.AddTexture(drawTexture(name, side, pixel))
	p.keep(err)
	return id
}

func (p *painter) mapped(name string, color geom.Vec3f, roughness float32, texture render.TextureID) render.MaterialID {
	m := render.Matte(color, roughness)
	m.BaseColorMap = texture
	return p.material(name, m)
}

func (p *painter) material(name string, m render.Material) render.MaterialID {
	if p.err != nil {
		return 0
	}
	m.Name = name
	id, err := p.store.AddMaterial(m)
	p.keep(err)
	return id
}

func (p *painter) keep(err error) {
	if p.err == nil {
		p.err = err
	}
}
