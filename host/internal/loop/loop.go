// Package loop runs a world in a window: the calling goroutine has the window, one goroutine ticks the world by the clock,
// and one draws.
//
// The drawing goroutine shows the pictures that the world publishes at the end of each tick, between the last two of them
// by how far the clock is in the present tick. So what it shows is one tick old, and moves evenly at any rate of drawing.
package loop

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"tertius.dev/core/clock"
	"tertius.dev/core/render"
	"tertius.dev/host/internal/window"
	"tertius.dev/simulation"
)

// Loop is a world in a window.
type Loop struct {
	Window   window.Window
	Renderer render.Renderer
	World    *simulation.World     // which publishes snapshots
	Recover  func(value any) error // makes an error of a panic on any of the goroutines
	Stopped  func() bool           // asks whether to end from outside, such as after Ctrl-C
	captures chan request          // from the simulation to the drawing goroutine
	ended    chan struct{}         // closed when the loop should end
	endOnce  sync.Once
	firstErr error        // why, set before ended is closed
	began    time.Time    // when Run began, by the monotonic clock: setting the machine's clock moves no tick
	start    atomic.Int64 // when tick 0 was due, in nanoseconds after began
}

// mostBehind is how far ticks may be late before the loop gives up on catching up and runs slower than the clock.
const mostBehind = 250 * time.Millisecond

// waitSeconds is how long the main goroutine waits for events before it looks whether to end.
const waitSeconds = 0.05

// Run runs simulate on the simulation goroutine, which calls Tick, and draws, until simulate returns, the window closes or
// something fails. It returns the first error.
func (l *Loop) Run(simulate func() error) error {
	l.captures, l.ended = make(chan request), make(chan struct{})
	l.began = time.Now()
	l.start.Store(int64(-l.tickLength(l.World.TickNumber())))
	var all sync.WaitGroup
	all.Go(func() { l.end(l.guarded(simulate)) })
	all.Go(func() { l.end(l.guarded(l.draw)) })
	for !l.Ended() {
		l.Window.Wait(waitSeconds)
		if l.Window.Closed() || l.Stopped() {
			l.end(nil)
		}
	}
	all.Wait()
	return l.firstErr
}

// guarded runs f and makes an error of a panic.
func (l *Loop) guarded(f func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = l.Recover(value)
		}
	}()
	return f()
}

// end ends the loop. The first call says why.
func (l *Loop) end(err error) {
	l.endOnce.Do(func() {
		l.firstErr = err
		close(l.ended)
		l.Window.Wake()
	})
}

// Ended reports whether the loop should end.
func (l *Loop) Ended() bool {
	select {
	case <-l.ended:
		return true
	default:
		return false
	}
}

// ErrEnded says that the loop ended before what was asked for.
var ErrEnded = errors.New("the window's loop has ended")

// Tick waits until the next tick is due and runs it.
//
// Errors: ErrEnded, and then no tick ran.
// Threads: the simulation goroutine only.
func (l *Loop) Tick() error {
	if !l.waitUntil(l.due(l.World.TickNumber())) {
		return ErrEnded
	}
	l.World.Tick()
	return nil
}

// due returns when a tick is due. When it is too late already, time starts anew from now.
func (l *Loop) due(n clock.Ticks) time.Time {
	due := l.planned(n)
	if late := time.Since(due); late > mostBehind {
		l.start.Add(int64(late))
		return due.Add(late)
	}
	return due
}

// planned returns when a tick would be due, however late it is.
func (l *Loop) planned(n clock.Ticks) time.Time {
	return l.began.Add(time.Duration(l.start.Load()) + l.tickLength(n))
}

// tickLength returns the length of n ticks.
func (l *Loop) tickLength(n clock.Ticks) time.Duration {
	return time.Duration(l.World.Rate().Seconds(n) * float64(time.Second))
}

// waitUntil waits, and returns false when the loop ends before.
func (l *Loop) waitUntil(t time.Time) bool {
	wait := time.Until(t)
	if wait <= 0 {
		return !l.Ended()
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-l.ended:
		return false
	}
}
