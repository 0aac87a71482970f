package jolt_test

import (
	"runtime"
	"runtime/debug"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// What sleeps in a ship wakes when what it would feel there changes by more than a hundredth of a m/s² since it slept, all at
// once or little by little, and sleeps on through less.
func TestSleepersWakeWhenTheirFramePushesOtherwise(t *testing.T) {
	for _, c := range []struct {
		name  string
		push  func(step int) float64 // of the ship, in m/s²
		wakes int                    // in which step; -1 for never
	}{
		{"nothing", func(int) float64 { return 0 }, -1},
		{"less-than-the-threshold", func(int) float64 { return 0.0099 }, -1},
		{"more", func(int) float64 { return 0.0101 }, 1},
		{"little-by-little", func(step int) float64 { return 0.003 * float64(step+1) }, 4},
		{"to-and-fro", func(step int) float64 { return 0.009 * float64(1-2*(step%2)) }, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, space := newFleet(t, field.Gravity{})
			s := f.launch(space, hull(deck(), physics.Dynamic, 1000), at(0, 0, 0))
			crate := f.load(s.frame, crate(), at(0, 2, 0))
			f.steps(60)
			if f.at(crate).Awake {
				t.Fatal("the crate floats awake")
			}
			woke := -1
			for i := range 20 {
				in := f.intend(s.owner)
				in.Parts, in.Force = physics.HasForce, geom.Vec3f{X: float32(1000 * c.push(i))}
				f.step()
				if woke < 0 && f.at(crate).Awake {
					woke = i
				}
			}
			if woke != c.wakes {
				t.Errorf("it woke in step %d, want %d", woke, c.wakes)
			}
		})
	}
}

// A thousand frames whose contents sleep take no step, and those without a body have no system at all.
func TestThousandSleepingFramesTakeNoStep(t *testing.T) {
	f, space := newFleet(t, field.Gravity{})
	ground := standardGravity
	for i := range 1000 {
		s := f.launch(space, hull(deck(), physics.Static, 1000), at(float64(20*i), 0, 0))
		f.tree.SetGravity(s.frame, ground)
		f.load(s.frame, crate(), at(0, 0.25, 0))
	}
	f.steps(90)
	f.fill()
	if items := f.backend.Prepare(&f.in); items != 0 {
		t.Errorf("%d frames of sleepers have work", items)
	}
	f.backend.Finish(&f.out)
	if n := len(f.out.Bodies) + len(f.out.Frames) + len(f.out.Errors); n != 0 {
		t.Errorf("%d states come out of a step of sleepers: %+v", n, f.out)
	}
}

// A warm step of ships with crews allocates nothing: dynamic, on rails, steered and parked ones, with changes of motion.
func TestWarmFleetAllocatesNothing(t *testing.T) {
	f, space := newFleet(t, standardGravity)
	f.load(space, physics.Body(physics.NewBox(500, 0.5, 50), physics.Static), at(0, -0.5, 0))
	var ships []ship
	for i := range 20 {
		d := hull(deck(), physics.BodyMotion(i%3), 1000)
		d.NeverSleeps = true
		ships = append(ships, f.launch(space, d, at(float64(20*i), 1.2, 0)))
		for k := range 4 {
			d := crate()
			d.NeverSleeps = true
			f.load(ships[i].frame, d, at(float64(k)-2, 0.3, 0))
		}
	}
	tick := 0
	step := func() {
		tick++
		for i, s := range ships {
			if i < 3 && tick%50 == 0 {
				f.change(s, physics.BodyMotion((i+tick/50)%3))
			}
			in := f.intend(s.owner)
			switch m, _ := f.tree.HullMotion(s.frame); {
			case m == physics.Kinematic:
				in.Parts, in.Move = physics.HasMove, motion.IntentOfSample(motion.Still(place(float64(20*i), 3+0.01*float64(tick%100), 0)))
			case m == physics.Dynamic && tick%200 < 100:
				in.Parts, in.Force = physics.HasForce, geom.Vec3f{Y: 12000}
			case m == physics.Dynamic && tick%200 < 150:
				in.Parts, in.Move = physics.HasMove, motion.IntentOfSteerTarget(motion.SteerTarget{Target: place(float64(20*i), 2, 0)})
			default: // it asks for nothing
			}
		}
		f.fill()
		items := f.backend.Prepare(&f.in)
		for i := range items {
			f.backend.Work(i)
		}
		f.backend.Finish(&f.out)
		for _, err := range f.out.Errors {
			t.Error(err)
		}
		f.states = f.out.Frames
		f.records = f.records[:f.tree.Len()]
		clear(f.records)
		f.takeRecords()
		f.intents.Clear()
		f.in.Writers = f.in.Writers[:0]
	}
	f.step()
	for range 400 {
		step()
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var before, after runtime.MemStats
	least := uint64(1 << 62)
	for range 4 { // what Go's runtime allocates on a busy machine, while C runs, it does not allocate every time
		runtime.ReadMemStats(&before)
		for range 400 {
			step()
		}
		runtime.ReadMemStats(&after)
		least = min(least, after.Mallocs-before.Mallocs)
	}
	if least != 0 {
		t.Errorf("400 warm steps allocated %d objects", least)
	}
}

// A crate sleeps on a deck under standard gravity. The thrust grows to 6 m/s², at once or by a hundredth of a m/s² in each
// step, and the crate wakes and slides toward the stern: its friction holds 2 m/s².
func TestSleepingCargoSlidesTowardTheSternWhenTheThrustGrows(t *testing.T) {
	for _, c := range []struct {
		name  string
		grows float64 // m/s² a step
	}{{"at-once", 6}, {"slowly", 0.01}} {
		t.Run(c.name, func(t *testing.T) {
			f, space := newFleet(t, field.Gravity{})
			long := physics.NewCompound(physics.Part{Shape: physics.NewBox(400, 0.5, 5), Pose: place(0, -0.5, 0)})
			s := f.launch(space, hull(long, physics.Dynamic, 1000), at(0, 0, 0))
			f.tree.SetGravity(s.frame, standardGravity)
			cargo := f.load(s.frame, crate(), at(0, 0.25, 0))
			f.steps(60)
			if f.at(cargo).Awake {
				t.Fatal("the cargo is awake")
			}
			thrust := 0.0
			for range 720 {
				thrust = min(6, thrust+c.grows)
				in := f.intend(s.owner)
				in.Parts, in.Force = physics.HasForce, geom.Vec3f{X: float32(1000 * thrust)}
				f.step()
			}
			got := f.at(cargo)
			if got.Velocity.X > -1 || !got.Awake {
				t.Errorf("the cargo is at %v, moves at %v, awake: %v", got.Pose.Position, got.Velocity, got.Awake)
			}
			if y := got.Pose.Position.Y; y < 0.24 || y > 0.26 {
				t.Errorf("the cargo is at a height of %v m, want it on the deck", y)
			}
		})
	}
}
