//go:build contracts

package simulation_test

import (
	"strings"
	"testing"

	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

func TestSelfIsRefusedAfterItsCall(t *testing.T) {
	w := looseWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	var useOfKept func()
	spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		if useOfKept == nil {
			useOfKept = simulation.Keep(self)
			return
		}
		useOfKept() // of an earlier call
	})))
	spawn(t, w, at(f, 0, everyTick(func(*simulation.Self, *message.Outbox) {})))
	if failure := failingTick(t, w); failure.Tick != 1 || !strings.Contains(failure.Error(), "its Self only during the call") {
		t.Errorf("the failure is %v", failure)
	}
	if text := mustPanic(t, useOfKept); !strings.Contains(text, "its Self only during the call") {
		t.Errorf("a use between ticks panicked with %q", text)
	}
}
