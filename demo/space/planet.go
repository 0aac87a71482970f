package space

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
	"tertius.dev/demo/paint"
	"tertius.dev/simulation"
)

// Surface returns the color of a ground in a direction from the center, linear, each channel from 0 to 1.
type Surface func(direction geom.Vec3) geom.Vec3

// Planet is a globe to be shown. Where a scene looks closely, a cap of it is drawn in detail.
type Planet struct {
	RadiusMeters float64
	Surface      Surface
	CapMiddle    geom.Vec3 // the direction of the middle of the cap, in the globe's axes
	CapRadians   float64   // half the cap's angle, seen from the center; 0 draws none
}

// The sizes of a planet's textures, in texels.
const (
	globeTexels = 512
	capTexels   = 640
)

// globeShare is the radius at which the coarse globe is drawn, so that it stays below the cap.
const globeShare = 0.9997

// Ground shows a planet about the origin of a frame.
func (s *Stage) Ground(f handle.Frame, d *Planet) {
	if s.Err != nil {
		return
	}
	p := paint.Painter{Store: s.Kit.store}
	globe := p.Texture(paint.Draw("globe", globeTexels, globeTexels/2, func(u, v float64) [3]byte {
		return encode(d.Surface(globeDirection(u, v)))
	}))
	s.show(f, p.Mesh(mesh.Sphere("globe", 1, 96)), p.Mapped("globe", paint.Hue(1, 1, 1), 0.9, globe), globeShare*d.RadiusMeters)
	if d.CapRadians > 0 {
		c := newCapMap(d)
		texture := p.Texture(paint.Draw("cap", capTexels, capTexels, func(u, v float64) [3]byte {
			return encode(d.Surface(c.direction(2*u-1, 2*v-1)))
		}))
		s.show(f, p.Mesh(c.mesh()), p.Mapped("cap", paint.Hue(1, 1, 1), 0.9, texture), d.RadiusMeters)
	}
	s.Keep(p.Err)
}

func (s *Stage) show(f handle.Frame, m render.MeshID, material render.MaterialID, scale float64) {
	s.Put("", f, geom.IdentityPose, &simulation.SpawnDesc{Visual: &simulation.Visual{Mesh: m, Material: material, Scale: Even(scale)}})
}

// globeDirection is where mesh.Sphere has its texture coordinates.
func globeDirection(u, v float64) geom.Vec3 {
	elevation := math.Pi * (0.5 - v)
	flat := math.Cos(elevation)
	return geom.Vec3{X: flat * math.Sin(2*math.Pi*u), Y: math.Sin(elevation), Z: flat * math.Cos(2*math.Pi*u)}
}

// encode is a linear color in sRGB.
func encode(c geom.Vec3) [3]byte {
	channel := func(x float64) byte {
		x = max(0, min(1, x))
		if x <= 0.0031308 {
			return byte(255*12.92*x + 0.5)
		}
		return byte(255*(1.055*math.Pow(x, 1/2.4)-0.055) + 0.5)
	}
	return [3]byte{channel(c.X), channel(c.Y), channel(c.Z)}
}

// capMap lays a square over a part of the unit sphere, with true distances from the middle.
type capMap struct {
	middle, right, up geom.Vec3
	radians           float64
}

func newCapMap(d *Planet) *capMap {
	middle := d.CapMiddle.Unit(geom.UnitY)
	across := geom.UnitX
	if math.Abs(middle.X) > 0.8 {
		across = geom.UnitY
	}
	right := across.Sub(middle.Scale(across.Dot(middle))).Unit(geom.UnitX)
	return &capMap{middle: middle, right: right, up: middle.Cross(right), radians: d.CapRadians}
}

// direction returns the direction of a point of the square from -1 to 1.
func (c *capMap) direction(x, y float64) geom.Vec3 {
	far := math.Sqrt(x*x + y*y)
	if far == 0 {
		return c.middle
	}
	sin, cos := math.Sincos(far * c.radians)
	return c.middle.Scale(cos).AddScaled(c.right, sin*x/far).AddScaled(c.up, sin*y/far)
}

func (c *capMap) mesh() render.Mesh {
	const cells = 160
	m := render.Mesh{Name: "cap"}
	for j := range cells + 1 {
		for i := range cells + 1 {
			u, v := float64(i)/cells, float64(j)/cells
			at := c.direction(2*u-1, 2*v-1)
			m.Vertices = append(m.Vertices, render.Vertex{
				Position: at.Single(), Normal: at.Single(), Tangent: c.right.Single(), U: float32(u), V: float32(v),
			})
			if i < cells && j < cells {
				a := uint32(j*(cells+1) + i)
				b := a + cells + 1
				m.Indices = append(m.Indices, a, a+1, b+1, a, b+1, b)
			}
		}
	}
	return m
}

// Air hangs the thin light of a planet's air behind its horizon, as seen from a place above: a strip that stands on the circle
// of the horizon and fades upward. It is lit as the ground below it.
//
// Units and frames: center and seen in meters in the frame.
func (s *Stage) Air(f handle.Frame, center, seen geom.Vec3, radiusMeters float64) {
	if s.Err != nil {
		return
	}
	const thick = 0.018 // of the strip, as a share of the radius
	p := paint.Painter{Store: s.Kit.store}
	texture := p.Texture(paint.Draw("air", 4, 128, func(_, v float64) [3]byte { return encode(airAt(thick * (1 - v))) }))
	toEye := seen.Sub(center)
	strip := airMesh(math.Asin(radiusMeters/toEye.Length()), thick)
	pose := geom.Pose{Position: center, Rotation: Turn(geom.UnitY, toEye)}
	s.Put("", f, pose, &simulation.SpawnDesc{Visual: &simulation.Visual{
		Mesh: p.Mesh(strip), Material: p.Mapped("air", paint.Hue(1, 1, 1), 1, texture), Scale: Even(radiusMeters),
	}})
	s.Keep(p.Err)
}

// airAt is the color of the air at a height, as a share of the radius.
func airAt(height float64) geom.Vec3 {
	const low, high = 0.0022, 0.0050
	white, blue := math.Exp(-height/low), math.Exp(-height/high)
	fade := smooth(0.018, 0.009, height)
	return geom.Vec3{X: 0.70*white + 0.07*blue, Y: 0.68*white + 0.30*blue, Z: 0.40*white + 0.85*blue}.Scale(fade)
}

// airMesh is the strip on a unit sphere about +Y at an elevation over the plane across it. Its normals point away from the center.
func airMesh(elevation, thick float64) render.Mesh {
	const segments = 256
	m := render.Mesh{Name: "air"}
	for j := range segments + 1 {
		turn := 2 * math.Pi * float64(j%segments) / segments
		out := geom.Vec3{X: math.Cos(elevation) * math.Sin(turn), Y: math.Sin(elevation), Z: math.Cos(elevation) * math.Cos(turn)}
		for row, height := range [...]float64{-0.004, thick} {
			m.Vertices = append(m.Vertices, render.Vertex{
				Position: out.Scale(1 + height).Single(), Normal: out.Single(), U: 0.5, V: 0.995 - 0.99*float32(row),
			})
		}
		if j < segments {
			a := uint32(2 * j)
			m.Indices = append(m.Indices, a, a+1, a+2, a+1, a+3, a+2)
		}
	}
	return m
}

// Turn returns the shortest rotation that takes one direction to another. The two are not opposite.
func Turn(from, to geom.Vec3) geom.Quat {
	from, to = from.Unit(geom.UnitY), to.Unit(geom.UnitY)
	axis := from.Cross(to)
	turn, _ := geom.Quat{X: axis.X, Y: axis.Y, Z: axis.Z, W: 1 + from.Dot(to)}.Unit()
	return turn
}
