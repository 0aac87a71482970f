package store

import (
	"bytes"
	"math"
	"testing"

	"tertius.dev/rendering/internal/shader"
)

func TestMipLevelsEndAtOneTexel(t *testing.T) {
	for _, c := range [][3]int{{1, 1, 1}, {2, 1, 2}, {3, 5, 3}, {64, 64, 7}, {1, 16384, 15}} {
		if got := mipLevels(c[0], c[1]); got != c[2] {
			t.Errorf("%d × %d has %d levels, want %d", c[0], c[1], got, c[2])
		}
		width, height := c[0], c[1]
		texels := make([]byte, 4*width*height)
		for range c[2] - 1 {
			texels, width, height = halved(texels, width, height, true)
		}
		if width != 1 || height != 1 || len(texels) != 4 {
			t.Errorf("%v ends at %d × %d in %d bytes", c, width, height, len(texels))
		}
	}
}

func TestHalvedTexelIsTheMeanOfFour(t *testing.T) {
	texels := []byte{
		0, 10, 100, 0, 255, 20, 100, 255, 9, 9, 9, 9, // the third column is left over
		255, 30, 100, 0, 0, 41, 100, 255, 9, 9, 9, 9,
	}
	linear, width, height := halved(texels, 3, 2, false)
	if want := []byte{128, 25, 100, 128}; width != 1 || height != 1 || !bytes.Equal(linear, want) {
		t.Errorf("the mean is %v of %d × %d, want %v", linear, width, height, want)
	}
	srgb, _, _ := halved(texels, 3, 2, true)
	half := byte(math.Round(255 * shader.SRGBEncode(0.5)))
	if srgb[0] != half || srgb[2] != 100 || srgb[3] != 128 {
		t.Errorf("the mean of the light is %v, want %d in red, 100 in blue and the plain mean in alpha", srgb, half)
	}
}

func TestMeanOfOneColorIsThatColor(t *testing.T) {
	for c := range 256 {
		if got := meanOfLight(byte(c), byte(c), byte(c), byte(c)); got != byte(c) {
			t.Errorf("four times %d is %d", c, got)
		}
	}
}

func TestRoomGrowsByDoubling(t *testing.T) {
	for _, c := range [][2]int{{0, leastBytes}, {leastBytes, leastBytes}, {leastBytes + 1, 2 * leastBytes}, {100000, 131072}} {
		if got := roomFor(c[0]); got != c[1] {
			t.Errorf("room for %d bytes is %d, want %d", c[0], got, c[1])
		}
	}
}
