package vulkan_test

import (
	"sort"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
)

// benchmark draws the stage's snapshot and reports the median of each pass's time on the GPU.
func benchmark(b *testing.B, s *stage) {
	times := map[string][]float64{}
	for b.Loop() {
		if err := s.renderer.Render(&s.snapshot, 0.5); err != nil {
			b.Fatal(err)
		}
		timings := &s.renderer.Stats().Timings
		if !timings.Available {
			continue
		}
		times["span"] = append(times["span"], timings.SpanMilliseconds)
		for _, p := range timings.Passes {
			times[p.Name] = append(times[p.Name], p.Milliseconds)
		}
	}
	for name, all := range times {
		sort.Float64s(all)
		b.ReportMetric(all[len(all)/2], strings.ReplaceAll(name, " ", "-")+"-ms")
	}
}

func unchecked(o *render.Options) { o.Checks = render.NoChecks }

// BenchmarkCubes20000 is a block of 20,000 turning cubes at 1080p under one far star.
func BenchmarkCubes20000(b *testing.B) {
	s := newStage(b, 1920, 1080, unchecked)
	mesh := s.mesh(box())
	var materials [8]render.MaterialID
	for i := range materials {
		materials[i] = s.material(render.Matte(geom.Vec3f{X: 0.1 + float32(i)/10, Y: 0.5, Z: 0.8 - float32(i)/10}, 0.6))
	}
	for i := range 20000 {
		at := geom.Vec3f{X: float32(i%40) - 19.5, Y: float32(i/40%20) - 9.5, Z: float32(i/800) - 12}.Scale(2)
		in := s.place(mesh, materials[i%8], at, gray(0.4))
		in.PreviousRotation = geom.AxisAngle(geom.Vec3{X: 0.6, Y: 0.8}, float64(i)-0.02).Single()
		in.Rotation = geom.AxisAngle(geom.Vec3{X: 0.6, Y: 0.8}, float64(i)).Single()
	}
	c := &s.snapshot.Camera
	c.Position, c.FovRadians = geom.Vec3f{X: -48, Y: 28, Z: 62}, 0.8727
	c.Previous = c.Position
	c.Rotation = geom.LookRotation(geom.Vec3{X: 48, Y: -30, Z: -62}, geom.Vec3{Y: 1}).Single()
	c.PreviousRotation = c.Rotation
	s.lamp(geom.Vec3f{X: 0.473 * 1.496e11, Y: 0.788 * 1.496e11, Z: 0.394 * 1.496e11}, white, 2.254e24)
	s.snapshot.Ambient = render.Ambient{Sky: gray(0.3), Ground: gray(0.3)}
	benchmark(b, s)
}

// BenchmarkLamps64 lights a floor that fills 1080p with 64 lamps.
func BenchmarkLamps64(b *testing.B) {
	s := newStage(b, 1920, 1080, unchecked)
	s.place(s.mesh(quad()), s.material(render.Matte(gray(0.5), 0.5)), geom.Vec3f{Z: -10}, geom.Vec3f{X: 30, Y: 30, Z: 1})
	for i := range 64 {
		s.lamp(geom.Vec3f{X: float32(i%8)*2 - 7, Y: float32(i/8)*1.2 - 4, Z: -8}, white, 20)
	}
	benchmark(b, s)
}
