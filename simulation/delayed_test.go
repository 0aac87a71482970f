package simulation_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/clock"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// clockOf is a component that notes what arrives with the tick in which it does.
func clockOf(heard *[]string) *actor {
	return &actor{wants: []message.AnyToken{pings}, handle: func(self *simulation.Self, events *message.List, _ *message.Outbox) {
		for p := range pings.In(events) {
			*heard = append(*heard, fmt.Sprintf("%d@%d", p.Count, self.Tick()))
		}
	}}
}

// inTick is a component that acts in one tick.
func inTick(n clock.Ticks, do func(self *simulation.Self, out *message.Outbox)) *actor {
	return everyTick(func(self *simulation.Self, out *message.Outbox) {
		if self.Tick() == n {
			do(self, out)
		}
	})
}

func TestDelayedSendArrivesOneTickAfterItsDueTick(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var heard []string
	to := spawn(t, w, at(f, 0, clockOf(&heard)))
	spawn(t, w, at(f, 0, inTick(3, func(_ *simulation.Self, out *message.Outbox) {
		for _, delay := range []clock.Ticks{5, 0, 1, 300} {
			pings.SendAfter(out, delay, message.To(to), ping{int32(delay)})
		}
	})))
	ticks(w, 310)
	if want := []string{"0@4", "1@5", "5@9", "300@304"}; !slices.Equal(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}
}

// TestMessagesDueAtOnceArriveInTheOrderOfSending sends from many chunks, on several ticks, to one tick.
func TestMessagesDueAtOnceArriveInTheOrderOfSending(t *testing.T) {
	for _, workers := range workerCounts {
		w := newWorld(t, simulation.Options{Workers: workers, Thresholds: simulation.Thresholds{Messages: 1}})
		f, _ := rootFrame(t, w)
		var heard []string
		to := spawn(t, w, at(f, 0, listener(&heard, notes)))
		const senders, last = 200, 4
		for i := range senders {
			spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, out *message.Outbox) {
				if self.Tick() <= last {
					notes.SendAfter(out, last-self.Tick(), message.To(to), note{int32(i), int32(self.Tick())})
				}
			})))
		}
		ticks(w, last+2)
		var want []string
		for tick := range last + 1 {
			for i := range senders {
				want = append(want, fmt.Sprintf("%d/%d", i, tick))
			}
		}
		if !slices.Equal(heard, want) {
			t.Errorf("with %d workers the first of %d messages are %v, want %v", workers, len(heard), heard[:min(5, len(heard))], want[:5])
		}
	}
}

func TestDelayedMessageFindsItsRecipientsWhenItIsDue(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var dead, late, heir []string
	mortal := spawn(t, w, at(f, 0, clockOf(&dead)))
	spawn(t, w, at(f, 0, inTick(0, func(_ *simulation.Self, out *message.Outbox) {
		pings.SendAfter(out, 3, message.To(mortal), ping{1})
		pings.SendAfter(out, 3, message.ToFrame(f), ping{2})
	})))
	w.Tick()
	must(t, w.Destroy(mortal))
	if e := spawn(t, w, at(f, 0, clockOf(&heir))); e.Index != mortal.Index {
		t.Fatalf("%v did not take the slot of %v", e, mortal)
	}
	spawn(t, w, at(f, 0, clockOf(&late)))
	ticks(w, 5)
	if want := []string{"2@4"}; len(dead) != 0 || !slices.Equal(heir, want) || !slices.Equal(late, want) {
		t.Errorf("the dead heard %v, the heir %v, who came late %v", dead, heir, late)
	}
}

func TestPostAfterArrivesSoManyTicksAfterThePost(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var heard []string
	to := spawn(t, w, at(f, 0, clockOf(&heard)))
	post := func(delay clock.Ticks) {
		w.PostAfter(pings.Event(w.Messages(), message.To(to), ping{int32(delay)}), delay)
	}
	post(2)
	post(0)
	post(1)
	w.Tick()
	post(2)
	waiting := 0
	for due, e := range w.Waiting() {
		waiting++
		// posted before tick 0 or 1, and routed at the end of the tick before the one in which it arrives
		if delay := clock.Ticks(w.Messages().Value(e).(ping).Count); due != delay-1 && due != delay {
			t.Errorf("a message with a delay of %d ticks waits for tick %d", delay, due)
		}
	}
	if waiting != 2 {
		t.Errorf("%d messages wait, want 2", waiting)
	}
	ticks(w, 5)
	if want := []string{"0@0", "1@1", "2@2", "2@3"}; !slices.Equal(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}
}

func TestNegativeDelayIsRefused(t *testing.T) {
	w := looseWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	e := pings.Event(w.Messages(), message.ToFrame(f), ping{})
	if text := mustPanic(t, func() { w.PostAfter(e, -2) }); !strings.Contains(text, "a delay is -2 ticks") {
		t.Errorf("it panicked with %q", text)
	}
	spawn(t, w, at(f, 0, inTick(0, func(_ *simulation.Self, out *message.Outbox) {
		pings.SendAfter(out, -1, message.ToFrame(f), ping{})
	})))
	if failure := failingTick(t, w); !strings.Contains(failure.Error(), "a delay is -1 ticks") {
		t.Errorf("the failure is %v", failure)
	}
}

func TestEventOfAnotherWorldIsRefused(t *testing.T) {
	w := looseWorld(t, simulation.Options{})
	strange := message.Event{Target: message.ToEveryone(), Type: 500}
	for method, call := range map[string]func(){
		"World.Post ":      func() { w.Post(strange) },
		"World.PostAfter ": func() { w.PostAfter(strange, 3) },
	} {
		text := mustPanic(t, call)
		if !strings.HasPrefix(text, method) || !strings.Contains(text, "type 500") || !strings.Contains(text, "Messages()") {
			t.Errorf("it panicked with %q", text)
		}
	}
}

// TestMessageToASpawnOfTheSameTickArrivesAfterItsSpawned sends to a handle that is not live yet.
func TestMessageToASpawnOfTheSameTickArrivesAfterItsSpawned(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var heard []string
	var child handle.Entity
	inOrder := &actor{wants: []message.AnyToken{message.Spawns, pings}, handle: func(self *simulation.Self, events *message.List, _ *message.Outbox) {
		for e := range events.All() {
			heard = append(heard, fmt.Sprintf("%s@%d", w.Messages().Token(e.Type).Name(), self.Tick()))
		}
	}}
	spawn(t, w, at(f, 0, inTick(1, func(self *simulation.Self, out *message.Outbox) {
		d := at(f, 0, inOrder)
		child, _ = self.Spawn(&d)
		pings.Send(out, message.To(child), ping{1})
	})))
	spawn(t, w, at(f, 0, inTick(2, func(_ *simulation.Self, out *message.Outbox) { pings.Send(out, message.To(child), ping{2}) })))
	ticks(w, 4)
	if want := []string{"tertius.spawned@2", "test.ping@2", "test.ping@3"}; !slices.Equal(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}
}
