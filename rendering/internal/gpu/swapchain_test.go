package gpu_test

import (
	"errors"
	"strings"
	"testing"

	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/gpu/devicetest"
)

// openSurface opens a device on a surface that shows nothing, which drivers have for tests.
func openSurface(t *testing.T) *gpu.Device {
	t.Helper()
	return devicetest.OpenWith(t, gpu.Options{
		InstanceExtensions: []string{"VK_KHR_surface", "VK_EXT_headless_surface"}, Surface: gpu.HeadlessSurface,
	})
}

// windowPass clears what the swapchain gave and makes it ready to be shown.
type windowPass struct {
	image *gpu.Image
	steps []gpu.Step
}

func (p *windowPass) Name() string { return "output" }
func (p *windowPass) Steps(*gpu.Frame) []gpu.Step {
	if p.image == nil {
		return nil
	}
	p.steps = append(p.steps[:0],
		gpu.Step{
			Name: "clear", Uses: []gpu.Use{{Image: p.image, Access: gpu.CopyTarget, Discard: true}},
			Record: func(c *gpu.Commands, _ *gpu.Frame) { c.ClearColor(p.image, 0.5, 0, 0, 1) },
		},
		gpu.Step{Name: "show", Uses: []gpu.Use{{Image: p.image, Access: gpu.Present}}, Record: func(*gpu.Commands, *gpu.Frame) {}})
	return p.steps
}

func TestFramesAreShownAndTheWindowResized(t *testing.T) {
	d := openSurface(t)
	s := must[*gpu.Swapchain](t)(d.NewSwapchain(gpu.SwapchainDesc{Width: 64, Height: 32, VSync: true}))
	defer s.Close()
	p := &windowPass{}
	g := d.NewGraph()
	if err := g.AddSteps(p); err != nil {
		t.Fatal(err)
	}
	show := func(n int) {
		for range n {
			f := must[*gpu.Frame](t)(d.BeginFrame())
			p.image = must[*gpu.Image](t)(s.Acquire(f))
			if p.image == nil {
				t.Error("no image")
			}
			g.Record(f)
			if err := d.Submit(f); err != nil {
				t.Fatal(err)
			}
		}
	}
	show(7)
	if w, h := s.Size(); w != 64 || h != 32 || s.Changed() {
		t.Errorf("size %d×%d, changed %v, want 64×32", w, h, s.Changed())
	}
	if err := s.Resize(gpu.SwapchainDesc{Width: 48, Height: 40}); err != nil {
		t.Fatal(err)
	}
	show(7)
	if w, h := s.Size(); w != 48 || h != 40 {
		t.Errorf("size %d×%d after the resize, want 48×40", w, h)
	}
}

// A frame that takes no image of the window, such as one of a minimized window, is drawn and not shown.
func TestFrameWithoutAnImageIsNotShown(t *testing.T) {
	d := openSurface(t)
	s := must[*gpu.Swapchain](t)(d.NewSwapchain(gpu.SwapchainDesc{Width: 8, Height: 8}))
	defer s.Close()
	g := d.NewGraph()
	for range 3 {
		drawFrame(t, d, g)
	}
}

func TestHeadlessDeviceHasNoSwapchain(t *testing.T) {
	d := devicetest.Open(t)
	if _, err := d.NewSwapchain(gpu.SwapchainDesc{Width: 8, Height: 8}); err == nil {
		t.Error("a headless device makes a swapchain")
	}
}

func TestASurfaceThatCannotBeMadeIsAnError(t *testing.T) {
	_, err := gpu.Open(gpu.Options{Surface: func(uintptr) (uint64, error) { return 0, errors.New("the window is gone") }})
	if err == nil || !strings.Contains(err.Error(), "the window is gone") {
		t.Errorf("Open says %v", err)
	}
}
