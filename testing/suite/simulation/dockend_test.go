package simulation_test

import (
	"fmt"
	"slices"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldtest"
)

// Who has docked parts with all that is its own before the other ship ends. It once lost its frame, and came to rest at once.
func TestDockedShipFliesOnWhenTheOtherOneEnds(t *testing.T) {
	for name, end := range map[string]func(p *pair){
		"between-ticks": func(p *pair) {
			if err := p.w.Destroy(p.owner); err != nil {
				t.Error(err)
			}
		},
		"in-a-tick": func(p *pair) {
			p.w.Post(message.Destroys.Event(p.w.Messages(), message.To(p.owner), message.Destroy{}))
			p.w.Tick()
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPair(t)
			worldtest.Tick(p.w, 30)
			dockThem(t, p.w, p.first, p.second)
			worldtest.Tick(p.w, 30)
			since := p.counts()
			for _, gone := range []handle.Entity{p.owner, p.atHome} { // the one that ends, and what falls off its deck
				delete(p.heard, gone)
			}
			seconds := -float64(p.w.TickNumber())
			before := p.states(t)
			end(p)
			seconds = (seconds + float64(p.w.TickNumber())) * p.w.Rate().TickSeconds()
			for e, was := range before { // nothing pushes the ship and what lies on its deck
				was.Pose.Position = was.Pose.Position.AddScaled(was.Velocity, seconds)
				before[e] = was
			}
			delete(before, p.flying)
			own, owns := p.w.FrameOf(p.other)
			if _, docked := p.w.DockedAt(p.other); !owns || docked || p.w.Frames().Parent(own) != p.space || p.w.Frames().Bounds(own) != dockBounds {
				t.Fatalf("the ship owns frame %v in %v, and has docked: %v", own, p.w.Frames().Parent(own), docked)
			}
			after := p.states(t)
			for e, was := range before {
				now := after[e]
				if d, v := now.Pose.Position.Sub(was.Pose.Position).Length(), now.Velocity.Sub(was.Velocity).Length(); d > 1e-4 || v > 1e-2 {
					t.Errorf("%v is off by %v m and %v m/s", e, d, v)
				}
			}
			for _, e := range []handle.Entity{p.lying, p.flying, p.hat, p.boatman} {
				if at := worldtest.Where(t, p.w, e).Frame; at != own {
					t.Errorf("%v is in frame %v, want %v", e, at, own)
				}
			}
			worldtest.Tick(p.w, 30)
			p.heardOnce(t, since, p.other, p.lying, p.flying, p.hat, p.boatman)
		})
	}
}

// convoy is a station that flies at the speed of a low orbit, with a ship that has docked there, at which another one had docked before.
type convoy struct {
	w                           *simulation.World
	space, station, hub         handle.Frame
	stationOwner, hubOwner      handle.Entity
	second, third, crate, lift  handle.Entity
	secondHeard, thirdHeard     docker
	secondFrames, thirdFrames   int
	orbitVelocity, holdsFromOwn geom.Vec3
}

// frames counts the FrameChanged of an entity.
func frames(n *int) simulation.Component {
	return &worldtest.Actor{Hears: []message.AnyToken{message.FramesChanged}, Do: func(_ *simulation.Self, events *message.List, _ *message.Outbox) {
		for range message.FramesChanged.In(events) {
			*n++
		}
	}}
}

func newConvoy(t *testing.T, workers int, m physics.BodyMotion) *convoy {
	t.Helper()
	c := &convoy{w: worldtest.New(t, simulation.Options{Workers: workers}), orbitVelocity: geom.Vec3{Z: -7672}}
	c.space, _ = worldtest.Frame(t, c.w, 0)
	hub := simulation.SpawnDesc{
		Frame: c.space, Pose: geom.At(geom.Vec3{X: 5}), Velocity: c.orbitVelocity,
		Owns: &simulation.FrameSpec{Bounds: geom.Vec3{X: 200, Y: 200, Z: 200}},
	}
	body := physics.Body(physics.NewBox(1, 1, 1), physics.Dynamic)
	body.InteriorShape = physics.NewBox(1, 1, 1)
	hub.Body, hub.Pose.Position.Y = &body, 100
	hub.Body.LinearDampingPerSecond, hub.Body.AngularDampingPerSecond = 0, 0
	c.hubOwner, c.hub = spawnShip(t, c.w, hub)
	side := func(x float64, m physics.BodyMotion, parts ...simulation.Component) (handle.Entity, handle.Frame) {
		d := ship(c.hub, geom.Vec3{X: x, Y: -100}, m, parts...)
		d.Owns.Bounds = geom.Vec3{X: 30, Y: 30, Z: 30}
		return spawnShip(t, c.w, d)
	}
	c.stationOwner, c.station = side(0, m)
	var second, third handle.Frame
	c.second, second = side(7, physics.Dynamic, &c.secondHeard, frames(&c.secondFrames))
	c.third, third = side(14, physics.Dynamic, &c.thirdHeard, frames(&c.thirdFrames))
	c.crate = crateIn(t, c.w, second, geom.Vec3{Z: 1})
	hold := worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) { self.MoveKinematic(self.PoseAtNextStepStart()) })
	c.holdsFromOwn = geom.Vec3{X: -2, Z: -2}
	c.lift = worldtest.Spawn(t, c.w, worldtest.Body(second, c.holdsFromOwn, physics.NewBox(0.25, 0.25, 0.25), physics.Kinematic, hold))
	worldtest.Tick(c.w, 3)
	dockThem(t, c.w, second, third)
	worldtest.Tick(c.w, 1)
	dockThem(t, c.w, c.station, second)
	worldtest.Tick(c.w, 3)
	c.secondFrames, c.thirdFrames = 0, 0
	return c
}

// destroy ends entities in one tick.
func (c *convoy) destroy(who ...handle.Entity) {
	for _, e := range who {
		c.w.Post(message.Destroys.Event(c.w.Messages(), message.To(e), message.Destroy{}))
	}
	c.w.Tick()
}

func TestChainOfDockedShipsPartsAsOneWhenTheOtherFrameEnds(t *testing.T) {
	for _, c := range []struct {
		name    string
		station physics.BodyMotion
		hub     bool // ends in the same tick
	}{
		{"station", physics.Dynamic, false},
		{"station-that-rests", physics.Static, false},
		{"station-and-the-frame-that-it-is-in", physics.Dynamic, true},
	} {
		for _, workers := range []int{1, 8} {
			t.Run(fmt.Sprint(c.name, workers), func(t *testing.T) {
				v := newConvoy(t, workers, c.station)
				who, parent := []handle.Entity{v.stationOwner}, v.hub
				if c.hub {
					who, parent = append(who, v.hubOwner), v.space
				}
				v.destroy(who...)
				own, owns := v.w.FrameOf(v.second)
				if !owns || v.w.Frames().Parent(own) != parent {
					t.Fatalf("the second ship owns frame %v in %v, want one in %v", own, v.w.Frames().Parent(own), parent)
				}
				if with, docked := v.w.DockedAt(v.third); !docked || with != own {
					t.Errorf("the third ship is docked at %v, %v, want %v", with, docked, own)
				}
				v.expectFlight(t, own)
				want := []message.DockAnswer{{Frame: own, Result: message.DockEnded}}
				if !slices.Equal(v.secondHeard.answers, want) || len(v.thirdHeard.answers) != 0 || v.secondFrames+v.thirdFrames > 2 {
					t.Errorf("they heard %v and %v, and of %d and %d frames", v.secondHeard.answers, v.thirdHeard.answers, v.secondFrames, v.thirdFrames)
				}
			})
		}
	}
}

// expectFlight checks that the two ships fly on with what they hold.
func (c *convoy) expectFlight(t *testing.T, own handle.Frame) {
	t.Helper()
	for range 3 {
		c.w.Tick()
		for e, at := range map[handle.Entity]geom.Vec3{c.third: {X: 7}, c.crate: {Z: 1}, c.lift: c.holdsFromOwn} {
			row := worldtest.Where(t, c.w, e)
			if row.Frame != own || row.Pose.Position.Sub(at).Length() > 1e-3 || row.Velocity.Length() > 1e-2 {
				t.Errorf("%v is at %v in frame %v at %v m/s, want it to rest at %v in %v", e, row.Pose.Position, row.Frame, row.Velocity, at, own)
			}
		}
		if s, _ := c.w.Snapshot().FrameIn(own, c.space); s.Velocity.Sub(c.orbitVelocity).Length() > 1e-3 { // floats there are 5e-4 m/s apart
			t.Errorf("the ship flies at %v", s.Velocity)
		}
	}
}

// Of two that end in one tick none parts.
func TestDockedShipThatEndsWithTheOtherOnePartsNot(t *testing.T) {
	v := newConvoy(t, 2, physics.Dynamic)
	v.destroy(v.stationOwner, v.second)
	own, owns := v.w.FrameOf(v.third)
	if !owns || v.w.Frames().Parent(own) != v.hub {
		t.Errorf("the third ship owns frame %v", own)
	}
	v.w.Tick()
	if want := []message.DockAnswer{{Frame: own, Result: message.DockEnded}}; !slices.Equal(v.thirdHeard.answers, want) || len(v.secondHeard.answers) != 0 {
		t.Errorf("they heard %v and %v", v.secondHeard.answers, v.thirdHeard.answers)
	}
}
