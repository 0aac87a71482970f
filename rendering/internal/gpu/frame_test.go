package gpu_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/gpu/devicetest"
)

func TestTimingsNameThePassesAndAddUpToTheSpan(t *testing.T) {
	d := devicetest.Open(t)
	g := newDrawing(t, d).graph(t, d)
	if d.Timings().Frame != 0 {
		t.Error("timings before the first frame")
	}
	f := drawFrame(t, d, g)
	if err := d.Wait(f); err != nil {
		t.Fatal(err)
	}
	got := d.Timings()
	if got.Frame != 1 || len(got.Passes) != 2 || got.Passes[0].Name != "draw" || got.Passes[1].Name != "gather" {
		t.Fatalf("timings %+v, want frame 1 with draw and gather", got)
	}
	sum := got.Passes[0].Milliseconds + got.Passes[1].Milliseconds
	if got.SpanMilliseconds <= 0 || math.Abs(sum-got.SpanMilliseconds) > 1e-9*got.SpanMilliseconds {
		t.Errorf("the passes take %v ms, the span %v ms", sum, got.SpanMilliseconds)
	}
}

// Frame n reports frame n − FramesInFlight, and a wait for a newer one is not taken back by an older slot.
func TestTimingsLagByTheFramesInFlightAndNeverGoBack(t *testing.T) {
	d := devicetest.OpenWith(t, gpu.Options{FramesInFlight: 3})
	g := newDrawing(t, d).graph(t, d)
	var f *gpu.Frame
	for n := uint64(1); n <= 6; n++ {
		f = drawFrame(t, d, g)
		if got, want := d.Timings().Frame, max(n, 3)-3; got != want {
			t.Errorf("after frame %d: timings of %d, want %d", n, got, want)
		}
	}
	if err := d.Wait(f); err != nil || d.Timings().Frame != 6 {
		t.Errorf("after the wait: %v, timings of %d, want 6", err, d.Timings().Frame)
	}
	drawFrame(t, d, g) // waits for frame 4
	if d.Timings().Frame != 6 {
		t.Errorf("an older slot took the timings back to %d", d.Timings().Frame)
	}
}

func TestTimestampDifferencesWrapAtTheValidBits(t *testing.T) {
	clock := gpu.TimestampClock{ValidBits: 36, PeriodNanoseconds: 2}
	var out gpu.Timings
	top := uint64(1)<<36 - 1000
	gpu.Fill(clock, 7, []string{"a", "b"}, []uint64{top, 4000, 9000}, &out)
	want := "{7 0.02 [{a 0.01} {b 0.01}]}"
	if got := fmt.Sprint(out); got != want {
		t.Errorf("timings %s, want %s", got, want)
	}
	for _, c := range []gpu.TimestampClock{{0, 1}, {64, 0}, {64, -1}} {
		if c.Times() {
			t.Errorf("%+v can time", c)
		}
	}
}

func TestGraphRefusesAPassTooManyAndAnEqualName(t *testing.T) {
	d := devicetest.Open(t)
	g := d.NewGraph()
	for i := range gpu.MaxPasses {
		if err := g.Add(&usingPass{name: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.Add(&usingPass{name: "more"}); err == nil || !strings.Contains(err.Error(), "at most 31") {
		t.Errorf("pass 32: %v", err)
	}
	f := drawFrame(t, d, g)
	if err := d.Wait(f); err != nil || len(d.Timings().Passes) != gpu.MaxPasses {
		t.Errorf("%v, %d timings, want %d", err, len(d.Timings().Passes), gpu.MaxPasses)
	}
	two := d.NewGraph()
	if err := two.Add(&usingPass{name: "x"}); err != nil {
		t.Fatal(err)
	}
	if err := two.Add(&usingPass{name: "x"}); err == nil {
		t.Error("two passes of one name are taken")
	}
}

// stepsPass is a pass of steps.
type stepsPass struct{ steps []gpu.Step }

func (p *stepsPass) Name() string                { return "steps" }
func (p *stepsPass) Steps(*gpu.Frame) []gpu.Step { return p.steps }

func TestStepsOfOnePassAreTimedAsOneWithBarriersBetween(t *testing.T) {
	d := devicetest.Open(t)
	b := must[*gpu.Buffer](t)(d.NewBuffer(gpu.BufferDesc{Name: "b", SizeBytes: 64, Usage: gpu.AsCopyTarget}))
	defer b.Close()
	p := &stepsPass{}
	for i := range 5 {
		p.steps = append(p.steps, gpu.Step{
			Name: fmt.Sprint(i), Uses: []gpu.Use{{Buffer: b, Access: gpu.CopyTarget}},
			Record: func(c *gpu.Commands, _ *gpu.Frame) { c.FillBuffer(b, 0, 64, uint32(i)) },
		})
	}
	g := d.NewGraph()
	if err := g.AddSteps(p); err != nil {
		t.Fatal(err)
	}
	f := drawFrame(t, d, g)
	if got := f.Commands().Count().Barriers; got != 4 {
		t.Errorf("%d barriers, want 4", got)
	}
	if err := d.Wait(f); err != nil || len(d.Timings().Passes) != 1 {
		t.Errorf("%v, %d timings, want 1", err, len(d.Timings().Passes))
	}
}

func TestRunOnceRefusesToInterleaveWithAFrame(t *testing.T) {
	d := devicetest.Open(t)
	f := must[*gpu.Frame](t)(d.BeginFrame())
	if err := d.RunOnce("x"); err == nil {
		t.Error("RunOnce runs inside a frame")
	}
	if _, err := d.BeginFrame(); err == nil {
		t.Error("a frame begins inside a frame")
	}
	if err := d.Submit(f); err != nil {
		t.Fatal(err)
	}
}

// What a frame in flight uses is freed only when it has finished; the validation layer would report it otherwise.
func TestClosedResourcesOutliveTheFramesThatUseThem(t *testing.T) {
	d := devicetest.Open(t)
	for range 4 {
		b := must[*gpu.Buffer](t)(d.NewBuffer(gpu.BufferDesc{Name: "short-lived", SizeBytes: 1 << 20, Usage: gpu.AsCopyTarget}))
		g := d.NewGraph()
		if err := g.Add(&usingPass{
			name: "fill", uses: []gpu.Use{{Buffer: b, Access: gpu.CopyTarget}},
			record: func(c *gpu.Commands, _ *gpu.Frame) { c.FillBuffer(b, 0, 1<<20, 7) },
		}); err != nil {
			t.Fatal(err)
		}
		drawFrame(t, d, g)
		b.Close()
	}
}

func BenchmarkFrame(b *testing.B) {
	d, err := gpu.Open(gpu.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { d.Close() })
	g := newDrawing(b, d).graph(b, d)
	b.ReportAllocs()
	for b.Loop() {
		drawFrame(b, d, g)
	}
}
