package jolt_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tertius.dev/physics/internal/shim"
	"tertius.dev/physics/jolt"
)

// makeLibrary compiles a file of testdata into a shared library, as a stranger's library.
func makeLibrary(t *testing.T, source string, defines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lib.so")
	ours := fmt.Sprintf("-DOUR_VERSION=%d", shim.ABIVersion)
	args := append([]string{"-shared", ours, "-fPIC", "-o", path, filepath.Join("testdata", source)}, defines...)
	if text, err := exec.Command("cc", args...).CombinedOutput(); err != nil {
		t.Fatalf("cc: %v: run make setup\n%s", err, text)
	}
	return path
}

// Every library that cannot be used is refused in one line that names the way out, before any other call into it.
func TestUnusableLibraryIsRefusedInOneLine(t *testing.T) {
	folder := t.TempDir()
	text := filepath.Join(folder, "text.so")
	if err := os.WriteFile(text, []byte("no library\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		path    string
		problem jolt.LibraryProblem
		want    string
	}{
		{"missing", filepath.Join(folder, "none.so"), jolt.LibraryMissing, "no such file"},
		{"text", text, jolt.LibraryMissing, "text.so"},
		{"float", makeLibrary(t, "fake.c", "-DDOUBLE=0"), jolt.LibraryFloat, "single precision"},
		{"version", makeLibrary(t, "fake.c", "-DDOUBLE=1", "-DVERSION=77"), jolt.LibraryVersion, "version 77"},
		{"layout", makeLibrary(t, "fake.c", "-DDOUBLE=1"), jolt.LibraryVersion, "sizes"},
		{"stranger", makeLibrary(t, "fake.c", "-DSTRANGER"), jolt.LibraryVersion, "no function tj_abi"},
	} {
		t.Run(c.name, func(t *testing.T) {
			backend, err := jolt.Open(jolt.Options{Library: c.path})
			if err == nil {
				backend.Close()
				t.Fatal("it was opened")
			}
			var refused *jolt.LibraryError
			if !errors.As(err, &refused) || refused.Problem != c.problem || refused.Path != c.path {
				t.Errorf("the error is %#v, want problem %d of %s", err, c.problem, c.path)
			}
			line := err.Error()
			if !strings.Contains(line, c.want) || !strings.HasSuffix(line, "run make setup") || strings.Contains(line, "\n") {
				t.Errorf("the error is %q, want one line with %q that ends by naming make setup", line, c.want)
			}
		})
	}
}

// The environment names another copy of the library, and the options win over it.
func TestEnvironmentNamesTheLibrary(t *testing.T) {
	t.Setenv(jolt.EnvLibrary, filepath.Join(t.TempDir(), "elsewhere.so"))
	var refused *jolt.LibraryError
	if _, err := jolt.Open(jolt.Options{}); !errors.As(err, &refused) || refused.Path != os.Getenv(jolt.EnvLibrary) {
		t.Errorf("the error is %v, want one about %s", err, os.Getenv(jolt.EnvLibrary))
	}
	float := makeLibrary(t, "fake.c", "-DDOUBLE=0")
	if _, err := jolt.Open(jolt.Options{Library: float}); !errors.As(err, &refused) || refused.Path != float {
		t.Errorf("the error is %v, want one about %s", err, float)
	}
}

func TestOptionsOutOfRangeAreRefused(t *testing.T) {
	for _, n := range []int{-1, 1<<20 + 1} {
		if b, err := jolt.Open(jolt.Options{MaxBodiesPerFrame: n}); err == nil {
			b.Close()
			t.Errorf("%d bodies were accepted", n)
		}
	}
	for _, n := range []int{-1, 65} {
		if b, err := jolt.Open(jolt.Options{ThreadsPerFrame: n}); err == nil {
			b.Close()
			t.Errorf("%d threads were accepted", n)
		}
	}
}

// Close frees what is there, twice does no harm, and a closed backend refuses.
func TestClosedBackendRefuses(t *testing.T) {
	b := newBench(t, 1)
	b.fillYard(0)
	b.apply()
	b.steps(3)
	if b.backend.LiveObjects() == 0 {
		t.Fatal("a yard has no native objects")
	}
	for range 2 {
		if err := b.backend.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if live := b.backend.LiveObjects(); live != 0 {
		t.Errorf("%d native objects live after Close", live)
	}
	b.stepRaw()
	if len(b.out.Errors) != 1 || len(b.backend.Apply(&b.changes)) != 1 {
		t.Errorf("a closed backend steps: %v", b.out.Errors)
	}
}

// A processor without the instructions is refused before anything is loaded; this one has them, so only the line is held.
func TestProcessorRefusalNamesWhatIsMissing(t *testing.T) {
	line := (&jolt.LibraryError{Problem: jolt.LibraryProcessor, Detail: "AVX2, FMA"}).Error()
	if !strings.HasPrefix(line, "this processor lacks AVX2, FMA") || strings.Contains(line, "\n") {
		t.Errorf("the line is %q", line)
	}
}
