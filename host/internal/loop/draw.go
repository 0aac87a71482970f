package loop

import (
	"time"

	"tertius.dev/core/render"
)

// idle is how long the drawing goroutine rests when there is nothing new to draw.
const idle = 2 * time.Millisecond

// request asks the drawing goroutine for a capture.
type request struct {
	snapshot *render.Snapshot
	sink     render.CaptureSink
	done     chan error
}

// Capture draws the snapshot, as it is at present, and hands the picture to the sink. It waits for it; while the window is
// minimized that lasts.
//
// Errors: ErrEnded when the loop ends before; what the sink and the renderer return.
// Threads: the simulation goroutine only.
func (l *Loop) Capture(s *render.Snapshot, sink render.CaptureSink) error {
	r := request{s, sink, make(chan error, 1)}
	select {
	case l.captures <- r:
	case <-l.ended:
		return ErrEnded
	}
	select {
	case err := <-r.done:
		return err
	case <-l.ended:
		return ErrEnded
	}
}

// draw draws until the loop ends.
func (l *Loop) draw() error {
	var size [2]int
	settled := false // the newest snapshot was drawn as it is at present, so that another picture would be the same
	for !l.Ended() {
		resized, err := l.resize(&size)
		if err != nil {
			return err
		}
		select {
		case r := <-l.captures:
			r.done <- l.capture(r)
			settled = false
			continue
		default:
		}
		snapshot, isNew := l.World.Published().Front()
		if settled && !isNew && !resized {
			l.waitUntil(time.Now().Add(idle))
			continue
		}
		alpha := l.alpha(snapshot)
		if err := l.Renderer.Render(snapshot, alpha); err != nil {
			return err
		}
		settled = alpha == 1
	}
	return nil
}

// capture draws until the picture has been taken.
func (l *Loop) capture(r request) error {
	sink := &once{to: r.sink}
	if err := l.Renderer.CaptureNext(sink); err != nil {
		return err
	}
	for !sink.took {
		if l.Ended() {
			return ErrEnded
		}
		if err := l.Renderer.Render(r.snapshot, 1); err != nil {
			return err
		}
		if !sink.took {
			l.waitUntil(time.Now().Add(idle))
		}
	}
	return nil
}

// once notes that a picture was taken.
type once struct {
	to   render.CaptureSink
	took bool
}

// Take hands the picture on.
func (o *once) Take(img render.CapturedImage) error {
	o.took = true
	return o.to.Take(img)
}

// resize tells the renderer a new size of the window. A minimized window has none.
func (l *Loop) resize(size *[2]int) (bool, error) {
	width, height := l.Window.SizePixels()
	now := [2]int{width, height}
	if now == *size || width <= 0 || height <= 0 {
		return false, nil
	}
	*size = now
	return true, l.Renderer.Resize(width, height)
}

// alpha returns how far the clock is, from 0 to 1, between the time at which the snapshot's last tick was due and that of
// the next one.
func (l *Loop) alpha(s *render.Snapshot) float32 {
	since := time.Since(l.planned(s.Tick - 1))
	return float32(max(0, min(1, since.Seconds()*float64(l.World.Rate()))))
}
