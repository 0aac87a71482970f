package timing_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tertius.dev/core/render"
	"tertius.dev/host/internal/timing"
)

func TestFiguresByNearestRank(t *testing.T) {
	var hundred []float64
	for i := range 100 {
		hundred = append(hundred, float64(100-i)) // 100 down to 1
	}
	for _, c := range []struct {
		name string
		of   []float64
		want timing.Figures
	}{
		{"one", []float64{3}, timing.Figures{1, 3, 3, 3}},
		{"two", []float64{4, 2}, timing.Figures{2, 3, 2, 4}},
		{"three", []float64{9, 1, 2}, timing.Figures{3, 4, 2, 9}},
		{"hundred", hundred, timing.Figures{100, 50.5, 50, 95}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := timing.FiguresOf(c.of); got != c.want {
				t.Errorf("the figures are %+v, want %+v", got, c.want)
			}
		})
	}
}

// stats returns the timings of a picture of two passes.
func stats(picture uint64, first, second float64) *render.Stats {
	return &render.Stats{Device: "a device", Timings: render.GPUTimings{
		Available: true, Picture: picture, SpanMilliseconds: first + second,
		Passes: []render.PassTiming{{Name: "one", Milliseconds: first}, {Name: "two", Milliseconds: second}},
	}}
}

func TestSummaryCountsEachPictureOnce(t *testing.T) {
	s := timing.Summary{Width: 640, Height: 360}
	s.Add(&render.Stats{})
	if !s.Empty() {
		t.Error("a picture without timings is counted")
	}
	for _, add := range []*render.Stats{stats(0, 1, 2), stats(0, 1, 2), stats(2, 3, 4)} {
		s.Add(add)
	}
	var text strings.Builder
	if err := s.Write(&text); err != nil {
		t.Fatal(err)
	}
	type figures struct {
		Name                                                  string
		Frames                                                int
		MeanMilliseconds, MedianMilliseconds, P95Milliseconds float64
	}
	var got struct {
		Device        string
		Width, Height int
		Validation    *bool
		Frame         figures
		Passes        []figures
	}
	if err := json.Unmarshal([]byte(text.String()), &got); err != nil {
		t.Fatalf("%v in\n%s", err, text.String())
	}
	if got.Device != "a device" || got.Width != 640 || got.Height != 360 || got.Validation == nil || *got.Validation {
		t.Errorf("the summary is %+v", got)
	}
	if want := (figures{"", 2, 5, 3, 7}); got.Frame != want {
		t.Errorf("the span is %+v, want %+v", got.Frame, want)
	}
	if len(got.Passes) != 2 || got.Passes[0] != (figures{"one", 2, 2, 1, 3}) || got.Passes[1] != (figures{"two", 2, 3, 2, 4}) {
		t.Errorf("the passes are %+v", got.Passes)
	}
	want := "GPU one: mean 2.000 ms, median 1.000 ms, p95 3.000 ms over 2 frames"
	if lines := s.Lines(); len(lines) != 3 || lines[0] != want || !strings.HasPrefix(lines[2], "GPU frame span: mean 5.000 ms") {
		t.Errorf("the lines are %q", lines)
	}
}
