package simulation_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// reader keeps the notes that it hears with what they carry, as text.
func reader(heard *[]string) *actor {
	return &actor{wants: []message.AnyToken{notes}, handle: func(_ *simulation.Self, events *message.List, _ *message.Outbox) {
		for e, n := range notes.Events(events) {
			*heard = append(*heard, fmt.Sprintf("%d/%d: %v", n.From, n.Number, events.Extra(e)))
		}
	}}
}

// Each sender sends to one entity, to a topic and to everyone; every third message carries nothing.
func TestExtraArrivesWithItsMessageAtEveryRecipient(t *testing.T) {
	const senders, each = 200, 5
	carried := func(from, number int32) any {
		if (from+number)%3 == 0 {
			return nil
		}
		return fmt.Sprintf("%d of %d", number, from)
	}
	var want []string
	for from := range int32(senders) {
		for number := range int32(each) {
			want = append(want, fmt.Sprintf("%d/%d: %v", from, number, carried(from, number)))
		}
	}
	for _, workers := range workerCounts {
		for _, to := range []string{"one", "topic", "everyone"} {
			t.Run(fmt.Sprintf("%s-%d", to, workers), func(t *testing.T) {
				w := newWorld(t, simulation.Options{Workers: workers, Thresholds: simulation.Thresholds{Messages: 1, Rows: 1}})
				f, _ := rootFrame(t, w)
				heard := make([][]string, 3)
				target := message.ToFrame(f)
				for i := range heard {
					e := spawn(t, w, at(f, 0, reader(&heard[i])))
					switch to {
					case "one":
						target = message.To(e)
						heard = heard[:1]
					case "everyone":
						target = message.ToEveryone()
					}
					if len(heard) == 1 {
						break
					}
				}
				for from := range int32(senders) {
					spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, out *message.Outbox) {
						if self.Tick() > 0 {
							return
						}
						for number := range int32(each) {
							notes.SendWith(out, target, note{from, number}, carried(from, number))
						}
					})))
				}
				ticks(w, 3)
				for i := range heard {
					if !slices.Equal(heard[i], want) {
						t.Errorf("recipient %d heard\n%v\nwant\n%v", i, heard[i], want)
					}
				}
			})
		}
	}
}

func TestPostCarriesAnExtra(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var heard []string
	e := spawn(t, w, at(f, 0, reader(&heard), everyTick(func(self *simulation.Self, out *message.Outbox) {
		notes.SendWith(out, message.To(self.Entity()), note{1, int32(self.Tick())}, []int{int(self.Tick())})
	})))
	w.Tick()
	w.Post(notes.Event(w.Messages(), message.To(e), note{2, 0}))
	w.PostWith(notes.Event(w.Messages(), message.To(e), note{2, 1}), "posted")
	w.PostWith(notes.Event(w.Messages(), message.To(e), note{2, 2}), nil)
	ticks(w, 2)
	want := []string{"1/0: [0]", "2/0: <nil>", "2/1: posted", "2/2: <nil>", "1/1: [1]"}
	if !slices.Equal(heard, want) {
		t.Errorf("it heard %v, want %v", heard, want)
	}
}

// An earlier component edits the list: what it changes keeps its extra, what it adds has none, and what it sends on has one
// only where it says so. An envelope that was kept carries nothing of another message.
func TestExtraStaysWithItsMessageInAnEditedList(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var heard, passed []string
	other := spawn(t, w, at(f, 0, reader(&passed)))
	var kept message.Event
	editor := &actor{priority: -1, wants: []message.AnyToken{notes}, handle: func(_ *simulation.Self, events *message.List, out *message.Outbox) {
		for e, n := range notes.Events(events) {
			n.From = 7
			if n.Number == 0 {
				kept = *e
			}
			out.Forward(e, message.To(other))
			out.ForwardWith(e, message.To(other), events.Extra(e))
		}
		notes.Remove(events, func(n *note) bool { return n.Number == 0 })
		notes.Add(events, note{8, 8})
	}}
	e := spawn(t, w, at(f, 0, reader(&heard), editor))
	for i, extra := range []any{"a", "b", nil, "d"} {
		w.PostWith(notes.Event(w.Messages(), message.To(e), note{0, int32(i)}), extra)
	}
	w.Tick()
	if want := []string{"7/1: b", "7/2: <nil>", "7/3: d", "8/8: <nil>"}; !slices.Equal(heard, want) {
		t.Errorf("it heard %v, want %v", heard, want)
	}
	kept.Target = message.To(other) // it was number 1 of its tick, as "another" is of each of the next two
	another := notes.Event(w.Messages(), message.To(other), note{9, 0})
	w.PostAfter(kept, 1)
	w.Post(kept)
	w.PostWith(another, "another")
	w.Tick()
	w.PostWith(another, "another")
	w.Tick()
	want := []string{
		"7/0: <nil>", "7/0: a", "7/1: <nil>", "7/1: b", "7/2: <nil>", "7/2: <nil>", "7/3: <nil>", "7/3: d",
		"7/0: <nil>", "9/0: another", "7/0: <nil>", "9/0: another",
	}
	if !slices.Equal(passed, want) {
		t.Errorf("the other heard %v, want %v", passed, want)
	}
}

func TestExtraIsForgottenAfterItsTick(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	var sent weak.Pointer[[256]byte]
	heard := 0
	spawn(t, w, at(f, 0, &actor{wants: []message.AnyToken{message.Spawns, notes}, handle: func(self *simulation.Self, events *message.List, out *message.Outbox) {
		if message.Spawns.Any(events) {
			text := new([256]byte)
			text[0] = 9
			sent = weak.Make(text)
			notes.SendWith(out, message.To(self.Entity()), note{}, text)
			runtime.GC()
		}
		for e := range notes.Events(events) {
			runtime.GC()
			if text, ok := events.Extra(e).(*[256]byte); ok && text[0] == 9 {
				heard++
			}
		}
	}}))
	ticks(w, 2)
	runtime.GC()
	if heard != 1 {
		t.Errorf("it arrived %d times", heard)
	}
	w.Tick()
	runtime.GC()
	if sent.Value() != nil {
		t.Error("the world still holds it")
	}
}

func TestTooManyExtrasAreReported(t *testing.T) {
	w := looseWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	const over = 3
	with, without := 0, 0
	spawn(t, w, at(f, 0, &actor{wants: []message.AnyToken{message.Spawns, notes}, handle: func(self *simulation.Self, events *message.List, out *message.Outbox) {
		if message.Spawns.Any(events) {
			for i := range int32(message.MostExtras + over) {
				notes.SendWith(out, message.To(self.Entity()), note{Number: i}, i)
			}
		}
		for e, n := range notes.Events(events) {
			switch events.Extra(e) {
			case n.Number:
				with++
			case nil:
				without++
			}
		}
	}}))
	ticks(w, 4)
	if with != message.MostExtras || without != over {
		t.Errorf("%d arrived with their extras and %d without", with, without)
	}
	if lines := w.Errors(); len(lines) != 1 || !strings.Contains(lines[0], "3 messages arrive without their extras") {
		t.Errorf("the world reported %v", lines)
	}
}
