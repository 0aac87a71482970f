package simulation_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldtest"
)

// block is a ship that is a solid box, in a bubble with room for two more at its side.
type block struct {
	half geom.Vec3
	mass float64
	x    float64
}

var (
	firstBlock  = block{geom.Vec3{X: 2, Y: 1, Z: 3}, 1000, 0}
	secondBlock = block{geom.Vec3{X: 1.5, Y: 1.5, Z: 2}, 3000, 4}
	thirdBlock  = block{geom.Vec3{X: 1, Y: 1, Z: 1}, 500, 7}
)

const blockBubble = 20

func (b *block) desc(in handle.Frame, m physics.BodyMotion, c ...simulation.Component) simulation.SpawnDesc {
	d := without(worldtest.Body(in, geom.Vec3{X: b.x}, physics.NewBox(b.half.X, b.half.Y, b.half.Z), m, c...))
	d.Body.MassKilograms = b.mass
	d.Owns = &simulation.FrameSpec{Bounds: geom.Vec3{X: blockBubble, Y: blockBubble, Z: blockBubble}}
	return d
}

// inertia is that of the box about its middle, in kg m².
func (b *block) inertia() geom.Vec3 {
	x, y, z := 4*b.half.X*b.half.X, 4*b.half.Y*b.half.Y, 4*b.half.Z*b.half.Z
	return geom.Vec3{X: y + z, Y: x + z, Z: x + y}.Scale(b.mass / 12)
}

// middle is the center of mass of blocks along X, beside the first one, and their mass.
func middle(all ...*block) (meters, kilograms float64) {
	for _, b := range all {
		meters += b.mass * (b.x - all[0].x)
		kilograms += b.mass
	}
	return meters / kilograms, kilograms
}

// turnInertia is the inertia of blocks about the axis along Y through their center of mass, in kg m².
func turnInertia(all ...*block) float64 {
	c, _ := middle(all...)
	sum := 0.0
	for _, b := range all {
		off := b.x - all[0].x - c
		sum += b.inertia().Y + b.mass*off*off
	}
	return sum
}

// pusher pushes the body of its entity in one tick.
type pusher struct {
	at             int
	force, torque  geom.Vec3f
	impulse, angle geom.Vec3f
	ticks          int
}

func (*pusher) Priority() int             { return 0 }
func (*pusher) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }
func (p *pusher) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	if p.ticks == p.at {
		self.Body().AddForce(p.force)
		self.Body().AddTorque(p.torque)
		self.Body().AddImpulse(p.impulse)
		self.Body().AddAngularImpulse(p.angle)
	}
	p.ticks++
}

func dockThem(t *testing.T, w *simulation.World, a, b handle.Frame) {
	t.Helper()
	if err := w.Dock(a, b); err != nil {
		t.Fatal(err)
	}
}

func undockIt(t *testing.T, w *simulation.World, e handle.Entity) handle.Frame {
	t.Helper()
	f, err := w.Undock(e)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// relative is how far a is from b, beside how large b is.
func relative(a, b geom.Vec3) float64 { return a.Sub(b).Length() / b.Length() }

// A force and a torque move the pair by the sum of the masses, about their common center of mass, by their common inertia, whatever
// the motion of the one that docked.
func TestDockedHullAddsMassAndInertia(t *testing.T) {
	for _, m := range []physics.BodyMotion{physics.Static, physics.Kinematic, physics.Dynamic} {
		t.Run(fmt.Sprint(m), func(t *testing.T) {
			w := worldtest.New(t, simulation.Options{})
			space, _ := worldtest.Frame(t, w, 0)
			push := &pusher{at: 1, impulse: geom.Vec3f{Z: 2000}, angle: geom.Vec3f{Y: 300}}
			_, first := spawnShip(t, w, firstBlock.desc(space, physics.Dynamic, push))
			_, second := spawnShip(t, w, secondBlock.desc(space, m))
			worldtest.Tick(w, 1)
			dockThem(t, w, first, second)
			worldtest.Tick(w, 2)
			center, kilograms := middle(&firstBlock, &secondBlock)
			turn := geom.Vec3{Y: 300 / turnInertia(&firstBlock, &secondBlock)}
			local := w.Frames().Local(first)
			arm := local.Pose.Rotation.Rotate(geom.Vec3{X: center})
			if off := relative(local.AngularVelocity, turn); off > 1e-5 {
				t.Errorf("it turns at %v rad/s, want %v", local.AngularVelocity, turn)
			}
			moves := local.Velocity.Add(local.AngularVelocity.Cross(arm))
			if want := (geom.Vec3{Z: 2000 / kilograms}); relative(moves, want) > 1e-5 {
				t.Errorf("its center of mass moves at %v m/s, want %v", moves, want)
			}
		})
	}
}

// A pair of one density moves as one body of the compound shape does, over a second of pushes and turns.
func TestDockedPairTurnsAsOneCompound(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	one, other := firstBlock, secondBlock
	volume := func(b *block) float64 { return 8 * b.half.X * b.half.Y * b.half.Z }
	one.mass, other.mass = 500*volume(&one), 500*volume(&other)
	push := func() *pusher {
		return &pusher{at: 1, force: geom.Vec3f{X: 4e5, Y: 3e5, Z: -2e5}, angle: geom.Vec3f{X: 2e4, Y: -3e4, Z: 1e4}}
	}
	space, _ := worldtest.Frame(t, w, 0)
	_, first := spawnShip(t, w, one.desc(space, physics.Dynamic, push()))
	_, second := spawnShip(t, w, other.desc(space, physics.Dynamic))
	elsewhere, _ := worldtest.Frame(t, w, 0)
	d := one.desc(elsewhere, physics.Dynamic, push())
	d.Body.Shape = physics.NewCompound(
		physics.Part{Shape: d.Body.Shape, Pose: geom.IdentityPose},
		physics.Part{Shape: physics.NewBox(other.half.X, other.half.Y, other.half.Z), Pose: geom.At(geom.Vec3{X: other.x})})
	d.Body.MassKilograms += other.mass
	_, single := spawnShip(t, w, d)
	worldtest.Tick(w, 1)
	dockThem(t, w, first, second)
	for n := range 60 {
		worldtest.Tick(w, 1)
		got, want := w.Frames().Local(first), w.Frames().Local(single)
		if n == 0 {
			continue // the push of this tick acts in the next step
		}
		if v, turn := relative(got.Velocity, want.Velocity), relative(got.AngularVelocity, want.AngularVelocity); v > 1e-5 || turn > 1e-5 {
			t.Fatalf("after %d ticks the pair moves at %v and turns at %v, one body at %v and %v",
				n, got.Velocity, got.AngularVelocity, want.Velocity, want.AngularVelocity)
		}
	}
}

// What the second ship moves at beside the first one goes into both: linear and angular momentum stay, the accelerometer reads the
// bump in the step after, and what floats in the first ship keeps its own velocity.
func TestDockKeepsMomentum(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	coasts := geom.Vec3{X: -7, Z: 40}
	d := firstBlock.desc(space, physics.Dynamic)
	d.Velocity, d.Body.InteriorShape = coasts, cabin()
	_, first := spawnShip(t, w, d)
	d = secondBlock.desc(space, physics.Dynamic)
	beside, spin := geom.Vec3{Z: 1}, 0.05 // m/s, rad/s
	d.Velocity, d.AngularVelocity = coasts.Add(beside), geom.Vec3f{Y: float32(spin)}
	_, second := spawnShip(t, w, d)
	cargo := crateIn(t, w, first, geom.Vec3{Y: 0.5})
	worldtest.Tick(w, 1)
	at := w.Frames().Local(second)
	beside = at.Velocity.Sub(coasts)
	gap := at.Pose.Position.Sub(w.Frames().Local(first).Pose.Position) // in the first one, which has not turned
	dockThem(t, w, first, second)
	worldtest.Tick(w, 1)

	moved := secondBlock
	moved.x = gap.X
	center, kilograms := middle(&firstBlock, &moved)
	mean := beside.Scale(moved.mass / kilograms)
	local := w.Frames().Local(first)
	arm := local.Pose.Rotation.Rotate(geom.Vec3{X: center, Z: gap.Z * moved.mass / kilograms})
	floatStep := 40 * 0x1p-23
	if got := local.Velocity.Add(local.AngularVelocity.Cross(arm)).Sub(coasts); got.Sub(mean).Length() > 2*floatStep {
		t.Errorf("the center of mass gained %v m/s, want %v", got, mean)
	}
	// Of both about their common center of mass: that of the second one's spin, and that of its pass.
	reduced := firstBlock.mass * moved.mass / kilograms
	angular := moved.inertia().Y*spin + reduced*gap.Cross(beside).Y
	inertia := firstBlock.inertia().Y + moved.inertia().Y + reduced*(gap.X*gap.X+gap.Z*gap.Z)
	if want := (geom.Vec3{Y: angular / inertia}); relative(local.AngularVelocity, want) > 1e-5 {
		t.Errorf("the pair turns at %v rad/s, want %v", local.AngularVelocity, want)
	}
	bump := local.Pose.Rotation.Conj().Rotate(mean.Scale(1 / w.Rate().TickSeconds()))
	if felt := w.Frames().ProperAcceleration(first); felt.Sub(bump).Length() > 1e-3*bump.Length() {
		t.Errorf("the ship reads %v m/s², want %v", felt, bump)
	}
	worldtest.Tick(w, 1)
	if v := worldtest.Where(t, w, cargo).Velocity; v.Add(mean).Length() > 0.01 {
		t.Errorf("what floats in the ship moves at %v m/s there, want what the ship gained against it, %v", v, mean.Neg())
	}
}

// Undock gives the first hull back what it was, to the last bit: a push moves it as one that never docked.
func TestUndockedHullIsWhatItWas(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	push := func() *pusher {
		return &pusher{at: 20, impulse: geom.Vec3f{X: 120, Y: 77, Z: 2000}, angle: geom.Vec3f{X: 31, Y: 300, Z: -5}}
	}
	space, _ := worldtest.Frame(t, w, 0)
	owner, first := spawnShip(t, w, firstBlock.desc(space, physics.Dynamic, push()))
	other, second := spawnShip(t, w, secondBlock.desc(space, physics.Dynamic))
	elsewhere, _ := worldtest.Frame(t, w, 0)
	_, alone := spawnShip(t, w, firstBlock.desc(elsewhere, physics.Dynamic, push()))
	before, _ := w.Snapshot().BodyOf(owner)
	worldtest.Tick(w, 1)
	dockThem(t, w, first, second)
	if facts, _ := w.Snapshot().BodyOf(owner); facts == before {
		t.Error("the hull is as it was before")
	}
	worldtest.Tick(w, 10)
	again := undockIt(t, w, other)
	if facts, _ := w.Snapshot().BodyOf(owner); facts != before {
		t.Errorf("the hull is %+v, and was %+v", facts, before)
	}
	for range 20 {
		worldtest.Tick(w, 1)
		got, want := w.Frames().Local(first), w.Frames().Local(alone)
		if got != want {
			t.Fatalf("before tick %d the ship is at %+v, and one that never docked at %+v", w.TickNumber(), got, want)
		}
	}
	if v := w.Frames().Local(again); v.Velocity != (geom.Vec3{}) || v.AngularVelocity != (geom.Vec3{}) {
		t.Errorf("the other ship moves: %+v", v)
	}
}

// A third ship that has docked at the second one is a part of the first one too, and goes along with the second one again.
func TestChainOfDockedShipsIsOneBody(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	push := &pusher{at: 3, impulse: geom.Vec3f{Z: 2000}}
	_, first := spawnShip(t, w, firstBlock.desc(space, physics.Dynamic, push))
	two, second := spawnShip(t, w, secondBlock.desc(space, physics.Dynamic))
	three, third := spawnShip(t, w, thirdBlock.desc(space, physics.Dynamic))
	worldtest.Tick(w, 1)
	dockThem(t, w, second, third)
	worldtest.Tick(w, 1)
	dockThem(t, w, first, second)
	worldtest.Tick(w, 3)
	center, kilograms := middle(&firstBlock, &secondBlock, &thirdBlock)
	local := w.Frames().Local(first)
	arm := local.Pose.Rotation.Rotate(geom.Vec3{X: center})
	if got, want := local.Velocity.Add(local.AngularVelocity.Cross(arm)), (geom.Vec3{Z: 2000 / kilograms}); relative(got, want) > 1e-5 {
		t.Errorf("the three move at %v, want %v", got, want)
	}
	again := undockIt(t, w, two)
	if with, ok := w.DockedAt(three); !ok || with != again {
		t.Errorf("the third ship is docked at %v, %v, want %v", with, ok, again)
	}
	for owner, parts := range map[handle.Entity][]*block{w.Frames().Owner(first): {&firstBlock}, two: {&secondBlock, &thirdBlock}} {
		facts, _ := w.Snapshot().BodyOf(owner)
		if center, _ := middle(parts...); facts.CenterOfMass.Sub(geom.Vec3{X: center}).Length() > 1e-5 {
			t.Errorf("%v has its center of mass at %v, want %v", owner, facts.CenterOfMass, center)
		}
	}
	parted := undockIt(t, w, three)
	if parent := w.Frames().Parent(parted); parent != space {
		t.Errorf("the third ship is in frame %v", parent)
	}
	worldtest.Tick(w, 5)
}

// thruster is a part that pushes ahead in each tick.
type thruster struct{ newtons float32 }

func (*thruster) Priority() int             { return 0 }
func (*thruster) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }
func (h *thruster) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	self.Body().AddLocalForce(geom.Forward.Single().Scale(h.newtons))
}

// An engine burns in the middle of the first ship while the other one docks and undocks: it turns the pair from the first step after the
// dock on, and the ship alone not at all from the first step after the undock on.
func TestEnginesPushAboutTheCenterOfMassThatTheHullHasInTheStep(t *testing.T) {
	const newtons, docks, parts = 3000, 4, 10
	for _, way := range []string{"between-ticks", "in-a-tick"} {
		t.Run(way, func(t *testing.T) {
			w := worldtest.New(t, simulation.Options{})
			space, _ := worldtest.Frame(t, w, 0)
			one, first := spawnShip(t, w, firstBlock.desc(space, physics.Dynamic))
			worldtest.Spawn(t, w, simulation.SpawnDesc{
				AttachTo: one, Offset: geom.IdentityPose, Components: []simulation.Component{&thruster{newtons}},
			})
			d := &docker{}
			if way == "in-a-tick" {
				d.dock, d.undock = map[int]handle.Frame{docks - 1: first}, []int{parts - 1}
			}
			beside := secondBlock.desc(space, physics.Dynamic, d)
			beside.Velocity.Z = -newtons / firstBlock.mass * (docks - 0.5) / 60 // as fast as the first one is then, half of the running step counted
			two, second := spawnShip(t, w, beside)
			var turns []float64
			for n := range parts + 4 {
				if way == "between-ticks" && n == docks {
					dockThem(t, w, first, second)
				}
				if way == "between-ticks" && n == parts {
					undockIt(t, w, two)
				}
				worldtest.Tick(w, 1)
				turns = append(turns, w.Frames().Local(first).AngularVelocity.Y)
			}
			center, _ := middle(&firstBlock, &secondBlock)
			gain := center * -newtons / turnInertia(&firstBlock, &secondBlock) / 60
			for n := docks; n < parts; n++ {
				if got := turns[n] - turns[n-1]; math.Abs(got-gain) > 0.01*math.Abs(gain) {
					t.Errorf("in tick %d the pair turns faster by %v rad/s, want %v", n, got, gain)
				}
			}
			for n := parts; n < len(turns); n++ {
				if got := turns[n] - turns[parts-1]; math.Abs(got) > 1e-3*math.Abs(gain) {
					t.Errorf("in tick %d the ship alone turns faster by %v rad/s, want 0", n, got)
				}
			}
		})
	}
}

// A ship that had something docked at it before comes after what has docked at the first one, with all of it: checks compare the hull
// with its parts in their order, which decides the last bits of its mass.
func TestHullHasItsPartsInTheOrderInWhichTheyCame(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	fourthBlock := block{geom.Vec3{X: 1, Y: 2, Z: 1}, 700, -4}
	owner, first := spawnShip(t, w, firstBlock.desc(space, physics.Dynamic))
	_, second := spawnShip(t, w, secondBlock.desc(space, physics.Dynamic))
	_, third := spawnShip(t, w, thirdBlock.desc(space, physics.Dynamic))
	four, fourth := spawnShip(t, w, fourthBlock.desc(space, physics.Dynamic))
	dockThem(t, w, second, third)
	dockThem(t, w, first, fourth)
	dockThem(t, w, first, second)
	worldtest.Tick(w, 2)
	undockIt(t, w, four)
	worldtest.Tick(w, 2)
	facts, _ := w.Snapshot().BodyOf(owner)
	if center, _ := middle(&firstBlock, &secondBlock, &thirdBlock); facts.CenterOfMass.Sub(geom.Vec3{X: center}).Length() > 1e-5 {
		t.Errorf("the center of mass is at %v, want %v", facts.CenterOfMass, center)
	}
}

// Twenty times docked and parted, both ships are where they were and still.
func TestDockAndUndockDoNotDrift(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	_, first := spawnShip(t, w, firstBlock.desc(space, physics.Dynamic))
	other, second := spawnShip(t, w, secondBlock.desc(space, physics.Dynamic))
	worldtest.Tick(w, 2)
	one, two := w.Frames().Local(first), w.Frames().Local(second)
	for range 20 {
		dockThem(t, w, first, second)
		worldtest.Tick(w, 3)
		second = undockIt(t, w, other)
		worldtest.Tick(w, 3)
	}
	for f, was := range map[handle.Frame]geom.Vec3{first: one.Pose.Position, second: two.Pose.Position} {
		now := w.Frames().Local(f)
		if off := now.Pose.Position.Sub(was).Length(); off > 1e-9 || now.Velocity.Length() > 1e-9 {
			t.Errorf("frame %v moved by %v m and moves at %v", f, off, now.Velocity)
		}
	}
}

// A landed ship at which another one docks goes on standing on the ground, with one contact, and so it does when that leaves again.
func TestLandedHullKeepsItsContactThroughDock(t *testing.T) {
	for _, m := range []physics.BodyMotion{physics.Static, physics.Kinematic, physics.Dynamic} {
		t.Run(fmt.Sprint(m), func(t *testing.T) {
			w := worldtest.New(t, simulation.Options{})
			ground, _ := worldtest.Frame(t, w, worldtest.EarthGravity)
			floor := worldtest.Floor(t, w, ground)
			var heard []string
			ears := &worldtest.Actor{Hears: []message.AnyToken{message.Collisions, message.CollisionsEnded}, Do: func(_ *simulation.Self, events *message.List, _ *message.Outbox) {
				for hit := range message.Collisions.In(events) {
					if hit.Other == floor {
						heard = append(heard, "touch")
					}
				}
				for hit := range message.CollisionsEnded.In(events) {
					if hit.Other == floor {
						heard = append(heard, "end")
					}
				}
			}}
			one, two := firstBlock.desc(ground, m, ears), secondBlock.desc(ground, m)
			one.Pose.Position.Y, two.Pose.Position.Y = firstBlock.half.Y, secondBlock.half.Y
			_, first := spawnShip(t, w, one)
			other, second := spawnShip(t, w, two)
			worldtest.Tick(w, 120)
			height := w.Frames().Local(first).Pose.Position.Y
			dockThem(t, w, first, second)
			worldtest.Tick(w, 120)
			undockIt(t, w, other)
			worldtest.Tick(w, 120)
			if off := w.Frames().Local(first).Pose.Position.Y - height; math.Abs(off) > 2e-3 {
				t.Errorf("the landed ship rose by %v m", off)
			}
			want := []string{"touch"}
			if m != physics.Dynamic { // what is not dynamic touches nothing static
				want = nil
			}
			if !slices.Equal(heard, want) {
				t.Errorf("it heard %v of the ground, want %v", heard, want)
			}
		})
	}
}

// The docked part meets what stands in the parent, for the owner of the first ship; so do rays there.
func TestDockedPartMeetsWhatIsInTheParent(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	hit := map[handle.Entity]int{}
	ears := func() *worldtest.Actor {
		return &worldtest.Actor{Hears: []message.AnyToken{message.Collisions}, Do: func(self *simulation.Self, events *message.List, _ *message.Outbox) {
			for range message.Collisions.In(events) {
				hit[self.Entity()]++
			}
		}}
	}
	one, two := firstBlock.desc(space, physics.Dynamic, ears()), secondBlock.desc(space, physics.Dynamic, ears())
	one.Velocity, two.Velocity = geom.Vec3{Z: -2}, geom.Vec3{Z: -2}
	owner, first := spawnShip(t, w, one)
	other, second := spawnShip(t, w, two)
	pillar := worldtest.Spawn(t, w, worldtest.Body(space, geom.Vec3{X: 5, Z: -6}, physics.NewBox(0.4, 5, 0.4), physics.Static)) // ahead of the second one alone
	hits := 0
	eye := &scout{number: &hits, ask: func(self *simulation.Self) {
		self.CastRayAll(physics.Ray{Origin: geom.Vec3{X: 5, Y: 30}, Direction: geom.UnitY.Neg(), LengthMeters: 60}, nil, 0)
	}}
	worldtest.Spawn(t, w, simulation.SpawnDesc{Frame: space, Pose: geom.At(geom.Vec3{Y: 40}), Components: []simulation.Component{eye}})
	worldtest.Tick(w, 1)
	dockThem(t, w, first, second)
	worldtest.Tick(w, 3)
	if !slices.Equal(eye.hits, []handle.Entity{owner}) || math.Abs(eye.at[0]-28.5) > 0.01 {
		t.Errorf("a ray at the docked part met %v at %v m, want %v at 28.5 m", eye.hits, eye.at, owner)
	}
	worldtest.Tick(w, 150)
	if hit[owner] != 1 || hit[other] != 0 || w.Frames().Local(first).AngularVelocity.Y == 0 {
		t.Errorf("the owners heard of %d and %d collisions with %v, and the pair turns at %v", hit[owner], hit[other], pillar, w.Frames().Local(first).AngularVelocity)
	}
}

// A ship that ends while it is docked takes its shape and its mass with it.
func TestDockedShipThatEndsLeavesTheHull(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	owner, first := spawnShip(t, w, firstBlock.desc(space, physics.Dynamic))
	other, second := spawnShip(t, w, secondBlock.desc(space, physics.Dynamic))
	before, _ := w.Snapshot().BodyOf(owner)
	dockThem(t, w, first, second)
	worldtest.Tick(w, 2)
	if err := w.Destroy(other); err != nil {
		t.Fatal(err)
	}
	worldtest.Tick(w, 2)
	if facts, _ := w.Snapshot().BodyOf(owner); facts != before {
		t.Errorf("the hull is %+v, and was %+v", facts, before)
	}
}

// Hulls whose sum no body can be are refused, and nothing has changed.
func TestDockRefusesHullsThatCannotBeOneBody(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	heavy := secondBlock
	heavy.mass = 6e30
	owner, first := spawnShip(t, w, heavy.desc(space, physics.Dynamic))
	heavy.x, heavy.mass = 9, 6e30
	_, second := spawnShip(t, w, heavy.desc(space, physics.Static))
	worldtest.Tick(w, 1)
	before := w.Describe(owner)
	expectError(t, "heavy", w.Dock(first, second), "cannot be one body")
	if after := w.Describe(owner); after != before || !w.Frames().Live(second) {
		t.Errorf("the first ship was\n%sand is\n%s", before, after)
	}
}

// Two small ships far apart cannot be one body in floats. When the large one between them leaves, the first one counts alone.
func TestHullCountsAloneWhenTheRestCannotBeOneBody(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	small := block{geom.Vec3{X: 0.3, Y: 0.3, Z: 0.3}, 10, 0}
	owner, first := spawnShip(t, w, small.desc(space, physics.Dynamic))
	between := secondBlock.desc(space, physics.Dynamic)
	between.Pose.Position = geom.Vec3{X: 9, Z: -2}
	two, second := spawnShip(t, w, between)
	small.x = 18.5
	_, third := spawnShip(t, w, small.desc(space, physics.Dynamic))
	before, _ := w.Snapshot().BodyOf(owner)
	worldtest.Tick(w, 1)
	expectError(t, "far", w.Dock(first, third), "cannot be one body")
	dockThem(t, w, first, second)
	dockThem(t, w, first, third)
	worldtest.Tick(w, 1)
	if err := w.Destroy(two); err != nil {
		t.Fatal(err)
	}
	worldtest.Tick(w, 2)
	if facts, _ := w.Snapshot().BodyOf(owner); facts != before {
		t.Errorf("the hull is %+v, and was %+v", facts, before)
	}
	if !slices.ContainsFunc(w.Log(), func(line string) bool { return strings.Contains(line, "counts alone") }) {
		t.Errorf("the log says %q", w.Log())
	}
}

// comingBlocks spawns the first three blocks, the second and the third of which come along Y at so many m/s, and lets a tick pass.
func comingBlocks(t *testing.T, w *simulation.World, second, third float64) (owners [3]handle.Entity, frames [3]handle.Frame) {
	t.Helper()
	space, _ := worldtest.Frame(t, w, 0)
	for i, b := range []block{firstBlock, secondBlock, thirdBlock} {
		d := b.desc(space, physics.Dynamic)
		d.Velocity = geom.Vec3{Y: []float64{0, second, third}[i]}
		owners[i], frames[i] = spawnShip(t, w, d)
	}
	worldtest.Tick(w, 1)
	return owners, frames
}

// expectMotions fails unless the owners that are given move along Y as they should, and turn as slowly.
func expectMotions(t *testing.T, w *simulation.World, wants map[handle.Entity]float64) {
	t.Helper()
	for e, want := range wants {
		at := worldtest.Where(t, w, e)
		if off := at.Velocity.Sub(geom.Vec3{Y: want}).Length(); off > 1e-6 || at.AngularVelocity.Double().Length() > 1e-6 {
			t.Errorf("%v moves at %v and turns at %v, want %v m/s along Y", e, at.Velocity, at.AngularVelocity, want)
		}
	}
}

// speedOfTheMiddle returns the velocity of the center of mass of a hull along Y, in m/s.
func speedOfTheMiddle(t *testing.T, w *simulation.World, e handle.Entity) float64 {
	t.Helper()
	body, _ := w.Snapshot().BodyOf(e)
	at := worldtest.Where(t, w, e)
	return at.Velocity.Add(at.AngularVelocity.Double().Cross(at.Pose.Rotation.Rotate(body.CenterOfMass))).Y
}

// The first step after a dock gives the hull what came. Who is gone by then has taken it along: what is left must not fly off with it.
func TestWhoPartsBeforeTheNextStepTakesItsMomentumAlong(t *testing.T) {
	w := worldtest.NewLoose(t, simulation.Options{})
	owners, frames := comingBlocks(t, w, 0.8, 0.5)
	for _, i := range []int{1, 2} {
		if err := w.Dock(frames[0], frames[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Destroy(owners[2]); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Undock(owners[1]); err != nil {
		t.Fatal(err)
	}
	worldtest.Tick(w, 2)
	expectMotions(t, w, map[handle.Entity]float64{owners[0]: 0, owners[1]: 0.8})
}

// What docks at a ship that docks itself before the next step brings its momentum to the hull that there is then, once, and has it
// again after they part.
func TestMomentumOfWhoDockedGoesWhereItsShipDocks(t *testing.T) {
	var owners [3]handle.Entity
	var frames [3]handle.Frame
	begin := func() *simulation.World {
		w := worldtest.NewLoose(t, simulation.Options{})
		owners, frames = comingBlocks(t, w, 0.3, 0.8)
		for _, pair := range [][2]int{{1, 2}, {0, 1}} {
			if err := w.Dock(frames[pair[0]], frames[pair[1]]); err != nil {
				t.Fatal(err)
			}
		}
		return w
	}
	momentum := firstBlock.mass*0 + secondBlock.mass*0.3 + thirdBlock.mass*0.8
	_, mass := middle(&firstBlock, &secondBlock, &thirdBlock)

	w := begin()
	worldtest.Tick(w, 2)
	if got := speedOfTheMiddle(t, w, owners[0]); math.Abs(got-momentum/mass) > 1e-5 {
		t.Errorf("together they move at %v m/s, want %v", got, momentum/mass)
	}

	w = begin()
	if _, err := w.Undock(owners[1]); err != nil { // with the third one, whose walls are nearer to it
		t.Fatal(err)
	}
	if _, err := w.Undock(owners[2]); err != nil {
		t.Fatal(err)
	}
	worldtest.Tick(w, 2)
	expectMotions(t, w, map[handle.Entity]float64{owners[0]: 0, owners[1]: 0.3, owners[2]: 0.8})

	w = begin()
	if _, err := w.Undock(owners[1]); err != nil {
		t.Fatal(err)
	}
	if at, docked := w.DockedAt(owners[2]); !docked || w.Frames().Owner(at) != owners[1] {
		t.Fatalf("the third one is docked at %v, %v", at, docked)
	}
	worldtest.Tick(w, 2)
	pair := momentum / (secondBlock.mass + thirdBlock.mass)
	if got := speedOfTheMiddle(t, w, owners[1]); math.Abs(got-pair) > 1e-5 {
		t.Errorf("the pair moves at %v m/s, want %v", got, pair)
	}
	expectMotions(t, w, map[handle.Entity]float64{owners[0]: 0})
}
