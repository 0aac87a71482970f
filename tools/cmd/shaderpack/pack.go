package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const (
	shaderDir  = "rendering/internal"
	includeDir = "rendering/internal/shader/include"
)

// stages is the endings of shader sources.
var stages = []string{".vert", ".frag", ".comp"}

// findShaders lists the shader sources below root, by their paths from root, sorted.
func findShaders(root string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(filepath.Join(root, shaderDir), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !slices.Contains(stages, filepath.Ext(path)) {
			return err
		}
		rel, err := filepath.Rel(root, path)
		found = append(found, filepath.ToSlash(rel))
		return err
	})
	slices.Sort(found)
	return found, err
}

// compile gives the SPIR-V of a source. The result depends on the sources and the compiler alone: no path and no time
// gets into it.
func compile(root, source string) ([]byte, error) {
	compiler, err := exec.LookPath("glslc")
	if err != nil {
		return nil, errors.New("no glslc: run make setup")
	}
	cmd := exec.Command(compiler, "--target-env=vulkan1.3", "-std=460", "-O", "-Werror", "-I", includeDir, "-o", "-", source)
	cmd.Dir = root
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	spirv, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", source, err, strings.TrimSpace(complaints.String()))
	}
	return spirv, nil
}

// packed is where a source's SPIR-V lies.
func packed(root, source string) string { return filepath.Join(root, source+".spv") }

// writeShaders compiles all sources and rewrites what differs. It goes on after a source that does not compile, so that one
// run shows every complaint.
func writeShaders(root string, sources []string) error {
	var complaints []error
	for _, s := range sources {
		spirv, err := compile(root, s)
		if err != nil {
			complaints = append(complaints, err)
			continue
		}
		if have, err := os.ReadFile(packed(root, s)); err == nil && bytes.Equal(have, spirv) {
			continue
		}
		if err := replace(packed(root, s), spirv); err != nil {
			return err
		}
		fmt.Println("wrote", s+".spv")
	}
	return errors.Join(append(complaints, orphans(root, sources))...)
}

// replace writes a file whole or not at all.
func replace(path string, text []byte) error {
	temp := path + ".new"
	if err := os.WriteFile(temp, text, 0o644); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return os.Rename(temp, path)
}

// checkShaders names every source whose SPIR-V is missing or differs.
func checkShaders(root string, sources []string) error {
	var complaints []error
	for _, s := range sources {
		spirv, err := compile(root, s)
		if err != nil {
			complaints = append(complaints, err)
			continue
		}
		have, err := os.ReadFile(packed(root, s))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			complaints = append(complaints, fmt.Errorf("%s.spv is missing: run make shaders", s))
		case err != nil:
			complaints = append(complaints, err)
		case !bytes.Equal(have, spirv):
			complaints = append(complaints, fmt.Errorf("%s.spv is stale: run make shaders", s))
		}
	}
	return errors.Join(append(complaints, orphans(root, sources))...)
}

// orphans names SPIR-V files that have lost their source.
func orphans(root string, sources []string) error {
	var complaints []error
	err := filepath.WalkDir(filepath.Join(root, shaderDir), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".spv" {
			return err
		}
		rel, err := filepath.Rel(root, strings.TrimSuffix(path, ".spv"))
		if err == nil && !slices.Contains(sources, filepath.ToSlash(rel)) {
			complaints = append(complaints, fmt.Errorf("%s.spv has no source: remove it", filepath.ToSlash(rel)))
		}
		return err
	})
	return errors.Join(append(complaints, err)...)
}
