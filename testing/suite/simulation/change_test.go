package simulation_test

import (
	"math"
	"strings"
	"testing"

	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/core/rails"
	"tertius.dev/simulation"
	"tertius.dev/simulation/ride"
	"tertius.dev/testing/worldtest"
)

// leaveRails removes the component that the entity rides on.
func leaveRails(self *simulation.Self) { self.RemoveType(simulation.TypeOf[*ride.KeplerMotion]()) }

// Each row of the table of changes of motion: what gameplay does in tick 30, and what the ship does from the step of tick 31 on.
func TestEveryChangeOfTheMotionOfAShip(t *testing.T) {
	orbit, higher := lowOrbit(), lowOrbit()
	higher.SemiMajorAxisMeters = 7.1e6
	rides := func(t *testing.T) simulation.Component {
		m, err := ride.NewKeplerMotion(&higher)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, c := range []struct {
		name    string
		start   physics.BodyMotion
		change  func(self *simulation.Self, next simulation.Component)
		motion  physics.BodyMotion
		follows frame.Follows
		check   func(t *testing.T, w *simulation.World, f handle.Frame, before geom.Vec3)
	}{
		{"park", physics.Dynamic, func(self *simulation.Self, _ simulation.Component) { self.Body().SetMotion(physics.Static) },
			physics.Static, frame.FollowsNothing, holdsStill},
		{"unpark", physics.Static, func(self *simulation.Self, _ simulation.Component) { self.Body().SetMotion(physics.Dynamic) },
			physics.Dynamic, frame.FollowsPhysics, fallsFromRest},
		{"engines-on", physics.Kinematic, func(self *simulation.Self, _ simulation.Component) {
			leaveRails(self)
			self.Body().SetMotion(physics.Dynamic)
		}, physics.Dynamic, frame.FollowsPhysics, func(t *testing.T, w *simulation.World, f handle.Frame, _ geom.Vec3) {
			place, _, _ := orbit.StateAt(earthMu, w.Time())
			if off := w.Frames().Local(f).Pose.Position.Sub(place).Length(); off > 0.5 || off == 0 {
				t.Errorf("it is %v m off the orbit on which it coasts", off)
			}
		}},
		{"into-orbit", physics.Dynamic, func(self *simulation.Self, next simulation.Component) {
			self.Add(next)
			self.Body().SetMotion(physics.Kinematic)
		}, physics.Kinematic, frame.FollowsRails, standsOn(t, &higher)},
		{"orbit-to-static", physics.Kinematic, func(self *simulation.Self, _ simulation.Component) {
			leaveRails(self)
			self.Body().SetMotion(physics.Static)
		}, physics.Static, frame.FollowsNothing, holdsStill},
		{"new-orbit", physics.Kinematic, func(self *simulation.Self, next simulation.Component) {
			leaveRails(self)
			self.Add(next)
		}, physics.Kinematic, frame.FollowsRails, standsOn(t, &higher)},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := worldtest.New(t, simulation.Options{})
			space, next := planet(t, w), rides(t)
			d := ship(space, geom.Vec3{Y: 7e6}, c.start, inTick(30, func(self *simulation.Self) { c.change(self, next) }))
			if c.start == physics.Kinematic {
				d = onOrbit(t, w, d, orbit)
			}
			_, f := spawnShip(t, w, d)
			crate := crateIn(t, w, f, geom.Vec3{})
			worldtest.Tick(w, 32) // the step of tick 31 has the new motion
			if stored, _ := w.Frames().HullMotion(f); stored != c.motion {
				t.Errorf("the hull is %v, want %v", stored, c.motion)
			}
			before := w.Frames().Local(f).Pose.Position
			worldtest.Tick(w, 10)
			if got := w.Frames().Follows(f); got != c.follows {
				t.Errorf("it follows %v, want %v", got, c.follows)
			}
			c.check(t, w, f, before)
			if at := worldtest.Where(t, w, crate); at.Frame != f {
				t.Errorf("the crate is in frame %v", at.Frame)
			}
		})
	}
}

func holdsStill(t *testing.T, w *simulation.World, f handle.Frame, before geom.Vec3) {
	local := w.Frames().Local(f)
	if local.Pose.Position.Sub(before).Length() > 1e-9 || local.Moves() {
		t.Errorf("it went on to %v and moves at %v", local.Pose.Position, local.Velocity)
	}
	pull := w.Frames().Gravity(w.Frames().Parent(f)).At(local.Pose.Position)
	if felt := w.Frames().ProperAcceleration(f); felt.Sub(local.Pose.Rotation.Unrotate(pull.Neg())).Length() > 1e-6 {
		t.Errorf("it feels %v, want the gravity at its place reversed, %v", felt, pull.Neg())
	}
}

// fallsFromRest: after eleven steps from rest it is g t²/2 lower, as a parabola has it, and after the first of them it was before.
func fallsFromRest(t *testing.T, w *simulation.World, f handle.Frame, before geom.Vec3) {
	g := earthMu / (7e6 * 7e6)
	want := -g * (11*11 - 1) / 2 / 3600
	local := w.Frames().Local(f)
	if fell := local.Pose.Position.Sub(before).Y; math.Abs(fell-want) > 1e-5 {
		t.Errorf("it fell by %v m, want %v", fell, want)
	}
	if felt := w.Frames().ProperAcceleration(f); felt.Length() > 1e-3 {
		t.Errorf("it feels %v", felt)
	}
}

// standsOn: a hull that goes onto rails holds still for one step, and then stands on its orbit to the last bit.
func standsOn(t *testing.T, orbit interface {
	StateAt(mu, timeSeconds float64) (geom.Vec3, geom.Vec3, error)
}) func(t *testing.T, w *simulation.World, f handle.Frame, before geom.Vec3) {
	t.Helper()
	return func(t *testing.T, w *simulation.World, f handle.Frame, _ geom.Vec3) {
		place, _, err := orbit.StateAt(earthMu, w.Time())
		if err != nil {
			t.Fatal(err)
		}
		if at := w.Frames().Local(f).Pose.Position; at != place {
			t.Errorf("it is at %v, its orbit at %v", at, place)
		}
		if felt := w.Frames().ProperAcceleration(f); felt != (geom.Vec3{}) {
			t.Errorf("it feels %v", felt)
		}
	}
}

// A child frame on rails goes on about the parent that it falls to when its own dies, with the gravity of that one, or holds still
// and says so.
func TestRailsOfAFrameWhoseParentDiesGoOnAboutTheOneAbove(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	owner := worldtest.Spawn(t, w, simulation.SpawnDesc{
		Frame: space, Pose: geom.At(geom.Vec3{X: 10}), Owns: &simulation.FrameSpec{Gravity: w.Frames().Gravity(planet(t, w))},
	})
	earth, _ := w.FrameOf(owner)
	_, f := spawnShip(t, w, onOrbit(t, w, ship(earth, geom.Vec3{}, physics.Kinematic), lowOrbit()))
	worldtest.Tick(w, 10)
	if err := w.Destroy(owner); err != nil {
		t.Fatal(err)
	}
	worldtest.Tick(w, 5)
	if w.Frames().Parent(f) != space || w.Frames().Follows(f) != frame.FollowsNothing {
		t.Errorf("the ship is in frame %v and follows %v", w.Frames().Parent(f), w.Frames().Follows(f))
	}
	if log := w.Log(); len(log) != 1 || !strings.Contains(log[0], "no point gravity") {
		t.Errorf("the log is %q", log)
	}
}

// When a station dies in its orbit, its cargo goes on along the orbit that it was on. Jolt keeps 7.5 km/s in floats that are 2⁻¹¹ m/s
// apart, and rounds each axis by at most half of that in each of the 60 steps, so the velocity is off by at most 25 mm/s after a
// second and the place by half as many millimeters. Frames that fall along with what is fast will do better.
func TestCargoOfAStationThatDiesStaysOnItsOrbit(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space := planet(t, w)
	owner, f := spawnShip(t, w, onOrbit(t, w, ship(space, geom.Vec3{}, physics.Kinematic), lowOrbit()))
	crate := crateIn(t, w, f, geom.Vec3{X: 1})
	worldtest.Tick(w, 30)
	before, _ := w.Snapshot().StateIn(crate, space)
	if err := w.Destroy(owner); err != nil {
		t.Fatal(err)
	}
	after, _ := w.Snapshot().StateIn(crate, space)
	if d, v := after.Pose.Position.Sub(before.Pose.Position).Length(), after.Velocity.Sub(before.Velocity).Length(); d > 1e-6 || v > 0x1p-11 {
		t.Errorf("at the death it jumped by %v m and %v m/s", d, v)
	}
	for _, ticks := range []int{1, 59} {
		worldtest.Tick(w, ticks)
	}
	place, velocity, err := rails.Propagate(before.Pose.Position, before.Velocity, earthMu, 1)
	if err != nil {
		t.Fatal(err)
	}
	rounding := 60 * 0x1p-12 * math.Sqrt(3)
	at := worldtest.Where(t, w, crate)
	if off := at.Pose.Position.Sub(place).Length(); at.Frame != space || off > rounding/2 {
		t.Errorf("a second later it is in frame %v, %v m off its orbit", at.Frame, off)
	}
	// The row of a body has the velocity over the step, which under gravity is that of half a step before its end.
	chord := velocity.AddScaled(w.Frames().Gravity(space).At(place), -0.5/60)
	if off := at.Velocity.Sub(chord).Length(); off > rounding {
		t.Errorf("its velocity is %v m/s off", off)
	}
}

// A hull is awake while Jolt simulates it: no more once it is parked, nor some time after the last move of a kinematic one.
func TestHullIsAwakeOnlyWhileItIsSimulated(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	drifting, guided := ship(space, geom.Vec3{}, physics.Dynamic), ship(space, geom.Vec3{X: 100}, physics.Kinematic)
	drifting.Velocity = geom.Vec3{X: 1}
	park := worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
		if self.Tick() == 5 {
			self.Body().SetMotion(physics.Static)
		}
	})
	guide := worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
		if n := self.Tick(); n < 10 {
			self.MoveKinematic(geom.At(geom.Vec3{X: 100 + float64(n)}))
		}
	})
	drifting.Components, guided.Components = append(drifting.Components, park), append(guided.Components, guide)
	ships := []handle.Entity{worldtest.Spawn(t, w, drifting), worldtest.Spawn(t, w, guided)}
	worldtest.Tick(w, 5)
	for _, e := range ships {
		if !w.Snapshot().Awake(e) {
			t.Errorf("%v moves and is not awake", e)
		}
	}
	worldtest.Tick(w, 120)
	for _, e := range ships {
		if w.Snapshot().Awake(e) {
			t.Errorf("%v holds still for two seconds and is awake", e)
		}
	}
}
