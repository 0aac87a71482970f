package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"tertius.dev/native"
)

// program is joltbuild, built once for all tests.
var program string

func TestMain(m *testing.M) { os.Exit(buildAndRun(m)) }

func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "joltbuild")
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "joltbuild")
	if text, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		fmt.Printf("go build: %v\n%s", err, text)
		return 1
	}
	return m.Run()
}

// machine is a made-up machine: a checkout, a cache, and programs that stand for cargo and cmake.
type machine struct {
	t        *testing.T
	checkout string
	cache    string
	bin      string
}

// The programs count their calls in $CALLS. The checksum of the crate, how long cmake takes and whether it fails come
// from the environment.
const (
	fakeCargo = `#!/bin/sh
echo cargo >>"$CALLS"
mkdir -p vendor/` + native.CrateName + `/` + native.CrateJolt + `/Build
echo "{\"package\":\"${CHECKSUM:-` + native.CrateChecksum + `}\"}" >vendor/` + native.CrateName + `/.cargo-checksum.json
`
	fakeCmake = `#!/bin/sh
echo "cmake $*" >>"$CALLS"
if [ "$1" = --install ]; then
	if [ -n "$FAIL_INSTALL" ]; then echo 'install: no room'; exit 2; fi
	mkdir -p "$4/lib/cmake/Jolt"
	echo package >"$4/` + native.JoltPackage + `"
	exit 0
fi
if [ "$1" = --build ]; then
	sleep "${SLOW:-0}"
	if [ -n "$FAIL" ]; then echo 'step.cpp:12: error: no such thing'; exit 2; fi
	echo '[ 50%] Building'
	echo library >"$2/` + "libtertius_jolt.so" + `"
	echo bench >"$2/tertius_jolt_bench"
	exit 0
fi
while [ $# -gt 0 ]; do [ "$1" = -B ] && mkdir -p "$2"; shift; done
`
)

func newMachine(t *testing.T) *machine {
	if runtime.GOOS != "linux" {
		t.Fatal("the made-up programs are scripts for Linux")
	}
	m := &machine{t: t, checkout: t.TempDir(), cache: t.TempDir(), bin: t.TempDir()}
	m.write(filepath.Join(m.checkout, "go.work"), "go 1.26.0\n")
	if err := os.MkdirAll(filepath.Join(m.checkout, "physics", "jolt"), 0o755); err != nil {
		t.Fatal(err)
	}
	m.write(filepath.Join(m.bin, "cargo"), fakeCargo)
	m.write(filepath.Join(m.bin, "cmake"), fakeCmake)
	return m
}

func (m *machine) write(path, text string) {
	m.t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		m.t.Fatal(err)
	}
}

// run runs joltbuild on the machine with more environment, words like FAIL=1, and returns what it says.
func (m *machine) run(env []string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = filepath.Join(m.checkout, "physics")
	cmd.Env = append([]string{
		"PATH=" + m.bin + ":/usr/bin:/bin", "XDG_CACHE_HOME=" + m.cache, "CALLS=" + filepath.Join(m.cache, "calls"),
	}, env...)
	text, err := cmd.CombinedOutput()
	return string(text), err
}

// must runs joltbuild, which must succeed.
func (m *machine) must(args ...string) string {
	m.t.Helper()
	text, err := m.run(nil, args...)
	if err != nil {
		m.t.Fatalf("joltbuild %v: %v\n%s", args, err, text)
	}
	return text
}

// calls counts how often a program was called with words.
func (m *machine) calls(words string) int {
	text, _ := os.ReadFile(filepath.Join(m.cache, "calls")) // missing while nothing was called
	return strings.Count(string(text), words)
}

// builds counts how often cmake was asked to build anything.
func (m *machine) builds() int { return m.calls("cmake --build") }

// left lists what lies in the cache folder of Jolt, but for lock files.
func (m *machine) left() []string {
	var names []string
	entries, _ := os.ReadDir(filepath.Join(m.cache, "tertius", "jolt")) // missing while nothing was built
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".lock") {
			names = append(names, e.Name())
		}
	}
	return names
}

func TestSecondBuildDoesNothing(t *testing.T) {
	m := newMachine(t)
	first := m.must()
	for _, want := range []string{"fetching", "configuring", "compiling", "50%", "built Jolt itself", "built the release library"} {
		if !strings.Contains(first, want) {
			t.Errorf("the first build says nothing of %q:\n%s", want, first)
		}
	}
	if second := m.must(); !strings.Contains(second, "is there") || m.builds() != 2 {
		t.Errorf("the second build ran cmake (%d builds):\n%s", m.builds(), second)
	}
	if left, want := m.left(), []string{native.Release.Hash(), "static-" + native.Release.JoltHash()}; !slices.Equal(left, want) {
		t.Errorf("the cache holds %v, want %v", left, want)
	}
	m.wantFile("library")
	m.must("-asserts")
	if left := m.left(); len(left) != 4 || native.Asserts.Hash() == native.Release.Hash() {
		t.Errorf("with asserts the cache holds %v", left)
	}
}

// wantFile is that the file which -print names is there.
func (m *machine) wantFile(what string) {
	m.t.Helper()
	path := strings.TrimSpace(m.must("-print", what))
	if _, err := os.Stat(path); err != nil {
		m.t.Errorf("-print %s names %s: %v", what, path, err)
	}
}

// The benchmark program is made on demand alone, over the same Jolt, and neither build counts as the other.
func TestBenchmarkIsABuildOfItsOwn(t *testing.T) {
	m := newMachine(t)
	m.must("-bench")
	want := []string{"bench-" + native.Release.BenchHash(), "static-" + native.Release.JoltHash()}
	if left := m.left(); m.builds() != 2 || !slices.Equal(left, want) {
		t.Errorf("%d builds leave %v, want two and %v", m.builds(), left, want)
	}
	m.wantFile("bench")
	if text := m.must("-bench"); !strings.Contains(text, "the release benchmark is there") || m.builds() != 2 {
		t.Errorf("it is built anew (%d builds):\n%s", m.builds(), text)
	}
	m.must()
	m.wantFile("library")
	if left := m.left(); m.builds() != 3 || len(left) != 3 {
		t.Errorf("with the library there are %d builds and %v", m.builds(), left)
	}
}

// The hash of the library covers no source of the benchmark program, so that a change of that leaves the library alone; and the
// other way round. The folder that both builds get holds both.
func TestSourcesOfTheBenchmarkAreNotTheLibrarys(t *testing.T) {
	names := func(project string) []string {
		t.Helper()
		paths, err := native.SourcesOf(project)
		if err != nil {
			t.Fatal(err)
		}
		return paths
	}
	shim, bench := names("shim"), names("bench")
	if slices.Contains(shim, "bench/pile.cpp") || !slices.Contains(shim, "shim/tj.h") {
		t.Errorf("the library is made of %v", shim)
	}
	if slices.Contains(bench, "shim/tj.h") || !slices.Contains(bench, "bench/pile.cpp") {
		t.Errorf("the benchmark program is made of %v", bench)
	}
	for _, shared := range []string{"jolt/CMakeLists.txt", "flags.cmake"} {
		if !slices.Contains(shim, shared) || !slices.Contains(bench, shared) {
			t.Errorf("%s is not a source of both", shared)
		}
	}
}

// A change of our sources gives the library another name, and Jolt's own stays: what is missing then is built alone.
func TestJoltItselfIsBuiltOnce(t *testing.T) {
	m := newMachine(t)
	m.must()
	if err := os.RemoveAll(filepath.Join(m.cache, "tertius", "jolt", native.Release.Hash())); err != nil {
		t.Fatal(err)
	}
	text := m.must()
	if m.builds() != 3 || m.calls("cargo") != 1 || m.calls("cmake --install") != 1 {
		t.Errorf("the second build ran cmake to build %d times in all, cargo %d and an install %d times, want 3, 1 and 1",
			m.builds(), m.calls("cargo"), m.calls("cmake --install"))
	}
	if !strings.Contains(text, "Jolt itself (release) is there") || len(m.left()) != 2 {
		t.Errorf("it left %v and says\n%s", m.left(), text)
	}
	if native.Release.JoltHash() == native.Asserts.JoltHash() || native.Release.JoltHash() == native.Release.Hash() {
		t.Error("two different builds share a name")
	}
}

func TestBuildsAtOnceBuildOnce(t *testing.T) {
	m := newMachine(t)
	var done sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		done.Go(func() {
			if text, err := m.run([]string{"SLOW=0.3"}); err != nil {
				errs[i] = fmt.Errorf("%w\n%s", err, text)
			}
		})
	}
	done.Wait()
	for _, err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	if m.builds() != 2 || len(m.left()) != 2 {
		t.Errorf("four processes built %d times and left %v", m.builds(), m.left())
	}
}

// A build that fails says why, leaves nothing behind, and does not stand in the way of the next one.
func TestFailedBuildLeavesNothing(t *testing.T) {
	for _, c := range []struct {
		name string
		env  []string
		gone string // a program that is not installed
		want string
	}{
		{"compiler", []string{"FAIL=1"}, "", "no such thing"},
		{"install", []string{"FAIL_INSTALL=1"}, "", "no room"},
		{"checksum", []string{"CHECKSUM=abc"}, "", "another content under the same version"},
		{"no-cargo", nil, "cargo", "cargo is not installed: run make setup"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMachine(t)
			if c.gone != "" {
				if err := os.Remove(filepath.Join(m.bin, c.gone)); err != nil {
					t.Fatal(err)
				}
			}
			text, err := m.run(append(c.env, "PATH="+m.bin+pathWithout(t, c.gone)))
			if err == nil || !strings.Contains(text, c.want) {
				t.Fatalf("joltbuild: %v, want an error with %q:\n%s", err, c.want, text)
			}
			if left := m.left(); len(left) != 0 {
				t.Errorf("it left %v", left)
			}
			m.write(filepath.Join(m.bin, "cargo"), fakeCargo)
			m.must()
		})
	}
}

// pathWithout is the rest of the search path: the system's programs, but a folder of links without one of them when the
// system has it.
func pathWithout(t *testing.T, gone string) string {
	if gone == "" {
		return ":/usr/bin:/bin"
	}
	dir := t.TempDir()
	for _, name := range []string{"sh", "mkdir", "sleep"} {
		from, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(from, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return ":" + dir
}

func TestCheckFailsWhenStale(t *testing.T) {
	m := newMachine(t)
	if text, err := m.run(nil, "-check"); err == nil {
		t.Errorf("a checkout without the hashes passes:\n%s", text)
	}
	m.must()
	m.must("-check")
	path := filepath.Join(m.checkout, "physics", "jolt", "library_gen.go")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), native.Release.Hash()) || !strings.Contains(string(text), native.Asserts.Hash()) {
		t.Errorf("the file of the hashes holds\n%s", text)
	}
	m.write(path, strings.ReplaceAll(string(text), native.Release.Hash(), strings.Repeat("0", 32)))
	if text, err := m.run(nil, "-check"); err == nil || !strings.Contains(text, "stale") {
		t.Errorf("a stale hash passes: %v\n%s", err, text)
	}
	m.must()
	m.must("-check")
}

func TestUnknownWordsAreRefused(t *testing.T) {
	m := newMachine(t)
	for _, args := range [][]string{{"now"}, {"-print", "cake"}} {
		if text, err := m.run(nil, args...); err == nil || m.builds() != 0 {
			t.Errorf("joltbuild %v passes:\n%s", args, text)
		}
	}
}
