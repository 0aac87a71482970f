package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// change is a generated file that differs from what its source asks for; text is nil when it must go.
type change struct {
	path string
	text []byte
}

// expandFolders turns the arguments into folders: "x/..." into x and all folders below it that may hold Go packages,
// and no argument into the current folder.
func expandFolders(args []string) ([]string, error) {
	if len(args) == 0 {
		return []string{"."}, nil
	}
	var folders []string
	for _, arg := range args {
		root, below := strings.CutSuffix(arg, "/...")
		if arg == "..." {
			root, below = ".", true
		}
		if !below {
			folders = append(folders, filepath.Clean(root))
			continue
		}
		found, err := foldersBelow(root)
		if err != nil {
			return nil, err
		}
		folders = append(folders, found...)
	}
	return folders, nil
}

// foldersBelow returns root and every folder below it that the go command would look into.
func foldersBelow(root string) ([]string, error) {
	var folders []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() {
			return nil
		}
		name := d.Name()
		if path != root && (name == "testdata" || name == "vendor" || name[0] == '.' || name[0] == '_') {
			return filepath.SkipDir
		}
		folders = append(folders, filepath.Clean(path))
		return nil
	})
	return folders, err
}

// changesOf returns what must change in the folders so that each generated file equals its source. The mistakes of
// all folders come in one error.
func changesOf(folders []string) ([]change, error) {
	var changes []change
	var mistakes []error
	for _, folder := range folders {
		found, err := changesIn(folder)
		changes = append(changes, found...)
		if err != nil {
			mistakes = append(mistakes, err)
		}
	}
	return changes, errors.Join(mistakes...)
}

// changesIn returns what must change in one folder.
func changesIn(folder string) ([]change, error) {
	dir, err := readFolder(folder)
	if err != nil {
		return nil, err
	}
	wanted, err := dir.generate()
	if err != nil {
		return nil, err
	}
	var changes []change
	for _, g := range wanted {
		old, err := os.ReadFile(g.path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil && !isOurs(old) {
			return nil, fmt.Errorf("%s: stands in the way: uniongen did not write it; rename it", g.path)
		}
		if !bytes.Equal(old, g.text) {
			changes = append(changes, g)
		}
	}
	for _, path := range dir.ours {
		if !hasPath(wanted, path) {
			changes = append(changes, change{path: path})
		}
	}
	return changes, nil
}

func hasPath(changes []change, path string) bool {
	for _, c := range changes {
		if c.path == path {
			return true
		}
	}
	return false
}

// apply writes the changes, each file under a temporary name first, so that a reader never sees half of it.
func apply(changes []change) error {
	for _, c := range changes {
		if c.text == nil {
			if err := os.Remove(c.path); err != nil {
				return err
			}
			continue
		}
		if err := replaceFile(c.path, c.text); err != nil {
			return err
		}
	}
	return nil
}

func replaceFile(path string, text []byte) error {
	temp := path + ".tmp"
	if err := os.WriteFile(temp, text, 0o644); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return os.Rename(temp, path)
}
