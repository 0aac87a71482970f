//go:build cgo

package window

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/go-gl/glfw/v3.3/glfw"

	"tertius.dev/core/message"
	"tertius.dev/host/internal/input"
)

// GLFW must be called on the main thread. Only a package's initialization is sure to run on it, so this one keeps the main
// goroutine there.
func init() { runtime.LockOSThread() }

// glfwWindow is a window of GLFW.
type glfwWindow struct {
	window        *glfw.Window
	device        *input.Device
	width, height atomic.Int32 // of the content, in pixels
	cursorX       float64
	cursorY       float64
	turning       bool // the right mouse button is down
}

// Open opens a window. Call it on the main goroutine.
//
// Errors: there is no display, or the window system refuses.
func Open(o Options) (w Window, err error) {
	defer func() { // GLFW's binding panics where its library reports that a call came too early
		if value := recover(); value != nil {
			err = fmt.Errorf("cannot open a window: %v", value)
		}
	}()
	if err := start(); err != nil {
		return nil, fmt.Errorf("cannot open a window: %w; run a script with --headless on a machine without a display", err)
	}
	glfw.WindowHint(glfw.ClientAPI, glfw.NoAPI) // Vulkan draws
	glfw.WindowHint(glfw.Resizable, hint(o.Resizable))
	window, err := glfw.CreateWindow(o.Width, o.Height, o.Title, nil, nil)
	if err == nil && window == nil {
		err = errors.New("the window system refuses")
	}
	if err != nil {
		glfw.Terminate()
		return nil, fmt.Errorf("cannot open a window: %w", err)
	}
	return newWindow(window, o.Device), nil
}

func hint(on bool) int {
	if on {
		return glfw.True
	}
	return glfw.False
}

// start starts GLFW. Its binding only logs when there is no display, and returns no error, so the log is read here.
func start() error {
	var said bytes.Buffer
	flags := log.Flags()
	log.SetOutput(&said)
	log.SetFlags(0)
	err := glfw.Init()
	log.SetOutput(os.Stderr)
	log.SetFlags(flags)
	if err == nil && said.Len() > 0 {
		err = errors.New(strings.TrimPrefix(strings.TrimSpace(said.String()), "PlatformError: "))
	}
	return err
}

func newWindow(window *glfw.Window, device *input.Device) *glfwWindow {
	w := &glfwWindow{window: window, device: device}
	w.resized(window, 0, 0)
	window.SetFramebufferSizeCallback(w.resized)
	window.SetKeyCallback(w.key)
	window.SetMouseButtonCallback(w.button)
	window.SetCursorPosCallback(w.cursor)
	window.SetScrollCallback(w.scroll)
	w.cursorX, w.cursorY = window.GetCursorPos()
	window.SetFocusCallback(w.focus)
	return w
}

func (w *glfwWindow) resized(window *glfw.Window, _, _ int) {
	width, height := window.GetFramebufferSize()
	w.width.Store(int32(width))
	w.height.Store(int32(height))
}

// key hears a key.
func (w *glfwWindow) key(window *glfw.Window, key glfw.Key, _ int, action glfw.Action, _ glfw.ModifierKey) {
	held, steers := heldKey(key)
	if steers {
		w.device.Hold(held, action != glfw.Release)
	}
	switch {
	case action == glfw.Repeat:
	case key == glfw.KeyEscape:
		window.SetShouldClose(window.ShouldClose() || action == glfw.Press)
	case key == glfw.KeyF1:
		if action == glfw.Press {
			w.device.Switch()
		}
	default:
		w.device.Key(message.Key(key), action == glfw.Press, steers)
	}
}

// heldKey says what a key means while it is held.
func heldKey(key glfw.Key) (input.Key, bool) {
	switch key {
	case glfw.KeyW:
		return input.Forward, true
	case glfw.KeyS:
		return input.Back, true
	case glfw.KeyA:
		return input.Left, true
	case glfw.KeyD:
		return input.Right, true
	case glfw.KeyE:
		return input.Up, true
	case glfw.KeyQ:
		return input.Down, true
	case glfw.KeyLeftShift, glfw.KeyRightShift:
		return input.Fast, true
	default:
		return 0, false
	}
}

// button starts and ends the turning of the camera.
func (w *glfwWindow) button(window *glfw.Window, b glfw.MouseButton, action glfw.Action, _ glfw.ModifierKey) {
	w.device.Do(message.InputOfMouseButtonChanged(message.MouseButtonChanged{
		Button: message.MouseButton(b), Down: action == glfw.Press,
	}), b == glfw.MouseButtonRight)
	if b != glfw.MouseButtonRight {
		return
	}
	w.turning = action == glfw.Press
	mode := glfw.CursorNormal
	if w.turning {
		mode = glfw.CursorDisabled // hidden, and free to move without end
	}
	window.SetInputMode(glfw.CursorMode, mode)
	w.cursorX, w.cursorY = window.GetCursorPos()
}

func (w *glfwWindow) cursor(_ *glfw.Window, x, y float64) {
	right, down := x-w.cursorX, y-w.cursorY
	if w.turning {
		w.device.Turn(input.Turn{Right: right, Down: down})
	}
	w.device.Do(message.InputOfMouseMoved(message.MouseMoved{Right: float32(right), Down: float32(down)}), w.turning)
	w.cursorX, w.cursorY = x, y
}

// scroll hears the wheel.
func (w *glfwWindow) scroll(_ *glfw.Window, right, up float64) {
	w.device.Do(message.InputOfScrolled(message.Scrolled{Right: float32(right), Up: float32(up)}), false)
}

// focus forgets the held keys when the window loses the keyboard, since it does not hear of their end.
func (w *glfwWindow) focus(_ *glfw.Window, focused bool) {
	if !focused {
		w.device.ReleaseAll()
	}
}

// Wait handles events.
func (w *glfwWindow) Wait(seconds float64) { glfw.WaitEventsTimeout(seconds) }

// Wake ends a Wait.
func (w *glfwWindow) Wake() { glfw.PostEmptyEvent() }

// Closed reports whether the window should close.
func (w *glfwWindow) Closed() bool { return w.window.ShouldClose() }

// Close closes the window and ends GLFW.
func (w *glfwWindow) Close() {
	w.window.Destroy()
	glfw.Terminate()
}

// SizePixels returns the size of the content.
func (w *glfwWindow) SizePixels() (width, height int) {
	return int(w.width.Load()), int(w.height.Load())
}

// InstanceExtensions returns what the window system needs of Vulkan.
func (w *glfwWindow) InstanceExtensions() []string { return w.window.GetRequiredInstanceExtensions() }

// CreateSurface makes the surface of the window for a VkInstance.
func (w *glfwWindow) CreateSurface(instance uintptr) (uint64, error) {
	// GLFW's binding returns the address of a Go variable that holds the surface and that nothing keeps alive. Without
	// collections it stays until it is read.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	address, err := w.window.CreateWindowSurface(*(**byte)(unsafe.Pointer(&instance)), nil)
	if err != nil {
		return 0, fmt.Errorf("cannot make a surface to draw in: %w", err)
	}
	return **(**uint64)(unsafe.Pointer(&address)), nil
}
