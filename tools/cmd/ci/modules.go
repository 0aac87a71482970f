package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// checkModules holds the law between modules: what go.mod does not require cannot be imported without the workspace.
func checkModules(w *workspace) error {
	off := []string{"GOWORK=off"}
	for _, module := range w.modules {
		err := w.runAll(
			command{dir: module, env: off, args: []string{"go", "build", "./..."}},
			command{dir: module, env: off, args: []string{"go", "vet", "./..."}},
			command{dir: module, env: off, args: []string{"go", "mod", "tidy", "-diff"}},
		)
		if err != nil {
			return err
		}
	}
	return nil
}

// checkSync fails when go work sync would change a file, and leaves the files as they were.
func checkSync(w *workspace) error {
	before, err := w.moduleFiles()
	if err != nil {
		return err
	}
	if err := w.run(command{args: []string{"go", "work", "sync"}}); err != nil {
		return err
	}
	for path, old := range before {
		text, err := readIfThere(path)
		if err != nil {
			return err
		}
		if bytes.Equal(text, old) {
			continue
		}
		if err := restore(path, old); err != nil {
			return err
		}
		return fmt.Errorf("go work sync changes %s: run it and commit what it writes", path)
	}
	return nil
}

// moduleFiles returns the files that go work sync may write, by path, with nil for one that does not exist.
func (w *workspace) moduleFiles() (map[string][]byte, error) {
	paths := []string{filepath.Join(w.root, "go.work"), filepath.Join(w.root, "go.work.sum")}
	for _, module := range w.modules {
		paths = append(paths, filepath.Join(w.root, module, "go.mod"), filepath.Join(w.root, module, "go.sum"))
	}
	files := map[string][]byte{}
	for _, path := range paths {
		text, err := readIfThere(path)
		if err != nil {
			return nil, err
		}
		files[path] = text
	}
	return files, nil
}

func readIfThere(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

func restore(path string, text []byte) error {
	if text == nil {
		return os.Remove(path)
	}
	return os.WriteFile(path, text, 0o644)
}

// otherSystems are those that the engine is kept open for, beside linux/amd64 where it is tested.
var otherSystems = [][2]string{{"windows", "amd64"}, {"darwin", "arm64"}, {"linux", "arm64"}}

// checkCross builds every package without cgo for the other systems.
func checkCross(w *workspace) error {
	for _, system := range otherSystems {
		env := []string{"CGO_ENABLED=0", "GOOS=" + system[0], "GOARCH=" + system[1]}
		if err := w.run(command{env: env, args: []string{"go", "build", everyPackage}}); err != nil {
			return err
		}
	}
	return nil
}
