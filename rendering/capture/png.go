// Package capture holds the sinks that write pictures to files.
//
// Threads: a sink is used by one goroutine at a time, the one that renders.
package capture

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"

	"tertius.dev/core/render"
)

// PNG writes one picture to a PNG file, every pixel opaque. Equal pictures give equal bytes.
//
// The file appears whole or not at all: it is written under a temporary name in the same folder and renamed. What is no
// regular file, such as a pipe or a device, is written in place.
type PNG struct {
	path string
}

// NewPNG makes a sink that writes to path.
func NewPNG(path string) *PNG { return &PNG{path: path} }

// Take writes the picture.
//
// Errors: one that names the file: no folder, no permission, a full disk. No part of a file is left then.
func (s *PNG) Take(img render.CapturedImage) error {
	if err := write(s.path, opaque(img)); err != nil {
		return fmt.Errorf("writing %s: %w", s.path, cause(err))
	}
	return nil
}

// cause is an error of the file system without the name of the file, which may be the temporary one.
func cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

// opaque copies the picture with a fourth byte of full opacity.
func opaque(img render.CapturedImage) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, img.Width, img.Height))
	copy(out.Pix, img.Pixels)
	for i := 3; i < len(out.Pix); i += 4 {
		out.Pix[i] = 255
	}
	return out
}

func write(path string, img image.Image) error {
	if at, err := filepath.EvalSymlinks(path); err == nil {
		path = at // so that a link stays one
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return writeInPlace(path, 0, img)
	}
	temporary := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d.tmp", filepath.Base(path), os.Getpid()))
	err := writeInPlace(temporary, os.O_CREATE|os.O_TRUNC, img)
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		os.Remove(temporary) // which may not be there
	}
	return err
}

func writeInPlace(path string, flags int, img image.Image) error {
	file, err := os.OpenFile(path, os.O_WRONLY|flags, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(encode(file, img), file.Close())
}

func encode(to io.Writer, img image.Image) error {
	buffered := bufio.NewWriterSize(to, 1<<16)
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(buffered, img); err != nil {
		return err
	}
	return buffered.Flush()
}
