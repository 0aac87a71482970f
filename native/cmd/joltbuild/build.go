package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tertius.dev/native"
)

// build makes the library of this kind unless it is there. Everything happens in a temporary folder beside its place, and
// a rename puts it there whole.
func build(kind native.Kind) error {
	dir, err := kind.Dir()
	if err != nil {
		return err
	}
	if built(dir) {
		fmt.Printf("jolt: the %v library is there: %s\n", kind, dir)
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	unlock, err := lock(dir + ".lock")
	if err != nil {
		return err
	}
	defer unlock()
	if built(dir) {
		fmt.Printf("jolt: another process has built the %v library: %s\n", kind, dir)
		return nil
	}
	start := time.Now()
	fmt.Printf("jolt: building the %v library, about a minute\n", kind)
	if err := buildInto(kind, dir); err != nil {
		return err
	}
	fmt.Printf("jolt: built in %d s: %s\n", int(time.Since(start).Seconds()), dir)
	return nil
}

func built(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, native.LibraryName()))
	return err == nil
}

// buildInto runs the steps in a temporary folder, which it removes, and moves the result to dir.
func buildInto(kind native.Kind, dir string) error {
	work, err := os.MkdirTemp(filepath.Dir(dir), "build-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	jolt, err := fetch(work)
	if err != nil {
		return err
	}
	made, err := compile(kind, work, jolt)
	if err != nil {
		return err
	}
	result := filepath.Join(work, "result")
	if err := os.Mkdir(result, 0o755); err != nil {
		return err
	}
	for _, name := range [...]string{native.LibraryName(), native.BenchName()} {
		if err := os.Rename(filepath.Join(made, name), filepath.Join(result, name)); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(dir); err != nil { // a folder without the library is no build
		return err
	}
	return os.Rename(result, dir)
}

// compile configures and builds below work, and returns the folder with the results.
func compile(kind native.Kind, work, jolt string) (string, error) {
	from, to := filepath.Join(work, "source"), filepath.Join(work, "made")
	if err := os.Mkdir(from, 0o755); err != nil {
		return "", err
	}
	if err := native.WriteSources(from); err != nil {
		return "", err
	}
	fmt.Println("jolt: configuring with cmake")
	args := append([]string{"-S", filepath.Join(from, "shim"), "-B", to, "-DJOLT_DIR=" + jolt}, kind.Flags()...)
	if err := command(work, nil, "cmake", args...); err != nil {
		return "", err
	}
	fmt.Println("jolt: compiling")
	return to, command(work, &progress{}, "cmake", "--build", to, "--parallel", "2")
}
