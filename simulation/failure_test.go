package simulation_test

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
)

// failingTick runs ticks until one fails, and returns what it failed with.
func failingTick(t *testing.T, w *simulation.World) (failure *simulation.TickFailure) {
	t.Helper()
	defer func() {
		t.Helper()
		value := recover()
		f, ok := value.(*simulation.TickFailure)
		if !ok {
			t.Fatalf("Tick panicked with %v, want a *TickFailure", value)
		}
		failure = f
	}()
	for range 100 {
		w.Tick()
	}
	t.Fatal("no tick failed")
	return nil
}

// bomb panics in its third tick.
type bomb struct{ what error }

func (*bomb) Priority() int             { return 0 }
func (*bomb) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }
func (b *bomb) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	if self.Tick() == 2 {
		explode(b.what)
	}
}

func explode(what error) { panic(what) }

func TestPanicInAComponentComesOutOfTickAndNamesIt(t *testing.T) {
	for _, workers := range workerCounts {
		t.Run(fmt.Sprintf("workers-%d", workers), func(t *testing.T) {
			backend := newFakePhysics()
			w := looseWorld(t, simulation.Options{Workers: workers, Backend: backend})
			f, _ := rootFrame(t, w)
			first, second := errors.New("the first"), errors.New("the second")
			var others atomic.Int64
			var bombs []handle.Entity
			for i := range 1000 {
				d := at(f, 0, everyTick(func(*simulation.Self, *message.Outbox) { others.Add(1) }))
				switch i {
				case 500:
					d.Components = append(d.Components, &bomb{first})
				case 900:
					d.Components = append(d.Components, &bomb{second})
				}
				e := spawn(t, w, d)
				if len(d.Components) == 2 {
					bombs = append(bombs, e)
				}
			}
			failure := failingTick(t, w)
			if failure.Entity != bombs[0] || failure.Tick != 2 || failure.Value != first || !failure.Frame.IsNone() {
				t.Errorf("the failure is %+v, want the first bomb %v in tick 2", failure, bombs[0])
			}
			if want := "tertius.dev/simulation_test.bomb"; failure.Component != want {
				t.Errorf("the component is %q, want %q", failure.Component, want)
			}
			if !strings.Contains(string(failure.Stack), "explode") {
				t.Errorf("the stack does not show where it happened:\n%s", failure.Stack)
			}
			if !errors.Is(failure, first) || !strings.Contains(failure.Error(), "the first") {
				t.Errorf("the error %q does not hold its cause", failure)
			}
			// A chunk ends with its panic; the other 15 run to their end. A bomb stands beside a counter, which ran before it.
			stopped := int64(64 - 1 - int(bombs[0].Index)%64 + 64 - 1 - int(bombs[1].Index)%64)
			if got, want := others.Load(), 3000-stopped; got != want {
				t.Errorf("%d components ran, want %d", got, want)
			}
			for range 2 {
				if again := failingTick(t, w); again != failure {
					t.Errorf("a later tick failed with %v, want the same cause", again)
				}
			}
			if got := others.Load(); got != 3000-stopped {
				t.Error("a component ran in a tick after the failed one")
			}
			for range 2 {
				if err := w.Close(); err != nil {
					t.Error(err)
				}
			}
			if backend.closed != 1 {
				t.Errorf("physics was closed %d times, want once", backend.closed)
			}
		})
	}
}

func TestPanicInAPhysicsStepNamesItsFrameAndComesFirst(t *testing.T) {
	for _, workers := range workerCounts {
		backend := newFakePhysics()
		w := looseWorld(t, simulation.Options{Workers: workers, Backend: backend})
		rootFrame(t, w)
		g, _ := rootFrame(t, w)
		h, _ := rootFrame(t, w)
		spawn(t, w, at(g, 0, &bomb{errors.New("of a component")}))
		what := errors.New("of physics")
		backend.work = func(item int) {
			if frame := backend.items[item]; backend.steps == 2 && (frame == g || frame == h) {
				explode(what)
			}
		}
		failure := failingTick(t, w)
		if failure.Frame != g || failure.Tick != 2 || failure.Value != what || failure.Component != "" {
			t.Errorf("with %d workers the failure is %+v, want frame %v in tick 2", workers, failure, g)
		}
		if !strings.Contains(string(failure.Stack), "explode") {
			t.Errorf("the stack does not show where it happened:\n%s", failure.Stack)
		}
	}
}

func TestPanicOutsideTheParallelPartIsAFailureToo(t *testing.T) {
	backend := newFakePhysics()
	w := looseWorld(t, simulation.Options{Backend: backend})
	rootFrame(t, w)
	backend.distort = func(*physicsOutput) { explode(errors.New("in Finish")) }
	failure := failingTick(t, w)
	if failure.Tick != 0 || failure.Component != "" || !strings.Contains(failure.Error(), "in Finish") ||
		!strings.Contains(string(failure.Stack), "explode") {
		t.Errorf("the failure is %v with the stack\n%s", failure, failure.Stack)
	}
	if again := failingTick(t, w); again != failure {
		t.Errorf("a later tick failed with %v", again)
	}
}

func TestHostCallsDuringATickPanicAndSayWhatToUse(t *testing.T) {
	for _, c := range []struct {
		name, want string
		call       func(w *simulation.World, e handle.Entity)
	}{
		{"spawn", "Self.Spawn", func(w *simulation.World, _ handle.Entity) { _, _ = w.Spawn(&simulation.SpawnDesc{}) }},
		{"destroy", "Self.Destroy", func(w *simulation.World, e handle.Entity) { _ = w.Destroy(e) }},
		{"post", "outbox", func(w *simulation.World, _ handle.Entity) { w.Post(message.Event{}) }},
		{"tick", "during a tick", func(w *simulation.World, _ handle.Entity) { w.Tick() }},
		{"close", "during a tick", func(w *simulation.World, _ handle.Entity) { _ = w.Close() }},
		{"components", "messages", func(w *simulation.World, e handle.Entity) { w.Components(e) }},
		{"pool", "only a host", func(w *simulation.World, _ handle.Entity) { w.Pool() }},
		{"routed", "only a host", func(w *simulation.World, _ handle.Entity) { w.Routed() }},
		{"record", "only a host", func(w *simulation.World, _ handle.Entity) { w.RecordRouted(true) }},
		{"picture", "only a host", func(w *simulation.World, _ handle.Entity) { w.BuildSnapshot(&render.Snapshot{}) }},
		{"place", "Self.SetTransform", func(w *simulation.World, e handle.Entity) { _ = w.SetTransform(e, geom.IdentityPose) }},
		{"camera", "during a tick", func(w *simulation.World, e handle.Entity) { _ = w.SetCamera(simulation.Camera{}) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := looseWorld(t, simulation.Options{Workers: 2})
			f, _ := rootFrame(t, w)
			spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) { c.call(w, self.Entity()) })))
			if failure := failingTick(t, w); !strings.Contains(failure.Error(), c.want) {
				t.Errorf("the failure is %q, want one that tells of %q", failure, c.want)
			}
		})
	}
}

func TestClosedWorldRefusesEverything(t *testing.T) {
	w := looseWorld(t, simulation.Options{})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, do := range []func(){w.Tick, func() { _, _ = w.Spawn(&simulation.SpawnDesc{}) }, func() { w.Post(message.Event{}) }} {
		if text := mustPanic(t, do); !strings.Contains(text, "after Close") {
			t.Errorf("panicked with %q", text)
		}
	}
}

func TestOptionsAreRefusedByName(t *testing.T) {
	for _, c := range []struct {
		want string
		o    simulation.Options
	}{
		{"TickRate", simulation.Options{TickRate: -1}},
		{"Workers", simulation.Options{Workers: -1}},
		{"Workers is 100000; it must be from 1 to 1024", simulation.Options{Workers: 100_000}},
		{"SpawnPoolSize", simulation.Options{SpawnPoolSize: 1025}},
		{"Thresholds.Rows", simulation.Options{Thresholds: simulation.Thresholds{Rows: -1}}},
		{"Thresholds.Drawn", simulation.Options{Thresholds: simulation.Thresholds{Drawn: -1}}},
		{"pointer", simulation.Options{Messages: []message.AnyToken{message.Type[*int]("test.pointer")}}},
	} {
		backend := newFakePhysics()
		c.o.Backend = backend
		if _, err := simulation.New(c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v, want one that names %s", err, c.want)
		}
		if backend.closed != 1 {
			t.Errorf("%s: physics was closed %d times, want once", c.want, backend.closed)
		}
	}
}
