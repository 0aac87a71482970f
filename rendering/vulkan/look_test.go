package vulkan_test

import (
	"os"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/rendering/capture"
)

func TestLook(t *testing.T) {
	s := newStage(t, 640, 360)
	sp, bx := s.mesh(sphere(24)), s.mesh(box())
	floor := s.material(render.Matte(gray(0.4), 0.8))
	s.place(bx, floor, geom.Vec3f{Y: -2, Z: -8}, geom.Vec3f{X: 10, Y: 0.5, Z: 10}).Up = render.UpOfUpAlong(render.UpAlong{Direction: geom.Vec3f{Y: 1}})
	for i := range 6 {
		m := s.material(render.Material{BaseColor: geom.Vec3f{X: 0.9, Y: 0.4, Z: 0.12}, Metallic: float32(i % 2), Roughness: float32(i) / 5, Reflectance: 0.5})
		s.place(sp, m, geom.Vec3f{X: float32(i)*1.6 - 4, Y: -0.7, Z: -7}, gray(0.7)).Up = render.UpOfUpAlong(render.UpAlong{Direction: geom.Vec3f{Y: 1}})
	}
	s.snapshot.Ambient = render.Ambient{Sky: geom.Vec3f{X: 0.1, Y: 0.15, Z: 0.3}, Ground: gray(0.03)}
	s.lamp(geom.Vec3f{X: 0.473 * 1.496e11, Y: 0.788 * 1.496e11, Z: 0.394 * 1.496e11}, white, 2.254e24/4)
	s.lamp(geom.Vec3f{X: -2, Y: 1, Z: -6}, geom.Vec3f{X: 1, Y: 0.1, Z: 0.1}, 40)
	p := s.draw()
	out := os.Getenv("LOOK")
	if out == "" {
		out = t.TempDir() + "/look.png"
	}
	if err := capture.NewPNG(out).Take(render.CapturedImage{Width: p.width, Height: p.height, Pixels: p.pixels}); err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", s.renderer.Stats())
}
