package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const repository = "../../.."

func TestCommittedShadersAreFresh(t *testing.T) {
	if err := run(repository, true); err != nil {
		t.Error(err)
	}
}

const simple = "#version 460\nlayout(local_size_x = 1) in;\nlayout(set = 0, binding = 0) buffer B { uint v[]; };\nvoid main() { v[0] = VALUE; }\n"

// sources makes a repository with one shader and one include.
func sources(t *testing.T, shader string) (root, path string) {
	t.Helper()
	root = t.TempDir()
	dir := filepath.Join(root, shaderDir, "pass", "x")
	for _, d := range []string{dir, filepath.Join(root, includeDir)} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	path = filepath.Join(dir, "x.comp")
	write(t, path, shader)
	write(t, filepath.Join(root, includeDir, "value.glsl"), "const uint VALUE = 7u;\n")
	return root, path
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

const including = "#version 460\n#extension GL_GOOGLE_include_directive : require\n#include \"value.glsl\"\n"

func TestCheckNamesWhatIsMissingStaleAndOrphaned(t *testing.T) {
	shader := including + strings.TrimPrefix(simple, "#version 460\n")
	root, path := sources(t, shader)
	wantComplaint(t, run(root, true), "rendering/internal/pass/x/x.comp.spv is missing")

	if err := run(root, false); err != nil {
		t.Fatal(err)
	}
	if err := run(root, true); err != nil {
		t.Errorf("after packing: %v", err)
	}
	write(t, filepath.Join(root, includeDir, "value.glsl"), "const uint VALUE = 8u;\n")
	wantComplaint(t, run(root, true), "x.comp.spv is stale")

	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	wantComplaint(t, run(root, true), "x.comp.spv has no source")
}

func TestCompileNamesFileAndLineOfAMistake(t *testing.T) {
	root, _ := sources(t, "#version 460\nvoid main() { nothing(); }\n")
	wantComplaint(t, run(root, false), "x.comp:2: error")
	if _, err := os.Stat(filepath.Join(root, shaderDir, "pass", "x", "x.comp.spv")); err == nil {
		t.Error("a shader that does not compile left a file")
	}
}

func TestCompileIsTheSameEverywhere(t *testing.T) {
	shader := including + strings.TrimPrefix(simple, "#version 460\n")
	rootA, _ := sources(t, shader)
	rootB, _ := sources(t, shader)
	a, errA := compile(rootA, "rendering/internal/pass/x/x.comp")
	b, errB := compile(rootB, "rendering/internal/pass/x/x.comp")
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if string(a) != string(b) {
		t.Error("the same source in two folders gives two results")
	}
}

func wantComplaint(t *testing.T, err error, part string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), part) {
		t.Errorf("the complaint is %v, want one with %q", err, part)
	}
}
