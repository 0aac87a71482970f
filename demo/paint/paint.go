// Package paint adds textures and materials to a store.
package paint

import (
	"runtime"
	"sync"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
)

// Painter adds to a store until the first error.
type Painter struct {
	Store *render.Store
	Err   error // the first error; nothing is added after it
}

// Hue is a linear color.
func Hue(r, g, b float32) geom.Vec3f { return geom.Vec3f{X: r, Y: g, Z: b} }

// Gray adds a square texture, whose pixels multiply a material's color, from a function of u and v, V down.
func (p *Painter) Gray(name string, side int, pixel func(u, v float64) byte) render.TextureID {
	return p.Texture(Draw(name, side, side, func(u, v float64) [3]byte {
		gray := pixel(u, v)
		return [3]byte{gray, gray, gray}
	}))
}

// Texture adds a texture.
func (p *Painter) Texture(t render.Texture) render.TextureID {
	if p.Err != nil {
		return 0
	}
	id, err := p.Store.AddTexture(t)
	p.keep(err)
	return id
}

// Material adds a material under a name.
func (p *Painter) Material(name string, m render.Material) render.MaterialID {
	if p.Err != nil {
		return 0
	}
	m.Name = name
	id, err := p.Store.AddMaterial(m)
	p.keep(err)
	return id
}

// Mapped adds a material of one color times a texture.
func (p *Painter) Mapped(name string, color geom.Vec3f, roughness float32, texture render.TextureID) render.MaterialID {
	m := render.Matte(color, roughness)
	m.BaseColorMap = texture
	return p.Material(name, m)
}

// Glow adds a black material that shines with a radiance, in W/(m² sr).
func (p *Painter) Glow(name string, radiance geom.Vec3f) render.MaterialID {
	return p.Material(name, render.Material{Roughness: 1, Emissive: radiance})
}

// Mesh adds a mesh.
func (p *Painter) Mesh(m render.Mesh) render.MeshID {
	if p.Err != nil {
		return 0
	}
	id, err := p.Store.AddMesh(m)
	p.keep(err)
	return id
}

func (p *Painter) keep(err error) {
	if p.Err == nil {
		p.Err = err
	}
}

// Draw makes a texture from a function of u and v, V down, that gives sRGB colors.
//
// Threads: it calls the function from one goroutine for each processor.
func Draw(name string, width, height int, pixel func(u, v float64) [3]byte) render.Texture {
	t := render.Texture{Name: name, Width: width, Height: height, SRGB: true, Pixels: make([]byte, width*height*4)}
	painters := runtime.GOMAXPROCS(0)
	var done sync.WaitGroup
	for first := range painters {
		done.Go(func() {
			for y := first; y < height; y += painters {
				drawRow(&t, y, pixel)
			}
		})
	}
	done.Wait()
	return t
}

func drawRow(t *render.Texture, y int, pixel func(u, v float64) [3]byte) {
	row := t.Pixels[4*y*t.Width:]
	for x := range t.Width {
		c := pixel((float64(x)+0.5)/float64(t.Width), (float64(y)+0.5)/float64(t.Height))
		row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = c[0], c[1], c[2], 255
	}
}
