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
		l.lines[mostErrors-1] = fmt.Sprintf("tick %d: and %d more lines, which are not kept; the last: %s",
			tick, l.dropped, text)
	}
}

// log notes what may interest who looks for a cause, and is no error.
func (w *World) log(text string) { w.notes.add(w.tick, text) }

// takeNotes adds to the log what components noted in this tick, in chunk order.
func (w *World) takeNotes() {
	for _, c := range w.leaversOf(leftNotes) {
		for _, text := range c.notes {
			w.log(text)
		}
		clear(c.notes)
		c.notes = c.notes[:0]
	}
}

// Log returns what happened so far that is no error but may explain something, in order, each with its tick: what components
// noted, and what the world leaves out. It is bounded as Errors.
func (w *World) Log() []string { return append([]string(nil), w.notes.lines...) }

// Errors returns the bugs and the dropped changes so far, in order, each with its tick. At most 10,000 are kept; the last
// line then counts the rest.
func (w *World) Errors() []string { return append([]string(nil), w.errors.lines...) }
