package simulation_test

import (
	"fmt"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/message"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
)

// gallery fills a world with n entities that show every mix of meshes and lights, in the camera's tree and in another one, of
// which every second one moves, some hide now and then and some die. It returns the pictures of a few ticks.
func gallery(t *testing.T, o simulation.Options, n int) (pictures []string) {
	t.Helper()
	w, f, _, mesh := studio(t, o, geom.Vec3{X: 3}, field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -9}}))
	other, _ := rootFrame(t, w)
	fleet(t, w, f, mesh, 3)
	lamp := render.LightOfPointLight(render.PointLight{PowerWatts: 5})
	for i := range n {
		v := simulation.Visual{Mesh: mesh}
		switch i % 7 {
		case 1:
			v.Light = lamp
		case 2:
			v = simulation.Visual{Light: lamp}
		case 3:
			v.Hidden = true
		}
		d := shown(f, geom.Vec3{X: float64(i), Y: 0.1 * float64(i)}, v)
		if i%11 == 5 {
			d.Frame = other
		}
		if i%2 == 0 {
			d.Components = []simulation.Component{everyTick(func(self *simulation.Self, _ *message.Outbox) {
				at := self.Pose()
				at.Position.Z += 0.1 * float64(i)
				self.SetTransform(at)
				if i%10 == 0 {
					v := self.Visual()
					v.Hidden = (int(self.Tick())+i/10)%3 == 0
					self.SetVisual(v)
				}
				if i%100 == 0 && int(self.Tick()) == i%3 {
					self.Destroy()
				}
			})}
		}
		spawn(t, w, d)
	}
	for range 4 {
		w.Tick()
		s, _ := w.Published().Front()
		pictures = append(pictures, fmt.Sprintf("%+v", *s))
		if len(s.Instances) < n/3 || len(s.Lights) < n/8 {
			t.Errorf("of %d entities the picture shows %d and %d lights", n, len(s.Instances), len(s.Lights))
		}
	}
	return pictures
}

// TestPictureIsTheSameForEveryWorkerCountAndThreshold compares every bit, in a world with fewer entities than the threshold as
// shipped, and in one with more.
func TestPictureIsTheSameForEveryWorkerCountAndThreshold(t *testing.T) {
	for _, c := range []struct{ entities, threshold int }{{300, 1}, {3_000, 1}, {20_000, 0}} {
		want := gallery(t, simulation.Options{Workers: 1, PublishSnapshots: true}, c.entities)
		for _, workers := range []int{2, 8} {
			got := gallery(t, simulation.Options{
				Workers: workers, PublishSnapshots: true, Thresholds: simulation.Thresholds{Drawn: c.threshold},
			}, c.entities)
			for tick := range want {
				if got[tick] != want[tick] {
					t.Errorf("%d entities, %d workers, threshold %d: the picture of tick %d differs from that of one worker",
						c.entities, workers, c.threshold, tick)
				}
			}
		}
	}
}

func TestPictureAfterCloseNeedsNoWorkers(t *testing.T) {
	w, f, _, mesh := studio(t, simulation.Options{Workers: 4, Thresholds: simulation.Thresholds{Drawn: 1}}, geom.Vec3{}, field.Gravity{})
	spawn(t, w, shown(f, geom.Vec3{}, simulation.Visual{Mesh: mesh}))
	must(t, w.Close())
	var s render.Snapshot
	if w.BuildSnapshot(&s); len(s.Instances) != 1 {
		t.Errorf("the picture shows %d, want 1", len(s.Instances))
	}
}
