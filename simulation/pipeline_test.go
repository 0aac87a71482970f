package simulation_test

import (
	"fmt"
	"slices"
	"testing"

	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// hearing is a component that notes the pings that it hears.
func hearing(priority int, name string, heard *[]string) *actor {
	return &actor{priority: priority, wants: []message.AnyToken{pings}, handle: func(_ *simulation.Self, events *message.List, _ *message.Outbox) {
		for p := range pings.In(events) {
			*heard = append(*heard, fmt.Sprintf("%s %d", name, p.Count))
		}
	}}
}

// editing is a component that does something with the list when a ping comes.
func editing(priority int, do func(events *message.List)) *actor {
	return &actor{priority: priority, wants: []message.AnyToken{pings}, handle: func(_ *simulation.Self, events *message.List, _ *message.Outbox) {
		do(events)
	}}
}

func TestPayloadEditedInPlaceIsSeenEditedByTheComponentsAfter(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var heard []string
	double := editing(1, func(events *message.List) {
		for p := range pings.In(events) {
			p.Count *= 2
		}
	})
	spawn(t, w, at(f, 0, hearing(0, "before", &heard), double, hearing(2, "after", &heard)))
	post(w, message.ToFrame(f), 4)
	w.Tick()
	if want := []string{"before 4", "after 8"}; !slices.Equal(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}
}

func TestAddedEventIsSeenOnlyByTheComponentsAfter(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var heard []string
	add := editing(1, func(events *message.List) {
		pings.Add(events, ping{9})
		for p := range pings.In(events) {
			heard = append(heard, fmt.Sprintf("itself %d", p.Count))
		}
	})
	woken := &actor{priority: 2, wants: []message.AnyToken{notes}, handle: func(*simulation.Self, *message.List, *message.Outbox) {
		heard = append(heard, "woken")
	}}
	wake := editing(1, func(events *message.List) { notes.Add(events, note{}) })
	spawn(t, w, at(f, 0, hearing(0, "before", &heard), add, wake, woken, hearing(2, "after", &heard)))
	post(w, message.ToFrame(f), 4)
	ticks(w, 3) // and it is gone after the run
	if want := []string{"before 4", "itself 4", "woken", "after 4", "after 9"}; !slices.Equal(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}
}

func TestComponentWhoseEventsWereRemovedDoesNotRun(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	runs := 0
	late := editing(2, func(*message.List) { runs++ })
	spawn(t, w, at(f, 0, late, editing(1, func(events *message.List) { pings.RemoveAll(events) })))
	post(w, message.ToFrame(f), 4)
	w.Tick()
	if runs != 0 {
		t.Error("a component ran for what was removed")
	}
}

// TestPayloadEditedByOneRecipientOfABroadcastIsUnchangedForTheOthers has recipients in one chunk and in several.
func TestPayloadEditedByOneRecipientOfABroadcastIsUnchangedForTheOthers(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	wrong := 0
	for range 200 {
		spawn(t, w, at(f, 0, editing(0, func(events *message.List) {
			for p := range pings.In(events) {
				if p.Count != 5 {
					wrong++
				}
				p.Count = 77
			}
			pings.Add(events, ping{8})
		})))
	}
	post(w, message.ToEveryone(), 5)
	w.Tick()
	post(w, message.ToEveryone(), 5)
	w.Tick()
	if wrong != 0 {
		t.Errorf("%d of 400 recipients found a payload that another had edited", wrong)
	}
}

func TestEntityWithNothingToHandleDoesNotRun(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	runs := runCounts{}
	spawn(t, w, at(f, 0, runs.of("waits", pings)))
	spawn(t, w, at(f, 0, runs.of("spawned", message.Spawns)))
	spawn(t, w, at(f, 0, runs.of("ticks", message.Ticks)))
	ticks(w, 5)
	if runs["waits"] != 0 || runs["spawned"] != 1 || runs["ticks"] != 5 {
		t.Errorf("runs: %v, want 0 of waits, 1 of spawned, 5 of ticks", runs)
	}
}

func TestMessageThatNoComponentWantsIsDroppedAndWakesNobody(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	runs := 0
	e := spawn(t, w, at(f, 0, &actor{wants: []message.AnyToken{notes}, handle: func(*simulation.Self, *message.List, *message.Outbox) { runs++ }}))
	w.RecordRouted(true)
	w.Tick()
	for _, to := range []message.Target{message.To(e), message.ToFrame(f), message.ToEveryone()} {
		post(w, to, 1)
	}
	ticks(w, 2)
	if runs != 0 || len(w.Routed()) != 0 {
		t.Errorf("it ran %d times and %d messages were routed", runs, len(w.Routed()))
	}
}

// shield refuses every other request to go.
func shield() *actor {
	asked := 0
	return &actor{wants: []message.AnyToken{message.Destroys}, handle: func(_ *simulation.Self, events *message.List, _ *message.Outbox) {
		if asked++; asked%2 == 1 {
			message.Destroys.RemoveAll(events)
		}
	}}
}

func TestDestroyThatAComponentRemovedDestroysNobody(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	shielded := spawn(t, w, at(f, 0, shield()))
	bare := spawn(t, w, at(f, 0))
	for tick, want := range []struct{ shielded, bare bool }{{true, false}, {false, false}} {
		for _, e := range []handle.Entity{shielded, bare} {
			w.Post(message.Destroys.Event(w.Messages(), message.To(e), message.Destroy{}))
		}
		w.Tick()
		if s, b := w.Snapshot().Live(shielded), w.Snapshot().Live(bare); s != want.shielded || b != want.bare {
			t.Errorf("after request %d: shielded lives %v, bare lives %v", tick+1, s, b)
		}
	}
}

func TestDestroyAddedToTheListDestroysTheEntity(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	e := spawn(t, w, at(f, 0, editing(0, func(events *message.List) { message.Destroys.Add(events, message.Destroy{}) })))
	post(w, message.To(e), 1)
	w.Tick()
	if w.Snapshot().Live(e) {
		t.Error("it lives")
	}
}
