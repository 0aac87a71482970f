package simulation_test

import (
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"

	"tertius.dev/core/clock"
	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
	"tertius.dev/testing/faulty"
	"tertius.dev/testing/worldtest"
)

// told keeps what an entity is told of its frames and contacts.
type told struct {
	frames []message.FrameChanged
	hits   int
	ends   int
}

func (h *told) component() *worldtest.Actor {
	return &worldtest.Actor{
		Hears: []message.AnyToken{message.FramesChanged, message.Collisions, message.CollisionsEnded},
		Do: func(_ *simulation.Self, events *message.List, _ *message.Outbox) {
			for c := range message.FramesChanged.In(events) {
				h.frames = append(h.frames, *c)
			}
			for range message.Collisions.In(events) {
				h.hits++
			}
			for range message.CollisionsEnded.In(events) {
				h.ends++
			}
		},
	}
}

// inSpace returns where a body is and how it moves in a frame.
func inSpace(t *testing.T, w *simulation.World, e handle.Entity, space handle.Frame) motion.State {
	t.Helper()
	at := worldtest.Where(t, w, e)
	relation, ok := w.Frames().Relate(at.Frame, space)
	if !ok {
		t.Fatalf("%v is in no frame of the tree", e)
	}
	own := motion.State{Pose: at.Pose, Velocity: at.Velocity, AngularVelocity: at.AngularVelocity.Double()}
	return relation.ToParent(&own)
}

func TestBallFliesThroughAShipsBubbleAndKeepsItsWay(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	d := ship(space, geom.Vec3{}, physics.Dynamic)
	d.Velocity = geom.Vec3{Y: 3}
	_, f := spawnShip(t, w, d)
	var heard told
	b := without(worldtest.Body(space, geom.Vec3{X: -20, Y: -2, Z: 6}, physics.NewSphere(0.3), physics.Dynamic, heard.component()))
	b.Velocity = geom.Vec3{X: 10, Y: 3}
	ball := worldtest.Spawn(t, w, b)
	w.Tick()
	start := inSpace(t, w, ball, space).Pose.Position
	for n := 1; n <= 260; n++ {
		w.Tick()
		at := inSpace(t, w, ball, space)
		want := start.AddScaled(b.Velocity, float64(n)/60)
		// Jolt adds the step's way to its place with floats of the velocity, and each hand-off rounds the velocity once.
		if off := at.Pose.Position.Sub(want).Length(); off > 2e-5 {
			t.Fatalf("tick %d: the ball is %v m off its way", n, off)
		}
		if off := at.Velocity.Sub(b.Velocity).Largest(); off > 2e-6 {
			t.Fatalf("tick %d: the ball's velocity is off by %v m/s", n, off)
		}
	}
	want := []message.FrameChanged{{From: space, To: f}, {From: f, To: space}}
	if len(heard.frames) != 2 || heard.frames[0] != want[0] || heard.frames[1] != want[1] {
		t.Errorf("the ball heard %+v, want %+v", heard.frames, want)
	}
}

func TestFighterEntersTheCarrierWithItsPilotAndLeavesAgain(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	carrier := worldtest.Body(space, geom.Vec3{}, physics.NewBox(20, 1, 20), physics.Dynamic)
	carrier.Owns = &simulation.FrameSpec{Bounds: geom.Vec3{X: 60, Y: 40, Z: 60}}
	carrier.Body.MassKilograms, carrier.Body.LinearDampingPerSecond = 1e6, 0
	_, big := spawnShip(t, w, carrier)
	var heard told
	fighter := ship(space, geom.Vec3{X: -90, Y: 20}, physics.Dynamic, heard.component())
	fighter.Velocity = geom.Vec3{X: 30}
	_, small := spawnShip(t, w, fighter)
	pilot := crateIn(t, w, small, geom.Vec3{X: 0.5})
	inside := 0
	for range 480 {
		w.Tick()
		if w.Frames().Parent(small) == big {
			inside++
		}
		if at := worldtest.Where(t, w, pilot); at.Frame != small || at.Pose.Position.Sub(geom.Vec3{X: 0.5}).Length() > 1e-3 {
			t.Fatalf("the pilot is in %v at %v", at.Frame, at.Pose.Position)
		}
	}
	if inside < 200 || w.Frames().Parent(small) != space {
		t.Errorf("the fighter was in the carrier for %d ticks and is in %v", inside, w.Frames().Parent(small))
	}
	want := []message.FrameChanged{{From: space, To: big}, {From: big, To: space}}
	if len(heard.frames) != 2 || heard.frames[0] != want[0] || heard.frames[1] != want[1] {
		t.Errorf("the fighter heard %+v, want %+v", heard.frames, want)
	}
}

func TestBothSidesHearOneContactThroughAGhost(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	_, f := spawnShip(t, w, ship(space, geom.Vec3{}, physics.Static))
	var one, other told
	block := worldtest.Spawn(t, w, worldtest.Body(f, geom.Vec3{X: 12.4}, physics.NewBox(0.5, 0.5, 0.5), physics.Kinematic, one.component()))
	d := without(worldtest.Body(space, geom.Vec3{X: 15}, physics.NewSphere(0.1), physics.Dynamic, other.component()))
	d.Velocity, d.Body.MassKilograms = geom.Vec3{X: -5}, 1
	ball := worldtest.Spawn(t, w, d)
	worldtest.Tick(w, 90)
	if one.hits != 1 || other.hits != 1 || one.ends+other.ends != 0 {
		t.Errorf("they heard %+v and %+v", one, other)
	}
	if v := worldtest.Where(t, w, ball).Velocity; v.Length() > 0.01 {
		t.Errorf("the ball goes on at %v", v)
	}
	if p := worldtest.Where(t, w, block).Pose.Position; p != (geom.Vec3{X: 12.4}) {
		t.Errorf("the block moved to %v", p)
	}
	w.Destroy(ball)
	worldtest.Tick(w, 3)
	if one.hits != 1 || one.ends != 1 {
		t.Errorf("after the ball is gone the block heard %+v", one)
	}
}

// A ball that bounces off what sticks out of a ship: both hear one Collision, and one CollisionEnded when they part.
func TestBothSidesHearTheEndOfAContactThroughAGhost(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	_, f := spawnShip(t, w, ship(space, geom.Vec3{}, physics.Static))
	var one, other told
	worldtest.Spawn(t, w, worldtest.Body(f, geom.Vec3{X: 12.4}, physics.NewBox(0.5, 0.5, 0.5), physics.Kinematic, one.component()))
	d := without(worldtest.Body(space, geom.Vec3{X: 15}, physics.NewSphere(0.1), physics.Dynamic, other.component()))
	d.Velocity, d.Body.Restitution = geom.Vec3{X: -5}, 1
	ball := worldtest.Spawn(t, w, d)
	worldtest.Tick(w, 90)
	if one.hits != 1 || other.hits != 1 || one.ends != 1 || other.ends != 1 {
		t.Errorf("they heard %+v and %+v", one, other)
	}
	if at := worldtest.Where(t, w, ball); at.Frame != space || at.Velocity.Sub(geom.Vec3{X: 5}).Length() > 0.01 {
		t.Errorf("the ball is in %v with %v, want back with 5 m/s", at.Frame, at.Velocity)
	}
}

// crossings fills a world with ships that drift through each other's bubbles, with crates in and around them.
func crossings(t *testing.T, w *simulation.World) *atomic.Int64 {
	t.Helper()
	crossed := &atomic.Int64{}
	counts := &worldtest.Actor{
		Hears: []message.AnyToken{message.FramesChanged},
		Do:    func(*simulation.Self, *message.List, *message.Outbox) { crossed.Add(1) },
	}
	space, _ := worldtest.Frame(t, w, 0)
	for i := range 6 {
		d := ship(space, geom.Vec3{X: float64(i%3)*22 - 22, Y: float64(i/3) * 20}, physics.Dynamic)
		d.Velocity = geom.Vec3{X: 2 - float64(i%3)*2, Y: 1 - 2*float64(i/3)}
		d.AngularVelocity = geom.Vec3f{Z: 0.05 * float32(i%2)}
		_, f := spawnShip(t, w, d)
		crateIn(t, w, f, geom.Vec3{})
	}
	station := worldtest.Body(space, geom.Vec3{X: 60}, physics.NewBox(4, 4, 4), physics.Kinematic)
	station.Owns = &simulation.FrameSpec{Bounds: geom.Vec3{X: 40, Y: 40, Z: 40}}
	spawnShip(t, w, station)
	for i := range 60 {
		d := without(worldtest.Body(space, geom.Vec3{X: float64(i%10)*8 - 40, Y: float64(i/10)*7 - 8, Z: float64(i%3) - 1},
			physics.NewSphere(0.4), physics.Dynamic))
		d.Velocity = geom.Vec3{X: float64(i%7-3) * 4, Y: float64(i%5-2) * 3}
		if i == 30 {
			d.Velocity = geom.Vec3{X: 700}
		}
		own := *counts
		d.Components = append(d.Components, &own)
		worldtest.Spawn(t, w, d)
	}
	return crossed
}

func TestCrossingsAreTheSameForEveryWorkerCount(t *testing.T) {
	run := func(workers int) (states []string) {
		w := worldtest.New(t, simulation.Options{Workers: workers})
		crossed := crossings(t, w)
		for range 6 {
			worldtest.Tick(w, 50)
			states = append(states, worldtest.State(w))
		}
		if n := crossed.Load(); n < 30 {
			t.Errorf("%d crossings: the test sees too few", n)
		}
		return states
	}
	want := run(1)
	for _, workers := range []int{1, 2, 8} {
		t.Run(fmt.Sprintf("workers-%d", workers), func(t *testing.T) {
			for i, got := range run(workers) {
				if got != want[i] {
					t.Fatalf("after %d ticks: %s", 50*(i+1), worldtest.FirstDifference(got, want[i]))
				}
			}
		})
	}
}

// In a frame that turns, what floats in keeps the velocity of its straight line, ω × r in it.
func TestHandOffIntoATurningFrameKeepsTheInertialVelocity(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	d := worldtest.Body(space, geom.Vec3{}, physics.NewSphere(1), physics.Dynamic)
	d.Owns = &simulation.FrameSpec{Bounds: geom.Vec3{X: 30, Y: 30, Z: 30}}
	d.Body.LinearDampingPerSecond, d.Body.AngularDampingPerSecond = 0, 0
	d.AngularVelocity = geom.Vec3f{Y: 0.3}
	_, f := spawnShip(t, w, d)
	b := without(worldtest.Body(space, geom.Vec3{X: -34, Z: 8}, physics.NewSphere(0.3), physics.Dynamic))
	b.Velocity = geom.Vec3{X: 5}
	ball := worldtest.Spawn(t, w, b)
	for range 120 {
		w.Tick()
		if worldtest.Where(t, w, ball).Frame == f {
			break
		}
	}
	at := inSpace(t, w, ball, space)
	step := math.Nextafter32(16, 17) - 16 // a float step of its speed in the frame, 10.5 m/s
	if worldtest.Where(t, w, ball).Frame != f || at.Velocity.Sub(b.Velocity).Largest() > float64(step) {
		t.Errorf("the ball is in %v and goes at %v in space, want %v", worldtest.Where(t, w, ball).Frame, at.Velocity, b.Velocity)
	}
}

// A hand-off of a broken update does not land; physics takes the body back, and it crosses in a later step.
func TestBodyWhoseHandOffIsRefusedGoesBackAndCrossesLater(t *testing.T) {
	backend := faulty.Wrap(worldtest.Jolt(t))
	w := worldtest.NewLoose(t, simulation.Options{Backend: backend})
	space, _ := worldtest.Frame(t, w, 0)
	_, f := spawnShip(t, w, ship(space, geom.Vec3{}, physics.Static))
	var heard told
	d := without(worldtest.Body(space, geom.Vec3{X: -20, Z: 5}, physics.NewSphere(0.3), physics.Dynamic, heard.component()))
	d.Velocity = geom.Vec3{X: 4}
	ball := worldtest.Spawn(t, w, d)
	broken := 0
	backend.Finished = func(_ clock.Ticks, out *physics.StepOutput) {
		if len(out.HandOffs) == 0 || broken > 0 {
			return
		}
		for i := range out.Bodies {
			if out.Bodies[i].Entity == ball {
				out.Bodies[i].Pose.Rotation = geom.Quat{}
				broken++
			}
		}
	}
	if contract.Enabled {
		worldtest.Tick(w, 100) // it is not there yet
		if failure := failingTick(t, w); broken != 1 || !strings.Contains(failure.Error(), "broken contract") {
			t.Errorf("the failure is %v", failure)
		}
		return
	}
	worldtest.Tick(w, 240)
	if broken != 1 || len(w.Errors()) != 1 {
		t.Errorf("%d updates were broken, and the log is %q", broken, w.Errors())
	}
	if want := (message.FrameChanged{From: space, To: f}); len(heard.frames) != 1 || heard.frames[0] != want {
		t.Errorf("the ball heard %+v, want %+v once", heard.frames, want)
	}
	if v := worldtest.Where(t, w, ball).Velocity; v.Sub(d.Velocity).Length() > 1e-5 {
		t.Errorf("the ball goes at %v", v)
	}
}

// A bubble that comes fast takes in what it will meet one step ahead. When it stops before, a kinematic body that stands still once
// stayed in it for good, far outside of the bubble, and with the velocity of the crossing in its row.
func TestBodyThatAFastBubbleTookInAheadLeavesWhenTheBubbleStops(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	var heard told
	door := worldtest.Spawn(t, w, worldtest.Body(space, geom.Vec3{X: 30}, physics.NewSphere(0.3), physics.Kinematic, heard.component()))
	dash := worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
		if self.Tick() == 2 {
			self.MoveKinematic(geom.At(geom.Vec3{X: 12})) // in one step, toward the door, and no farther
		}
	})
	worldtest.Spawn(t, w, simulation.SpawnDesc{
		Frame: space, Pose: geom.IdentityPose, Owns: &simulation.FrameSpec{Bounds: geom.Vec3{X: 8, Y: 8, Z: 8}}, Components: []simulation.Component{dash},
	})
	worldtest.Tick(w, 8)
	if len(heard.frames) != 2 {
		t.Errorf("the door heard %+v, want that it went in and out again", heard.frames)
	}
	if at := worldtest.Where(t, w, door); at.Frame != space || at.Pose.Position != (geom.Vec3{X: 30}) || at.Velocity != (geom.Vec3{}) {
		t.Errorf("the door is in %v at %v with %v", at.Frame, at.Pose.Position, at.Velocity)
	}
}
