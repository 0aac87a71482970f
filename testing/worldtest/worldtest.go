// Package worldtest makes worlds on the real Jolt for tests, and looks at them: their whole state as text, the motions of
// one frame.
package worldtest

import (
	"sync/atomic"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/physics/jolt"
	"tertius.dev/simulation"
)

// EarthGravity is the usual pull of a test's frame, in m/s².
const EarthGravity = 9.81

// New makes a world on the real Jolt, unless the options name a backend, that checks every invariant. At its end the test
// fails when the world's log is not empty, or when the world cannot be closed.
func New(tb testing.TB, o simulation.Options) *simulation.World {
	tb.Helper()
	w := NewLoose(tb, o)
	tb.Cleanup(func() {
		for _, line := range w.Errors() {
			tb.Errorf("the world reported: %s", line)
		}
	})
	return w
}

// NewLoose is New for tests that expect lines in the world's log.
func NewLoose(tb testing.TB, o simulation.Options) *simulation.World {
	tb.Helper()
	if o.Backend == nil {
		o.Backend = Jolt(tb)
	}
	o.DebugChecks = true
	w, err := simulation.New(o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := w.Close(); err != nil {
			tb.Error(err)
		}
	})
	return w
}

// Jolt opens the native library, which the world that gets the backend closes. The error of a missing library names make
// setup. When the last of the backends that are open at a time ends, the test fails if native objects are alive.
func Jolt(tb testing.TB) *jolt.Backend {
	tb.Helper()
	return JoltWith(tb, jolt.DefaultOptions())
}

// JoltWith is Jolt with other options.
func JoltWith(tb testing.TB, o jolt.Options) *jolt.Backend {
	tb.Helper()
	b, err := jolt.Open(o)
	if err != nil {
		tb.Fatal(err)
	}
	open.Add(1)
	tb.Cleanup(func() {
		if n := b.LiveObjects(); open.Add(-1) == 0 && n != 0 {
			tb.Errorf("%d native objects are alive at the end", n)
		}
	})
	return b
}

// open counts the backends of the process whose test has not ended, because LiveObjects counts over all of them.
var open atomic.Int64

// Frame makes a root frame with a pull of that many m/s² along -Y, and returns it with its owner.
func Frame(tb testing.TB, w *simulation.World, pull float64) (handle.Frame, handle.Entity) {
	tb.Helper()
	owner := Spawn(tb, w, simulation.SpawnDesc{Owns: &simulation.FrameSpec{
		Gravity: field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -pull}}),
	}})
	f, ok := w.FrameOf(owner)
	if !ok {
		tb.Fatal("the owner owns no frame")
	}
	return f, owner
}

// Spawn spawns, or ends the test.
func Spawn(tb testing.TB, w *simulation.World, d simulation.SpawnDesc) handle.Entity {
	tb.Helper()
	e, err := w.Spawn(&d)
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

// Body describes an entity with a body at a place in the frame, with the components.
func Body(f handle.Frame, p geom.Vec3, s physics.Shape, m physics.BodyMotion, c ...simulation.Component) simulation.SpawnDesc {
	body := physics.Body(s, m)
	return simulation.SpawnDesc{Frame: f, Pose: geom.At(p), Body: &body, Components: c}
}

// Floor spawns a floor of 100 by 100 meters whose top is at the height 0.
func Floor(tb testing.TB, w *simulation.World, f handle.Frame) handle.Entity {
	tb.Helper()
	return Spawn(tb, w, Body(f, geom.Vec3{Y: -1}, physics.NewBox(50, 1, 50), physics.Static))
}

// Tick runs so many ticks.
func Tick(w *simulation.World, n int) {
	for range n {
		w.Tick()
	}
}

// Where returns where a live entity is, or ends the test.
func Where(tb testing.TB, w *simulation.World, e handle.Entity) simulation.Transform {
	tb.Helper()
	t, ok := w.Snapshot().Transform(e)
	if !ok {
		tb.Fatalf("entity %v is not live", e)
	}
	return t
}
