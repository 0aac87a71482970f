package vulkan_test

import (
	"fmt"
	"math"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/rendering/internal/shader"
)

// halves is the half floats of an image that holds pre-exposed light.
func (s *stage) halves(name string) []float64 {
	s.t.Helper()
	raw, err := s.renderer.Download(name)
	if err != nil {
		s.t.Fatal(err)
	}
	out := make([]float64, len(raw)/2)
	for i := range out {
		out[i] = shader.FromHalf(uint16(raw[2*i]) | uint16(raw[2*i+1])<<8)
	}
	return out
}

// expectCapped checks that every value of the images is finite and within the cap, and that the brightest is at it.
func (s *stage) expectCapped() {
	s.t.Helper()
	for _, name := range []string{"emissive", "direct", "HDR"} {
		var most float64
		for i, x := range s.halves(name) {
			if !(x >= 0 && x <= shader.MaxRadiance) {
				s.t.Fatalf("the %s image holds %v at %d, want 0 to %d", name, x, i, shader.MaxRadiance)
			}
			most = max(most, x)
		}
		if name == "HDR" && most != shader.MaxRadiance {
			s.t.Errorf("the brightest value is %v, want the cap", most)
		}
	}
}

func TestBrightestLightAtAMirrorStaysAtTheCap(t *testing.T) {
	for _, n := range []float32{-64, 0, 64} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			s := newStage(t, side, side, stops(n))
			// The mirror turns to all sides of the lamp and the eye, so that the lobe's center lies in the view.
			ball := s.mesh(sphere(32))
			mirror := s.material(render.Material{BaseColor: white, Metallic: 1})
			s.place(ball, mirror, geom.Vec3f{Z: -2}, gray(1))
			at := geom.Vec3f{Z: -0.99} // 1 cm before the ball
			for range 3 {
				s.lamp(at, white, 1.2566e35) // 10³⁴ W/sr
			}
			s.draw()
			s.expectCapped()
		})
	}
}

func TestBrightestEmissionAndAmbientStayAtTheCap(t *testing.T) {
	for _, n := range []float32{0, 64} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			s := newStage(t, side, side, stops(n))
			s.wall(render.Material{BaseColor: white, Roughness: 1, Emissive: gray(render.RadianceLimit)})
			infinite := float32(math.Inf(1))
			s.snapshot.Ambient = render.Ambient{Sky: gray(infinite), Ground: gray(float32(math.NaN()))}
			s.draw()
			s.expectCapped()
		})
	}
}

func TestMeshesWithoutNormalsStayFinite(t *testing.T) {
	flat, folded := quad(), quad()
	for i := range flat.Vertices {
		flat.Vertices[i].Normal, flat.Vertices[i].Tangent = geom.Vec3f{}, geom.Vec3f{}
		folded.Vertices[i].Normal = geom.Vec3f{Z: float32(1 - 2*(i%2))} // those of each triangle cancel somewhere
		folded.Vertices[i].Tangent = geom.Vec3f{Z: 1}
	}
	for name, mesh := range map[string]render.Mesh{"flat": flat, "folded": folded} {
		s := newStage(t, side, side)
		bumps := s.texture(render.Texture{Width: 1, Height: 1, Pixels: []byte{128, 128, 255, 255}})
		m := s.material(render.Material{BaseColor: white, Roughness: 0.3, Reflectance: 0.5, NormalMap: bumps})
		s.place(s.mesh(mesh), m, geom.Vec3f{Z: -2}, geom.Vec3f{X: 4, Y: 4, Z: 1})
		s.lamp(black, white, 100)
		s.snapshot.Ambient.Sky = gray(0.5)
		s.draw()
		for i, x := range s.halves("HDR") {
			if !(x >= 0 && x <= shader.MaxRadiance) {
				t.Fatalf("%s: the HDR image holds %v at %d", name, x, i)
			}
		}
		if name == "flat" {
			if got := s.draw().center(); got[0] < 50 {
				t.Errorf("a wall without normals shows %v; it faces the eye and the lamp", got)
			}
		}
	}
}

func TestStrangeSnapshotsDrawWithoutComplaint(t *testing.T) {
	nan, infinite := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		name   string
		change func(*render.Snapshot)
	}{
		{"camera-place", func(s *render.Snapshot) { s.Camera.Position.X = nan }},
		{"camera-turn", func(s *render.Snapshot) { s.Camera.Rotation = geom.Quatf{X: infinite} }},
		{"fov-0", func(s *render.Snapshot) { s.Camera.FovRadians = 0 }},
		{"fov-tiny", func(s *render.Snapshot) { s.Camera.FovRadians = 1e-30 }},
		{"fov-wide", func(s *render.Snapshot) { s.Camera.FovRadians = 3.14159 }},
		{"fov-nan", func(s *render.Snapshot) { s.Camera.FovRadians = nan }},
		{"instance-place", func(s *render.Snapshot) { s.Instances[0].Position.Y = infinite }},
		{"instance-turn", func(s *render.Snapshot) { s.Instances[0].Rotation.W = nan }},
		{"instance-scale", func(s *render.Snapshot) { s.Instances[0].Scale.Y = 0 }},
		{"instance-mesh", func(s *render.Snapshot) { s.Instances[0].Mesh = 1 << 30 }},
		{"instance-material", func(s *render.Snapshot) { s.Instances[0].Material = 1 << 30 }},
		{"up", func(s *render.Snapshot) { s.Instances[0].Up = render.UpOfUpAlong(render.UpAlong{Direction: gray(nan)}) }},
		{"light", func(s *render.Snapshot) {
			s.Lights[0] = render.LightInstanceOfPointInstance(render.PointInstance{Color: gray(infinite), PowerWatts: nan})
		}},
		{"none", func(s *render.Snapshot) { s.Lights[0] = render.LightInstance{} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, 16, 9)
			s.wall(matte(white))
			s.lamp(black, white, 10)
			c.change(&s.snapshot)
			s.draw()
			for i, x := range s.halves("HDR") {
				if !(x >= 0 && x <= shader.MaxRadiance) {
					t.Fatalf("the HDR image holds %v at %d", x, i)
				}
			}
		})
	}
}
