// Package video makes one video of pictures with ffmpeg, which must be on the search path.
//
// The pictures go raw into ffmpeg's standard input, and ffmpeg encodes them without loss, H.264 in RGB, into Matroska: a
// file that stays readable when its writer ends early. ffmpeg opens the file only when the first picture has arrived.
package video

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"tertius.dev/core/render"
	"tertius.dev/host/internal/file"
)

// Options say what video to make.
type Options struct {
	Path            string // of the file, ending in .mkv
	Width, Height   int    // of each picture, in pixels
	FramesPerSecond int
}

// Sink makes each picture that it takes the next frame of a video. It is a render.CaptureSink.
//
// Threads: one goroutine at a time.
type Sink struct {
	options Options
	ffmpeg  *exec.Cmd
	input   io.WriteCloser
	tail    tail
	frames  int
	ended   bool
	err     error // of the end
}

// ToolError says that ffmpeg cannot start.
type ToolError struct{ Cause error }

// Error names the tool and the way out.
func (e *ToolError) Error() string {
	return fmt.Sprintf("cannot start ffmpeg, which makes the video: %v; install ffmpeg, or use --video none", e.Cause)
}

// Unwrap returns the cause.
func (e *ToolError) Unwrap() error { return e.Cause }

// StreamError says that ffmpeg ended early or badly.
type StreamError struct {
	Path   string
	Exit   string   // how ffmpeg ended
	Frames int      // written before
	Lines  []string // the last of what ffmpeg said
}

// Error tells how far the video got and what ffmpeg said last.
func (e *StreamError) Error() string {
	said := strings.Join(e.Lines, "; ")
	if said == "" {
		said = "nothing"
	}
	return fmt.Sprintf("cannot write %s: ffmpeg ended with %s after %d frames; it said: %s", e.Path, e.Exit, e.Frames, said)
}

// Start starts ffmpeg and then makes the folder of the video.
//
// Errors: *ToolError when ffmpeg cannot start; otherwise the folder cannot be made.
func Start(o Options) (*Sink, error) {
	path, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, &ToolError{err}
	}
	s := &Sink{options: o, ffmpeg: exec.Command(path, arguments(o)...)}
	ownGroup(s.ffmpeg)
	if err := s.start(); err != nil {
		return nil, &ToolError{err}
	}
	if err := file.MakeFolder(filepath.Dir(o.Path)); err != nil {
		s.abandon()
		return nil, err
	}
	return s, nil
}

func arguments(o Options) []string {
	return []string{
		"-hide_banner", "-nostdin", "-nostats", "-loglevel", "warning", "-y",
		"-xerror",                                 // without it, ffmpeg 5.1 reports a full disk at the end of a short video, and exits with 0
		"-f", "rawvideo", "-pixel_format", "rgb0", // the fourth byte of a pixel has no defined value
		"-video_size", fmt.Sprintf("%dx%d", o.Width, o.Height),
		"-framerate", strconv.Itoa(o.FramesPerSecond),
		"-i", "pipe:0",
		"-c:v", "libx264rgb", "-qp", "0", "-preset", "veryfast",
		"-fflags", "+bitexact", // no random numbers in the file, so that equal runs make equal videos
		"-flush_packets", "1", // so that a killed run leaves all but its last frames
		"-f", "matroska", "file:" + o.Path,
	}
}

func (s *Sink) start() error {
	var err error
	if s.input, err = s.ffmpeg.StdinPipe(); err != nil {
		return err
	}
	said, err := s.ffmpeg.StderrPipe()
	if err != nil {
		return err
	}
	if err := s.ffmpeg.Start(); err != nil {
		return err
	}
	s.tail.done = make(chan struct{})
	go s.tail.read(said)
	return nil
}

// Frames returns the number of frames that were written.
func (s *Sink) Frames() int { return s.frames }

// Path returns the file of the video.
func (s *Sink) Path() string { return s.options.Path }

// Take writes the picture to ffmpeg.
//
// Errors: *StreamError when ffmpeg has ended; a picture of another size.
func (s *Sink) Take(img render.CapturedImage) error {
	if img.Width != s.options.Width || img.Height != s.options.Height {
		return fmt.Errorf("cannot write %s: a picture has %d × %d pixels, but the video %d × %d",
			s.options.Path, img.Width, img.Height, s.options.Width, s.options.Height)
	}
	if s.ended {
		return fmt.Errorf("cannot write %s: the video has ended", s.options.Path)
	}
	if _, err := s.input.Write(img.Pixels); err != nil {
		s.input.Close()
		s.end()
		if s.err == nil {
			s.err = s.streamError("no error, but without reading")
		}
		return s.err
	}
	s.frames++
	return nil
}

// Close ends the video and waits until ffmpeg has written it. Without a frame there is none. It may be called twice.
//
// Errors: *StreamError.
func (s *Sink) Close() error {
	switch {
	case s.ended:
		return s.err
	case s.frames == 0:
		s.abandon()
		return nil
	}
	s.input.Close()
	s.end()
	return s.err
}

// end waits for ffmpeg, whose input is closed.
func (s *Sink) end() {
	s.ended = true
	<-s.tail.done
	if err := s.ffmpeg.Wait(); err != nil {
		s.err = s.streamError(err.Error())
	}
}

// abandon ends ffmpeg before it has opened its file.
func (s *Sink) abandon() {
	s.ended = true
	s.ffmpeg.Process.Kill() // its only error is that ffmpeg has ended by itself
	s.input.Close()
	<-s.tail.done
	s.ffmpeg.Wait()
}

func (s *Sink) streamError(exit string) *StreamError {
	return &StreamError{Path: s.options.Path, Exit: exit, Frames: s.frames, Lines: s.tail.lines}
}

// tail keeps the last lines that ffmpeg says, and reads all of them, so that ffmpeg never waits for a reader.
type tail struct {
	lines []string
	done  chan struct{} // closed when ffmpeg has said its last; lines may be read then
}

const (
	mostTailLines = 20
	mostLineBytes = 400
)

func (t *tail) read(from io.Reader) {
	defer close(t.done)
	r := bufio.NewReader(from)
	for {
		line, err := readLine(r)
		if line != "" {
			if len(t.lines) == mostTailLines {
				t.lines = append(t.lines[:0], t.lines[1:]...)
			}
			t.lines = append(t.lines, line)
		}
		if err != nil {
			return
		}
	}
}

// readLine reads a line of any length and keeps its start.
func readLine(r *bufio.Reader) (string, error) {
	var kept []byte
	for {
		part, more, err := r.ReadLine()
		kept = append(kept, part[:min(len(part), mostLineBytes-len(kept))]...)
		if err != nil || !more {
			return strings.TrimSpace(string(kept)), err
		}
	}
}

// IsTool reports whether the error says that ffmpeg cannot start.
func IsTool(err error) bool {
	var tool *ToolError
	return errors.As(err, &tool)
}
