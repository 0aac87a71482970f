package host

import (
	"fmt"
	"io"
	"path/filepath"

	"tertius.dev/core/render"
	"tertius.dev/host/internal/file"
	"tertius.dev/host/internal/payload"
	"tertius.dev/host/internal/script"
	"tertius.dev/host/internal/timing"
	"tertius.dev/simulation"
)

// headlessPictures draws the captures of a headless run on the calling goroutine.
type headlessPictures struct {
	world     *simulation.World
	renderer  render.Renderer
	target    target
	snapshot  render.Snapshot
	exposures []exposure
	timings   timing.Summary
}

// exposure is an entry of exposure.json. Its frame is its index.
type exposure struct {
	capture string
	stops   float32
}

// Capture draws the present state of the world and hands the picture to the target.
//
// Errors: with exit code 2 what the target cannot write, with exit code 4 what the renderer reports.
func (p *headlessPictures) Capture(name string) error {
	p.world.BuildSnapshot(&p.snapshot)
	sink := &watchedSink{to: p.target.sink(name)}
	if err := p.renderer.CaptureNext(sink); err != nil {
		return exit(exitBug, fmt.Errorf("the capture %q: %w", name, err))
	}
	err := p.renderer.Render(&p.snapshot, 1)
	switch {
	case sink.err != nil:
		return exit(exitFile, sink.err)
	case err != nil:
		return exit(exitBug, fmt.Errorf("the capture %q: %w", name, err))
	case !sink.took:
		return exit(exitBug, fmt.Errorf("the capture %q: the renderer drew no picture", name))
	}
	stats := p.renderer.Stats()
	p.exposures = append(p.exposures, exposure{name, stats.Stops})
	p.timings.Add(stats)
	return nil
}

// watchedSink notes what a sink did, so that its errors are told from the renderer's.
type watchedSink struct {
	to   render.CaptureSink
	took bool
	err  error
}

// Take hands the picture on.
func (s *watchedSink) Take(img render.CapturedImage) error {
	s.took = true
	s.err = s.to.Take(img)
	return s.err
}

// writeFigures writes the files about the pictures and returns their paths.
func (p *headlessPictures) writeFigures(folder string, checks render.Checks) ([]string, error) {
	exposurePath := filepath.Join(folder, script.ExposureName+".json")
	if err := file.Write(exposurePath, p.writeExposures); err != nil {
		return nil, exit(exitFile, err)
	}
	paths := []string{exposurePath}
	if p.timings.Empty() {
		return paths, nil
	}
	timingsPath := filepath.Join(folder, script.TimingsName+".json")
	p.timings.Validation = checks == render.ValidationChecks
	if err := file.Write(timingsPath, p.timings.Write); err != nil {
		return paths, exit(exitFile, err)
	}
	return append(paths, timingsPath), nil
}

// writeExposures writes exposure.json: a list, one picture to a line.
func (p *headlessPictures) writeExposures(w io.Writer) error {
	b := []byte("[")
	for i, e := range p.exposures {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "\n  {\"frame\": %d, \"capture\": ", i)
		b = payload.AppendString(b, e.capture)
		b = append(b, ", \"stops\": "...)
		b = payload.AppendFloat32(b, e.stops)
		b = append(b, '}')
	}
	_, err := w.Write(append(b, "\n]\n"...))
	return err
}
