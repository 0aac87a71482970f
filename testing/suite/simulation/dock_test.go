package simulation_test

import (
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
	"tertius.dev/testing/worldtest"
)

// dockBounds is the bubble of a ship that has room in it for another one at its side.
var dockBounds = geom.Vec3{X: 15, Y: 15, Z: 15}

// pairMotion is how the ships of a pair move, but for the velocity that they share, in the axes that they start with.
type pairMotion struct {
	turn          geom.Vec3f // of both, about the middle of the first one, in rad/s
	drift         geom.Vec3  // of the second one beside the first one, in m/s
	spin          geom.Vec3f // of the second one beside the first one, in rad/s
	gravityInside float64    // in m/s²
}

// pair is two ships of equal size that fly side by side, with a crate that rests on the deck of the second one, one that
// flies in it, a person's hat on that crate, and a boat.
type pair struct {
	w                           *simulation.World
	space, first, second, boat  handle.Frame
	owner, other, lying, flying handle.Entity
	hat, boatman, atHome        handle.Entity
	heard                       map[handle.Entity]*[]string
}

// newPair is a pair that flies straight on, with weight inside.
func newPair(t *testing.T) *pair {
	t.Helper()
	return newMovingPair(t, pairMotion{gravityInside: 9.81})
}

func newMovingPair(t *testing.T, m pairMotion) *pair {
	t.Helper()
	p := &pair{w: worldtest.New(t, simulation.Options{}), heard: map[handle.Entity]*[]string{}}
	p.space, _ = worldtest.Frame(t, p.w, 0)
	ears := func() (simulation.Component, *[]string) {
		heard := new([]string)
		return &worldtest.Actor{
			Hears: []message.AnyToken{message.FramesChanged, message.Collisions, message.CollisionsEnded},
			Do: func(_ *simulation.Self, events *message.List, _ *message.Outbox) {
				for range message.FramesChanged.In(events) {
					*heard = append(*heard, "frame")
				}
				for range message.Collisions.In(events) {
					*heard = append(*heard, "touch")
				}
				for range message.CollisionsEnded.In(events) {
					*heard = append(*heard, "end")
				}
			},
		}, heard
	}
	put := func(d simulation.SpawnDesc) handle.Entity {
		c, heard := ears()
		d.Components = append(d.Components, c)
		e := worldtest.Spawn(t, p.w, d)
		p.heard[e] = heard
		return e
	}
	side := func(x float64) (handle.Entity, handle.Frame) {
		d := ship(p.space, geom.Vec3{X: x}, physics.Dynamic)
		d.Velocity = geom.Vec3{X: 3, Z: -20}.Add(m.turn.Double().Cross(d.Pose.Position))
		d.AngularVelocity = m.turn
		if x != 0 {
			d.Velocity, d.AngularVelocity = d.Velocity.Add(m.drift), d.AngularVelocity.Add(m.spin)
		}
		d.Owns.Gravity, d.Owns.Bounds = pullDown(m.gravityInside), dockBounds
		d.Body.Shape, d.Body.InteriorShape = physics.NewBox(3.2, 1.7, 4.2), cabin() // outside it is solid
		e := put(d)
		f, _ := p.w.FrameOf(e)
		return e, f
	}
	p.owner, p.first = side(0)
	p.other, p.second = side(7)
	p.lying = put(without(worldtest.Body(p.second, geom.Vec3{Y: -1.25}, physics.NewBox(0.25, 0.25, 0.25), physics.Dynamic)))
	d := without(worldtest.Body(p.second, geom.Vec3{Y: 1, Z: 1}, physics.NewSphere(0.2), physics.Dynamic))
	d.Velocity = geom.Vec3{X: 0.5, Y: 10, Z: -0.25}
	p.flying = put(d)
	p.hat = put(simulation.SpawnDesc{AttachTo: p.lying, Offset: geom.At(geom.Vec3{Y: 0.4})})
	p.boatman = put(simulation.SpawnDesc{Frame: p.second, Pose: geom.At(geom.Vec3{X: 1}), Owns: &simulation.FrameSpec{}})
	p.boat, _ = p.w.FrameOf(p.boatman)
	p.atHome = put(without(worldtest.Body(p.first, geom.Vec3{Y: -1.25}, physics.NewBox(0.25, 0.25, 0.25), physics.Dynamic)))
	return p
}

// states returns where those who change frames are and how they move in space.
func (p *pair) states(t *testing.T) map[handle.Entity]simulation.Transform {
	t.Helper()
	all := map[handle.Entity]simulation.Transform{}
	for e := range p.heard {
		s, ok := p.w.Snapshot().StateIn(e, p.space)
		if !ok {
			t.Fatalf("%v is not in space", e)
		}
		all[e] = simulation.Transform{Pose: s.Pose, Velocity: s.Velocity}
	}
	return all
}

func (p *pair) expectSame(t *testing.T, before map[handle.Entity]simulation.Transform) {
	t.Helper()
	for e, now := range p.states(t) {
		was := before[e]
		// A float step of 20 m/s is 2e-6 m/s.
		if d, v := now.Pose.Position.Sub(was.Pose.Position).Length(), now.Velocity.Sub(was.Velocity).Length(); d > 1e-6 || v > 2e-6 {
			t.Errorf("%v jumped by %v m and %v m/s", e, d, v)
		}
	}
}

// heardOnce checks that these heard one FrameChanged more, that the others heard none, and that nobody heard of a contact.
func (p *pair) heardOnce(t *testing.T, since map[handle.Entity]int, who ...handle.Entity) {
	t.Helper()
	for e, heard := range p.heard {
		got := (*heard)[since[e]:]
		var want []string
		if slices.Contains(who, e) {
			want = []string{"frame"}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v heard %v, want %v", e, got, want)
		}
	}
}

func (p *pair) counts() map[handle.Entity]int {
	n := map[handle.Entity]int{}
	for e, heard := range p.heard {
		n[e] = len(*heard)
	}
	return n
}

func TestDockMergesTwoFramesAndUndockPartsThemAgain(t *testing.T) {
	p := newPair(t)
	worldtest.Tick(p.w, 60)
	before, since := p.states(t), p.counts()
	if err := p.w.Dock(p.first, p.second); err != nil {
		t.Fatal(err)
	}
	if p.w.Frames().Live(p.second) || !p.w.Frames().Live(p.first) {
		t.Error("the wrong frame is left")
	}
	if at, ok := p.w.DockedAt(p.other); !ok || at != p.first {
		t.Errorf("the second ship is docked at %v, %v", at, ok)
	}
	p.expectSame(t, before)
	for _, e := range []handle.Entity{p.other, p.lying, p.flying, p.hat, p.boatman, p.atHome} {
		if at := worldtest.Where(t, p.w, e); at.Frame != p.first {
			t.Errorf("%v is in frame %v", e, at.Frame)
		}
	}
	worldtest.Tick(p.w, 30)
	p.heardOnce(t, since, p.other, p.lying, p.flying, p.hat, p.boatman)
	if at := worldtest.Where(t, p.w, p.lying); at.Velocity.Length() > 1e-2 {
		t.Errorf("what lay on the deck moves at %v", at.Velocity)
	}
	before, since = p.states(t), p.counts()
	again, err := p.w.Undock(p.other)
	if err != nil {
		t.Fatal(err)
	}
	p.expectSame(t, before)
	for e, want := range map[handle.Entity]handle.Frame{
		p.other: p.space, p.lying: again, p.flying: again, p.hat: again, p.boatman: again, p.atHome: p.first,
	} {
		if at := worldtest.Where(t, p.w, e); at.Frame != want {
			t.Errorf("%v is in frame %v, want %v", e, at.Frame, want)
		}
	}
	if p.w.Frames().Bounds(again) != dockBounds {
		t.Errorf("the bubble is %v", p.w.Frames().Bounds(again))
	}
	worldtest.Tick(p.w, 30)
	p.heardOnce(t, since, p.other, p.lying, p.flying, p.hat, p.boatman)
	apart, _ := p.w.Snapshot().FrameIn(again, p.first)
	if apart.Pose.Position.Sub(geom.Vec3{X: 7}).Length() > 1e-3 {
		t.Errorf("half a second later the ships are %v apart", apart.Pose.Position)
	}
}

// Ships that turn, and that drift and turn beside each other within what Dock takes: everyone keeps its place as seen from space within
// 1e-6 m and its velocity within a float step. The walls that dock are static from then on, and go as the frame that they are in.
func TestDockAndUndockKeepPlacesAndVelocitiesOfShipsThatTurn(t *testing.T) {
	for _, c := range []struct {
		name   string
		motion pairMotion
	}{
		{"turn-as-one", pairMotion{turn: geom.Vec3f{X: 0.1, Y: 0.3, Z: -0.2}}},
		{"drift", pairMotion{drift: geom.Vec3{X: -0.3, Y: 0.4, Z: 0.5}}},
		{"turn-drift-and-spin", pairMotion{turn: geom.Vec3f{Y: 0.3, Z: 0.1}, drift: geom.Vec3{X: 0.4, Y: 0.3}, spin: geom.Vec3f{X: 0.05, Y: 0.06}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newMovingPair(t, c.motion)
			worldtest.Tick(p.w, 5)
			before := p.states(t)
			dockThem(t, p.w, p.first, p.second)
			walls := before[p.other]
			relation, _ := p.w.Frames().Relate(p.first, p.space)
			walls.Velocity = relation.VelocityAt(walls.Pose.Position.Sub(relation.Pose.Position))
			before[p.other] = walls
			p.expectSame(t, before)
			p.expectFloats(t)
			worldtest.Tick(p.w, 5)
			before = p.states(t)
			again := undockIt(t, p.w, p.other)
			if at := worldtest.Where(t, p.w, p.flying); at.Frame != again {
				t.Fatalf("what flies is in frame %v, want %v", at.Frame, again)
			}
			p.expectSame(t, before)
			p.expectFloats(t)
		})
	}
}

// expectFloats ticks once, and expects that what flies goes on straight in its frame, as physics moves it.
func (p *pair) expectFloats(t *testing.T) {
	t.Helper()
	was := worldtest.Where(t, p.w, p.flying)
	p.w.Tick()
	now := worldtest.Where(t, p.w, p.flying)
	want := was.Pose.Position.AddScaled(was.Velocity, float64(p.w.Rate().StepSeconds()))
	if off := now.Pose.Position.Sub(want).Length(); off > 1e-6 || now.Frame != was.Frame {
		t.Errorf("a step later what flies is in %v, %v m beside its way in %v", now.Frame, off, was.Frame)
	}
}

// A kinematic hull, and an owner without a body, once stood still in the step after they undocked, and the row of the latter broke an
// invariant: it had moved in the step before, when it owned no frame.
func TestUndockedShipOnEndPosesMovesOn(t *testing.T) {
	for name, body := range map[string]*physics.BodyDesc{"bodiless": nil, "kinematic": ship(handle.Frame{}, geom.Vec3{}, physics.Kinematic).Body} {
		t.Run(name, func(t *testing.T) {
			w := worldtest.New(t, simulation.Options{})
			space, _ := worldtest.Frame(t, w, 0)
			velocity := geom.Vec3{X: 3, Z: -20}
			one := ship(space, geom.Vec3{}, physics.Dynamic)
			one.Velocity, one.Owns.Bounds = velocity, dockBounds
			_, first := spawnShip(t, w, one)
			two := simulation.SpawnDesc{Frame: space, Pose: geom.At(geom.Vec3{X: 7}), Body: body, Owns: one.Owns, Components: []simulation.Component{onward()}}
			end := geom.At(two.Pose.Position.AddScaled(velocity, w.Rate().TickSeconds()))
			two.FirstMove = motion.IntentOfEndPose(motion.EndPose{Pose: end})
			owner, second := spawnShip(t, w, two)
			worldtest.Tick(w, 10)
			if err := w.Dock(first, second); err != nil {
				t.Fatal(err)
			}
			worldtest.Tick(w, 10)
			again, err := w.Undock(owner)
			if err != nil {
				t.Fatal(err)
			}
			for range 10 {
				w.Tick()
				if v := w.Frames().Local(again).Velocity; v.Sub(velocity).Length() > 1e-5 { // of floats of 20 m/s, by a step of 1/60 s
					t.Fatalf("it moves at %v, want %v", v, velocity)
				}
			}
		})
	}
}

func TestDockRefusesWhatIsNoPair(t *testing.T) {
	p := newPair(t)
	small := ship(p.space, geom.Vec3{X: 100}, physics.Dynamic)
	small.Owns.Bounds = geom.Vec3{X: 5, Y: 5, Z: 5}
	_, boat := spawnShip(t, p.w, small)
	stale := p.second
	stale.Generation += 7
	farOwner, far := spawnShip(t, p.w, ship(p.space, geom.Vec3{X: -100}, physics.Dynamic))
	_, passing := spawnShip(t, p.w, ship(p.space, geom.Vec3{X: -7}, physics.Dynamic))
	p.w.Tick()
	for _, c := range []struct {
		name, want string
		a, b       handle.Frame
	}{
		{"none", "is not live: it was never set", p.first, handle.Frame{}},
		{"gone", "not live", p.first, stale},
		{"root", "is a root", p.space, p.first},
		{"itself", "at itself", p.first, p.first},
		{"child", "has no bubble: give its owner's spawn the radii FrameSpec.Bounds", p.second, p.boat},
		{"small", "fits", p.first, boat},
		{"far", "in frame " + p.first.String() + " and reaches 7.561 m from there, out of the bubble of frame " + p.first.String(), p.first, far},
		{"far-names", "entity " + farOwner.String() + " is at {-100.05 0 0.333} in", p.first, far},
		{"fast", "relative to each other", p.first, passing},
	} {
		expectError(t, c.name, p.w.Dock(c.a, c.b), c.want)
	}
	_, err := p.w.Undock(p.other)
	expectError(t, "undock", err, "part of no other")
}

func expectError(t *testing.T, name string, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: the error is %v, want one that tells of %q", name, err, want)
	}
}

func pullDown(metersPerSecond2 float64) field.Gravity {
	return field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -metersPerSecond2}})
}

// The velocity with which an undocked hull goes on is no push: it reads exactly zero in its first step, and then what its components push it
// by.
func TestUndockedShipReadsOnlyWhatPushesIt(t *testing.T) {
	p := newPair(t)
	worldtest.Tick(p.w, 60)
	if err := p.w.Dock(p.first, p.second); err != nil {
		t.Fatal(err)
	}
	worldtest.Tick(p.w, 5)
	undocked, err := p.w.Undock(p.other)
	if err != nil {
		t.Fatal(err)
	}
	expectReading := func(when string, want geom.Vec3) {
		t.Helper()
		p.w.Tick()
		if got, _ := p.w.Snapshot().ProperAcceleration(undocked); got.Sub(want).Length() > 1e-7*want.Length() {
			t.Errorf("%s it reads %v m/s², want %v", when, got, want)
		}
	}
	expectReading("in its first step", geom.Vec3{})
	kick := func(self *simulation.Self) { self.Body().AddImpulse(geom.Vec3f{Y: 50}) }
	if err := p.w.AddComponent(p.other, inTick(int64(p.w.TickNumber()), kick)); err != nil {
		t.Fatal(err)
	}
	expectReading("before its push", geom.Vec3{})
	expectReading("with an impulse of 50 N s on 1,000 kg", geom.Vec3{Y: 0.05 * 60})
	expectReading("after its push", geom.Vec3{})
}

// What stands in the cabin of a ship goes along with it, although the bubble of the other one is larger and holds it deeper; what hangs
// outside goes by its shares of the two bubbles.
func TestUndockTakesWhatIsWithinTheWalls(t *testing.T) {
	for name, bubbles := range map[string][2]float64{"equal": {40, 40}, "larger-other": {40, 25}, "snug": {40, 21}, "larger-own": {25, 40}} {
		t.Run(name, func(t *testing.T) {
			w := worldtest.New(t, simulation.Options{})
			space, _ := worldtest.Frame(t, w, 0)
			side := func(x, radius float64) (handle.Entity, handle.Frame) {
				d := ship(space, geom.Vec3{X: x}, physics.Dynamic)
				d.Owns.Bounds = geom.Vec3{X: radius, Y: radius, Z: radius}
				return spawnShip(t, w, d)
			}
			_, first := side(0, bubbles[0])
			other, second := side(7, bubbles[1])
			var cargo []handle.Entity
			for _, x := range []float64{-2.7, 0, 2.7} { // the walls begin at 3 m
				cargo = append(cargo, crateIn(t, w, second, geom.Vec3{X: x}))
			}
			outside := crateIn(t, w, second, geom.Vec3{X: 6})
			stays := crateIn(t, w, first, geom.Vec3{X: 2.7})
			worldtest.Tick(w, 2)
			dockThem(t, w, first, second)
			worldtest.Tick(w, 2)
			again := undockIt(t, w, other)
			for _, e := range append(cargo, outside) {
				if at := worldtest.Where(t, w, e); at.Frame != again {
					t.Errorf("%v of the ship is in frame %v at %v", e, at.Frame, at.Pose.Position)
				}
			}
			if at := worldtest.Where(t, w, stays); at.Frame != first {
				t.Errorf("what is aboard of the other ship has gone along, to %v", at.Pose.Position)
			}
		})
	}
}
