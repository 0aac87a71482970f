// Package file writes whole files: under its own name a file is either complete or the one before.
package file

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write makes the file at path with what fill writes, under a temporary name beside it, and renames it. A link is
// followed. What exists and is no regular file, such as a device, is written in place.
//
// Errors: name the path, and leave no temporary file and no half of a regular file.
func Write(path string, fill func(w io.Writer) error) error {
	target, inPlace := resolve(path)
	var err error
	if inPlace {
		err = writeInPlace(target, fill)
	} else {
		err = writeAndRename(target, fill)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	return nil
}

// resolve returns where path leads, and whether it must be written in place.
func resolve(path string) (target string, inPlace bool) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return path, true
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target, false
	}
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return path, true // a link to nothing yet: opening it makes what it names
	}
	return path, false
}

func writeInPlace(path string, fill func(w io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	return writeAndClose(f, fill)
}

func writeAndRename(path string, fill func(w io.Writer) error) error {
	temporary := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d.tmp", filepath.Base(path), os.Getpid()))
	f, err := os.Create(temporary)
	if err != nil {
		return err
	}
	err = writeAndClose(f, fill)
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		os.Remove(temporary)
	}
	return err
}

func writeAndClose(f *os.File, fill func(w io.Writer) error) error {
	w := bufio.NewWriterSize(f, 1<<16)
	err := fill(w)
	if err == nil {
		err = w.Flush()
	}
	return errors.Join(err, f.Close())
}

// reason takes the temporary name out of the error of a system call, which the caller has named better.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

// MakeFolder makes a folder and those above it.
//
// Errors: names the folder.
func MakeFolder(path string) error {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return fmt.Errorf("cannot make the folder %s: %w", path, reason(err))
	}
	return nil
}
