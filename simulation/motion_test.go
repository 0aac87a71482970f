package simulation_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// placesOf ticks and returns the entity's x after each tick.
func placesOf(t *testing.T, w *simulation.World, e handle.Entity, n int) (places []float64) {
	t.Helper()
	for range n {
		w.Tick()
		transform, ok := w.Snapshot().Transform(e)
		if !ok {
			t.Fatalf("%v is not live", e)
		}
		places = append(places, transform.Pose.Position.X)
	}
	return places
}

func TestIntentOfATickActsInTheStepOfTheNext(t *testing.T) {
	backend := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: backend})
	f, _ := rootFrame(t, w)
	var seen []physics.Parts
	backend.distort = func(*physicsOutput) {
		parts := physics.Parts(0)
		for i := range backend.lastInput {
			parts |= backend.lastInput[i].Parts
		}
		seen = append(seen, parts)
	}
	e := spawn(t, w, crate(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		switch self.Tick() {
		case 1:
			self.Body().AddForce(geom.Vec3f{X: 60})
			self.Body().AddForce(geom.Vec3f{X: 60})
		case 3:
			self.Body().SetVelocity(geom.Vec3f{X: 100})
			self.Body().SetVelocity(geom.Vec3f{X: 120})
		}
	})))
	got := placesOf(t, w, e, 6)
	if want := []physics.Parts{0, 0, physics.HasForce, 0, physics.HasVelocity, 0}; !slices.Equal(seen, want) {
		t.Errorf("the steps had the requests %v, want %v", seen, want)
	}
	// 120 N on 1 kg for one step of h give 120 h; then the velocity is set to 120 m/s.
	h := float64(w.Rate().StepSeconds())
	v := 120 * h
	want := []float64{0, 0, v * h, 2 * v * h, 2*v*h + 120*h, 2*v*h + 240*h}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-9 {
			t.Errorf("after tick %d the body is at %v, want %v", i, got[i], want[i])
		}
	}
}

func TestEntityWithoutBodyFollowsItsEndPoses(t *testing.T) {
	for _, backend := range []physics.Backend{nil, newFakePhysics()} {
		w := newWorld(t, simulation.Options{Backend: backend})
		f, _ := rootFrame(t, w)
		var speeds []float64
		d := at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
			speeds = append(speeds, self.Velocity().X)
			switch self.Tick() {
			case 0, 1:
				self.MoveKinematic(geom.At(geom.Vec3{X: float64(self.Tick()) + 10}))
			case 4:
				self.MoveKinematic(geom.At(geom.Vec3{X: 50}))
				self.SetTransform(geom.At(geom.Vec3{X: 20})) // wins for this tick
			}
		}))
		d.FirstMove = endAt(3)
		e := spawn(t, w, d)
		if got, want := placesOf(t, w, e, 7), []float64{3, 10, 11, 11, 20, 50, 50}; !slices.Equal(got, want) {
			t.Errorf("places %v, want %v", got, want)
		}
		if want := []float64{0, 180, 420, 60, 0, 0, 1800}; !slices.Equal(speeds, want) {
			t.Errorf("speeds %v, want %v", speeds, want)
		}
	}
}

func TestFirstMoveOfASpawnInATickActsInItsFirstStep(t *testing.T) {
	w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
	f, _ := rootFrame(t, w)
	var made []handle.Entity
	spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		if self.Tick() != 0 {
			return
		}
		body := physics.Body(physics.NewSphere(1), physics.Kinematic)
		for _, b := range []*physics.BodyDesc{nil, &body} {
			d := at(f, 1)
			d.Body, d.FirstMove = b, endAt(2)
			e, err := self.Spawn(&d)
			if err != nil {
				t.Error(err)
			}
			made = append(made, e)
		}
	})))
	w.Tick()
	for _, e := range made {
		if got, want := placesOf(t, w, e, 1), []float64{2}; !slices.Equal(got, want) && e == made[0] {
			t.Errorf("%v is at %v after its first step, want %v", e, got, want)
		}
	}
	for _, e := range made {
		transform, _ := w.Snapshot().Transform(e)
		if transform.Pose.Position.X != 2 {
			t.Errorf("%v is at %v, want 2", e, transform.Pose.Position.X)
		}
	}
}

func TestIntentOfOneThatDiesGoesWithIt(t *testing.T) {
	backend := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: backend})
	f, _ := rootFrame(t, w)
	spawn(t, w, crate(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		self.Body().AddImpulse(geom.Vec3f{X: 1})
		self.Destroy()
	})))
	outside := spawn(t, w, crate(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		self.Body().AddImpulse(geom.Vec3f{X: 1})
	})))
	w.Tick()
	if err := w.Destroy(outside); err != nil {
		t.Fatal(err)
	}
	heir := spawn(t, w, crate(f, 0))
	w.Tick()
	if len(backend.lastInput) != 0 {
		t.Errorf("the step got %d intents of the dead", len(backend.lastInput))
	}
	if transform, _ := w.Snapshot().Transform(heir); transform.Velocity != (geom.Vec3{}) {
		t.Errorf("the heir of the slot moves at %v", transform.Velocity)
	}
}

func TestWritesThatTheEntityCannotTakePanic(t *testing.T) {
	end := geom.At(geom.Vec3{X: 1})
	nan := float32(math.NaN())
	for _, c := range []struct {
		name, want string
		motion     physics.BodyMotion
		body       bool
		call       func(self *simulation.Self)
	}{
		{"place-with-body", "has a body", physics.Dynamic, true, func(s *simulation.Self) { s.SetTransform(end) }},
		{"place-nowhere", "rotation", 0, false, func(s *simulation.Self) { s.SetTransform(geom.Pose{}) }},
		{"force-without-body", "no body", 0, false, func(s *simulation.Self) { s.Body().AddForce(geom.Vec3f{}) }},
		{"force-on-kinematic", "kinematic body takes no force", physics.Kinematic, true, func(s *simulation.Self) { s.Body().AddForce(geom.Vec3f{}) }},
		{"velocity-of-static", "static body takes no velocity", physics.Static, true, func(s *simulation.Self) { s.Body().SetVelocity(geom.Vec3f{}) }},
		{"local-force-without-body", "Body.AddLocalForce: entity 1:1 has no body", 0, false, func(s *simulation.Self) { s.Body().AddLocalForce(geom.Vec3f{}) }},
		{"local-force-on-kinematic", "Body.AddLocalForce: a kinematic body takes no force", physics.Kinematic, true, func(s *simulation.Self) { s.Body().AddLocalForce(geom.Vec3f{}) }},
		{"local-torque-not-a-number", "not finite", physics.Dynamic, true, func(s *simulation.Self) { s.Body().AddLocalTorque(geom.Vec3f{Y: nan}) }},
		{"force-not-a-number", "not finite", physics.Dynamic, true, func(s *simulation.Self) { s.Body().AddTorque(geom.Vec3f{Y: nan}) }},
		{"move-of-dynamic", "needs a body that is kinematic", physics.Dynamic, true, func(s *simulation.Self) { s.MoveKinematic(end) }},
		{"move-nowhere", "rotation", physics.Kinematic, true, func(s *simulation.Self) { s.MoveKinematic(geom.Pose{}) }},
		{"teleport-beyond", "beyond 9e+14 m, and no body", physics.Static, true, func(s *simulation.Self) { s.Body().Teleport(geom.At(geom.Vec3{Z: 1.1e15})) }},
		{"teleport-nowhere", "rotation", physics.Static, true, func(s *simulation.Self) { s.Body().Teleport(geom.Pose{}) }},
		{"engine-groups", "engine", physics.Dynamic, true, func(s *simulation.Self) {
			s.Body().SetCollision(physics.Collision{Groups: 0x8000})
		}},
		{"no-such-mesh", "Mesh", 0, false, func(s *simulation.Self) { s.SetVisual(simulation.Visual{Mesh: 1}) }},
		{"scale-not-a-number", "Scale", 0, false, func(s *simulation.Self) { s.SetVisual(simulation.Visual{Scale: geom.Vec3f{X: nan}}) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := looseWorld(t, simulation.Options{Backend: newFakePhysics()})
			f, _ := rootFrame(t, w)
			d := at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) { c.call(self) }))
			if c.body {
				body := physics.Body(physics.NewSphere(1), c.motion)
				d.Body = &body
			}
			spawn(t, w, d)
			if failure := failingTick(t, w); !strings.Contains(failure.Error(), c.want) {
				t.Errorf("the failure is %q, want one that tells of %q", failure, c.want)
			}
		})
	}
}

func TestGravityOfAFrameReachesItsStep(t *testing.T) {
	w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
	owner := spawn(t, w, simulation.SpawnDesc{Owns: &simulation.FrameSpec{
		Gravity: field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{X: 60}}),
	}})
	f, _ := w.FrameOf(owner)
	e := spawn(t, w, crate(f, 0))
	w.Tick()
	transform, _ := w.Snapshot().Transform(e)
	if want := 60 * float64(w.Rate().StepSeconds()); transform.Velocity.X != want {
		t.Errorf("after one step of 60 m/s² the velocity is %v, want %v", transform.Velocity.X, want)
	}
	if err := w.SetFrameGravity(f, field.Gravity{}); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	if after, _ := w.Snapshot().Transform(e); after.Velocity != transform.Velocity {
		t.Errorf("without gravity the velocity went on to %v", after.Velocity)
	}
	crushing := field.GravityOfPoint(field.Point{Mu: 1.1e15, RadiusMeters: 1000})
	if err := w.SetFrameGravity(f, crushing); err == nil || !strings.Contains(err.Error(), "physics takes no more than 1e+09 m/s²") {
		t.Errorf("a gravity of 1.1e9 m/s² gives the error %v", err)
	}
	if err := w.SetFrameGravity(f, field.GravityOfPoint(field.Point{Mu: -1, RadiusMeters: 1})); err == nil {
		t.Error("a negative mu was accepted")
	}
}

// Without physics a frame may pull by far more than bodies could take. What frames at rest in each other read adds up, and stays a number:
// two gravities of 1e308 m/s² once did not.
func TestStrongestGravitiesOfNestedFramesAddUpToNumbers(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	in, _ := rootFrame(t, w)
	for range 50 {
		d := at(in, 0)
		d.Owns = &simulation.FrameSpec{Gravity: field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -1e37}})}
		in, _ = w.FrameOf(spawn(t, w, d))
	}
	ticks(w, 60)
	if felt := w.Frames().ProperAcceleration(in); felt.Sub(geom.Vec3{Y: 49e37}).Length() > 1e25 {
		t.Errorf("the innermost frame reads %v m/s²", felt)
	}
}

func TestWorldSetTransformShowsAtOnce(t *testing.T) {
	w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
	f, _ := rootFrame(t, w)
	e, body := spawn(t, w, at(f, 0)), spawn(t, w, crate(f, 0))
	if err := w.SetTransform(e, geom.Pose{Position: geom.Vec3{X: 4}, Rotation: geom.Quat{W: 2}}); err != nil {
		t.Fatal(err)
	}
	transform, _ := w.Snapshot().Transform(e)
	if transform.Pose != geom.At(geom.Vec3{X: 4}) {
		t.Errorf("the pose is %+v, want x = 4 and a rotation of unit length", transform.Pose)
	}
	if err := w.SetTransform(body, geom.IdentityPose); err == nil {
		t.Error("a body was placed from outside")
	}
	if err := w.SetTransform(e, geom.Pose{}); err == nil {
		t.Error("a pose without rotation was accepted")
	}
	ticks(w, 2)
	if after, _ := w.Snapshot().Transform(e); after != transform {
		t.Errorf("it moved on to %+v", after)
	}
}

func TestTurningEndPoseGivesItsAngularVelocity(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	d := at(f, 0)
	d.FirstMove = motion.IntentOfEndPose(motion.EndPose{Pose: geom.Pose{Rotation: geom.AxisAngle(geom.UnitY, -0.1)}})
	e := spawn(t, w, d)
	w.Tick()
	transform, _ := w.Snapshot().Transform(e)
	if got := transform.AngularVelocity; got.X != 0 || got.Z != 0 || math.Abs(float64(got.Y)+6) > 1e-6 {
		t.Errorf("0.1 rad in 1/60 s about -Y are %v rad/s, want -6 about Y", got)
	}
}

// TestFarthestMoveHasAFiniteVelocity moves an entity over the widest way at the fastest rate: 2e30 m in 1 µs.
func TestFarthestMoveHasAFiniteVelocity(t *testing.T) {
	w := newWorld(t, simulation.Options{TickRate: 1_000_000})
	f, _ := rootFrame(t, w)
	far := geom.At(geom.Vec3{X: 1e30, Y: 1e30, Z: 1e30})
	d := at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) { self.MoveKinematic(far) }))
	d.Pose = geom.At(far.Position.Neg())
	e := spawn(t, w, d)
	for range 2 {
		w.Tick()
	}
	seen, _ := w.Snapshot().Transform(e)
	if want := 2e36; seen.Pose != far || seen.Velocity != (geom.Vec3{X: want, Y: want, Z: want}) {
		t.Errorf("after the move the entity is at %v with %v, want %v on each axis", seen.Pose, seen.Velocity, want)
	}
}

// TestPlaceBeyondTheFarthestIsRefused covers every way in, since the velocity of a move to such a place is infinite.
func TestPlaceBeyondTheFarthestIsRefused(t *testing.T) {
	const want = "lies beyond 1e+30 m"
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	beyond := geom.At(geom.Vec3{Y: -1.1e30})
	e := spawn(t, w, at(f, 0))
	moved := at(f, 0)
	moved.FirstMove = motion.IntentOfEndPose(motion.EndPose{Pose: beyond})
	for name, d := range map[string]simulation.SpawnDesc{
		"pose":       {Frame: f, Pose: beyond},
		"first-move": moved,
		"offset":     {AttachTo: e, Offset: beyond},
	} {
		if _, err := w.Spawn(&d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want that it %s", name, err, want)
		}
	}
	if err := w.SetTransform(e, beyond); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("World.SetTransform: %v, want that it %s", err, want)
	}
	var caught [2]string
	spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		caught[0] = panicOf(func(s *simulation.Self) { s.SetTransform(beyond) }, self)
		caught[1] = panicOf(func(s *simulation.Self) { s.MoveKinematic(beyond) }, self)
	})))
	w.Tick()
	for i, name := range [...]string{"Self.SetTransform", "Self.MoveKinematic"} {
		if !strings.Contains(caught[i], want) {
			t.Errorf("%s: panic %q, want that it %s", name, caught[i], want)
		}
	}
}

// A place may lie farther out than a body: one is refused where it is asked for, not in the log of the next tick.
func TestBodyBeyondTheFarthestIsRefused(t *testing.T) {
	w := newWorld(t, simulation.Options{Backend: &fakePhysics{}})
	f, _ := rootFrame(t, w)
	for _, c := range []struct {
		x       float64
		body    bool
		refused bool
	}{{-9e14, true, false}, {-9.1e14, true, true}, {-9.1e14, false, false}} {
		d := crate(f, c.x)
		if !c.body {
			d.Body = nil
		}
		_, err := w.Spawn(&d)
		if refused := err != nil; refused != c.refused || refused && !strings.Contains(err.Error(), "Pose: the position") {
			t.Errorf("a spawn at %v m, with a body %v: %v", c.x, c.body, err)
		}
	}
}
