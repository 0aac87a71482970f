package vulkan_test

import (
	"math"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/rendering/vulkan"
)

var (
	black = geom.Vec3f{}
	white = geom.Vec3f{X: 1, Y: 1, Z: 1}
)

// gray is the color with three equal channels.
func gray(x float32) geom.Vec3f { return geom.Vec3f{X: x, Y: x, Z: x} }

// stage is a renderer with its checks on, and what it draws.
type stage struct {
	t         testing.TB
	resources *render.Store
	renderer  *vulkan.Renderer
	snapshot  render.Snapshot
}

// newStage opens a renderer of this size. When the test ends, it is closed, and any message of its checks fails the test.
// Its camera is at the render origin and looks along −Z with a vertical field of view of 60°.
func newStage(t testing.TB, width, height int, change ...func(*render.Options)) *stage {
	t.Helper()
	options := render.Options{Width: width, Height: height, Checks: render.ValidationChecks}
	for _, c := range change {
		c(&options)
	}
	s := &stage{t: t, resources: &render.Store{}}
	renderer, err := vulkan.New(s.resources, options)
	if err != nil {
		t.Fatal(err)
	}
	s.renderer = renderer
	t.Cleanup(func() {
		if err := renderer.Close(); err != nil {
			t.Error(err)
		}
	})
	s.snapshot.Camera = render.Camera{
		Present: true, Rotation: geom.IdentityQuatf, PreviousRotation: geom.IdentityQuatf, FovRadians: math.Pi / 3,
	}
	return s
}

// stops makes a renderer's exposure fixed.
func stops(n float32) func(*render.Options) {
	return func(o *render.Options) {
		o.Exposure = render.ExposureOfFixedExposure(render.FixedExposure{Stops: n})
	}
}

// picture is a captured picture.
type picture struct {
	width, height int
	pixels        []byte
}

// Take keeps a copy of the picture.
func (p *picture) Take(img render.CapturedImage) error {
	p.width, p.height = img.Width, img.Height
	p.pixels = append([]byte(nil), img.Pixels...)
	return nil
}

// at is the red, green and blue of a pixel.
func (p *picture) at(x, y int) [3]byte {
	i := 4 * (y*p.width + x)
	return [3]byte{p.pixels[i], p.pixels[i+1], p.pixels[i+2]}
}

func (p *picture) center() [3]byte { return p.at(p.width/2, p.height/2) }

// draw draws three times, so that whatever is kept between frames is covered, and gives the last picture.
func (s *stage) draw() *picture {
	s.t.Helper()
	p := &picture{}
	for i := range 3 {
		if i == 2 {
			if err := s.renderer.CaptureNext(p); err != nil {
				s.t.Fatal(err)
			}
		}
		if err := s.renderer.Render(&s.snapshot, 1); err != nil {
			s.t.Fatal(err)
		}
	}
	return p
}

func (s *stage) mesh(m render.Mesh) render.MeshID {
	s.t.Helper()
	id, err := s.resources.AddMesh(m)
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}

func (s *stage) material(m render.Material) render.MaterialID {
	s.t.Helper()
	id, err := s.resources.AddMaterial(m)
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}

func (s *stage) texture(t render.Texture) render.TextureID {
	s.t.Helper()
	id, err := s.resources.AddTexture(t)
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}

// place adds an instance that does not move.
func (s *stage) place(mesh render.MeshID, material render.MaterialID, at, scale geom.Vec3f) *render.Instance {
	s.snapshot.Instances = append(s.snapshot.Instances, render.Instance{
		Position: at, Previous: at, Rotation: geom.IdentityQuatf, PreviousRotation: geom.IdentityQuatf,
		Scale: scale, Mesh: mesh, Material: material,
	})
	return &s.snapshot.Instances[len(s.snapshot.Instances)-1]
}

// lamp adds a point light of radius 0.
func (s *stage) lamp(at, color geom.Vec3f, power float32) {
	s.snapshot.Lights = append(s.snapshot.Lights, render.LightInstanceOfPointInstance(render.PointInstance{
		Position: at, Previous: at, Color: color, PowerWatts: power,
	}))
}

// quad is a square of 2 m that faces +Z, with texture coordinates from its upper left corner.
func quad() render.Mesh {
	m := render.Mesh{Name: "quad", Indices: []uint32{0, 1, 2, 0, 2, 3}}
	for _, p := range [...][2]float32{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		m.Vertices = append(m.Vertices, render.Vertex{
			Position: geom.Vec3f{X: p[0], Y: p[1]}, Normal: geom.Vec3f{Z: 1}, Tangent: geom.Vec3f{X: 1},
			U: 0.5 + p[0]/2, V: 0.5 - p[1]/2,
		})
	}
	return m
}

// box is a cube of 2 m.
func box() render.Mesh {
	m := render.Mesh{Name: "box"}
	for _, n := range [...]geom.Vec3f{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}} {
		u := geom.Vec3f{X: n.Z + n.Y, Y: n.X, Z: 0}
		if n.Z != 0 || n.Y != 0 {
			u = geom.Vec3f{X: 1}
		}
		v := n.Cross(u)
		first := uint32(len(m.Vertices))
		for _, c := range [...][2]float32{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			m.Vertices = append(m.Vertices, render.Vertex{Position: n.Add(u.Scale(c[0])).Add(v.Scale(c[1])), Normal: n, Tangent: u})
		}
		m.Indices = append(m.Indices, first, first+1, first+2, first, first+2, first+3)
	}
	return m
}

// sphere is a ball of radius 1 m with rings × 2 rings quads.
func sphere(rings int) render.Mesh {
	m := render.Mesh{Name: "sphere"}
	columns := 2 * rings
	for i := range rings + 1 {
		polar := math.Pi * float64(i) / float64(rings)
		for j := range columns + 1 {
			around := 2 * math.Pi * float64(j) / float64(columns)
			p := geom.Vec3{
				X: math.Sin(polar) * math.Cos(around), Y: math.Cos(polar), Z: -math.Sin(polar) * math.Sin(around),
			}.Single()
			m.Vertices = append(m.Vertices, render.Vertex{Position: p, Normal: p})
		}
	}
	for i := range rings {
		for j := range columns {
			a := uint32(i*(columns+1) + j)
			b := a + uint32(columns+1)
			m.Indices = append(m.Indices, a, b, a+1, a+1, b, b+1)
		}
	}
	return m
}
