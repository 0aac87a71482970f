package host

import (
	"path/filepath"

	"tertius.dev/core/contract"
	"tertius.dev/core/render"
	"tertius.dev/host/internal/video"
)

// target is where the captures of a run go.
type target interface {
	// sink returns what takes the next capture, of the name.
	sink(name string) render.CaptureSink
	// written returns the paths of the complete files, in order. Call it after close.
	written() []string
	// close completes the files. It may be called twice.
	close() error
}

// openTarget makes the target of a headless run. A video starts its encoder.
func openTarget(choice videoChoice, folder string, s size) (target, error) {
	switch v := choice.(type) {
	case pictureFiles:
		return &pngTarget{folder: folder}, nil
	case discard:
		return discardTarget{}, nil
	case videoFile:
		sink, err := video.Start(video.Options{Path: v.path, Width: s.width, Height: s.height, FramesPerSecond: v.fps})
		switch {
		case video.IsTool(err):
			return nil, exit(exitTool, err)
		case err != nil:
			return nil, exit(exitFile, err)
		}
		return &videoTarget{video: sink}, nil
	}
	panic(contract.Unreachable(choice))
}

// pngTarget writes each capture into a file of its name.
type pngTarget struct {
	folder string
	paths  []string
}

func (t *pngTarget) sink(name string) render.CaptureSink {
	path := filepath.Join(t.folder, name+".png")
	return &pngSink{t, path, pngSinkAt(path)}
}

func (t *pngTarget) written() []string { return t.paths }
func (t *pngTarget) close() error      { return nil }

// pngSink notes the file once it is complete.
type pngSink struct {
	target *pngTarget
	path   string
	render.CaptureSink
}

// Take writes the file.
func (s *pngSink) Take(img render.CapturedImage) error {
	if err := s.CaptureSink.Take(img); err != nil {
		return err
	}
	s.target.paths = append(s.target.paths, s.path)
	return nil
}

// videoTarget makes each capture the next frame of a video.
type videoTarget struct {
	video *video.Sink
	whole bool // it was closed without an error
}

func (t *videoTarget) sink(string) render.CaptureSink { return t.video }

func (t *videoTarget) written() []string {
	if !t.whole || t.video.Frames() == 0 {
		return nil
	}
	return []string{t.video.Path()}
}

func (t *videoTarget) close() error {
	err := t.video.Close()
	t.whole = err == nil
	return exit(exitFile, err)
}

// discardTarget drops each capture after its readback.
type discardTarget struct{}

func (discardTarget) sink(string) render.CaptureSink  { return discardTarget{} }
func (discardTarget) written() []string               { return nil }
func (discardTarget) close() error                    { return nil }
func (discardTarget) Take(render.CapturedImage) error { return nil }
