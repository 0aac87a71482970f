package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

const (
	demoPictures = 3
	demoFrames   = "150"
)

// checkDemo runs the demo as a newcomer does, counts what it drew, and repeats its pictures on another number of workers,
// which must change no bit of the dumps and of the pictures.
func checkDemo(w *workspace) error {
	if err := w.run(command{args: []string{"make", "--no-print-directory", "demo"}}); err != nil {
		return err
	}
	frames, err := w.output(command{args: []string{"ffprobe", "-v", "error", "-count_frames", "-select_streams", "v",
		"-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", "out/film/yard.mkv"}})
	if err != nil {
		return err
	}
	if frames != demoFrames {
		return fmt.Errorf("out/film/yard.mkv has %s frames, want %s", frames, demoFrames)
	}
	err = w.run(command{args: []string{"bin/demo", "--script", "demo/scripts/yard.json", "--headless", "--quiet",
		"--workers", "3", "--out", "out/again"}})
	if err != nil {
		return err
	}
	return w.compareRuns("out/yard", "out/again")
}

// compareRuns compares the pictures and the dumps of two runs of the demo, byte for byte. The times of passes differ.
func (w *workspace) compareRuns(one, other string) error {
	pictures, err := filepath.Glob(filepath.Join(w.root, one, "*.png"))
	if err != nil {
		return err
	}
	if len(pictures) != demoPictures {
		return fmt.Errorf("%s holds %d pictures, want %d", one, len(pictures), demoPictures)
	}
	dumps, err := filepath.Glob(filepath.Join(w.root, one, "*.json"))
	if err != nil {
		return err
	}
	for _, path := range append(pictures, dumps...) {
		name := filepath.Base(path)
		if name == "gpu-timings.json" {
			continue
		}
		first, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		second, err := os.ReadFile(filepath.Join(w.root, other, name))
		if err != nil {
			return err
		}
		if !bytes.Equal(first, second) {
			return fmt.Errorf("%s differs between %s and %s, which differ only in the number of workers", name, one, other)
		}
	}
	return nil
}
