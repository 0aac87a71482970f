package simulation_test

import (
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

func TestStateIsTheSameForEveryWorkerCount(t *testing.T) {
	var want string
	for _, workers := range append([]int{1}, workerCounts...) {
		w, f, _, mesh := studio(t, simulation.Options{Workers: workers, Backend: newFakePhysics()}, geom.Vec3{},
			field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -9.81}}))
		crowd(t, w, shown(f, geom.Vec3{}, simulation.Visual{Mesh: mesh}), 500)
		for i := range 200 {
			spawn(t, w, crate(f, float64(i), pusher(i)))
		}
		w.RecordRouted(true)
		ticks(w, 10)
		got := state(w)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("with %d workers the state has the hash %x, want %x", workers, hashOf(got), hashOf(want))
		}
	}
}

// pusher pushes its own body along X, each one differently.
func pusher(i int) simulation.Component {
	return everyTick(func(self *simulation.Self, _ *message.Outbox) {
		self.Body().AddForce(geom.Vec3f{X: float32(i) * 0.37})
	})
}
