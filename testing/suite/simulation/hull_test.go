package simulation_test

import (
	"math"
	"strings"
	"testing"

	"tertius.dev/core/field"
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

const earthMu, earthRadius = 3.986004418e14, 6.371e6

// planet makes a root frame with the gravity of the earth about its origin.
func planet(t *testing.T, w *simulation.World) handle.Frame {
	t.Helper()
	owner := worldtest.Spawn(t, w, simulation.SpawnDesc{Owns: &simulation.FrameSpec{
		Gravity: field.GravityOfPoint(field.Point{Mu: earthMu, RadiusMeters: earthRadius}),
	}})
	f, _ := w.FrameOf(owner)
	return f
}

// cabin is an open box with walls of 0.2 m: 6 m wide, 3 m high and 8 m long inside, the deck below the origin.
func cabin() physics.Shape {
	wall := func(x, y, z, hx, hy, hz float64) physics.Part {
		return physics.Part{Shape: physics.NewBox(hx, hy, hz), Pose: geom.At(geom.Vec3{X: x, Y: y, Z: z})}
	}
	return physics.NewCompound(
		wall(0, -1.6, 0, 3.2, 0.1, 4.2), wall(-3.1, 0, 0, 0.1, 1.5, 4.2), wall(3.1, 0, 0, 0.1, 1.5, 4.2),
		wall(0, 0, -4.1, 3, 1.5, 0.1), wall(0, 0, 4.1, 3, 1.5, 0.1),
	)
}

// ship describes the owner of a frame with a cabin of 1,000 kg for its hull.
func ship(in handle.Frame, at geom.Vec3, m physics.BodyMotion, c ...simulation.Component) simulation.SpawnDesc {
	d := worldtest.Body(in, at, cabin(), m, c...)
	d.Owns = &simulation.FrameSpec{Bounds: geom.Vec3{X: 12, Y: 12, Z: 12}}
	d.Body.MassKilograms, d.Body.LinearDampingPerSecond, d.Body.AngularDampingPerSecond = 1000, 0, 0
	return d
}

func spawnShip(t *testing.T, w *simulation.World, d simulation.SpawnDesc) (handle.Entity, handle.Frame) {
	t.Helper()
	e := worldtest.Spawn(t, w, d)
	f, ok := w.FrameOf(e)
	if !ok {
		t.Fatal("the ship owns no frame")
	}
	return e, f
}

// crateIn spawns a crate of half a meter that nothing slows, in a frame.
func crateIn(t *testing.T, w *simulation.World, f handle.Frame, at geom.Vec3) handle.Entity {
	t.Helper()
	d := without(worldtest.Body(f, at, physics.NewBox(0.25, 0.25, 0.25), physics.Dynamic))
	return worldtest.Spawn(t, w, d)
}

func TestThrustingShipPushesLooseCrateTowardTheStern(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	engine := worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
		self.Body().AddForce(self.Pose().Rotation.Rotate(geom.Vec3{Z: -2000}).Single())
	})
	_, f := spawnShip(t, w, ship(space, geom.Vec3{}, physics.Dynamic, engine))
	crate := crateIn(t, w, f, geom.Vec3{})
	// The force of tick 0 acts in the step of tick 1, and the crate feels it in the step after that.
	worldtest.Tick(w, 2)
	for n := range 30 {
		if felt := w.Frames().ProperAcceleration(f); felt.Sub(geom.Vec3{Z: -2}).Length() > 1e-3 {
			t.Fatalf("after %d steps the ship feels %v", n, felt)
		}
		if felt, _ := w.Snapshot().FeltGravity(f, geom.Vec3{X: 1}); felt.Sub(geom.Vec3{Z: 2}).Length() > 1e-3 {
			t.Fatalf("after %d steps the gravity in the ship is %v", n, felt)
		}
		want := geom.Vec3{Z: 2 * float64(n) / 60}
		if v := worldtest.Where(t, w, crate).Velocity; v.Sub(want).Length() > 5e-3 {
			t.Fatalf("after %d steps the crate moves at %v in the ship, want %v", n, v, want)
		}
		w.Tick()
	}
	if w.Frames().Follows(f) != frame.FollowsPhysics {
		t.Errorf("the frame follows %v", w.Frames().Follows(f))
	}
}

func TestLandedShipPassesGravityToItsInterior(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	ground, _ := worldtest.Frame(t, w, worldtest.EarthGravity)
	worldtest.Floor(t, w, ground)
	d := ship(ground, geom.Vec3{Y: 1.75}, physics.Dynamic)
	d.Body.NeverSleeps = true
	_, f := spawnShip(t, w, d)
	crate := crateIn(t, w, f, geom.Vec3{Y: -1.2})
	worldtest.Tick(w, 240)
	if felt := w.Frames().ProperAcceleration(f); felt.Y < 9.7 || felt.Y > 9.95 || math.Abs(felt.X)+math.Abs(felt.Z) > 0.1 {
		t.Errorf("the ship feels %v", felt)
	}
	at := worldtest.Where(t, w, crate)
	if math.Abs(at.Pose.Position.Y+1.25) > 0.02 || at.Velocity.Length() > 1e-2 || at.Frame != f {
		t.Errorf("the crate is in frame %v at %v with %v, want it to rest on the deck, its center at -1.25 m", at.Frame, at.Pose.Position, at.Velocity)
	}
}

// A ship that rests on the ground trembles, which nobody in it would notice: only one that turns is noted in the log.
func TestShipThatTremblesOnTheGroundIsNotNotedAsTurning(t *testing.T) {
	for _, c := range []struct {
		name         string
		start        geom.Vec3f // angular velocity in rad/s
		least, most  float64    // of the fastest turn in rad/s
		notes        int
		heightMeters float64
	}{
		{"rests", geom.Vec3f{}, 1e-9, 0.005, 0, 1.75},
		{"tumbles", geom.Vec3f{Z: 0.3}, 0.29, 1, 1, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := worldtest.New(t, simulation.Options{})
			ground, _ := worldtest.Frame(t, w, worldtest.EarthGravity)
			worldtest.Floor(t, w, ground)
			d := ship(ground, geom.Vec3{Y: c.heightMeters}, physics.Dynamic)
			d.Body.NeverSleeps, d.AngularVelocity = true, c.start
			_, f := spawnShip(t, w, d)
			crateIn(t, w, f, geom.Vec3{X: 0.9, Y: -1.2, Z: 0.4})
			fastest := 0.0
			for range 60 {
				w.Tick()
				fastest = max(fastest, w.Frames().Local(f).AngularVelocity.Length())
			}
			if !(fastest >= c.least && fastest <= c.most) {
				t.Errorf("the ship turns at up to %g rad/s, want %g to %g", fastest, c.least, c.most)
			}
			if got := strings.Count(strings.Join(w.Log(), "\n"), " turns;"); got != c.notes {
				t.Errorf("the log tells %d times that it turns, want %d: %q", got, c.notes, w.Log())
			}
		})
	}
}

func TestShipInOrbitIsInFreeFallAndItsCargoFloats(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space := planet(t, w)
	const radius = 7e6
	d := ship(space, geom.Vec3{X: radius}, physics.Dynamic)
	d.Velocity = geom.Vec3{Z: -math.Sqrt(earthMu / radius)}
	_, f := spawnShip(t, w, d)
	crate := crateIn(t, w, f, geom.Vec3{})
	for n := range 180 {
		w.Tick()
		if felt := w.Frames().ProperAcceleration(f); felt != (geom.Vec3{}) {
			t.Fatalf("after tick %d the ship feels %v", n, felt)
		}
	}
	if at := worldtest.Where(t, w, crate).Pose.Position; at.Length() > 1e-9 {
		t.Errorf("the cargo is at %v", at)
	}
}

func lowOrbit() rails.Orbit {
	return rails.Orbit{
		SemiMajorAxisMeters: 7e6, Eccentricity: 0.01, InclinationRadians: 0.9, AscendingNodeRadians: 1.1,
		ArgumentOfPeriapsisRadians: 2.3, MeanAnomalyAtEpochRadians: 0.4, Attitude: rails.AttitudeOfSpin(rails.Spin{}),
	}
}

// onOrbit adds the orbit to a description, from its first step on.
func onOrbit(t *testing.T, w *simulation.World, d simulation.SpawnDesc, orbit rails.Orbit) simulation.SpawnDesc {
	t.Helper()
	d.Pose = geom.Pose{}
	if err := ride.PlaceOnOrbit(w, &d, &orbit); err != nil {
		t.Fatal(err)
	}
	return d
}

// A kinematic hull and a plain kinematic body beside it ride the same orbit for ten minutes.
func TestKinematicBodiesStandOnTheirOrbitToTheLastBit(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space := planet(t, w)
	orbit := lowOrbit()
	_, f := spawnShip(t, w, onOrbit(t, w, ship(space, geom.Vec3{}, physics.Kinematic), orbit))
	ahead := orbit
	ahead.MeanAnomalyAtEpochRadians += 1e-4 // 700 m
	probe := worldtest.Spawn(t, w, onOrbit(t, w, worldtest.Body(space, geom.Vec3{}, physics.NewSphere(1), physics.Kinematic), ahead))
	for range 36_000 {
		w.Tick()
		place, velocity, err := orbit.StateAt(earthMu, w.Time())
		if err != nil {
			t.Fatal(err)
		}
		if local := w.Frames().Local(f); local.Pose.Position != place || local.Velocity.Sub(velocity).Length() > 1e-8 {
			t.Fatalf("after tick %d the hull is at %v with %v, its orbit at %v with %v", w.TickNumber(), local.Pose.Position, local.Velocity, place, velocity)
		}
		if felt := w.Frames().ProperAcceleration(f); felt != (geom.Vec3{}) {
			t.Fatalf("after tick %d the hull feels %v", w.TickNumber(), felt)
		}
		place, velocity, _ = ahead.StateAt(earthMu, w.Time())
		if at := worldtest.Where(t, w, probe); at.Pose.Position != place || at.Velocity.Sub(velocity).Length() > 1e-8 {
			t.Fatalf("after tick %d the probe is at %v with %v, its orbit at %v with %v", w.TickNumber(), at.Pose.Position, at.Velocity, place, velocity)
		}
	}
}

// inTick does something in one tick.
func inTick(n int64, do func(self *simulation.Self)) simulation.Component {
	return worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
		if int64(self.Tick()) == n {
			do(self)
		}
	})
}

func TestShipThatParksHoldsStillWhereTheStepLeftItAndItsFrameStopsAtTheNextSyncPoint(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space := planet(t, w)
	place := geom.Vec3{X: 7e6}
	d := ship(space, place, physics.Dynamic, inTick(30, func(self *simulation.Self) { self.Body().SetMotion(physics.Static) }))
	d.Velocity = geom.Vec3{Y: 100}
	e, f := spawnShip(t, w, d)
	worldtest.Tick(w, 31) // tick 30 asks; the step of tick 31 is the first one of the static hull
	before := w.Frames().Local(f)
	if facts, _ := w.Snapshot().BodyOf(e); facts.Motion != physics.Dynamic {
		t.Errorf("before that step the hull is stored as %v", facts.Motion)
	}
	for range 10 {
		w.Tick()
		now := w.Frames().Local(f)
		if now.Pose.Position.Sub(before.Pose.Position).Length() > 1e-9 || now.Moves() {
			t.Fatalf("after tick %d it is at %v and moves at %v, %v", w.TickNumber(), now.Pose.Position, now.Velocity, now.AngularVelocity)
		}
		if facts, _ := w.Snapshot().BodyOf(e); facts.Motion != physics.Static {
			t.Fatalf("after tick %d the hull is stored as %v", w.TickNumber(), facts.Motion)
		}
		pull := w.Frames().Gravity(space).At(now.Pose.Position)
		want := now.Pose.Rotation.Unrotate(pull.Neg())
		if felt := w.Frames().ProperAcceleration(f); felt.Sub(want).Length() > 1e-6 {
			t.Fatalf("after tick %d the parked ship feels %v, want %v", w.TickNumber(), felt, want)
		}
	}
}

// A dynamic ship starts on its orbit and falls along it. Its velocity is one of floats, whose steps are 4.9e-4 m/s here: rounded once
// in each of 120 steps, it is off by 0.03 m/s after them at most, and its place by half of that over 2 s.
func TestDynamicShipThatSpawnsOnAnOrbitFallsAlongIt(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space := planet(t, w)
	worldtest.Tick(w, 30)
	orbit := lowOrbit()
	orbit.Attitude = rails.AttitudeOfFacesParent(rails.FacesParent{})
	d := ship(space, geom.Vec3{}, physics.Dynamic)
	d.Pose = geom.Pose{}
	e, err := ride.SpawnOnOrbit(w, &d, &orbit)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := w.FrameOf(e)
	for range 120 {
		w.Tick()
		want, err := orbit.Sample(earthMu, w.Time(), w.Rate().TickSeconds())
		if err != nil {
			t.Fatal(err)
		}
		local := w.Frames().Local(f)
		if off := local.Pose.Position.Sub(want.Pose.Position).Length(); off > 0.03 {
			t.Fatalf("after tick %d the ship is %v m off its orbit", w.TickNumber(), off)
		}
		if off := local.Velocity.Sub(want.Velocity).Length(); off > 0.03 {
			t.Fatalf("after tick %d its velocity is %v m/s off", w.TickNumber(), off)
		}
		if up := local.Pose.Rotation.Rotate(geom.Up); up.Dot(want.Pose.Rotation.Rotate(geom.Up)) < 1-1e-9 {
			t.Fatalf("after tick %d its up is %v, the orbit's %v", w.TickNumber(), up, want.Pose.Rotation.Rotate(geom.Up))
		}
		if felt := w.Frames().ProperAcceleration(f); felt != (geom.Vec3{}) {
			t.Fatalf("after tick %d it feels %v", w.TickNumber(), felt)
		}
	}
}

// A hull on rails whose engines come on coasts on near its orbit, and a new component puts it back on it.
func TestHullOnAnOrbitThatBecomesDynamicCoastsOnItAndFollowsItAgainWhenItIsKinematic(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space := planet(t, w)
	orbit := lowOrbit()
	again, err := ride.NewKeplerMotion(&orbit)
	if err != nil {
		t.Fatal(err)
	}
	d := ship(space, geom.Vec3{}, physics.Kinematic,
		inTick(60, func(self *simulation.Self) {
			self.RemoveType(simulation.TypeOf[*ride.KeplerMotion]())
			self.Body().SetMotion(physics.Dynamic)
		}),
		inTick(180, func(self *simulation.Self) {
			self.Add(again)
			self.Body().SetMotion(physics.Kinematic)
		}))
	_, f := spawnShip(t, w, onOrbit(t, w, d, orbit))
	for n := range 240 {
		w.Tick()
		place, _, err := orbit.StateAt(earthMu, w.Time())
		if err != nil {
			t.Fatal(err)
		}
		off, coasts := w.Frames().Local(f).Pose.Position.Sub(place).Length(), n > 60 && n <= 181
		if limit := map[bool]float64{true: 0.5, false: 1e-6}[coasts]; off > limit && n != 181 {
			t.Fatalf("after tick %d it is %v m off its orbit", n, off)
		}
	}
	if w.Frames().Follows(f) != frame.FollowsRails {
		t.Errorf("at the end it follows %v", w.Frames().Follows(f))
	}
}

// What hangs or lies in a ship that thrusts reads the ship's value in the next step: a turntable without a body, and a fighter.
func TestFrameInAFrameThatAcceleratesFeelsItsParentsProperAcceleration(t *testing.T) {
	const low, high, turnedUp = 750, 1500, 60 // N up, for 1,000 kg, and the tick in which the engine is turned up
	engine := worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
		push := geom.Vec3f{Y: low}
		if self.Tick() >= turnedUp {
			push.Y = high
		}
		self.Body().AddForce(push)
	})
	askew := geom.AxisAngle(geom.UnitZ, math.Pi/2)
	turntable := simulation.SpawnDesc{Pose: geom.Pose{Rotation: askew}, Owns: &simulation.FrameSpec{}}
	fighter := func(m physics.BodyMotion, askew geom.Quat) simulation.SpawnDesc {
		d := without(worldtest.Body(handle.Frame{}, geom.Vec3{Y: -1.25}, physics.NewBox(0.25, 0.25, 0.25), m)) // on the deck
		d.Owns, d.Pose.Rotation = &simulation.FrameSpec{}, askew
		d.Body.NeverSleeps = true
		d.Body.MassKilograms = 0.01 // so that it does not weigh on the ship
		return d
	}
	for _, c := range []struct {
		name      string
		desc      simulation.SpawnDesc
		tolerance float64 // in m/s²
	}{
		{"turntable", turntable, 1e-12},
		{"static-fighter", fighter(physics.Static, askew), 1e-12},
		{"kinematic-fighter", fighter(physics.Kinematic, askew), 1e-12},
		{"landed-fighter", fighter(physics.Dynamic, geom.IdentityPose.Rotation), 1e-3},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := worldtest.New(t, simulation.Options{})
			space, _ := worldtest.Frame(t, w, 0)
			_, f := spawnShip(t, w, ship(space, geom.Vec3{}, physics.Dynamic, engine))
			c.desc.Frame = f
			inside, _ := w.FrameOf(worldtest.Spawn(t, w, c.desc))
			worldtest.Tick(w, turnedUp-5) // what lies loose has come to rest
			for range 20 {
				was := w.Frames().ProperAcceleration(f)
				w.Tick()
				want := c.desc.Pose.Rotation.Unrotate(was)
				if felt := w.Frames().ProperAcceleration(inside); felt.Sub(want).Length() > c.tolerance {
					t.Errorf("after tick %d it feels %v, the ship felt %v in the step before", w.TickNumber(), felt, want)
				}
			}
			if felt := w.Frames().ProperAcceleration(f); felt.Sub(geom.Vec3{Y: 1.5}).Length() > 1e-3 {
				t.Errorf("the ship feels %v, want 1.5 m/s² up", felt)
			}
		})
	}
}
