package simulation_test

import (
	"fmt"
	"runtime"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/quiet"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
)

// crowd fills a world with entities that move, change their looks, and send messages of every kind in each tick.
func crowd(t testing.TB, w *simulation.World, f simulation.SpawnDesc, n int) {
	t.Helper()
	for i := range n {
		d := f
		d.Pose.Position.X = float64(i)
		d.Components = []simulation.Component{&actor{
			wants: []message.AnyToken{message.Ticks, pings},
			handle: func(self *simulation.Self, events *message.List, out *message.Outbox) {
				heard := int32(0)
				for p := range pings.In(events) {
					heard += p.Count
				}
				p := self.Pose()
				p.Position.Y = float64(heard) + self.Time()
				if i%2 == 0 {
					self.SetTransform(p)
				} else {
					self.MoveKinematic(p)
				}
				v := self.Visual()
				v.Light = render.LightOfPointLight(render.PointLight{PowerWatts: 1 + float32(i)})
				self.SetVisual(v)
				pings.Send(out, message.To(self.Entity()), ping{heard & 0xff})
				if i%50 == 0 {
					pings.Send(out, message.ToFrame(d.Frame), ping{int32(i)})
				}
			},
		}}
		if _, err := w.Spawn(&d); err != nil {
			t.Fatal(err)
		}
	}
}

// mallocsOf returns what f allocates once it is warm, on all goroutines together.
func mallocsOf(f func()) (objects, bytes uint64) {
	var before, after runtime.MemStats
	for range 20 {
		f()
		runtime.ReadMemStats(&before)
	}
	for range 10 {
		f()
	}
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}

func TestWarmTickAllocatesNothing(t *testing.T) {
	quiet.Runtime(t)
	for _, c := range []struct{ workers, threshold int }{{1, 0}, {4, 0}, {4, 1}} {
		t.Run(fmt.Sprintf("workers-%d-threshold-%d", c.workers, c.threshold), func(t *testing.T) {
			o := simulation.Options{Workers: c.workers, PublishSnapshots: true, Thresholds: simulation.Thresholds{Drawn: c.threshold}}
			w, f, _, mesh := studio(t, o, geom.Vec3{}, field.Gravity{})
			crowd(t, w, shown(f, geom.Vec3{}, simulation.Visual{Mesh: mesh}), 500)
			if objects, bytes := mallocsOf(func() { ticks(w, 100) }); objects != 0 || bytes != 0 {
				t.Errorf("1,000 warm ticks allocated %d objects of %d bytes, want none", objects, bytes)
			}
		})
	}
}

// fleet fills a frame with ships that sail and turn, each a frame with an entity in it and a mast with a lamp on its owner.
func fleet(t *testing.T, w *simulation.World, in handle.Frame, mesh render.MeshID, n int) {
	t.Helper()
	for i := range n {
		d := at(in, float64(10*i), everyTick(func(self *simulation.Self, _ *message.Outbox) {
			at := self.TimeAt(self.Tick() + 2)
			self.MoveKinematic(geom.Pose{Position: geom.Vec3{X: float64(10 * i), Z: at}, Rotation: geom.AxisAngle(geom.UnitY, at)})
		}))
		d.Owns, d.Visual = &simulation.FrameSpec{}, &simulation.Visual{Mesh: mesh}
		owner := spawn(t, w, d)
		ship, _ := w.FrameOf(owner)
		sailor := shown(ship, geom.Vec3{X: 1}, simulation.Visual{Mesh: mesh})
		sailor.Components = []simulation.Component{everyTick(func(self *simulation.Self, _ *message.Outbox) {
			self.SetTransform(geom.At(self.PoseIn(in).Position.Scale(0.01)))
		})}
		spawn(t, w, sailor)
		spawn(t, w, attached(spawn(t, w, attached(owner, 1)), 1))
	}
}

func TestWarmTickOfMovingFramesAllocatesNothing(t *testing.T) {
	quiet.Runtime(t)
	for _, workers := range []int{1, 4} {
		t.Run(fmt.Sprintf("workers-%d", workers), func(t *testing.T) {
			w, err := simulation.New(simulation.Options{Workers: workers, PublishSnapshots: true}) // whose checks would allocate
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			f, _ := rootFrame(t, w)
			watch(t, w, spawn(t, w, at(f, 0)))
			fleet(t, w, f, triangle(t, w), 60)
			if objects, bytes := mallocsOf(func() { ticks(w, 100) }); objects != 0 || bytes != 0 {
				t.Errorf("1,000 warm ticks allocated %d objects of %d bytes, want none", objects, bytes)
			}
		})
	}
}
