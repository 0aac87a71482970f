package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tertius.dev/native"
)

// product is something that the cache keeps: a folder that is there whole or not at all.
type product struct {
	what string // for people
	dir  string
	has  string // a file of every such folder, by its path in it
	make func(work string) (result string, err error)
}

// build makes the library of this kind unless it is there, and before it Jolt's own, which does not depend on our sources.
func build(kind native.Kind) error {
	dir, err := kind.Dir()
	if err != nil {
		return err
	}
	return buildOne(&product{
		what: fmt.Sprintf("the %v library", kind), dir: dir, has: native.LibraryName(),
		make: func(work string) (string, error) { return makeOver(kind, "shim", native.LibraryName(), work) },
	})
}

// buildBench makes the benchmark program of this kind unless it is there, and before it Jolt's own library.
func buildBench(kind native.Kind) error {
	dir, err := kind.BenchDir()
	if err != nil {
		return err
	}
	return buildOne(&product{
		what: fmt.Sprintf("the %v benchmark", kind), dir: dir, has: native.BenchName(),
		make: func(work string) (string, error) { return makeOver(kind, "bench", native.BenchName(), work) },
	})
}

// jolt returns the folder of Jolt's own library of this kind, after making it unless it is there.
func jolt(kind native.Kind) (string, error) {
	dir, err := kind.JoltDir()
	if err != nil {
		return "", err
	}
	return dir, buildOne(&product{
		what: fmt.Sprintf("Jolt itself (%v)", kind), dir: dir, has: filepath.FromSlash(native.JoltPackage),
		make: func(work string) (string, error) { return makeJolt(kind, work) },
	})
}

// buildOne makes one product unless it is there. Everything happens in a temporary folder beside its place, and a rename puts
// it there whole.
func buildOne(p *product) error {
	if p.built() {
		fmt.Printf("jolt: %s is there: %s\n", p.what, p.dir)
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(p.dir), 0o755); err != nil {
		return err
	}
	unlock, err := lock(p.dir + ".lock")
	if err != nil {
		return err
	}
	defer unlock()
	if p.built() {
		fmt.Printf("jolt: another process has built %s: %s\n", p.what, p.dir)
		return nil
	}
	start := time.Now()
	fmt.Printf("jolt: building %s\n", p.what)
	if err := p.buildInto(); err != nil {
		return err
	}
	fmt.Printf("jolt: built %s in %d s: %s\n", p.what, int(time.Since(start).Seconds()), p.dir)
	return nil
}

func (p *product) built() bool {
	_, err := os.Stat(filepath.Join(p.dir, p.has))
	return err == nil
}

// buildInto makes the product in a temporary folder, which it removes, and moves the result to its place.
func (p *product) buildInto() error {
	work, err := os.MkdirTemp(filepath.Dir(p.dir), "build-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	result, err := p.make(work)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(p.dir); err != nil { // a folder without the file that tells is no build
		return err
	}
	return os.Rename(result, p.dir)
}

// makeJolt fetches Jolt, compiles it alone, and returns the folder into which it is installed.
func makeJolt(kind native.Kind, work string) (string, error) {
	source, err := fetch(work)
	if err != nil {
		return "", err
	}
	made, err := compile(work, "jolt", append(kind.JoltFlags(), "-DJOLT_DIR="+source))
	if err != nil {
		return "", err
	}
	result := filepath.Join(work, "result")
	return result, command(work, nil, "cmake", "--install", made, "--prefix", result)
}

// makeOver compiles one of the embedded projects against Jolt's own library, and returns a folder with the file that it makes.
func makeOver(kind native.Kind, project, name, work string) (string, error) {
	prefix, err := jolt(kind)
	if err != nil {
		return "", err
	}
	made, err := compile(work, project, append(kind.ShimFlags(), "-DJOLT_PREFIX="+prefix))
	if err != nil {
		return "", err
	}
	result := filepath.Join(work, "result")
	if err := os.Mkdir(result, 0o755); err != nil {
		return "", err
	}
	return result, os.Rename(filepath.Join(made, name), filepath.Join(result, name))
}

// compile configures and builds one of the embedded projects below work, and returns the folder with the results.
func compile(work, project string, flags []string) (string, error) {
	from, to := filepath.Join(work, "source"), filepath.Join(work, "made")
	if err := os.Mkdir(from, 0o755); err != nil {
		return "", err
	}
	if err := native.WriteSources(from); err != nil {
		return "", err
	}
	fmt.Println("jolt: configuring with cmake")
	args := append([]string{"-S", filepath.Join(from, project), "-B", to}, flags...)
	if err := command(work, nil, "cmake", args...); err != nil {
		return "", err
	}
	fmt.Println("jolt: compiling")
	return to, command(work, &progress{}, "cmake", "--build", to, "--parallel", "2")
}
