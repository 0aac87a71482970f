package gputest_test

import (
	"bytes"
	"testing"

	"tertius.dev/core/render"
	"tertius.dev/testing/gputest"
)

// An empty scene is one color, and drawn again it is the same to the byte.
func TestPictureOfNothingIsEvenAndRepeats(t *testing.T) {
	r := gputest.Open(t, &render.Store{}, 40, 30)
	first := gputest.Picture(t, r, &render.Snapshot{}, 1)
	if b := first.Bounds(); b.Dx() != 40 || b.Dy() != 30 {
		t.Fatalf("a picture of %v, want 40 × 30", b)
	}
	for i := 4; i < len(first.Pix); i += 4 {
		if !bytes.Equal(first.Pix[i:i+4], first.Pix[:4]) {
			t.Fatalf("pixel %d is %v, and the first %v", i/4, first.Pix[i:i+4], first.Pix[:4])
		}
	}
	if again := gputest.Picture(t, r, &render.Snapshot{}, 1); !bytes.Equal(first.Pix, again.Pix) {
		t.Error("the second picture differs")
	}
}
