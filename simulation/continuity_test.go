package simulation_test

import (
	"slices"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/random"
	"tertius.dev/simulation"
)

// Whatever the host does to the tree between ticks, everything that stays keeps its place within 1e-6 m and its velocities, as seen
// from the root: frames that move and turn are put into each other, die and dock.
func TestChangesOfTheTreeMoveNothing(t *testing.T) {
	docks, parts := 0, 0
	for seed := range uint64(20) {
		w := newWorld(t, simulation.Options{Seed: seed})
		root, _ := rootFrame(t, w)
		r := random.Of(seed, 1, 2, 3)
		wander := func() *actor {
			return everyTick(func(self *simulation.Self, _ *message.Outbox) {
				own := self.Random()
				self.MoveOnRails(motion.Sample{
					Pose:     geom.Pose{Position: own.Direction().Scale(50), Rotation: geom.AxisAngle(own.Direction(), own.Between(0, 3))},
					Velocity: own.Direction().Scale(20), AngularVelocity: own.Direction(), AngularAcceleration: own.Direction(),
				})
			})
		}
		frames := []handle.Frame{root}
		for range 12 {
			owner := spawn(t, w, simulation.SpawnDesc{
				Frame: random.Pick(&r, frames), Pose: geom.At(r.Direction().Scale(3)), Components: []simulation.Component{wander()},
				Owns: &simulation.FrameSpec{Bounds: geom.Vec3{X: 200, Y: 150, Z: 180}},
			})
			f, _ := w.FrameOf(owner)
			frames = append(frames, f)
		}
		for range 60 {
			e := spawn(t, w, simulation.SpawnDesc{
				Frame: random.Pick(&r, frames), Pose: geom.At(r.Direction().Scale(5)), Components: []simulation.Component{wander()},
			})
			spawn(t, w, simulation.SpawnDesc{AttachTo: e, Offset: geom.At(geom.UnitX)})
		}
		for range 40 {
			w.Tick()
			live := slices.DeleteFunc(slices.Clone(frames), func(f handle.Frame) bool { return !w.Frames().Live(f) })
			f, g := random.Pick(&r, live), random.Pick(&r, live)
			for _, side := range []handle.Frame{f, g} { // so that the two may dock, if they are siblings
				if side != root && r.Chance(0.5) {
					if err := w.SetTransform(w.Frames().Owner(side), geom.At(r.Direction().Scale(20))); err != nil {
						t.Fatal(err)
					}
				}
			}
			before := statesIn(w, root)
			switch r.Below(8) {
			case 0:
				if f != root {
					if err := w.Destroy(w.Frames().Owner(f)); err != nil {
						t.Fatal(err)
					}
				}
			case 1, 2, 3:
				_ = w.Reparent(f, g) // refused for the root and for what is within
			case 4:
				parts += undockOne(t, w, &frames)
			default:
				if w.Dock(f, g) == nil {
					docks++
				}
			}
			for e, now := range statesIn(w, root) {
				was, known := before[e]
				if !known {
					continue
				}
				d, v := now.Pose.Position.Sub(was.Pose.Position).Length(), now.Velocity.Sub(was.Velocity).Length()
				if d > 1e-6 || v > 1e-4 {
					t.Fatalf("seed %d, tick %d: %v jumped by %v m and %v m/s", seed, w.TickNumber(), e, d, v)
				}
			}
		}
	}
	if docks < 5 || parts < 5 {
		t.Errorf("%d docked and %d parted: the test proves little", docks, parts)
	}
}

// undockOne undocks the first entity that has docked, if there is one, and counts it.
func undockOne(t *testing.T, w *simulation.World, frames *[]handle.Frame) int {
	t.Helper()
	for e := range w.Entities() {
		if _, docked := w.DockedAt(e); docked {
			f, err := w.Undock(e)
			if err != nil {
				t.Fatal(err)
			}
			*frames = append(*frames, f)
			return 1
		}
	}
	return 0
}

// statesIn returns where everyone is and how it moves, seen from a root. Angular velocities in the rows are floats.
func statesIn(w *simulation.World, root handle.Frame) map[handle.Entity]motion.State {
	all := map[handle.Entity]motion.State{}
	for e := range w.Entities() {
		if s, ok := w.Snapshot().StateIn(e, root); ok {
			all[e] = s
		}
	}
	return all
}
