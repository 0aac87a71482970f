package worldtest

import (
	"fmt"
	"strings"

	"tertius.dev/simulation"
)

// State writes every row of the world, what was routed while it was recorded, and its log, as text. Floats are written by
// their bits, so two equal texts mean equal states.
func State(w *simulation.World) string {
	var b strings.Builder
	fmt.Fprintf(&b, "tick %d\n", w.TickNumber())
	for e := range w.Entities() {
		owned, _ := w.FrameOf(e)
		t, _ := w.Snapshot().Transform(e)
		v, _ := w.Snapshot().Visual(e)
		body, _ := w.Snapshot().BodyOf(e)
		fmt.Fprintf(&b, "%v in %v owns %v at %x awake %v looks %v collides %v\n",
			e, t.Frame, owned, Bits(&t), w.Snapshot().Awake(e), v, body.Collision)
	}
	for _, r := range w.Routed() {
		fmt.Fprintf(&b, "%d %v %v %v %x\n", r.Tick, r.Recipient, r.Event.Sender, r.Event.Type, r.Event.Payload)
	}
	for _, line := range w.Errors() {
		fmt.Fprintln(&b, line)
	}
	return b.String()
}

// FirstDifference returns the first line in which two texts differ, for messages.
func FirstDifference(got, want string) string {
	g, v := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(v)) {
		if g[i] != v[i] {
			return fmt.Sprintf("line %d is\n%s, want\n%s", i+1, g[i], v[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(v))
}
