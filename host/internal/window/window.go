// Package window opens a window to draw in and hears its keys and its mouse.
//
// GLFW needs cgo and the headers of the window system, so only a build with cgo has windows; any other refuses in one line.
//
// Threads: everything but Wake, SizePixels and CreateSurface belongs to the main goroutine.
package window

import (
	"tertius.dev/core/render"
	"tertius.dev/host/internal/input"
)

// Window is an open window. The renderer presents to it through its render.Surface.
type Window interface {
	render.Surface

	// Wait handles what the person does, for at most so many seconds, or until Wake.
	Wait(seconds float64)
	// Wake ends a Wait. It may be called from anywhere.
	Wake()
	// Closed reports whether the person wants the window closed, with Esc or by the window's own button.
	Closed() bool
	// Close closes the window. The renderer must be closed before.
	Close()
}

// Options are what a window is made with.
type Options struct {
	Title         string
	Width, Height int // of the content, in pixels
	Resizable     bool
	Device        *input.Device // hears the keys and the mouse
}
