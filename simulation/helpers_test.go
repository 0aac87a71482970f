package simulation_test

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// The payloads of the tests.
type (
	ping struct{ Count int32 }
	note struct{ From, Number int32 }
)

var (
	pings = message.Type[ping]("test.ping")
	notes = message.Type[note]("test.note")
)

// newWorld makes a world that checks every invariant, and fails the test on an error in its log.
func newWorld(t *testing.T, o simulation.Options) *simulation.World {
	t.Helper()
	w := looseWorld(t, o)
	t.Cleanup(func() {
		for _, line := range w.Errors() {
			t.Errorf("the world reported: %s", line)
		}
	})
	return w
}

// looseWorld is newWorld for tests that expect errors.
func looseWorld(t *testing.T, o simulation.Options) *simulation.World {
	t.Helper()
	o.Messages = append(o.Messages, pings, notes)
	o.DebugChecks = true
	w, err := simulation.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func spawn(t *testing.T, w *simulation.World, d simulation.SpawnDesc) handle.Entity {
	t.Helper()
	e, err := w.Spawn(&d)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// rootFrame makes a root frame and returns it with its owner.
func rootFrame(t *testing.T, w *simulation.World) (handle.Frame, handle.Entity) {
	t.Helper()
	owner := spawn(t, w, simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: field.Gravity{}}})
	f, ok := w.FrameOf(owner)
	if !ok {
		t.Fatal("the owner owns no frame")
	}
	return f, owner
}

// at describes an entity at (x, 0, 0) with the components.
func at(f handle.Frame, x float64, components ...simulation.Component) simulation.SpawnDesc {
	return simulation.SpawnDesc{Frame: f, Pose: geom.At(geom.Vec3{X: x}), Components: components}
}

// actor is a component that does what its function does.
type actor struct {
	priority int
	wants    []message.AnyToken
	handle   func(self *simulation.Self, events *message.List, out *message.Outbox)
}

func (a *actor) Priority() int             { return a.priority }
func (a *actor) Wants() []message.AnyToken { return a.wants }
func (a *actor) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {
	a.handle(self, events, out)
}

// everyTick is a component that runs in each tick.
func everyTick(do func(self *simulation.Self, out *message.Outbox)) *actor {
	return &actor{wants: []message.AnyToken{message.Ticks}, handle: func(self *simulation.Self, _ *message.List, out *message.Outbox) {
		do(self, out)
	}}
}

// listener is a component that keeps what it hears, as text.
func listener(heard *[]string, wants ...message.AnyToken) *actor {
	return &actor{wants: wants, handle: func(self *simulation.Self, events *message.List, _ *message.Outbox) {
		for n := range notes.In(events) {
			*heard = append(*heard, fmt.Sprintf("%d/%d", n.From, n.Number))
		}
		for p := range pings.In(events) {
			*heard = append(*heard, fmt.Sprintf("ping %d", p.Count))
		}
		for range message.Spawns.In(events) {
			*heard = append(*heard, "spawned")
		}
		for range message.Destroys.In(events) {
			*heard = append(*heard, "destroy")
		}
		for c := range message.Collisions.In(events) {
			*heard = append(*heard, fmt.Sprintf("hit %v", c.Other))
		}
		for c := range message.CollisionsEnded.In(events) {
			*heard = append(*heard, fmt.Sprintf("left %v", c.Other))
		}
	}}
}

func ticks(w *simulation.World, n int) {
	for range n {
		w.Tick()
	}
}

// state writes every row of the world and everything that was routed as text, to be compared.
func state(w *simulation.World) string {
	var b strings.Builder
	s := w.Snapshot()
	for e := range w.Entities() {
		transform, _ := s.Transform(e)
		visual, _ := s.Visual(e)
		f, owns := w.FrameOf(e)
		fmt.Fprintf(&b, "%v %x %+v %v %v %v\n", e, transform, visual, f, owns, s.Awake(e))
	}
	for _, r := range w.Routed() {
		fmt.Fprintf(&b, "%d %v %v\n", r.Tick, r.Recipient, r.Event)
	}
	for _, line := range w.Errors() {
		fmt.Fprintln(&b, line)
	}
	return b.String()
}

func hashOf(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// mustPanic runs do and returns the text of what it panics with.
func mustPanic(t *testing.T, do func()) (text string) {
	t.Helper()
	defer func() {
		t.Helper()
		v := recover()
		if v == nil {
			t.Fatal("it did not panic")
		}
		text = fmt.Sprint(v)
	}()
	do()
	return ""
}

var workerCounts = []int{1, 2, 8}

// runCounts counts how often actors run, by their names.
type runCounts map[string]int

// of returns an actor that only counts.
func (c runCounts) of(name string, wants ...message.AnyToken) *actor {
	return &actor{wants: wants, handle: func(*simulation.Self, *message.List, *message.Outbox) { c[name]++ }}
}
