// Package timing sums up how long pictures took on the GPU. docs/guide/scripts.md defines the file.
package timing

import (
	"fmt"
	"io"
	"math"
	"slices"

	"tertius.dev/core/render"
	"tertius.dev/host/internal/payload"
)

// Summary collects the timings of pictures that were drawn one after the other.
type Summary struct {
	Width, Height int
	Validation    bool

	device string
	next   uint64 // the lowest picture that was not added
	spans  []float64
	passes []series
}

// series is the times of one pass.
type series struct {
	name         string
	milliseconds []float64
}

// Add takes the timings of the newest finished picture, if there are any and they are new.
func (s *Summary) Add(stats *render.Stats) {
	t := &stats.Timings
	if !t.Available || t.Picture < s.next {
		return
	}
	s.device, s.next = stats.Device, t.Picture+1
	s.spans = append(s.spans, t.SpanMilliseconds)
	for i := range t.Passes {
		p := s.pass(t.Passes[i].Name, i)
		p.milliseconds = append(p.milliseconds, t.Passes[i].Milliseconds)
	}
}

// pass returns the times of a pass, which is probably the i-th.
func (s *Summary) pass(name string, i int) *series {
	if i < len(s.passes) && s.passes[i].name == name {
		return &s.passes[i]
	}
	for i := range s.passes {
		if s.passes[i].name == name {
			return &s.passes[i]
		}
	}
	s.passes = append(s.passes, series{name: name})
	return &s.passes[len(s.passes)-1]
}

// Empty reports whether nothing was timed.
func (s *Summary) Empty() bool { return len(s.spans) == 0 }

// Figures are what a list of times comes to.
type Figures struct {
	Frames                                                int
	MeanMilliseconds, MedianMilliseconds, P95Milliseconds float64 // the last two by nearest rank
}

// FiguresOf returns the figures of at least one time.
func FiguresOf(milliseconds []float64) Figures {
	sorted := slices.Clone(milliseconds)
	slices.Sort(sorted)
	sum := 0.0
	for _, m := range sorted {
		sum += m
	}
	return Figures{len(sorted), sum / float64(len(sorted)), nearestRank(sorted, 50), nearestRank(sorted, 95)}
}

// nearestRank returns the smallest value such that at least that many percent of the values are at most it.
func nearestRank(sorted []float64, percent int) float64 {
	rank := int(math.Ceil(float64(percent*len(sorted)) / 100))
	return sorted[max(rank, 1)-1]
}

// Write writes the summary as JSON.
func (s *Summary) Write(w io.Writer) error {
	b := []byte("{\n  \"device\": ")
	b = payload.AppendString(b, s.device)
	b = fmt.Appendf(b, ",\n  \"width\": %d,\n  \"height\": %d,\n  \"validation\": %t,\n  \"frame\": {",
		s.Width, s.Height, s.Validation)
	b = appendFigures(b, s.spans)
	b = append(b, ",\n  \"passes\": ["...)
	for i := range s.passes {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, "\n    {\"name\": "...)
		b = payload.AppendString(b, s.passes[i].name)
		b = append(b, ", "...)
		b = appendFigures(b, s.passes[i].milliseconds)
	}
	_, err := w.Write(append(b, "\n  ]\n}\n"...))
	return err
}

// appendFigures writes the figures as the last members of an object.
func appendFigures(b []byte, milliseconds []float64) []byte {
	f := FiguresOf(milliseconds)
	return fmt.Appendf(b, "\"frames\": %d, \"meanMilliseconds\": %.4f, \"medianMilliseconds\": %.4f, \"p95Milliseconds\": %.4f}",
		f.Frames, f.MeanMilliseconds, f.MedianMilliseconds, f.P95Milliseconds)
}

// Lines returns the figures for people, one line for each pass and one for the span.
func (s *Summary) Lines() []string {
	var lines []string
	for i := range s.passes {
		lines = append(lines, line(s.passes[i].name, s.passes[i].milliseconds))
	}
	return append(lines, line("frame span", s.spans))
}

func line(name string, milliseconds []float64) string {
	f := FiguresOf(milliseconds)
	return fmt.Sprintf("GPU %s: mean %.3f ms, median %.3f ms, p95 %.3f ms over %d frames",
		name, f.MeanMilliseconds, f.MedianMilliseconds, f.P95Milliseconds, f.Frames)
}
