package shader_test

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tertius.dev/rendering/internal/shader"
)

func include(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("include/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestConstantsEqualTheirIncludes(t *testing.T) {
	for _, c := range []struct {
		file, name string
		want       float64
	}{
		{"exposure.glsl", "MAX_RADIANCE", shader.MaxRadiance},
		{"lighting.glsl", "IRRADIANCE_LIMIT", shader.IrradianceLimit},
		{"lighting.glsl", "SMALLEST_DISTANCE", shader.SmallestDistanceMeters},
		{"brdf.glsl", "ROUGHNESS_FLOOR", shader.RoughnessFloor},
		{"brdf.glsl", "COSINE_FLOOR", shader.CosineFloor},
	} {
		found := regexp.MustCompile(`const float ` + c.name + ` = ([0-9.e+-]+);`).FindStringSubmatch(include(t, c.file))
		if found == nil {
			t.Errorf("%s declares no %s", c.file, c.name)
			continue
		}
		if got, err := strconv.ParseFloat(found[1], 64); err != nil || got != c.want {
			t.Errorf("%s: %s is %s, want %v", c.file, c.name, found[1], c.want)
		}
	}
	brdf := include(t, "brdf.glsl")
	for _, want := range []string{"DFG_SIZE = vec2(32.0, 32.0)", "LOBE_SKY_SIZE = vec2(64.0, 32.0)"} {
		if !strings.Contains(brdf, want) {
			t.Errorf("brdf.glsl does not say %q, the size of the table in package shader", want)
		}
	}
}

// dfgAt is the texel of the DFG table.
func dfgAt(across, down int) (schlick, albedo float64) {
	t := shader.SharedTables()
	i := 2 * (shader.DFGWidth*down + across)
	return shader.FromHalf(t.DFG[i]), shader.FromHalf(t.DFG[i+1])
}

func TestSmoothMirrorLosesNoLight(t *testing.T) {
	for across := 4; across < shader.DFGWidth; across++ {
		schlick, albedo := dfgAt(across, 0)
		nv := float64(across) / (shader.DFGWidth - 1)
		if math.Abs(albedo-1) > 0.01 {
			t.Errorf("n·v = %.3f: the lobe albedo is %v, want 1 for a mirror", nv, albedo)
		}
		if want := math.Pow(1-nv, 5); math.Abs(schlick-want) > 0.01 {
			t.Errorf("n·v = %.3f: the Schlick part is %v, want (1 − n·v)⁵ = %v for a mirror", nv, schlick, want)
		}
	}
}

// TestLobeAlbedoIsTheIntegralOfTheLobe integrates D · Vis · n·l over the light's directions on a plain grid, which shares
// nothing with the table's sum over half vectors.
func TestLobeAlbedoIsTheIntegralOfTheLobe(t *testing.T) {
	for _, c := range []struct{ across, down int }{{31, 31}, {16, 31}, {31, 16}, {10, 20}} {
		r := shader.FlooredRoughness(float64(c.down) / (shader.DFGHeight - 1))
		nv := float64(c.across) / (shader.DFGWidth - 1)
		vx := math.Sqrt(1 - nv*nv)
		const steps = 600
		var want float64
		for i := range steps {
			nl := (float64(i) + 0.5) / steps
			for j := range steps {
				phi := (float64(j) + 0.5) / steps * 2 * math.Pi
				lx, ly := math.Sqrt(1-nl*nl)*math.Cos(phi), math.Sqrt(1-nl*nl)*math.Sin(phi)
				nh := (nl + nv) / math.Sqrt((lx+vx)*(lx+vx)+ly*ly+(nl+nv)*(nl+nv))
				want += shader.DistributionGGX(nh, r*r) * shader.VisibilitySmith(nv, nl, r*r) * nl
			}
		}
		want *= 2 * math.Pi / (steps * steps)
		if _, got := dfgAt(c.across, c.down); math.Abs(got-want) > 0.005 {
			t.Errorf("n·v %.2f, roughness %.2f: the lobe albedo is %v, want %v", nv, r, got, want)
		}
	}
}

func TestLobeSkyShareGoesFromNothingToAll(t *testing.T) {
	table := shader.SharedTables().LobeSky
	for row := range shader.LobeSkyHeight {
		at := func(i int) float64 { return shader.FromHalf(table[shader.LobeSkyWidth*row+i]) }
		if at(0) != 0 || at(shader.LobeSkyWidth-1) != 1 {
			t.Errorf("row %d runs from %v to %v, want 0 to 1", row, at(0), at(shader.LobeSkyWidth-1))
		}
		for i := 1; i < shader.LobeSkyWidth; i++ {
			if at(i) < at(i-1) {
				t.Errorf("row %d falls at %d", row, i)
			}
			if sum := at(i) + at(shader.LobeSkyWidth-1-i); math.Abs(sum-1) > 1e-3 {
				t.Errorf("row %d, texel %d: a lobe and its mirror image see %v of the sky, want 1", row, i, sum)
			}
		}
	}
}

func TestHalfRoundsToNearest(t *testing.T) {
	for h := range 0x7c00 {
		x := shader.FromHalf(uint16(h))
		if got := shader.Half(x); got != uint16(h) {
			t.Fatalf("%#x is %v, and back %#x", h, x, got)
		}
		next := shader.FromHalf(uint16(h) + 1)
		if h+1 == 0x7c00 {
			next = 65536
		}
		want := uint16(h)
		if h&1 == 1 {
			want++
		}
		if got := shader.Half((x + next) / 2); got != want {
			t.Fatalf("half way past %#x rounds to %#x, want the even %#x", h, got, want)
		}
	}
	if got := shader.Half(-1.5); got != 0xbe00 {
		t.Errorf("-1.5 is %#x, want 0xbe00", got)
	}
}

func TestSRGBDecodesWhatItEncodes(t *testing.T) {
	for i := range 256 {
		x := float64(i) / 255
		if got := shader.SRGBDecode(shader.SRGBEncode(x)); math.Abs(got-x) > 1e-7 {
			t.Errorf("%v becomes %v", x, got)
		}
	}
}

func TestACESKeepsBlackAndGray(t *testing.T) {
	if got := shader.ACESFitted(shader.Color{}); got != (shader.Color{}) {
		t.Errorf("black becomes %v", got)
	}
	got := shader.ACESFitted(shader.Color{0.18, 0.18, 0.18})
	if math.Abs(got[0]-got[1]) > 1e-3 || math.Abs(got[1]-got[2]) > 1e-3 {
		t.Errorf("gray becomes %v, which is no gray", got)
	}
	// The fit, by hand: x = 0.18 in each channel, up to the matrices' rows, which sum to 1.
	want := (0.18*(0.18+0.0245786) - 0.000090537) / (0.18*(0.983729*0.18+0.4329510) + 0.238081)
	if math.Abs(got[1]-want) > 1e-3 {
		t.Errorf("gray becomes %v, want %v", got[1], want)
	}
}
