package demo_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// fused finds an instruction of arm64 that rounds a product and a sum once, with the file that it comes from.
var fused = regexp.MustCompile(`(?m)^.*\((\S+):\d+\)\t(?:FN?M(?:ADD|SUB)[SD])\t.*$`)

// pictured are the files whose products reach only pictures.
var pictured = []string{"/sky.go", "/texture.go", "/noise.go", "/planet.go", "/surfaces.go", "/paints.go"}

// TestNoProductOfTheDemoIsFused compiles for arm64. What only pictures show may be fused.
func TestNoProductOfTheDemoIsFused(t *testing.T) {
	build := exec.Command("go", "build", "-gcflags=-S", "tertius.dev/demo/yard", "tertius.dev/demo/space",
		"tertius.dev/demo/thrust", "tertius.dev/demo/orbit", "tertius.dev/demo/station", "tertius.dev/demo/dock")
	build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	listing, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("go build for arm64: %v\n%s", err, listing)
	}
	found := fused.FindAllSubmatch(listing, -1)
	for _, m := range found {
		if file := string(m[1]); !slices.ContainsFunc(pictured, func(end string) bool { return strings.HasSuffix(file, end) }) {
			t.Errorf("%s", m[0])
		}
	}
	if len(found) == 0 {
		t.Error("no fused instruction in the pictures' files either; the pattern finds nothing")
	}
}
