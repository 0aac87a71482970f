package vulkan

import (
	"tertius.dev/core/render"
	"tertius.dev/rendering/internal/gpu"
)

// window is the swapchain of a surface, made anew when the surface has changed.
type window struct {
	device        *gpu.Device
	surface       render.Surface
	chain         *gpu.Swapchain // nil until the window has an area
	width, height int            // of the surface when the chain was made
}

// ready brings the chain up to the surface's size, and says whether there is something to draw to and whether the chain
// is a new one. A window without an area, such as a minimized one, is not ready.
func (w *window) ready() (ready, changed bool, err error) {
	width, height := w.surface.SizePixels()
	if width < 1 || height < 1 {
		return false, false, nil
	}
	desc := gpu.SwapchainDesc{Width: width, Height: height, VSync: true}
	switch {
	case w.chain == nil:
		w.chain, err = w.device.NewSwapchain(desc)
		changed = true
	case w.chain.Changed() || width != w.width || height != w.height:
		err = w.chain.Resize(desc)
		changed = true
	}
	if err != nil {
		return false, false, err
	}
	w.width, w.height = width, height
	chainWidth, _ := w.chain.Size()
	return chainWidth > 0, changed, nil
}

// blueFirst says whether the bytes of the window's images are B, G, R, A.
func (w *window) blueFirst() bool {
	f := w.chain.Format()
	return f == gpu.FormatBGRA8 || f == gpu.FormatSBGRA8
}

func (w *window) close() {
	if w.chain != nil {
		w.chain.Close()
	}
}
