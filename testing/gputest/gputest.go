// Package gputest draws in tests: it opens the real renderer, headless and with all its checks on, and takes pictures.
//
// The device is whatever Vulkan offers; where there is no GPU, that is lavapipe. A machine without a loader, a driver or the
// validation layer fails the test, with the way out.
package gputest

import (
	"image"
	"testing"

	"tertius.dev/core/render"
	"tertius.dev/rendering/vulkan"
)

// Open makes a headless renderer of what the store holds, with the options as change left them and every check on. When the
// test ends, the renderer is closed, and one message of the validation layer or of the recorder's own checks fails the test.
func Open(t testing.TB, resources *render.Store, width, height int, change ...func(*render.Options)) *vulkan.Renderer {
	t.Helper()
	options := render.Options{Width: width, Height: height}
	for _, c := range change {
		c(&options)
	}
	options.Checks = render.ValidationChecks
	r, err := vulkan.New(resources, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// Picture draws the snapshot and returns what it shows, opaque and sRGB encoded. Any error ends the test.
func Picture(t testing.TB, r render.Renderer, s *render.Snapshot, alpha float32) *image.NRGBA {
	t.Helper()
	var taken sink
	if err := r.CaptureNext(&taken); err != nil {
		t.Fatal(err)
	}
	if err := r.Render(s, alpha); err != nil {
		t.Fatal(err)
	}
	if taken.picture == nil {
		t.Fatal("the renderer took no picture")
	}
	return taken.picture
}

// sink keeps a copy of the picture.
type sink struct{ picture *image.NRGBA }

// Take copies the picture and makes it opaque.
func (s *sink) Take(img render.CapturedImage) error {
	s.picture = image.NewNRGBA(image.Rect(0, 0, img.Width, img.Height))
	copy(s.picture.Pix, img.Pixels)
	for i := 3; i < len(s.picture.Pix); i += 4 {
		s.picture.Pix[i] = 255
	}
	return nil
}
