package vulkan

import (
	"errors"
	"fmt"
	"testing"

	"tertius.dev/rendering/internal/vk"
)

func TestLostDeviceIsTypedAndStays(t *testing.T) {
	r := &Renderer{}
	err := r.fail(fmt.Errorf("waiting for frame 7: %w", vk.ERROR_DEVICE_LOST))
	if lost := (*DeviceLostError)(nil); !errors.As(err, &lost) {
		t.Fatalf("the error is %v", err)
	}
	if again := r.Render(nil, 1); again == nil || again.Error() != err.Error() {
		t.Errorf("the next Render gives %v", again)
	}
	if again := r.Resize(3, 3); again == nil {
		t.Error("a lost device is resized")
	}
}

func TestOtherFailuresAreNoLostDevice(t *testing.T) {
	r := &Renderer{}
	err := r.fail(fmt.Errorf("buffer %q: %w", "instances", vk.ERROR_OUT_OF_DEVICE_MEMORY))
	if lost := (*DeviceLostError)(nil); errors.As(err, &lost) || r.failed != nil {
		t.Errorf("the error is %v", err)
	}
}
