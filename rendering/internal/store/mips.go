package store

import (
	"math"
	"math/bits"
	"sync"

	"tertius.dev/rendering/internal/shader"
)

// mipLevels is how many levels an image of this size has, down to one texel.
func mipLevels(width, height int) int { return bits.Len(uint(max(width, height))) }

// halved is the next mip level of RGBA texels: the mean of each four, of light for the colors of an sRGB texture. The
// last column and row of an odd side are left to the texel before them.
func halved(texels []byte, width, height int, srgb bool) (out []byte, outWidth, outHeight int) {
	outWidth, outHeight = max(width/2, 1), max(height/2, 1)
	out = make([]byte, 4*outWidth*outHeight)
	for y := range outHeight {
		top := 4 * width * min(2*y, height-1)
		bottom := 4 * width * min(2*y+1, height-1)
		for x := range outWidth {
			left, right := 4*min(2*x, width-1), 4*min(2*x+1, width-1)
			to := out[4*(y*outWidth+x):][:4]
			for c := range to {
				a, b := texels[top+left+c], texels[top+right+c]
				d, e := texels[bottom+left+c], texels[bottom+right+c]
				if srgb && c < 3 {
					to[c] = meanOfLight(a, b, d, e)
				} else {
					to[c] = byte((int(a) + int(b) + int(d) + int(e) + 2) / 4)
				}
			}
		}
	}
	return out, outWidth, outHeight
}

// lightTable is the sRGB encoding both ways, with light from 0 to 65,535: fine enough for the steepest step of 8 bits,
// which is 20 of these.
type lightTable struct {
	light   [256]uint32
	encoded [1 << 16]byte
}

var lightOfBytes = sync.OnceValue(func() *lightTable {
	t := &lightTable{}
	for i := range t.light {
		t.light[i] = uint32(math.Round(65535 * shader.SRGBDecode(float64(i)/255)))
	}
	for i := range t.encoded {
		t.encoded[i] = byte(math.Round(255 * shader.SRGBEncode(float64(i)/65535)))
	}
	return t
})

func meanOfLight(a, b, c, d byte) byte {
	t := lightOfBytes()
	return t.encoded[(t.light[a]+t.light[b]+t.light[c]+t.light[d]+2)/4]
}
