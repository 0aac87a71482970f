package loop_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/host/internal/loop"
	"tertius.dev/simulation"
)

// The tests run in a bubble of testing/synctest: time stands still while a goroutine works, so every time is exact.

const rate = clock.DefaultRate

// ticksLong returns the length of n ticks.
func ticksLong(n int) time.Duration {
	return time.Duration(float64(n) / float64(rate) * float64(time.Second))
}

// pass lets time pass for whoever calls it.
func pass(d time.Duration) {
	time.Sleep(d) //forbidden:allow the clock of a bubble takes no time
}

// rig is a loop over a world of one eye, a window without a screen and a renderer that notes what it is asked for.
type rig struct {
	loop.Loop
	screen   *screen
	renderer *renderer
	stopped  bool
	began    time.Time
}

func newRig(t *testing.T) *rig {
	t.Helper()
	w, err := simulation.New(simulation.Options{Workers: 1, PublishSnapshots: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	owner, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	if err != nil {
		t.Fatal(err)
	}
	frame, _ := w.FrameOf(owner)
	eye, err := w.Spawn(&simulation.SpawnDesc{Frame: frame, Pose: geom.IdentityPose})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.SetCamera(simulation.Camera{Entity: eye, FovRadians: 1}); err != nil { // without one no picture has a tick
		t.Fatal(err)
	}
	r := &rig{screen: &screen{width: 64, height: 48, wake: make(chan struct{}, 1)}, renderer: &renderer{}}
	r.Loop = loop.Loop{
		Window: r.screen, Renderer: r.renderer, World: w,
		Recover: func(value any) error { return fmt.Errorf("it panicked: %v", value) },
		Stopped: func() bool { return r.stopped },
	}
	r.began = time.Now()
	return r
}

// screen is a window that nobody sees. A wait of its own ends like one for events.
type screen struct {
	mutex         sync.Mutex
	width, height int
	closed        bool
	wake          chan struct{}
}

func (s *screen) InstanceExtensions() []string          { return nil }
func (s *screen) CreateSurface(uintptr) (uint64, error) { return 0, errors.New("there is no screen") }
func (s *screen) Close()                                {}

func (s *screen) SizePixels() (width, height int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.width, s.height
}

func (s *screen) resize(width, height int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.width, s.height = width, height
}

func (s *screen) Closed() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.closed
}

func (s *screen) userCloses() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.closed = true
}

func (s *screen) Wait(seconds float64) {
	select {
	case <-s.wake:
	case <-time.After(time.Duration(seconds * float64(time.Second))):
	}
}

func (s *screen) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// drawTime is how long a picture takes. No tick is a multiple of it.
const drawTime = 7 * time.Millisecond

// drawn is a call of Render.
type drawn struct {
	at       time.Time
	snapshot *render.Snapshot
	tick     clock.Ticks
	alpha    float32
}

// renderer notes what it draws. The drawing goroutine alone calls it, and the tests read it after Run, or its count.
type renderer struct {
	count    atomic.Int64 // of pictures
	pictures []drawn
	sizes    [][2]int
	sink     render.CaptureSink
	skips    int   // so many pictures are not taken for a capture, as while a window is minimized
	fails    error // of the second picture
	panics   any   // of the second picture
}

func (r *renderer) Render(s *render.Snapshot, alpha float32) error {
	r.pictures = append(r.pictures, drawn{time.Now(), s, s.Tick, alpha})
	r.count.Add(1)
	pass(drawTime)
	if len(r.pictures) == 2 && r.panics != nil {
		panic(r.panics)
	}
	if len(r.pictures) == 2 && r.fails != nil {
		return r.fails
	}
	if r.sink == nil {
		return nil
	}
	if r.skips > 0 {
		r.skips--
		return nil
	}
	sink := r.sink
	r.sink = nil
	return sink.Take(render.CapturedImage{Width: 64, Height: 48, Pixels: make([]byte, 64*48*4)})
}

func (r *renderer) CaptureNext(sink render.CaptureSink) error { r.sink = sink; return nil }
func (r *renderer) Stats() *render.Stats                      { return nil }
func (r *renderer) Close() error                              { return nil }

func (r *renderer) Resize(width, height int) error {
	r.sizes = append(r.sizes, [2]int{width, height})
	return nil
}

// ticksAt runs n ticks, with a pause after one of them, and returns when each was done, counted from the start of the loop.
func ticksAt(t *testing.T, n, pauseAfter int, pause time.Duration) (at []time.Duration) {
	t.Helper()
	r := newRig(t)
	err := r.Run(func() error {
		for i := range n {
			if err := r.Tick(); err != nil {
				return err
			}
			at = append(at, time.Since(r.began))
			if i == pauseAfter {
				pass(pause)
			}
		}
		return nil
	})
	if err != nil || r.World.TickNumber() != clock.Ticks(n) {
		t.Fatalf("the loop ended after %d ticks with %v", r.World.TickNumber(), err)
	}
	return at
}

func TestTicksRunAtTheirTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for n, at := range ticksAt(t, 120, -1, 0) {
			if want := ticksLong(n); at != want {
				t.Errorf("tick %d ran at %v, not at %v", n, at, want)
			}
		}
	})
}

// A pause of 100 ms after tick 3, which ran at 50 ms, makes the ticks that were due by 150 ms run then, at once.
func TestTicksThatAreALittleLateCatchUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		resumed := ticksLong(3) + 100*time.Millisecond
		for n, at := range ticksAt(t, 30, 3, 100*time.Millisecond) {
			want := ticksLong(n)
			if n > 3 {
				want = max(want, resumed)
			}
			if at != want {
				t.Errorf("tick %d ran at %v, not at %v", n, at, want)
			}
		}
	})
}

func TestTicksThatAreVeryLateStartTheClockAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const pause = time.Second
		for n, at := range ticksAt(t, 30, 3, pause) {
			want := ticksLong(n)
			if n > 3 {
				want = ticksLong(3) + pause + ticksLong(n) - ticksLong(4)
			}
			if at != want {
				t.Errorf("tick %d ran at %v, not at %v", n, at, want)
			}
		}
	})
}

// A picture of the snapshot after N ticks shows the moment N − 1 + alpha ticks after the start, which is when it is drawn.
func TestPicturesMoveAsTheClockDoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		if err := r.Run(func() error {
			for range 60 {
				if err := r.Tick(); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if least := int(ticksLong(58) / drawTime); len(r.renderer.pictures) < least {
			t.Fatalf("%d pictures were drawn, want %d at least", len(r.renderer.pictures), least)
		}
		for _, p := range r.renderer.pictures {
			if p.tick == 0 {
				continue // before the first tick there is nothing to move
			}
			shown, want := float64(p.tick-1)+float64(p.alpha), p.at.Sub(r.began).Seconds()*float64(rate)
			if math.Abs(shown-want) > 1e-5 { // single precision, and times in whole nanoseconds
				t.Errorf("at tick %v the picture of tick %d and alpha %v was drawn", want, p.tick, p.alpha)
			}
		}
	})
}

// Nothing ticks for a second, so one picture of the last moment serves; a new size and a new tick ask for others.
func TestPictureThatStaysIsDrawnOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		var counts []int64
		if err := r.Run(func() error {
			for _, change := range []func() error{
				func() error { return nil },
				r.Tick,
				func() error { r.screen.resize(100, 50); return nil },
				func() error { r.screen.resize(0, 0); return nil },
				func() error { r.screen.resize(100, 50); return nil },
			} {
				if err := change(); err != nil {
					return err
				}
				pass(time.Second / 2)
				before := r.renderer.count.Load()
				pass(time.Second / 2)
				counts = append(counts, r.renderer.count.Load()-before)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if want := []int64{0, 0, 0, 0, 0}; !slices.Equal(counts, want) {
			t.Errorf("in the second half of each second %v pictures were drawn", counts)
		}
		if want := [][2]int{{64, 48}, {100, 50}}; !slices.Equal(r.renderer.sizes, want) {
			t.Errorf("the renderer got the sizes %v, want %v", r.renderer.sizes, want)
		}
		if last := r.renderer.pictures[len(r.renderer.pictures)-1]; last.tick != 1 || last.alpha != 1 {
			t.Errorf("the last picture is of tick %d with alpha %v", last.tick, last.alpha)
		}
	})
}

// taker is a sink that counts.
type taker struct {
	took int
	err  error
}

func (k *taker) Take(render.CapturedImage) error { k.took++; return k.err }

func TestCaptureTakesItsSnapshotOnce(t *testing.T) {
	full := errors.New("the disk is full")
	for _, c := range []struct {
		name  string
		skips int
		err   error
	}{{"at-once", 0, nil}, {"minimized-for-a-while", 20, nil}, {"sink-fails", 0, full}} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t)
				r.renderer.skips = c.skips
				sink, snapshot := &taker{err: c.err}, &render.Snapshot{Tick: 77}
				var got error
				err := r.Run(func() error {
					got = r.Capture(snapshot, sink)
					return r.Tick() // the loop goes on, unless the sink's error has ended it
				})
				if c.err == nil && (err != nil || got != nil) || c.err != nil && !errors.Is(got, c.err) {
					t.Errorf("the capture returned %v, and the loop %v", got, err)
				}
				taken := slices.IndexFunc(r.renderer.pictures, func(p drawn) bool { return p.snapshot == snapshot })
				if sink.took != 1 || taken < 0 || r.renderer.pictures[taken].alpha != 1 {
					t.Errorf("it was taken %d times, first of picture %d", sink.took, taken)
				}
			})
		})
	}
}

func TestLoopEndsForEveryReason(t *testing.T) {
	failure := errors.New("the reason")
	forever := func(r *rig) error {
		for {
			if err := r.Tick(); err != nil {
				return err
			}
		}
	}
	after := func(d time.Duration, do func()) { time.AfterFunc(d, do) }
	for _, c := range []struct {
		name     string
		prepare  func(r *rig)
		simulate func(r *rig) error
		want     string
	}{
		{"done", func(*rig) {}, func(*rig) error { return nil }, ""},
		{"simulation-fails", func(*rig) {}, func(*rig) error { return failure }, "the reason"},
		{"simulation-panics", func(*rig) {}, func(*rig) error { panic("a bug") }, "it panicked: a bug"},
		{"window-closes", func(r *rig) { after(time.Second, r.screen.userCloses) }, forever, ""},
		{"stopped", func(r *rig) { r.stopped = true }, forever, ""},
		{"drawing-fails", func(r *rig) { r.renderer.fails = failure }, forever, "the reason"},
		{"drawing-panics", func(r *rig) { r.renderer.panics = "a bug" }, forever, "it panicked: a bug"},
		{
			"while-a-capture-waits",
			func(r *rig) { r.renderer.skips = math.MaxInt; after(time.Second, r.screen.userCloses) },
			func(r *rig) error { return r.Capture(new(render.Snapshot), new(taker)) },
			"",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t)
				c.prepare(r)
				var simulated error
				err := r.Run(func() error { simulated = c.simulate(r); return simulated })
				if text := fmt.Sprint(err); c.want == "" && err != nil || c.want != "" && text != c.want {
					t.Errorf("Run returned %v, want %q", err, c.want)
				}
				if c.want == "" && c.name != "done" && !errors.Is(simulated, loop.ErrEnded) {
					t.Errorf("the simulation heard %v", simulated)
				}
				if !r.Ended() {
					t.Error("the loop goes on")
				}
				before := r.World.TickNumber()
				if err := r.Tick(); !errors.Is(err, loop.ErrEnded) || r.World.TickNumber() != before {
					t.Errorf("a tick after the end returned %v, at tick %d after %d", err, r.World.TickNumber(), before)
				}
				if err := r.Capture(new(render.Snapshot), new(taker)); !errors.Is(err, loop.ErrEnded) {
					t.Errorf("a capture after the end returned %v", err)
				}
			})
		})
	}
}
