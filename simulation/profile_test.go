package simulation_test

import (
	"strings"
	"testing"

	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

func TestProfileTellsOfTheMeasuredTicksOnly(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	for range 100 {
		spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, out *message.Outbox) {
			pings.Send(out, message.To(self.Entity()), ping{})
			for range 100 {
				self.Random().Direction()
			}
		})))
	}
	w.Tick()
	if p := w.Profile(); p != (simulation.Profile{}) {
		t.Errorf("unmeasured ticks have the profile %+v", p)
	}
	w.MeasureTicks(true)
	ticks(w, 3)
	w.MeasureTicks(true)
	ticks(w, 5)
	p := w.Profile()
	if p.Ticks != 5 {
		t.Errorf("%d ticks were measured, want the 5 since the last call", p.Ticks)
	}
	for l := range p.Total {
		if p.Total[l] < p.Last[l] || p.Last[l] < 0 {
			t.Errorf("lap %v took %v in all and %v in the last tick", simulation.Lap(l), p.Total[l], p.Last[l])
		}
	}
	if p.Total[simulation.LapRun] <= 0 || p.Total[simulation.LapRoute] <= 0 {
		t.Errorf("running and routing took no time: %v", p)
	}
	text := p.String()
	for _, want := range []string{"5 ticks", "run ", "route ", "tick ", "100.0 %"} {
		if !strings.Contains(text, want) {
			t.Errorf("the profile prints no %q:\n%s", want, text)
		}
	}
	w.MeasureTicks(false)
	w.Tick()
	if p := w.Profile(); p.Ticks != 0 {
		t.Errorf("%d ticks were measured after the end", p.Ticks)
	}
}

func TestEveryLapHasAName(t *testing.T) {
	seen := map[string]bool{}
	for l := range len(simulation.Profile{}.Total) {
		name := simulation.Lap(l).String()
		if name == "" || strings.HasPrefix(name, "Lap(") || seen[name] {
			t.Errorf("lap %d has the name %q", l, name)
		}
		seen[name] = true
	}
}
