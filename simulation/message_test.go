package simulation_test

import (
	"fmt"
	"slices"
	"testing"

	"tertius.dev/core/clock"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

func TestMessageArrivesInTheNextTickAndItsAnswerInTheOneAfter(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var heard []string
	answerer := spawn(t, w, at(f, 0, &actor{wants: []message.AnyToken{pings}, handle: func(self *simulation.Self, events *message.List, out *message.Outbox) {
		for e, p := range pings.Events(events) {
			heard = append(heard, fmt.Sprintf("%d: question %d", self.Tick(), p.Count))
			pings.Send(out, message.To(e.Sender), ping{p.Count + 1})
		}
	}}))
	spawn(t, w, at(f, 1, &actor{wants: []message.AnyToken{message.Spawns, pings}, handle: func(self *simulation.Self, events *message.List, out *message.Outbox) {
		if message.Spawns.First(events) != nil {
			pings.Send(out, message.To(answerer), ping{7})
		}
		for p := range pings.In(events) {
			heard = append(heard, fmt.Sprintf("%d: answer %d", self.Tick(), p.Count))
		}
	}}))
	ticks(w, 5)
	if want := []string{"1: question 7", "2: answer 8"}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
}

func TestInboxKeepsTheOrderOfTheRoutingForEveryWorkerCount(t *testing.T) {
	const senders = 300 // in 5 chunks
	for _, workers := range workerCounts {
		w := newWorld(t, simulation.Options{Workers: workers})
		f, _ := rootFrame(t, w)
		var heard []string
		to := spawn(t, w, at(f, 0, listener(&heard, notes)))
		for i := range senders {
			spawn(t, w, at(f, 1, everyTick(func(self *simulation.Self, out *message.Outbox) {
				notes.Send(out, message.To(to), note{int32(i), 1})
				notes.Send(out, message.ToFrame(f), note{int32(i), 2})
				notes.Send(out, message.ToEveryone(), note{int32(i), 3})
			})))
		}
		ticks(w, 2)
		var want []string
		for i := range senders {
			want = append(want, fmt.Sprintf("%d/1", i), fmt.Sprintf("%d/2", i), fmt.Sprintf("%d/3", i))
		}
		if !slices.Equal(heard, want) {
			t.Errorf("with %d workers the first of %d messages are %q, want %q", workers, len(heard), heard[:min(6, len(heard))], want[:6])
		}
	}
}

func TestTopicReachesItsFrameAndBroadcastEveryone(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, owner := rootFrame(t, w)
	g, _ := rootFrame(t, w)
	var inF, inG []string
	spawn(t, w, at(f, 0, listener(&inF, pings)))
	spawn(t, w, at(g, 0, listener(&inG, pings)))
	w.Post(pings.Event(w.Messages(), message.ToFrame(f), ping{1}))
	w.Post(pings.Event(w.Messages(), message.ToEveryone(), ping{2}))
	w.Tick()
	if want := []string{"ping 1", "ping 2"}; !slices.Equal(inF, want) {
		t.Errorf("in the frame: %q, want %q", inF, want)
	}
	if want := []string{"ping 2"}; !slices.Equal(inG, want) {
		t.Errorf("in the other frame: %q, want %q", inG, want)
	}
	if err := w.Destroy(owner); err != nil {
		t.Fatal(err)
	}
	h, _ := rootFrame(t, w) // in the slot of the dead frame
	var inH []string
	spawn(t, w, at(h, 0, listener(&inH, pings)))
	w.Post(pings.Event(w.Messages(), message.ToFrame(f), ping{3}))
	w.Tick()
	if len(inH) != 0 {
		t.Errorf("a message to a dead frame reached its successor: %q", inH)
	}
}

func TestEntityRunsOnlyForWhatItWants(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	runs := runCounts{}
	e := spawn(t, w, at(f, 0, runs.of("pings", pings), runs.of("notes", notes), runs.of("nothing")))
	spawn(t, w, at(f, 0, runs.of("ticks", message.Ticks)))
	ticks(w, 3)
	w.Post(pings.Event(w.Messages(), message.To(e), ping{}))
	ticks(w, 3)
	if runs["pings"] != 1 || runs["notes"] != 0 || runs["nothing"] != 0 || runs["ticks"] != 6 {
		t.Errorf("runs: %v, want 1 for pings, 6 for ticks and no other", runs)
	}
}

func TestComponentsEditTheListForThoseAfterThem(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var heard []string
	last := listener(&heard, pings, notes)
	last.priority = 3
	halve := &actor{priority: 1, wants: []message.AnyToken{pings}, handle: func(_ *simulation.Self, events *message.List, _ *message.Outbox) {
		for p := range pings.In(events) {
			p.Count /= 2
		}
		pings.Remove(events, func(p *ping) bool { return p.Count == 0 })
	}}
	tell := &actor{priority: 2, wants: []message.AnyToken{pings}, handle: func(_ *simulation.Self, events *message.List, _ *message.Outbox) {
		notes.Add(events, note{9, 9})
	}}
	e := spawn(t, w, at(f, 0, last, tell, halve)) // added in the reverse of the order in which they run
	for _, count := range []int32{1, 6, 8} {
		w.Post(pings.Event(w.Messages(), message.To(e), ping{count}))
	}
	w.Tick()
	if want := []string{"9/9", "ping 3", "ping 4"}; !slices.Equal(heard, want) {
		t.Errorf("the last component heard %q, want %q", heard, want)
	}
}

func TestEqualPrioritiesRunInTheOrderOfAdding(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var order []int
	d := at(f, 0)
	for i := range 20 {
		d.Components = append(d.Components, &actor{priority: i % 2, wants: []message.AnyToken{message.Ticks}, handle: func(*simulation.Self, *message.List, *message.Outbox) {
			order = append(order, i)
		}})
	}
	spawn(t, w, d)
	w.Tick()
	var want []int
	for _, odd := range []int{0, 1} {
		for i := odd; i < 20; i += 2 {
			want = append(want, i)
		}
	}
	if !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
}

func TestTimeOfATickIsThatOfTheWorldsStartAndRate(t *testing.T) {
	const start, far = 1234.5, 10_000_000
	for _, rate := range []clock.Rate{50, 60, 120} {
		w := newWorld(t, simulation.Options{TickRate: rate, StartSeconds: start})
		if got, want := w.TimeAt(far), start+float64(far)/float64(rate); got != want {
			t.Errorf("at rate %d tick %d is at %v s, want %v", rate, far, got, want)
		}
		ticks(w, 7)
		if got, want := w.Time(), start+7/float64(rate); got != want {
			t.Errorf("at rate %d it is %v s after 7 ticks, want %v", rate, got, want)
		}
	}
}

func TestTickEventComesFirstAndTellsTheTime(t *testing.T) {
	w := newWorld(t, simulation.Options{TickRate: 50, StartSeconds: 100})
	f, _ := rootFrame(t, w)
	var seen []message.Tick
	e := spawn(t, w, at(f, 0, &actor{wants: []message.AnyToken{message.Ticks, pings}, handle: func(self *simulation.Self, events *message.List, _ *message.Outbox) {
		for e := range events.All() {
			if e.Type != message.Ticks.ID(w.Messages()) {
				t.Errorf("the first event is a %s", w.Messages().Token(e.Type).Name())
			}
			break
		}
		seen = append(seen, *message.Ticks.First(events))
		if self.Time() != self.TimeAt(self.Tick()) || self.DeltaTime() != 0.02 {
			t.Errorf("Self tells %v s in tick %d and a tick of %v s", self.Time(), self.Tick(), self.DeltaTime())
		}
	}}))
	w.Post(pings.Event(w.Messages(), message.To(e), ping{}))
	ticks(w, 51)
	if first, want := seen[0], (message.Tick{Number: 0, TimeSeconds: 100, DeltaSeconds: 0.02}); first != want {
		t.Errorf("the first tick is %+v, want %+v", first, want)
	}
	if last, want := seen[50], (message.Tick{Number: 50, TimeSeconds: 101, DeltaSeconds: 0.02}); last != want {
		t.Errorf("the last tick is %+v, want %+v", last, want)
	}
}

func TestMessageToSomeoneGoneIsDropped(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var before, after []string
	old := spawn(t, w, at(f, 0, listener(&before, pings)))
	spawn(t, w, at(f, 0, everyTick(func(_ *simulation.Self, out *message.Outbox) { pings.Send(out, message.To(old), ping{1}) })))
	ticks(w, 2)
	if len(before) != 1 {
		t.Fatalf("heard %q before the end", before)
	}
	if err := w.Destroy(old); err != nil { // with a message in its inbox
		t.Fatal(err)
	}
	heir := spawn(t, w, at(f, 0, listener(&after, pings)))
	if heir.Index != old.Index {
		t.Fatalf("the slot %d was not used again but %d", old.Index, heir.Index)
	}
	w.Post(pings.Event(w.Messages(), message.To(old), ping{2}))
	ticks(w, 3)
	if len(before) != 1 || len(after) != 0 {
		t.Errorf("the dead heard %q, the heir %q", before, after)
	}
	if w.Snapshot().Live(old) || !w.Snapshot().Live(heir) {
		t.Error("the stale handle is live, or the heir is not")
	}
}

func TestRoutedHoldsWhatArrivesInWhichTick(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var heard []string
	a := spawn(t, w, at(f, 0, listener(&heard, pings)))
	b := spawn(t, w, at(f, 0, &actor{wants: []message.AnyToken{pings}, handle: func(_ *simulation.Self, events *message.List, out *message.Outbox) {
		pings.Send(out, message.To(a), ping{5})
	}}))
	w.RecordRouted(true)
	w.Post(pings.Event(w.Messages(), message.ToEveryone(), ping{4}))
	ticks(w, 3)
	type line struct {
		tick      int64
		recipient handle.Entity
		sender    handle.Entity
		count     int32
	}
	var got []line
	for _, r := range w.Routed() {
		got = append(got, line{int64(r.Tick), r.Recipient, r.Event.Sender, w.Messages().Value(&r.Event).(ping).Count})
	}
	want := []line{{0, a, handle.Entity{}, 4}, {0, b, handle.Entity{}, 4}, {1, a, b, 5}}
	if !slices.Equal(got, want) {
		t.Errorf("routed %v, want %v", got, want)
	}
	w.ClearRouted()
	if len(w.Routed()) != 0 {
		t.Error("ClearRouted left something")
	}
}
