package progress_test

import (
	"strings"
	"testing"
	"time"

	"tertius.dev/core/clock"
	"tertius.dev/host/internal/progress"
)

// hand is a clock that a test moves.
type hand struct{ at time.Time }

func (h *hand) now() time.Time { return h.at }

func TestProgressTellsRateAndTimeLeft(t *testing.T) {
	h := &hand{time.Unix(1000, 0)}
	var out strings.Builder
	line := progress.New(&out, h.now, 36_000, 0)
	for i := range 1200 { // a tick each millisecond
		h.at = h.at.Add(time.Millisecond)
		line.Done(clock.Ticks(i+1), 0)
	}
	if got := strings.Count(out.String(), "\r"); got != 12 {
		t.Errorf("1.2 s show %d texts; at most 10 come in a second, so 12", got)
	}
	last := out.String()[strings.LastIndex(out.String(), "\r")+1:]
	if want := "tick 1,200 of 36,000, 1,000/s, 35s left"; strings.TrimSpace(last) != want {
		t.Errorf("the text is %q, want %q", last, want)
	}
}

func TestProgressCountsPicturesByTheirOwnTime(t *testing.T) {
	h := &hand{time.Unix(1000, 0)}
	var out strings.Builder
	line := progress.New(&out, h.now, 8, 4)
	for k := range 2 { // two ticks of 1 s and a picture of 10 s, twice of four times
		for i := range 2 {
			h.at = h.at.Add(time.Second)
			line.Done(clock.Ticks(2*k+i+1), k)
		}
		h.at = h.at.Add(10 * time.Second)
		line.Done(clock.Ticks(2*k+2), k+1)
	}
	last := out.String()[strings.LastIndex(out.String(), "\r")+1:]
	if want := "tick 4 of 8, 0.2/s, picture 2 of 4, 0.1/s, 24s left"; strings.TrimSpace(last) != want {
		t.Errorf("the text is %q, want %q", last, want)
	}
}

func TestProgressClearsItsLine(t *testing.T) {
	h := &hand{time.Unix(1000, 0)}
	var out strings.Builder
	line := progress.New(&out, h.now, 2, 0)
	line.Clear()
	if out.Len() != 0 {
		t.Errorf("a line that was never shown is cleared by %q", out.String())
	}
	h.at = h.at.Add(time.Second)
	line.Done(1, 0)
	shown := len(out.String()) - 1
	out.Reset()
	line.Clear()
	if want := "\r" + strings.Repeat(" ", shown) + "\r"; out.String() != want {
		t.Errorf("Clear writes %q, want %q", out.String(), want)
	}
}

func TestProgressOfNoTerminalIsSilent(t *testing.T) {
	var line progress.Line
	line.Done(1, 1)
	line.Clear()
}
