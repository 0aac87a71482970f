package vulkan_test

import (
	"errors"
	"testing"

	"tertius.dev/core/render"
	"tertius.dev/rendering/internal/vk"
	"tertius.dev/rendering/vulkan"
)

// pane is a window without a window system: a surface of VK_EXT_headless_surface, which a test sizes.
type pane struct{ width, height int }

func (p *pane) InstanceExtensions() []string {
	return []string{"VK_KHR_surface", "VK_EXT_headless_surface"}
}

func (p *pane) CreateSurface(instance uintptr) (uint64, error) {
	loader, err := vk.Open()
	if err != nil {
		return 0, err
	}
	commands, err := loader.Instance(vk.Instance(instance))
	if err != nil {
		return 0, err
	}
	info := vk.HeadlessSurfaceCreateInfoEXT{SType: vk.STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT}
	var surface vk.SurfaceKHR
	err = commands.CreateHeadlessSurfaceEXT(vk.Instance(instance), &info, &surface).Err()
	return uint64(surface), err
}

func (p *pane) SizePixels() (width, height int) { return p.width, p.height }

// newWindow is a stage that presents to a pane.
func newWindow(t *testing.T, p *pane) *stage {
	t.Helper()
	s := newStage(t, 64, 48, func(o *render.Options) { o.Surface = p })
	s.wall(render.Material{Emissive: white})
	return s
}

func TestWindowShowsWhatAHeadlessOutputDoes(t *testing.T) {
	window := newStage(t, 1, 1, func(o *render.Options) { o.Surface = &pane{160, 90} })
	headless := newStage(t, 160, 90)
	window.busy()
	headless.busy()
	got, want := window.draw(), headless.draw()
	if got.width != 160 || got.height != 90 {
		t.Fatalf("the window's picture has %d × %d pixels", got.width, got.height)
	}
	for i := range want.pixels {
		if i%4 != 3 && got.pixels[i] != want.pixels[i] {
			t.Fatalf("byte %d is %d in the window and %d headless", i, got.pixels[i], want.pixels[i])
		}
	}
}

func TestWindowFollowsItsSize(t *testing.T) {
	p := &pane{64, 48}
	s := newWindow(t, p)
	for _, size := range [][2]int{{64, 48}, {31, 57}, {200, 20}, {1, 1}, {64, 48}} {
		p.width, p.height = size[0], size[1]
		if got := s.draw(); got.width != size[0] || got.height != size[1] {
			t.Errorf("a window of %v shows %d × %d pixels", size, got.width, got.height)
		}
	}
}

func TestMinimizedWindowSkipsPicturesAndKeepsItsCaptures(t *testing.T) {
	p := &pane{} // minimized from the start
	s := newWindow(t, p)
	var kept picture
	if err := s.renderer.CaptureNext(&kept); err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{0, 0}, {0, 48}} {
		p.width, p.height = size[0], size[1]
		for range 3 {
			if err := s.renderer.Render(&s.snapshot, 1); err != nil {
				t.Fatal(err)
			}
		}
	}
	if kept.pixels != nil {
		t.Fatal("a minimized window was captured")
	}
	p.width, p.height = 64, 48
	if err := s.renderer.Render(&s.snapshot, 1); err != nil {
		t.Fatal(err)
	}
	if kept.width != 64 || kept.center()[0] == 0 {
		t.Errorf("the capture that waited has %d × %d pixels", kept.width, kept.height)
	}
	if got := s.renderer.Stats().Picture; got != 0 {
		t.Errorf("it is the picture %d, want 0: skipped ones do not count", got)
	}
}

// windowless is a surface that cannot be made.
type windowless struct{ pane }

var errNoWindow = errors.New("the window system is gone")

func (*windowless) CreateSurface(uintptr) (uint64, error) { return 0, errNoWindow }

func TestSurfaceThatCannotBeMadeIsUnavailable(t *testing.T) {
	_, err := vulkan.New(&render.Store{}, render.Options{Width: 8, Height: 8, Surface: &windowless{}})
	if unavailable := (*vulkan.UnavailableError)(nil); !errors.Is(err, errNoWindow) || !errors.As(err, &unavailable) {
		t.Errorf("the error is %v", err)
	}
}
