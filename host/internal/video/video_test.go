package video_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tertius.dev/core/render"
	"tertius.dev/host/internal/video"
)

// picture returns a picture whose pixels tell which one it is.
func picture(width, height, k int) render.CapturedImage {
	img := render.CapturedImage{Width: width, Height: height, Pixels: make([]byte, width*height*4)}
	for i := range img.Pixels {
		img.Pixels[i] = byte(i*7 + k*31)
	}
	return img
}

func start(t *testing.T, path string) *video.Sink {
	t.Helper()
	s, err := video.Start(video.Options{Path: path, Width: 33, Height: 17, FramesPerSecond: 30})
	if err != nil {
		t.Fatalf("%v (run make setup)", err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// decode returns the pixels of every frame of a video, with the fourth byte of each pixel 0.
func decode(t *testing.T, path string) []byte {
	t.Helper()
	out, err := exec.Command("ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb0", "-").Output()
	if err != nil {
		t.Fatalf("ffmpeg cannot read the video: %v", err)
	}
	for i := 3; i < len(out); i += 4 {
		out[i] = 0
	}
	return out
}

func TestVideoHoldsEveryPixel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "film.mkv")
	s := start(t, path)
	var want []byte
	for k := range 5 {
		img := picture(33, 17, k)
		if err := s.Take(img); err != nil {
			t.Fatal(err)
		}
		want = append(want, img.Pixels...)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for i := 3; i < len(want); i += 4 {
		want[i] = 0
	}
	if got := decode(t, path); !bytes.Equal(got, want) {
		t.Errorf("the video holds other pixels: %d bytes of the %d", len(got), len(want))
	}
}

func TestVideosOfEqualPicturesAreEqual(t *testing.T) {
	var files [2][]byte
	for i := range files {
		path := filepath.Join(t.TempDir(), "film.mkv")
		s := start(t, path)
		for k := range 3 {
			if err := s.Take(picture(33, 17, k)); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		files[i], _ = os.ReadFile(path)
	}
	if len(files[0]) == 0 || !bytes.Equal(files[0], files[1]) {
		t.Errorf("the videos have %d and %d bytes and differ", len(files[0]), len(files[1]))
	}
}

func TestVideoWithoutFramesLeavesTheOlderOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "film.mkv")
	if err := os.WriteFile(path, []byte("older"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := start(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(path); string(got) != "older" {
		t.Errorf("the older file became %q", got)
	}
}

func TestVideoOntoAFullDiskIsAStreamError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "film.mkv")
	if err := os.Symlink("/dev/full", path); err != nil {
		t.Fatal(err)
	}
	s := start(t, path)
	err := s.Take(picture(33, 17, 0))
	err = errors.Join(err, s.Close())
	var stream *video.StreamError
	if !errors.As(err, &stream) || !strings.Contains(err.Error(), "No space left") {
		t.Errorf("the error is %v; it should tell what ffmpeg said about the full disk", err)
	}
}

func TestVideoTellsHowFarItGotWhenFfmpegDies(t *testing.T) {
	bin := t.TempDir()
	// An ffmpeg that reads one picture and dies.
	text := "#!/bin/sh\n/usr/bin/head -c 2244 >/dev/null\necho it broke >&2\nexit 3\n"
	if err := os.WriteFile(filepath.Join(bin, "ffmpeg"), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	s := start(t, filepath.Join(t.TempDir(), "film.mkv"))
	var err error
	for k := 0; k < 1000 && err == nil; k++ { // the pipe takes some pictures that nobody reads
		err = s.Take(picture(33, 17, k))
	}
	var stream *video.StreamError
	if !errors.As(err, &stream) || stream.Exit != "exit status 3" || len(stream.Lines) != 1 || stream.Lines[0] != "it broke" {
		t.Errorf("the error is %v", err)
	}
	if again := s.Close(); !errors.Is(again, err) {
		t.Errorf("Close says %v", again)
	}
}

func TestMissingFfmpegIsAToolErrorAndMakesNoFolder(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	folder := filepath.Join(t.TempDir(), "new")
	_, err := video.Start(video.Options{Path: filepath.Join(folder, "film.mkv"), Width: 8, Height: 8, FramesPerSecond: 30})
	if !video.IsTool(err) {
		t.Errorf("the error is %v", err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("the folder was made")
	}
}

func TestVideoInAFolderThatCannotBeIsAFileError(t *testing.T) {
	taken := filepath.Join(t.TempDir(), "taken")
	if err := os.WriteFile(taken, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := video.Start(video.Options{Path: filepath.Join(taken, "film.mkv"), Width: 8, Height: 8, FramesPerSecond: 30})
	if err == nil || video.IsTool(err) || !strings.Contains(err.Error(), taken) {
		t.Errorf("the error is %v; it should name the folder", err)
	}
}
