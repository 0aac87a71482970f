package simulation_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

var (
	radio = message.NamedTopic("radio")
	alarm = message.NamedTopic("alarm")
)

// post posts a ping.
func post(w *simulation.World, to message.Target, count int32) {
	w.Post(pings.Event(w.Messages(), to, ping{count}))
}

func TestTopicReachesItsSubscribersInSlotOrder(t *testing.T) {
	for _, workers := range workerCounts {
		w := newWorld(t, simulation.Options{Workers: workers, Thresholds: simulation.Thresholds{Messages: 1}})
		f, _ := rootFrame(t, w)
		var heard []string
		e := make([]handle.Entity, 200)
		for i := range e {
			e[i] = spawn(t, w, at(f, 0, &actor{wants: []message.AnyToken{pings}, handle: func(*simulation.Self, *message.List, *message.Outbox) {}}))
		}
		for _, i := range []int{150, 3, 90, 3} { // subscribed out of order, and one of them twice
			must(t, w.Subscribe(e[i], radio))
		}
		must(t, w.Subscribe(e[5], alarm))
		w.RecordRouted(true)
		post(w, message.ToTopic(radio), 1)
		post(w, message.ToTopic(message.NamedTopic("silence")), 2)
		w.Tick()
		for _, r := range w.Routed() {
			heard = append(heard, r.Recipient.String())
		}
		if want := []string{e[3].String(), e[90].String(), e[150].String()}; !slices.Equal(heard, want) {
			t.Errorf("with %d workers %v heard, want %v", workers, heard, want)
		}
	}
}

// TestSubscriptionsOfATickCountForItsMessages changes subscriptions in the tick in which a message is sent.
func TestSubscriptionsOfATickCountForItsMessages(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var joiner, leaver, hesitant []string
	join := func(self *simulation.Self, _ *message.Outbox) { self.Subscribe(radio) }
	leave := func(self *simulation.Self, _ *message.Outbox) { self.Unsubscribe(radio) }
	spawn(t, w, at(f, 0, inTick(1, join), clockOf(&joiner)))
	l := spawn(t, w, at(f, 0, inTick(1, leave), clockOf(&leaver)))
	spawn(t, w, at(f, 0, inTick(1, join), inTick(1, leave), inTick(1, join), inTick(1, leave), clockOf(&hesitant)))
	must(t, w.Subscribe(l, radio))
	for n := range int32(3) {
		spawn(t, w, at(f, 0, inTick(0, func(_ *simulation.Self, out *message.Outbox) {
			pings.Send(out, message.ToTopic(radio), ping{n})
		})))
	}
	spawn(t, w, at(f, 0, inTick(1, func(_ *simulation.Self, out *message.Outbox) { pings.Send(out, message.ToTopic(radio), ping{9}) })))
	ticks(w, 4)
	if want := []string{"9@2"}; !slices.Equal(joiner, want) {
		t.Errorf("who joined heard %v, want %v", joiner, want)
	}
	if want := []string{"0@1", "1@1", "2@1"}; !slices.Equal(leaver, want) {
		t.Errorf("who left heard %v, want %v", leaver, want)
	}
	if len(hesitant) != 0 {
		t.Errorf("who joined and left heard %v", hesitant)
	}
}

func TestSubscriptionEndsWithItsEntity(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var old, heir []string
	e := spawn(t, w, at(f, 0, clockOf(&old)))
	must(t, w.Subscribe(e, radio))
	must(t, w.Subscribe(e, alarm))
	if got, want := slices.Collect(w.Subscriptions(e)), []message.Topic{alarm, radio}; !slices.Equal(got, want) {
		t.Errorf("the subscriptions are %v, want %v", got, want)
	}
	must(t, w.Destroy(e))
	if got := slices.Collect(w.Subscriptions(e)); len(got) != 0 {
		t.Errorf("the dead listen to %v", got)
	}
	if h := spawn(t, w, at(f, 0, clockOf(&heir))); h.Index != e.Index {
		t.Fatalf("%v did not take the slot of %v", h, e)
	}
	post(w, message.ToTopic(radio), 1)
	w.Tick()
	if len(old)+len(heir) != 0 {
		t.Errorf("the dead heard %v, the heir %v", old, heir)
	}
	if err := w.Subscribe(e, radio); err == nil || !strings.Contains(err.Error(), "not live") {
		t.Errorf("a subscription of the dead: %v", err)
	}
	if err := w.Unsubscribe(e, radio); err == nil || !strings.Contains(err.Error(), "not live") {
		t.Errorf("the end of a subscription of the dead: %v", err)
	}
}

// TestFrameIsHeardOnceByWhoIsInItAndByWhoSubscribed reaches members, strangers, and members that subscribed as well.
func TestFrameIsHeardOnceByWhoIsInItAndByWhoSubscribed(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, owner := rootFrame(t, w)
	g, _ := rootFrame(t, w)
	var in, both, out, neither []string
	spawn(t, w, at(f, 0, clockOf(&in)))
	b := spawn(t, w, at(f, 0, clockOf(&both)))
	for range 100 { // so that the stranger's slot lies beyond those of the frame
		spawn(t, w, at(g, 0))
	}
	o := spawn(t, w, at(g, 0, clockOf(&out)))
	spawn(t, w, at(g, 0, clockOf(&neither)))
	must(t, w.Subscribe(b, message.FrameTopic(f)))
	must(t, w.Subscribe(o, message.FrameTopic(f)))
	post(w, message.ToFrame(f), 1)
	w.Tick()
	for who, heard := range map[string][]string{"in": in, "both": both, "out": out} {
		if !slices.Equal(heard, []string{"1@0"}) {
			t.Errorf("%s heard %v", who, heard)
		}
	}
	must(t, w.Destroy(owner))
	post(w, message.ToFrame(f), 2)
	w.Tick()
	if got := slices.Collect(w.Subscriptions(o)); len(got) != 0 {
		t.Errorf("the stranger still listens to %v", got)
	}
	if len(out) != 1 || len(neither) != 0 {
		t.Errorf("the stranger heard %v, the other %v", out, neither)
	}
}

// mourner is a component that notes which entities it hears are gone, and where.
func mourner(heard *[]string) *actor {
	return &actor{wants: []message.AnyToken{message.Departures}, handle: func(self *simulation.Self, events *message.List, _ *message.Outbox) {
		for g := range message.Departures.In(events) {
			*heard = append(*heard, fmt.Sprintf("%v at %v in %v, tick %d", g.Entity, g.Position.X, g.Frame, self.Tick()))
		}
	}}
}

func TestWhoListensToAnEntityHearsOnceThatItIsGone(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(w *simulation.World, e handle.Entity)
		tick int
	}{
		{"between-ticks", func(w *simulation.World, e handle.Entity) { _ = w.Destroy(e) }, 1},
		{"in-a-tick", func(w *simulation.World, e handle.Entity) {
			w.Post(message.Destroys.Event(w.Messages(), message.To(e), message.Destroy{}))
		}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, simulation.Options{})
			f, _ := rootFrame(t, w)
			var heard, other []string
			e := spawn(t, w, at(f, 7))
			a := spawn(t, w, at(f, 0, mourner(&heard)))
			b := spawn(t, w, at(f, 0, mourner(&heard)))
			spawn(t, w, at(f, 0, mourner(&other)))
			must(t, w.Subscribe(a, message.EntityTopic(e)))
			must(t, w.Subscribe(b, message.EntityTopic(e)))
			w.Tick()
			must(t, w.SetTransform(e, geom.At(geom.Vec3{X: 8})))
			c.end(w, e)
			ticks(w, 4)
			line := fmt.Sprintf("%v at 8 in %v, tick %d", e, f, c.tick)
			if want := []string{line, line}; !slices.Equal(heard, want) || len(other) != 0 {
				t.Errorf("heard %q, want %q; who did not listen heard %q", heard, want, other)
			}
			if got := slices.Collect(w.Subscriptions(a)); len(got) != 0 {
				t.Errorf("it still listens to %v", got)
			}
		})
	}
}

func TestWhoListensTooLateHearsThatTheEntityIsGone(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var heard []string
	e := spawn(t, w, at(f, 7))
	must(t, w.Destroy(e))
	outside := spawn(t, w, at(f, 0, mourner(&heard)))
	must(t, w.Subscribe(outside, message.EntityTopic(e)))
	spawn(t, w, at(f, 0, mourner(&heard), inTick(0, func(self *simulation.Self, _ *message.Outbox) { self.Subscribe(message.EntityTopic(e)) })))
	ticks(w, 3)
	want := []string{fmt.Sprintf("%v at 0 in %v, tick 0", e, handle.Frame{}), fmt.Sprintf("%v at 0 in %v, tick 1", e, handle.Frame{})}
	if !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
}

// TestEntityOfTheSameTickCanBeListenedTo subscribes to a handle that is not live yet.
func TestEntityOfTheSameTickCanBeListenedTo(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var heard []string
	var child handle.Entity
	spawn(t, w, at(f, 0, mourner(&heard), inTick(0, func(self *simulation.Self, _ *message.Outbox) {
		d := at(f, 3)
		child, _ = self.Spawn(&d)
		self.Subscribe(message.EntityTopic(child))
	})))
	ticks(w, 3)
	must(t, w.Destroy(child))
	w.Tick()
	if want := []string{fmt.Sprintf("%v at 3 in %v, tick 3", child, f)}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
}

func TestZeroTopicIsRefused(t *testing.T) {
	w := looseWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	e := spawn(t, w, at(f, 0, inTick(0, func(self *simulation.Self, _ *message.Outbox) { self.Subscribe(message.Topic{}) })))
	for _, do := range []func(){
		func() { _ = w.Subscribe(e, message.Topic{}) },
		func() { _ = w.Unsubscribe(e, message.Topic{}) },
	} {
		if text := mustPanic(t, do); !strings.Contains(text, "the topic is zero") {
			t.Errorf("it panicked with %q", text)
		}
	}
	if failure := failingTick(t, w); !strings.Contains(failure.Error(), "the topic is zero") {
		t.Errorf("the failure is %v", failure)
	}
}
