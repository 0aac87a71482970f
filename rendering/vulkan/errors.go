package vulkan

import (
	"errors"
	"fmt"
	"strings"

	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/vk"
)

// UnavailableError says that this machine cannot draw as it is: no Vulkan loader, no driver, no validation layer, or no
// device that has what the renderer needs. Its text names the thing and the way out.
type UnavailableError struct{ Err error }

func (e *UnavailableError) Error() string { return e.Err.Error() }

// Unwrap is the cause.
func (e *UnavailableError) Unwrap() error { return e.Err }

// DeviceLostError says that the device stopped working while it drew. The renderer draws no more; a new one may.
type DeviceLostError struct{ Err error }

func (e *DeviceLostError) Error() string { return "the Vulkan device is lost: " + e.Err.Error() }

// Unwrap is the cause.
func (e *DeviceLostError) Unwrap() error { return e.Err }

// ErrClosed is the refusal of a renderer that was closed.
var ErrClosed = errors.New("the renderer is closed")

// drawingError gives a failure of the device its type.
func drawingError(err error) error {
	if errors.Is(err, vk.ERROR_DEVICE_LOST) {
		return &DeviceLostError{err}
	}
	return err
}

// reported makes the messages of the checks one error, and nil of none.
func reported(messages []gpu.Message) error {
	if len(messages) == 0 {
		return nil
	}
	var text strings.Builder
	fmt.Fprintf(&text, "the checks report %d messages", len(messages))
	for _, m := range messages {
		text.WriteString("\n\t" + m.String())
	}
	return errors.New(text.String())
}
