package vulkan_test

import (
	"encoding/binary"
	"math"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
)

// distances is the distance target: meters from the eye, 0 for the sky.
func (s *stage) distances() []float64 {
	s.t.Helper()
	raw, err := s.renderer.Download("distance")
	if err != nil {
		s.t.Fatal(err)
	}
	out := make([]float64, len(raw)/4)
	for i := range out {
		out[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:])))
	}
	return out
}

// ballAt draws a ball whose radius is a fifth of its distance, 16° off the view's axis, and gives the picture and the
// distances in multiples of its own.
func ballAt(t *testing.T, distance float64) (*picture, []float64) {
	t.Helper()
	s := newStage(t, 160, 90)
	glow := s.material(render.Material{Emissive: gray(0.3)})
	at := geom.Vec3{X: 0.28, Z: -0.96}.Scale(distance).Single()
	s.place(s.mesh(sphere(32)), glow, at, gray(float32(distance/5)))
	p := s.draw()
	d := s.distances()
	for i := range d {
		d[i] /= distance
	}
	return p, d
}

// TestBallLooksTheSameAtEveryDistance draws balls of one angular size in each range and across each boundary. Each has the
// same outline and the same shape, without a seam.
func TestBallLooksTheSameAtEveryDistance(t *testing.T) {
	want, wantDistances := ballAt(t, 100)
	covered := 0
	for _, d := range wantDistances {
		if d > 0 {
			covered++
		}
	}
	// The ball spans asin(0.2) to each side, and 90 pixels span 60° at a focal length of 77.9 pixels.
	if outline := math.Pi * math.Pow(77.9*math.Tan(math.Asin(0.2))/0.96, 2); math.Abs(float64(covered)-outline) > 0.1*outline {
		t.Fatalf("the ball covers %d pixels, want about %.0f", covered, outline)
	}
	for _, c := range []struct {
		name     string
		distance float64
	}{
		{"1-m", 1},
		{"across-2-km", 2000 / 0.96},
		{"10-km", 1e4},
		{"across-2000-km", 2e6 / 0.96},
		{"5000-km", 5e6},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, distances := ballAt(t, c.distance)
			for i := range distances {
				// Single floats round each place to 6·10⁻⁸, and a pixel at the outline sees a slope that is 100 times that.
				if (distances[i] > 0) != (wantDistances[i] > 0) || math.Abs(distances[i]-wantDistances[i]) > 2e-4 {
					t.Fatalf("pixel %d, %d is at %v of the distance, want %v", i%160, i/160, distances[i], wantDistances[i])
				}
			}
			for i := range got.pixels {
				if got.pixels[i] != want.pixels[i] {
					t.Fatalf("pixel %d, %d shows %v, want %v", i/4%160, i/640, got.pixels[i/4*4:][:4], want.pixels[i/4*4:][:4])
				}
			}
		})
	}
}

// TestNearerHidesFartherAcrossRanges puts one ball before another, each in a range of its own.
func TestNearerHidesFartherAcrossRanges(t *testing.T) {
	for _, c := range []struct {
		name                  string
		near, far             float32
		nearRadius, farRadius float32
	}{
		{"near-before-middle", 100, 1e4, 10, 5e3},
		{"middle-before-far", 1e4, 1e7, 1e3, 5e6},
		{"near-before-far", 100, 1e7, 10, 5e6},
		{"both-near", 100, 1000, 10, 500},
		{"both-middle", 1e4, 1e6, 1e3, 4e5},
		{"both-far", 5e6, 1e9, 5e5, 5e8},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, side, side)
			ball := s.mesh(sphere(24))
			red, green := s.material(render.Material{Emissive: geom.Vec3f{X: 1}}), s.material(render.Material{Emissive: geom.Vec3f{Y: 1}})
			s.place(ball, red, geom.Vec3f{Z: -c.near}, gray(c.nearRadius))
			s.place(ball, green, geom.Vec3f{Z: -c.far}, gray(c.farRadius))
			p := s.draw()
			if got := p.center(); got[0] < got[1] {
				t.Errorf("the middle shows %v, want the nearer, red ball", got)
			}
			if got := p.at(side/2, side/2-6); got[1] < got[0] { // 20° up: past the near ball, within the far one
				t.Errorf("beside the nearer ball the picture shows %v, want the farther, green one", got)
			}
			d := s.distances()[side*(side/2)+side/2]
			if want := float64(c.near - c.nearRadius); math.Abs(d-want) > 1e-2*want {
				t.Errorf("the middle is %v m away, want %v", d, want)
			}
		})
	}
}

// TestFloorAcrossRangesHidesNothingThatStandsOnIt looks over a floor that reaches from the near side of a boundary to far
// beyond it, at a ball on its far part. The nearer range, which draws later, must leave that part to the farther one.
func TestFloorAcrossRangesHidesNothingThatStandsOnIt(t *testing.T) {
	for _, c := range []struct {
		name  string
		scale float32
	}{{"across-2-km", 1}, {"across-2000-km", 1000}} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, 91, 91)
			red, green := s.material(render.Material{Emissive: geom.Vec3f{X: 1}}), s.material(render.Material{Emissive: geom.Vec3f{Y: 1}})
			floor := geom.Vec3f{Y: -1001 * c.scale}
			s.place(s.mesh(box()), red, floor, geom.Vec3f{X: 2e4, Y: 1, Z: 2e4}.Scale(c.scale))
			s.place(s.mesh(sphere(24)), green, geom.Vec3f{Y: -500, Z: -1e4}.Scale(c.scale), gray(500*c.scale))
			p := s.draw()
			// A pixel has a slope of 2 tan 30° / 91 = 0.0127. Six pixels down the view meets the ball at 10 km and 760 m below
			// the eye, and would meet the floor at 13 km.
			if got := p.at(45, 51); got[1] <= got[0] {
				t.Errorf("the lower half of the ball shows %v, want green", got)
			}
			if got := p.at(45, 60); got[0] <= got[1] {
				t.Errorf("before the ball the picture shows %v, want the red floor", got)
			}
		})
	}
}
