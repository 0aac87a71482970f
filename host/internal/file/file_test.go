package file_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tertius.dev/host/internal/file"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func check(t *testing.T, folder, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", filepath.Base(path), got, err, want)
	}
	all, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if strings.HasSuffix(e.Name(), ".tmp") {
			t.Errorf("%s is left", e.Name())
		}
	}
}

func TestWriteReplacesAFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.json")
	for _, s := range []string{"one, which is longer", "two"} {
		if err := file.Write(path, text(s)); err != nil {
			t.Fatal(err)
		}
		check(t, folder, path, s)
	}
}

func TestFailedWriteKeepsTheOlderFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.json")
	if err := os.WriteFile(path, []byte("older"), 0o666); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := file.Write(path, func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("x", 1<<20))
		return broken
	})
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), path) {
		t.Errorf("the error is %v", err)
	}
	check(t, folder, path, "older")
}

func TestWriteFollowsLinks(t *testing.T) {
	folder, other := t.TempDir(), t.TempDir()
	path, there := filepath.Join(folder, "a.json"), filepath.Join(other, "b.json")
	if err := os.Symlink(there, path); err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"made through the link", "replaced"} {
		if err := file.Write(path, text(s)); err != nil {
			t.Fatal(err)
		}
		check(t, other, there, s)
	}
	if _, err := os.Readlink(path); err != nil {
		t.Errorf("the link is gone: %v", err)
	}
}

func TestFullDiskIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	if err := os.Symlink("/dev/full", path); err != nil {
		t.Fatal(err)
	}
	err := file.Write(path, text("x"))
	if !errors.Is(err, syscall.ENOSPC) || err.Error() != "cannot write "+path+": no space left on device" {
		t.Errorf("the error is %v", err)
	}
	if info, err := os.Stat("/dev/full"); err != nil || info.Mode().IsRegular() {
		t.Errorf("/dev/full is no device any more: %v", err)
	}
}

func TestMissingFolderIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "a.json")
	if err := file.Write(path, text("x")); err == nil || err.Error() != "cannot write "+path+": no such file or directory" {
		t.Errorf("the error is %v", err)
	}
}

func TestFolderThatCannotBeIsNamed(t *testing.T) {
	taken := filepath.Join(t.TempDir(), "taken")
	if err := os.WriteFile(taken, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := file.MakeFolder(taken); err == nil || err.Error() != "cannot make the folder "+taken+": not a directory" {
		t.Errorf("the error is %v", err)
	}
}
