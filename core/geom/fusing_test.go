package geom_test

import (
	"os"
	"os/exec"
	"regexp"
	"testing"
)

// fused finds an instruction of arm64 that rounds a product and a sum once.
var fused = regexp.MustCompile(`(?m)^.*\t(FN?M(ADD|SUB)[SD]|VFML[AS])\t.*$`)

// TestNoProductOfStateIsFused compiles for arm64, whose compiler fuses a product into a sum wherever the source lets it.
func TestNoProductOfStateIsFused(t *testing.T) {
	for _, name := range []string{"geom", "clock", "motion", "field", "rails", "frame", "physics"} {
		t.Run(name, func(t *testing.T) {
			build := exec.Command("go", "build", "-gcflags=-S", "tertius.dev/core/"+name)
			build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
			listing, err := build.CombinedOutput()
			if err != nil {
				t.Fatalf("go build for arm64: %v\n%s", err, listing)
			}
			for _, line := range fused.FindAll(listing, -1) {
				t.Errorf("%s", line)
			}
		})
	}
}

// TestFusedInstructionsAreFound shows that the listing names a fused product where the source allows one.
func TestFusedInstructionsAreFound(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module fusing\n\ngo 1.26\n")
	write("fusing.go", "package fusing\n\nfunc F(x, y, z float64) float64 { return x*y + z }\n")
	build := exec.Command("go", "build", "-gcflags=-S", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0", "GOWORK=off")
	listing, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("go build for arm64: %v\n%s", err, listing)
	}
	if !fused.Match(listing) {
		t.Errorf("no fused instruction in\n%s", listing)
	}
}
