package capture_test

import (
	"bytes"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tertius.dev/core/render"
	"tertius.dev/rendering/capture"
)

// img is a picture of noise that does not compress, so that a file has many blocks, with fourth bytes that mean nothing.
func img(width, height int) render.CapturedImage {
	pixels := make([]byte, 4*width*height)
	state := uint32(1)
	for i := range pixels {
		state = state*1664525 + 1013904223
		pixels[i] = byte(state >> 24)
	}
	return render.CapturedImage{Width: width, Height: height, Pixels: pixels}
}

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestPNGHoldsThePixelsOpaque(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.png")
	want := img(61, 37)
	if err := capture.NewPNG(path).Take(want); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds().Dx() != 61 || got.Bounds().Dy() != 37 {
		t.Fatalf("the picture is %v", got.Bounds())
	}
	for y := range 37 {
		for x := range 61 {
			r, g, b, a := got.At(x, y).RGBA()
			p := want.Pixels[4*(y*61+x):]
			if byte(r>>8) != p[0] || byte(g>>8) != p[1] || byte(b>>8) != p[2] || a != 0xffff {
				t.Fatalf("pixel %d, %d is %v", x, y, got.At(x, y))
			}
		}
	}
	if list := names(t, filepath.Dir(path)); len(list) != 1 {
		t.Errorf("the folder holds %v", list)
	}
}

func TestEqualPicturesGiveEqualFiles(t *testing.T) {
	folder := t.TempDir()
	var files [2][]byte
	for i, name := range []string{"a.png", "b.png"} {
		picture := img(40, 30)
		for k := 3; k < len(picture.Pixels); k += 4 {
			picture.Pixels[k] = byte(i * k) // has no meaning
		}
		if err := capture.NewPNG(filepath.Join(folder, name)).Take(picture); err != nil {
			t.Fatal(err)
		}
		files[i], _ = os.ReadFile(filepath.Join(folder, name))
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("equal pictures give different files")
	}
}

func TestPNGReplacesAFileAndKeepsALink(t *testing.T) {
	folder := t.TempDir()
	real, link := filepath.Join(folder, "real.png"), filepath.Join(folder, "link.png")
	if err := errors.Join(os.WriteFile(real, []byte("old"), 0o644), os.Symlink(real, link)); err != nil {
		t.Fatal(err)
	}
	if err := capture.NewPNG(link).Take(img(8, 8)); err != nil {
		t.Fatal(err)
	}
	raw, _ := os.ReadFile(real)
	if _, err := png.Decode(bytes.NewReader(raw)); err != nil {
		t.Errorf("the file behind the link is no picture: %v", err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is one no more: %v", err)
	}
}

func TestPNGThatCannotBeWrittenLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	full := filepath.Join(folder, "full.png")
	if err := os.Symlink("/dev/full", full); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "folder.png"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, path string
		cause      error
	}{
		{"full-disk", full, syscall.ENOSPC},
		{"no-folder", filepath.Join(folder, "none", "a.png"), syscall.ENOENT},
		{"a-folder", filepath.Join(folder, "folder.png"), syscall.EISDIR},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := capture.NewPNG(c.path).Take(img(64, 64))
			if !errors.Is(err, c.cause) {
				t.Fatalf("the error is %v, want %v", err, c.cause)
			}
			if text := err.Error(); strings.Count(text, c.path) != 1 || strings.Contains(text, ".tmp") || strings.Contains(text, "\n") {
				t.Errorf("the error is %q, want one line that names the file once", text)
			}
		})
	}
	if list := names(t, folder); len(list) != 2 {
		t.Errorf("the folder holds %v", list)
	}
}
