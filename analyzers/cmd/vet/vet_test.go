package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// buildVet builds the program and returns its path.
func buildVet(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "vet")
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return path
}

// vet runs the go command's vet with our program over a module that holds files, given as name and text in turn.
func vet(t *testing.T, namesAndTexts ...string) (output string, err error) {
	t.Helper()
	tool, dir := buildVet(t), t.TempDir()
	files := append(namesAndTexts, "go.mod", "module tertius.dev\n\ngo 1.26.0\n")
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "vet", "-vettool="+tool, "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

const set = `package set

type Motion uint8

const (
	MotionStatic Motion = iota
	MotionDynamic
	motionHidden
	numMotions
)

type Shape interface{ shape() }
type Ball struct{}
type Box struct{}

func (Ball) shape() {}
func (*Box) shape() {}
`

// TestVetSeesSetsOfOtherPackages checks that what one package declares reaches the check of another through the go
// command, which runs the program once for each package.
func TestVetSeesSetsOfOtherPackages(t *testing.T) {
	out, err := vet(t, "set/set.go", set, "user/user.go", `package user

import "tertius.dev/set"

func f(m set.Motion, s set.Shape) {
	switch m {
	case set.MotionStatic:
	}
	switch s.(type) {
	case set.Ball:
	}
}
`)
	if err == nil {
		t.Error("exit code 0 in spite of two gaps")
	}
	for _, want := range []string{
		"user.go:6:2: switch over set.Motion misses set.MotionDynamic; name every member",
		"user.go:9:2: type switch over set.Shape misses *set.Box; name every member",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("printed\n%swant\n%s", out, want)
		}
	}
}

func TestVetIsSilentOverGoodCode(t *testing.T) {
	out, err := vet(t, "set/set.go", set, "user/user.go", `package user

import "tertius.dev/set"

func f(m set.Motion) {
	switch m {
	case set.MotionStatic, set.MotionDynamic:
	}
}
`)
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestVetRunsEveryCheck shows that each check finds its mistake also in the go command's hands, where other packages
// are known only by their export data.
func TestVetRunsEveryCheck(t *testing.T) {
	out, err := vet(t, "core/orbit/orbit.go", `package orbit

import (
	"math"
	"time"
)

func f(x, y, z float64) float64 {
	_ = time.Now()
	_ = math.Sin(x)
	return x*y + z
}
`, "simulation/self.go", `package simulation

type Self struct{}
`, "demo/lamp.go", `package demo

import (
	"go/token"

	"tertius.dev/simulation"
)

var kept any

func keep(self *simulation.Self, t token.Token) {
	kept = self
	switch t {
	case token.ADD:
	}
}
`)
	if err == nil {
		t.Error("exit code 0 in spite of five mistakes")
	}
	for _, want := range []string{
		"orbit.go:9:11: time.Now: a tick that asks the wall clock",
		"orbit.go:10:11: math.Sin: its last bit",
		"orbit.go:11:10: a product that may be fused",
		"lamp.go:12:9: simulation.Self is lent for one call and must not be kept in a global",
		"lamp.go:13:2: switch over token.Token has no default",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("printed\n%swant\n%s", out, want)
		}
	}
}
