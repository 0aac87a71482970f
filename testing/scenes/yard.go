// Package scenes makes the worlds that tests and benchmarks share with the demo.
package scenes

import (
	"testing"

	"tertius.dev/core/physics"
	"tertius.dev/demo/yard"
	"tertius.dev/physics/jolt"
	"tertius.dev/simulation"
)

// Yards is a world on the real Jolt with a yard in each of its frames.
type Yards struct {
	World *simulation.World
	Yards []*yard.Yard
}

// NewYards builds one yard for each of the options, in the order given. The world's own options need no backend and no
// messages. The test closes the world.
func NewYards(tb testing.TB, o simulation.Options, yards ...yard.Options) *Yards {
	tb.Helper()
	w := newWorld(tb, o)
	kit, err := yard.NewKit(w.Resources())
	if err != nil {
		tb.Fatal(err)
	}
	s := &Yards{World: w}
	for _, o := range yards {
		y, err := yard.Build(w, kit, o)
		if err != nil {
			tb.Fatal(err)
		}
		s.Yards = append(s.Yards, y)
	}
	if err := w.SetAmbient(yard.Ambient); err != nil {
		tb.Fatal(err)
	}
	if err := w.SetCamera(simulation.Camera{Entity: s.Yards[0].Eye, FovRadians: yard.FovRadians}); err != nil {
		tb.Fatal(err)
	}
	return s
}

// Tick runs so many ticks.
func (s *Yards) Tick(ticks int) {
	for range ticks {
		s.World.Tick()
	}
}

func newWorld(tb testing.TB, o simulation.Options) *simulation.World {
	tb.Helper()
	o.Backend, o.Messages = OpenJolt(tb), yard.Messages()
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

// OpenJolt returns a backend on the native library, which the world that gets it closes.
func OpenJolt(tb testing.TB) physics.Backend {
	tb.Helper()
	b, err := jolt.Open(jolt.DefaultOptions())
	if err != nil {
		tb.Fatalf("%v; run make setup", err)
	}
	return b
}
