package vulkan_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/rendering/internal/gpu/devicetest"
	"tertius.dev/rendering/vulkan"
)

// crowd adds n boxes of one mesh in rows before the eye.
func (s *stage) crowd(n int) {
	s.t.Helper()
	mesh, m := s.mesh(box()), s.material(render.Matte(gray(0.5), 0.6))
	for i := range n {
		at := geom.Vec3f{X: float32(i%40)*2 - 39, Y: float32(i/40%20)*2 - 19, Z: -60 - 2*float32(i/800)}
		in := s.place(mesh, m, at, gray(0.4))
		in.Rotation = geom.AxisAngle(geom.Vec3{X: 0.6, Y: 0.8}, float64(i)).Single()
		in.PreviousRotation = in.Rotation
	}
}

func TestBoxesOfOneMeshRecordAsManyCommandsHoweverMany(t *testing.T) {
	commands := map[int]int{}
	for _, n := range []int{200, 20000} {
		s := newStage(t, 160, 90)
		s.crowd(n)
		s.lamp(black, white, 1e5)
		s.draw()
		stats := s.renderer.Stats()
		if stats.Instances != n || stats.Drawn < n/2 || stats.Draws != 1 {
			t.Errorf("of %d boxes %d are placed and %d drawn by %d commands, want most by one", n, stats.Instances, stats.Drawn, stats.Draws)
		}
		commands[n] = stats.Commands
	}
	if commands[200] != commands[20000] || commands[200] == 0 {
		t.Errorf("200 boxes record %d commands and 20,000 record %d", commands[200], commands[20000])
	}
}

// busy is a scene of several meshes and materials, with a map, lights of both kinds, an up, and instances on the move.
func (s *stage) busy() {
	s.crowd(300)
	ball := s.mesh(sphere(16))
	checker := s.texture(render.Texture{Width: 2, Height: 2, SRGB: true, Pixels: []byte{
		255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255,
	}})
	painted := s.material(render.Material{BaseColor: white, Roughness: 0.4, Reflectance: 0.5, BaseColorMap: checker})
	in := s.place(ball, painted, geom.Vec3f{X: -1, Z: -4}, gray(1))
	in.Previous = geom.Vec3f{X: -2, Z: -4}
	in.Up = render.UpOfUpAlong(render.UpAlong{Direction: geom.Vec3f{Y: 1}})
	s.place(s.mesh(quad()), painted, geom.Vec3f{X: 1, Z: -4}, geom.Vec3f{X: -1, Y: 1, Z: 1})
	s.lamp(geom.Vec3f{Y: 3}, geom.Vec3f{X: 1, Y: 0.7, Z: 0.4}, 300)
	down := geom.Vec3f{Z: -1}
	s.snapshot.Lights = append(s.snapshot.Lights, render.LightInstanceOfSpotInstance(render.SpotInstance{
		Axis: down, PreviousAxis: down, Color: geom.Vec3f{Z: 1}, PowerWatts: 500, InnerConeRadians: 0.1, OuterConeRadians: 0.4,
	}))
	s.snapshot.Ambient = render.Ambient{Sky: geom.Vec3f{X: 0.02, Y: 0.03, Z: 0.06}, Ground: gray(0.01)}
}

func TestEqualSnapshotsGiveEqualBytes(t *testing.T) {
	first, second := newStage(t, 160, 90), newStage(t, 160, 90)
	first.busy()
	second.busy()
	a, b := first.draw(), second.draw()
	if !bytes.Equal(a.pixels, b.pixels) {
		t.Error("two renderers draw one snapshot differently")
	}
	if c := first.draw(); !bytes.Equal(a.pixels, c.pixels) {
		t.Error("one renderer draws one snapshot differently the second time")
	}
	lit := 0
	for i := 0; i < len(a.pixels); i += 4 {
		if a.pixels[i]+a.pixels[i+1]+a.pixels[i+2] > 0 {
			lit++
		}
	}
	if lit < 1000 {
		t.Errorf("%d pixels show something, want a full picture", lit)
	}
}

func TestAlphaMovesThePictureBetweenItsPoses(t *testing.T) {
	column := func(alpha float32) int {
		s := newStage(t, 81, 9)
		in := s.place(s.mesh(box()), s.material(render.Material{Emissive: white}), geom.Vec3f{X: 40, Z: -20}, gray(4))
		in.Previous.X = -40
		p := &picture{}
		if err := errors.Join(s.renderer.CaptureNext(p), s.renderer.Render(&s.snapshot, alpha)); err != nil {
			t.Fatal(err)
		}
		first, last := -1, -1
		for x := range p.width {
			if p.at(x, 4)[0] > 0 {
				if first < 0 {
					first = x
				}
				last = x
			}
		}
		return first + last
	}
	// The view is symmetric, so the columns at alpha and 1 − alpha mirror each other about column 40.
	if a, b, c := column(0.25), column(0.5), column(0.75); b != 80 || a+c != 160 || a >= b {
		t.Errorf("the box is at columns %v, %v and %v of 81", float64(a)/2, float64(b)/2, float64(c)/2)
	}
}

func TestOutputOfAnySizeIsCoveredToItsEdges(t *testing.T) {
	for _, c := range [][2]int{{1, 1}, {2, 1}, {161, 91}, {7, 301}, {300, 3}, {64, 64}} {
		t.Run(fmt.Sprintf("%dx%d", c[0], c[1]), func(t *testing.T) {
			s := newStage(t, c[0], c[1])
			s.place(s.mesh(quad()), s.material(render.Material{Emissive: gray(0.5)}), geom.Vec3f{Z: -2}, geom.Vec3f{X: 1e4, Y: 1e4, Z: 1})
			p := s.draw()
			if p.width != c[0] || p.height != c[1] || len(p.pixels) != 4*c[0]*c[1] {
				t.Fatalf("captured %d × %d in %d bytes", p.width, p.height, len(p.pixels))
			}
			want := p.at(0, 0)
			if want[0] == 0 {
				t.Fatal("the wall is black")
			}
			for y := range p.height {
				for x := range p.width {
					if got := p.at(x, y); got != want {
						t.Fatalf("pixel %d, %d shows %v, want %v as everywhere", x, y, got, want)
					}
				}
			}
		})
	}
}

func TestResizedRendererDrawsAsOneOfThatSize(t *testing.T) {
	resized := newStage(t, 64, 48)
	resized.busy()
	resized.draw()
	for _, c := range [][2]int{{31, 57}, {64, 48}, {160, 90}} {
		if err := resized.renderer.Resize(c[0], c[1]); err != nil {
			t.Fatal(err)
		}
		fresh := newStage(t, c[0], c[1])
		fresh.busy()
		if got, want := resized.draw(), fresh.draw(); got.width != c[0] || !bytes.Equal(got.pixels, want.pixels) {
			t.Errorf("after a change to %v the picture is another", c)
		}
	}
}

func TestResizeRefusesSizesAndKeepsItsOwn(t *testing.T) {
	s := newStage(t, 16, 9)
	for _, c := range [][2]int{{0, 9}, {16, -1}, {render.MostTexels + 1, 9}} {
		if err := s.renderer.Resize(c[0], c[1]); err == nil {
			t.Errorf("a size of %v is taken", c)
		}
	}
	if p := s.draw(); p.width != 16 || p.height != 9 {
		t.Errorf("the picture has %d × %d pixels", p.width, p.height)
	}
}

func TestNothingToDrawIsABlackPicture(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*stage)
	}{
		{"empty", func(*stage) {}},
		{"no-camera", func(s *stage) { s.busy(); s.snapshot.Camera.Present = false }},
		{"no-lights", func(s *stage) { s.crowd(10) }},
		{"no-instances", func(s *stage) { s.lamp(black, white, 100) }},
		{"everything-behind", func(s *stage) {
			s.busy()
			s.snapshot.Camera.Rotation = geom.Quatf{Y: 1}
			s.snapshot.Camera.PreviousRotation = geom.Quatf{Y: 1}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, 16, 9)
			c.change(s)
			p := s.draw()
			for i := range p.pixels {
				if i%4 != 3 && p.pixels[i] != 0 {
					t.Fatalf("byte %d is %d, want 0", i, p.pixels[i])
				}
			}
		})
	}
}

func TestEveryWaitingSinkTakesTheNextPictureOnce(t *testing.T) {
	s := newStage(t, 16, 9)
	s.wall(render.Material{Emissive: white})
	var sinks [3]picture
	var group sync.WaitGroup
	for i := range sinks {
		group.Go(func() {
			if err := s.renderer.CaptureNext(&sinks[i]); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if err := s.renderer.Render(&s.snapshot, 1); err != nil {
		t.Fatal(err)
	}
	for i := range sinks {
		if len(sinks[i].pixels) != 4*16*9 || !bytes.Equal(sinks[i].pixels, sinks[0].pixels) {
			t.Errorf("sink %d took %d bytes", i, len(sinks[i].pixels))
		}
	}
	sinks[0].pixels = nil
	if err := s.renderer.Render(&s.snapshot, 1); err != nil {
		t.Fatal(err)
	}
	if sinks[0].pixels != nil {
		t.Error("a sink took a second picture")
	}
	if s.renderer.CaptureNext(nil) == nil {
		t.Error("no sink is taken")
	}
}

// refusing is a sink whose disk is full.
type refusing struct{}

var errFull = errors.New("no space")

func (refusing) Take(render.CapturedImage) error { return errFull }

func TestSinkThatFailsIsReportedAndHarmsNoOther(t *testing.T) {
	s := newStage(t, 16, 9)
	var p picture
	if err := errors.Join(s.renderer.CaptureNext(refusing{}), s.renderer.CaptureNext(&p)); err != nil {
		t.Fatal(err)
	}
	if err := s.renderer.Render(&s.snapshot, 1); !errors.Is(err, errFull) || !strings.Contains(err.Error(), "capture") {
		t.Errorf("the error is %v, want the sink's, wrapped", err)
	}
	if p.pixels == nil {
		t.Error("the other sink took nothing")
	}
	if err := s.renderer.Render(&s.snapshot, 1); err != nil {
		t.Errorf("the next picture: %v", err)
	}
}

func TestResourcesAddedLaterAreDrawn(t *testing.T) {
	s := newStage(t, side, side)
	s.wall(render.Material{Emissive: geom.Vec3f{X: 1}})
	s.draw()
	// Enough of each for every buffer to grow past its first size.
	for i := range 200 {
		m := box()
		m.Name = fmt.Sprint("box ", i)
		s.place(s.mesh(m), s.material(matte(white)), geom.Vec3f{Z: 100}, white)
	}
	s.draw()
	s.place(s.mesh(quad()), s.material(render.Material{Emissive: geom.Vec3f{Y: 1}}), geom.Vec3f{Z: -1}, gray(0.2))
	p := s.draw()
	if got := p.center(); got[1] <= got[0] {
		t.Errorf("the new, green square shows %v", got)
	}
	if got := p.at(0, 0); got[0] <= got[1] {
		t.Errorf("the old, red wall shows %v", got)
	}
}

// TestManyResourcesBeforeTheFirstPictureAreDrawn fills every buffer past its first size before a frame has read the first
// one, whose upload still waits then.
func TestManyResourcesBeforeTheFirstPictureAreDrawn(t *testing.T) {
	s := newStage(t, side, side)
	for i := range 200 {
		m := box()
		m.Name = fmt.Sprint("box ", i)
		s.place(s.mesh(m), s.material(render.Material{Emissive: geom.Vec3f{Y: 1}}), geom.Vec3f{X: 0.2, Z: -20}, gray(9))
	}
	if got := s.draw().center(); got[1] == 0 || got[1] <= got[0] {
		t.Errorf("the green boxes show %v", got)
	}
}

func TestStatsTellOfThePicture(t *testing.T) {
	s := newStage(t, 32, 18)
	s.wall(matte(white))
	s.place(1, 1, geom.Vec3f{Z: -2000}, gray(100)) // in two ranges
	s.place(1, 1, geom.Vec3f{Z: 2000}, gray(100))  // behind the eye
	s.lamp(black, white, 10)
	s.draw()
	got := s.renderer.Stats()
	if got.Picture != 2 || got.Instances != 3 || got.Drawn != 3 || got.Draws != 2 || got.Lights != 1 || got.Device == "" {
		t.Errorf("%+v", got)
	}
	timings := &got.Timings
	if !timings.Available || timings.Picture != 2 { // a captured picture reports itself
		t.Fatalf("the timings are %+v", timings)
	}
	var sum float64
	var names []string
	for _, p := range timings.Passes {
		sum += p.Milliseconds
		names = append(names, p.Name)
	}
	if want := "G-buffer direct light ambient light tone map output"; strings.Join(names, " ") != want {
		t.Errorf("the passes are %v", names)
	}
	if d := sum - timings.SpanMilliseconds; d > 1e-6 || d < -1e-6 {
		t.Errorf("the passes take %v ms, and the span is %v ms", sum, timings.SpanMilliseconds)
	}
}

func TestWarmRenderAllocatesNothing(t *testing.T) {
	s := newStage(t, 64, 36, func(o *render.Options) { o.Checks = render.NoChecks })
	s.busy()
	draw := func(n int) {
		for range n {
			if err := s.renderer.Render(&s.snapshot, 0.5); err != nil {
				t.Fatal(err)
			}
			s.renderer.Stats()
		}
	}
	draw(10)
	if n, size := devicetest.Allocations(1, func() { draw(50) }); n != 0 || size != 0 {
		t.Errorf("50 pictures make %d allocations of %d bytes, want 0", n, size)
	}
}

func TestClosedRendererRefuses(t *testing.T) {
	r, err := vulkan.New(&render.Store{}, render.Options{Width: 8, Height: 8, Checks: render.ValidationChecks})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Close(), r.Close()); err != nil {
		t.Error(err)
	}
	if err := r.Render(&render.Snapshot{}, 1); !errors.Is(err, vulkan.ErrClosed) {
		t.Errorf("Render after Close: %v", err)
	}
	if err := r.Resize(4, 4); !errors.Is(err, vulkan.ErrClosed) {
		t.Errorf("Resize after Close: %v", err)
	}
	if err := r.CaptureNext(&picture{}); !errors.Is(err, vulkan.ErrClosed) {
		t.Errorf("CaptureNext after Close: %v", err)
	}
	r.Stats()
}

func TestOptionsWithAProblemAreRefusedBeforeAnyDevice(t *testing.T) {
	_, err := vulkan.New(&render.Store{}, render.Options{Width: 0, Height: 8})
	if unavailable := (*vulkan.UnavailableError)(nil); err == nil || errors.As(err, &unavailable) {
		t.Errorf("a width of 0: %v", err)
	}
}
