package capture_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tertius.dev/rendering/capture"
)

// TestPNGOnAFullDiskKeepsTheFileBefore limits the size of files, as a disk without room does.
func TestPNGOnAFullDiskKeepsTheFileBefore(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.png")
	if err := os.WriteFile(path, []byte("before"), 0o644); err != nil {
		t.Fatal(err)
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	small := syscall.Rlimit{Cur: 10000, Max: limit.Max}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small); err != nil {
		t.Fatal(err)
	}
	err := capture.NewPNG(path).Take(img(256, 256))
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(err, syscall.EFBIG) || !strings.Contains(err.Error(), path) {
		t.Errorf("the error is %v", err)
	}
	if raw, _ := os.ReadFile(path); string(raw) != "before" {
		t.Errorf("the file before is gone: %d bytes", len(raw))
	}
	if list := names(t, folder); len(list) != 1 {
		t.Errorf("the folder holds %v", list)
	}
}
