package simulation_test

import (
	"fmt"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/physics/jolt"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldtest"
)

// The log says once, at the end of the next step, which frame ran out of room, with how many bodies, and for how many it has room now.
func TestLogTellsOfPhysicsSystemsThatGrow(t *testing.T) {
	o := jolt.DefaultOptions()
	o.MaxBodiesPerFrame = 8
	w := worldtest.New(t, simulation.Options{Backend: worldtest.JoltWith(t, o)})
	var yards [3]handle.Frame
	for k := range yards {
		yards[k], _ = worldtest.Frame(t, w, 0)
	}
	ball := physics.NewSphere(0.4)
	fill := func(yard handle.Frame, row, n int) {
		for i := range n {
			worldtest.Spawn(t, w, worldtest.Body(yard, geom.Vec3{X: float64(i), Z: float64(row)}, ball, physics.Dynamic))
		}
		worldtest.Tick(w, 2)
	}
	fill(yards[0], 0, 8)
	fill(yards[1], 0, 3)
	fill(yards[1], 1, 3)
	fill(yards[2], 0, 20) // together, into a system that is empty
	if log := w.Log(); len(log) != 0 {
		t.Fatalf("the log says %q, and nothing has grown", log)
	}
	fill(yards[0], 1, 1)
	want := fmt.Sprintf("tick 8: frame %v: its physics system had too little room for what came to its 8 bodies", yards[0])
	if log := w.Log(); len(log) != 1 || !strings.HasPrefix(log[0], want) || !strings.Contains(log[0], "a new one with room for 16, ") {
		t.Errorf("the log says %q, want one line that starts with %q", log, want)
	}
	worldtest.Tick(w, 10)
	if log := w.Log(); len(log) != 1 {
		t.Errorf("the log says %q, and nothing has grown since", log)
	}
}
