package vulkan_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/rendering/internal/shader"
)

// texels is a texture of one row of RGB colors after the other.
func texels(width, height int, srgb bool, colors ...[3]byte) render.Texture {
	t := render.Texture{Name: "texels", Width: width, Height: height, SRGB: srgb}
	for _, c := range colors {
		t.Pixels = append(t.Pixels, c[0], c[1], c[2], 255)
	}
	return t
}

// target is the four bytes of a pixel of a target of 8-bit channels.
func (s *stage) target(name string, x, y int) [4]byte {
	s.t.Helper()
	raw, err := s.renderer.Download(name)
	if err != nil {
		s.t.Fatal(err)
	}
	return [4]byte(raw[4*(y*side+x):])
}

func TestBaseColorMapIsReadFromItsUpperLeftCorner(t *testing.T) {
	s := newStage(t, side, side)
	m := s.texture(texels(2, 2, true, [3]byte{255, 0, 0}, [3]byte{0, 255, 0}, [3]byte{0, 0, 255}, [3]byte{200, 100, 50}))
	// The square of 2 m fills the view of 2 tan 30° m at √3 m.
	s.place(s.mesh(quad()), s.material(render.Material{BaseColor: gray(1), BaseColorMap: m}), geom.Vec3f{Z: -1.7320508}, white)
	s.draw()
	for _, c := range []struct {
		x, y int
		want [3]byte
	}{
		{side / 4, side / 4, [3]byte{255, 0, 0}},
		{3 * side / 4, side / 4, [3]byte{0, 255, 0}},
		{side / 4, 3 * side / 4, [3]byte{0, 0, 255}},
		{3 * side / 4, 3 * side / 4, [3]byte{200, 100, 50}},
	} {
		got := s.target("base color", c.x, c.y)
		for i, want := range c.want {
			// The pixel's center is up to a hundredth of the texture off the texel's, where its neighbors mix in.
			if math.Abs(shader.SRGBDecode(float64(got[i])/255)-shader.SRGBDecode(float64(want)/255)) > 0.03 {
				t.Errorf("pixel %d, %d has the color %v, want %v", c.x, c.y, got, c.want)
				break
			}
		}
	}
}

func TestBaseColorMapMultipliesTheFactor(t *testing.T) {
	s := newStage(t, side, side)
	m := s.texture(texels(1, 1, true, [3]byte{188, 255, 0}))
	s.wall(render.Material{BaseColor: geom.Vec3f{X: 0.5, Y: 0.5, Z: 0.5}, BaseColorMap: m})
	s.draw()
	half := shader.SRGBDecode(188.0 / 255)
	want := [3]float64{255 * shader.SRGBEncode(0.5*half), 255 * shader.SRGBEncode(0.5), 0}
	for i, got := range s.target("base color", side/2, side/2) {
		if i < 3 && math.Abs(float64(got)-want[i]) > 1 {
			t.Errorf("channel %d is %d, want %.1f", i, got, want[i])
		}
	}
}

func TestFarTextureIsTheMeanOfItsLight(t *testing.T) {
	var colors [][3]byte
	for i := range 64 * 64 {
		colors = append(colors, [3]byte{byte(255 * ((i + i/64) % 2)), 255, 0})
	}
	s := newStage(t, side, side)
	m := s.texture(texels(64, 64, true, colors...))
	// Across 2 m lie 64 texels, and at 100 m the view of 115 m spans 33 pixels: a pixel sees more than the whole.
	s.place(s.mesh(quad()), s.material(render.Material{BaseColor: white, BaseColorMap: m}), geom.Vec3f{Z: -100}, gray(4))
	s.draw()
	got := s.target("base color", side/2, side/2)
	if want := 255 * shader.SRGBEncode(0.5); math.Abs(float64(got[0])-want) > 1.5 {
		t.Errorf("a checkered red is %d from afar, want %.1f: half of the light", got[0], want)
	}
	if got[1] != 255 || got[2] != 0 {
		t.Errorf("the constant channels are %d and %d", got[1], got[2])
	}
}

func TestMetallicRoughnessMapMultipliesItsFactors(t *testing.T) {
	s := newStage(t, side, side)
	m := s.texture(texels(1, 1, false, [3]byte{7, 128, 64}))
	s.wall(render.Material{BaseColor: white, Metallic: 0.5, Roughness: 0.8, Reflectance: 0.25, MetallicRoughnessMap: m})
	s.draw()
	got := s.target("specular", side/2, side/2)
	for i, want := range [...]float64{0.5 * 64, 0.8 * 128, 0.25 * 255} {
		if math.Abs(float64(got[i])-want) > 1 {
			t.Errorf("the specular target is %v, and its channel %d must be %v", got, i, want)
		}
	}
}

func TestOnePointOfAMapIsReadWhereTheCoordinatesAreConstant(t *testing.T) {
	mesh := quad()
	for i := range mesh.Vertices {
		mesh.Vertices[i].U, mesh.Vertices[i].V = 0.75, 0.25
	}
	s := newStage(t, side, side)
	m := s.texture(texels(2, 2, true, [3]byte{255, 0, 0}, [3]byte{40, 200, 90}, [3]byte{0, 0, 255}, [3]byte{9, 9, 9}))
	s.place(s.mesh(mesh), s.material(render.Material{BaseColor: white, BaseColorMap: m}), geom.Vec3f{Z: -2}, gray(2))
	s.draw()
	if got := s.target("base color", side/2, side/2); got != [4]byte{40, 200, 90, 255} {
		t.Errorf("the color is %v, want the upper right texel", got)
	}
}

func TestNormalMapTurnsTheNormalInTangentSpace(t *testing.T) {
	// A texel that leans by 0.4 toward the texture's right, its top, and not at all.
	lean := func(x, y float64) [3]byte {
		z := math.Sqrt(1 - x*x - y*y)
		return [3]byte{byte(math.Round(127.5 * (x + 1))), byte(math.Round(127.5 * (y + 1))), byte(math.Round(127.5 * (z + 1)))}
	}
	for _, c := range []struct {
		name       string
		texel      [3]byte
		scale      geom.Vec3f
		x, y, side float64 // the direction of the normal that is wanted
	}{
		{"flat", lean(0, 0), white, 0, 0, 1},
		{"right", lean(0.4, 0), white, 0.4, 0, 1},
		{"up", lean(0, 0.4), white, 0, 0.4, 1},
		{"right-of-a-mirrored-wall", lean(0.4, 0), geom.Vec3f{X: -1, Y: 1, Z: 1}, -0.4, 0, 1},
		{"up-on-a-mirrored-wall", lean(0, 0.4), geom.Vec3f{X: -1, Y: 1, Z: 1}, 0, 0.4, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, side, side)
			m := render.Material{BaseColor: gray(albedo), Roughness: 1, NormalMap: s.texture(texels(1, 1, false, c.texel))}
			s.place(s.mesh(quad()), s.material(m), geom.Vec3f{Z: -2}, geom.Vec3f{X: 4 * c.scale.X, Y: 4 * c.scale.Y, Z: 1})
			s.lamp(black, white, 10)
			s.draw()
			raw, err := s.renderer.Download("normals")
			if err != nil {
				t.Fatal(err)
			}
			at := raw[8*(side*(side/2)+side/2):]
			n := octahedron(at[0:4])
			want := geom.Vec3{X: c.x, Y: c.y, Z: math.Sqrt(1 - c.x*c.x - c.y*c.y)}
			if n.Sub(want).Length() > 0.01 { // the texel's 8 bits
				t.Errorf("the shading normal is %v, want %v", n, want)
			}
			if g := octahedron(at[4:8]); g.Sub(geom.Vec3{Z: 1}).Length() > 1e-3 {
				t.Errorf("the geometric normal is %v, want +Z", g)
			}
		})
	}
}

// octahedron decodes two numbers of 16 bits.
func octahedron(raw []byte) geom.Vec3 {
	part := func(i int) float64 { return max(-1, float64(int16(uint16(raw[i])|uint16(raw[i+1])<<8))/32767) }
	x, y := part(0), part(2)
	z := 1 - math.Abs(x) - math.Abs(y)
	if z < 0 {
		x, y = (1-math.Abs(y))*math.Copysign(1, x), (1-math.Abs(x))*math.Copysign(1, y)
	}
	return geom.Vec3{X: x, Y: y, Z: z}.Unit(geom.Vec3{})
}

func TestMirroredInstanceShowsItsFrontOnly(t *testing.T) {
	s := newStage(t, side, side)
	mesh := s.mesh(quad())
	red, green := s.material(render.Material{Emissive: geom.Vec3f{X: 1}}), s.material(render.Material{Emissive: geom.Vec3f{Y: 1}})
	s.place(mesh, red, geom.Vec3f{Z: -3}, geom.Vec3f{X: -4, Y: 4, Z: 1})   // mirrored, and faces the eye
	s.place(mesh, green, geom.Vec3f{Z: -2}, geom.Vec3f{X: 4, Y: 4, Z: -1}) // mirrored, and turns its back
	if got := s.draw().center(); got[0] <= got[1] {
		t.Errorf("the picture shows %v, want the red front behind the green back", got)
	}
}

func TestMoreTexturesThanSlotsAreRefusedByName(t *testing.T) {
	s := newStage(t, 8, 8, func(o *render.Options) { o.Checks = render.NoChecks })
	for i := range 4097 {
		one := texels(1, 1, false, [3]byte{1, 2, 3})
		one.Name = fmt.Sprint("texture ", i)
		s.texture(one)
	}
	for range 2 {
		err := s.renderer.Render(&s.snapshot, 1)
		if err == nil || !strings.Contains(err.Error(), `"texture 4096"`) || !strings.Contains(err.Error(), "4096") {
			t.Fatalf("the error is %v", err)
		}
	}
}
