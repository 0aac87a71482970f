package simulation

import (
	"fmt"

	"tertius.dev/core/clock"
)

// mostErrors bounds the error log, so that a bug that shows in every tick does not fill the memory.
const mostErrors = 10_000

// errorLog keeps what went wrong without stopping the world.
type errorLog struct {
	lines   []string
	dropped int
}

// report notes a bug or a dropped change of the tick.
func (w *World) report(format string, args ...any) {
	w.errors.add(w.tick, fmt.Sprintf(format, args...))
}

func (l *errorLog) add(tick clock.Ticks, text string) {
	switch {
	case len(l.lines) < mostErrors-1:
		l.lines = append(l.lines, fmt.Sprintf("tick %d: %s", tick, text))
	case l.dropped == 0:
		l.lines = append(l.lines, "")
		fallthrough
	default:
		l.dropped++
		l.lines[mostErrors-1] = fmt.Sprintf("tick %d: and %d more errors, which are not kept; the last: %s",
			tick, l.dropped, text)
	}
}

// Errors returns the bugs and the dropped changes so far, in order, each with its tick. At most 10,000 are kept; the last
// line then counts the rest.
func (w *World) Errors() []string { return append([]string(nil), w.errors.lines...) }
