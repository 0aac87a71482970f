// Package progress tells on a terminal how far a run is: one line that is written over at most ten times in a second.
package progress

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"tertius.dev/core/clock"
)

// Line is the line. The zero value says nothing.
//
// Threads: one goroutine at a time.
type Line struct {
	to       io.Writer // nil: silent
	now      func() time.Time
	ticks    clock.Ticks // of the whole run
	pictures int         // of the whole run

	ticking, drawing time.Duration // spent so far
	doneTicks        clock.Ticks
	donePictures     int
	started, last    time.Time // of the run; of the last news
	shown            time.Time
	width            int // of the text on the terminal
}

// between is the least time between two texts, so that at most ten come in a second.
const between = 100 * time.Millisecond

// New returns the line of a run of so many ticks and pictures, which writes to the terminal. The clock tells the time.
func New(terminal io.Writer, now func() time.Time, ticks clock.Ticks, pictures int) *Line {
	start := now()
	return &Line{to: terminal, now: now, ticks: ticks, pictures: pictures, started: start, last: start, shown: start}
}

// Done tells how many ticks have run and how many pictures were taken.
func (l *Line) Done(ticks clock.Ticks, pictures int) {
	if l.to == nil {
		return
	}
	now := l.now()
	if pictures > l.donePictures {
		l.drawing += now.Sub(l.last)
	} else {
		l.ticking += now.Sub(l.last)
	}
	l.last, l.doneTicks, l.donePictures = now, ticks, pictures
	if now.Sub(l.shown) >= between {
		l.shown = now
		l.show(l.text())
	}
}

// Clear takes the line off the terminal, so that other text can follow.
func (l *Line) Clear() {
	if l.to != nil && l.width > 0 {
		fmt.Fprintf(l.to, "\r%*s\r", l.width, "")
		l.width = 0
	}
}

func (l *Line) show(text string) {
	fmt.Fprintf(l.to, "\r%-*s", l.width, text)
	l.width = len(text)
}

func (l *Line) text() string {
	seconds := l.last.Sub(l.started).Seconds()
	text := fmt.Sprintf("tick %s of %s, %s/s",
		count(int64(l.doneTicks)), count(int64(l.ticks)), rate(float64(l.doneTicks), seconds))
	if l.pictures > 0 {
		text += fmt.Sprintf(", picture %s of %s, %s/s",
			count(int64(l.donePictures)), count(int64(l.pictures)), rate(float64(l.donePictures), seconds))
	}
	if left, known := l.left(); known {
		text += ", " + left.Round(time.Second).String() + " left"
	}
	return text
}

// left guesses the time that is left from what a tick and a picture have taken so far.
func (l *Line) left() (time.Duration, bool) {
	left := 0.0
	if more := float64(l.ticks - l.doneTicks); more > 0 {
		if l.doneTicks == 0 {
			return 0, false
		}
		left += l.ticking.Seconds() / float64(l.doneTicks) * more
	}
	if more := float64(l.pictures - l.donePictures); more > 0 && l.donePictures > 0 {
		left += l.drawing.Seconds() / float64(l.donePictures) * more
	}
	return time.Duration(left * float64(time.Second)), true
}

func rate(done, seconds float64) string {
	if seconds <= 0 {
		return "0"
	}
	if r := done / seconds; r < 10 {
		return strconv.FormatFloat(r, 'f', 1, 64)
	}
	return count(int64(done / seconds))
}

// count writes a number with commas between groups of three digits.
func count(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
