package simulation_test

import (
	"fmt"
	"slices"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/core/random"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldhash"
	"tertius.dev/testing/worldtest"
)

// TestStormOverMovingFramesGivesTheSameStateForEveryWorkerCount lets fleets of nested ships, what flies through their bubbles, and a
// host do whatever the random numbers of a seed say. It compares worlds of 1, 2 and 8 workers, each of which checks its invariants at
// every sync point, in every few ticks.
func TestStormOverMovingFramesGivesTheSameStateForEveryWorkerCount(t *testing.T) {
	heard := map[string]int{}
	forEachStorm(t, func(t *testing.T, seed uint64) { stormOverFleets(t, seed, heard) })
	t.Logf("all in all: %v", heard)
	if t.Failed() {
		return
	}
	for _, name := range []string{
		message.FramesChanged.Name(), message.Collisions.Name(), message.CollisionsEnded.Name(), message.Departures.Name(), gusts.Name(),
		"docked", "undocked", "reparented", "set a motion", "steered", "rode", "docked itself", "undocked itself",
	} {
		if heard[name] < 2 {
			t.Errorf("%q happened %d times: the storm proves little", name, heard[name])
		}
	}
}

// TestFreshProcessesEndInOneFleet runs one storm in many processes. What was routed counts too.
func TestFreshProcessesEndInOneFleet(t *testing.T) {
	worldtest.InFreshProcesses(t, *stormProcesses, func(workers int) any {
		f := newFleet(t, 1, workers)
		for range stormTicksOfAProcess {
			f.run(t)
		}
		return fmt.Sprint(worldhash.Of(f.w), worldhash.Routed(f.w))
	})
}

// stormTicksOfAProcess is as long as it takes for all kinds of things to have happened.
const stormTicksOfAProcess = 240

// stormOverFleets runs the storm of one seed in three worlds.
func stormOverFleets(t *testing.T, seed uint64, heard map[string]int) {
	var fleets []*fleet
	var worlds []*simulation.World
	for _, workers := range stormWorkers {
		f := newFleet(t, seed, workers)
		fleets, worlds = append(fleets, f), append(worlds, f.w)
	}
	for tick := range *stormTicks {
		for _, f := range fleets {
			f.run(t)
		}
		fleets[0].expectBubblesKept(t)
		if tick%5 == 4 || tick == *stormTicks-1 {
			compareWorlds(t, worlds)
			countAndClearRouted(worlds, heard)
		}
	}
	fleets[0].countDone(heard)
}

// fleet is a world in which ships, and what is in them and around them, do anything.
type fleet struct {
	w      *simulation.World
	seed   uint64
	roots  []handle.Frame
	owners []handle.Entity       // of frames in other frames, or docked, some of them gone
	done   map[string]int        // what the host did that was not refused
	lost   map[handle.Entity]int // for how many ticks things are where another frame should have them
}

const (
	fewestAboard, mostAboard = 80, 300 // entities; beyond, the host spawns or destroys
	mostShips                = 24
	orbitMu                  = 4e5 // in m³/s²: at 100 m an orbit takes 10 s
)

func newFleet(t *testing.T, seed uint64, workers int) *fleet {
	shared := simulation.Thresholds{Messages: 1, Rows: 1, Drawn: 1} // all that workers can share, they share
	f := &fleet{seed: seed, done: map[string]int{}, lost: map[handle.Entity]int{}, w: stormWorld(t, seed, workers, shared)}
	space := field.GravityOfPoint(field.Point{Mu: orbitMu, RadiusMeters: 2})
	for _, g := range []field.Gravity{space, pullDown(worldtest.EarthGravity), {}} {
		owner := worldtest.Spawn(t, f.w, simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: g}})
		root, _ := f.w.FrameOf(owner)
		if g.Kind() == field.GravityUniform {
			worldtest.Floor(t, f.w, root)
		}
		f.roots = append(f.roots, root)
	}
	return f
}

// countDone counts what the host, and the components that are there at the end, have done.
func (f *fleet) countDone(heard map[string]int) {
	for e := range f.w.Entities() {
		for _, c := range f.w.Components(e) {
			if s, is := c.(*sailor); is {
				s.count(heard)
			}
		}
	}
	for what, n := range f.done {
		heard[what] += n
	}
}

// run lets the host act and runs a tick.
func (f *fleet) run(t *testing.T) {
	t.Helper()
	r := random.Of(f.seed, ^uint64(0), uint64(f.w.TickNumber()), 2)
	f.command(t, &r)
	if err := f.w.Check(); err != nil {
		t.Fatalf("before tick %d: %v", f.w.TickNumber(), err)
	}
	tickInStorm(t, f.w)
}

// command does what a host does between ticks.
func (f *fleet) command(t *testing.T, r *random.Stream) {
	t.Helper()
	f.owners = slices.DeleteFunc(f.owners, func(owner handle.Entity) bool { return !f.w.Snapshot().Live(owner) })
	live := slices.Collect(f.w.Entities())
	for range max(0, fewestAboard-len(live)) / 4 {
		f.launch(t, r)
	}
	for range max(0, len(live)-mostAboard) {
		f.destroy(random.Pick(r, live))
	}
	if len(f.owners) < mostShips && r.Chance(0.3) {
		f.build(t, r)
	}
	orders := r.Below(4)
	if r.Chance(0.02) {
		orders = 30 // one on top of the other, without a tick between
	}
	for range orders {
		f.order(t, r, random.Pick(r, live))
	}
}

// destroy ends what is no root.
func (f *fleet) destroy(e handle.Entity) {
	if at, ok := f.w.Snapshot().Transform(e); ok && !at.Frame.IsNone() {
		_ = f.w.Destroy(e)
	}
}

// order is one thing that a host does.
func (f *fleet) order(t *testing.T, r *random.Stream, e handle.Entity) {
	t.Helper()
	switch r.Below(13) {
	case 0:
		f.destroy(e)
	case 1, 2:
		f.reparent(t, f.anyFrame(r), f.anyFrame(r)) // refused for roots, for other trees and for what is within
	case 3, 12:
		f.dockSome(t, r)
	case 4:
		if len(f.owners) > 0 {
			f.undock(t, random.Pick(r, f.owners))
		}
	case 5:
		f.w.SetFrameGravity(f.anyFrame(r), randomGravity(r))
	case 6:
		f.w.SetFrameMedium(f.anyFrame(r), randomAir(r))
	case 7:
		_ = f.w.SetTransform(e, geom.At(randomPlace(r))) // refused for most
	case 8:
		_ = f.w.AddComponent(e, randomRails(r))
	case 9:
		_, _ = f.w.RemoveComponents(e, simulation.TypeOf[*sailor]())
	case 10:
		_ = f.w.Subscribe(e, message.FrameTopic(f.anyFrame(r)))
	case 11:
		if len(f.owners) > 0 && r.Chance(0.2) {
			f.destroy(random.Pick(r, f.owners))
		}
	}
}

// anyFrame picks a live frame.
func (f *fleet) anyFrame(r *random.Stream) handle.Frame {
	for range 4 {
		if len(f.owners) == 0 || r.Chance(0.2) {
			break
		}
		if frame, ok := f.w.FrameOf(random.Pick(r, f.owners)); ok {
			return frame
		}
	}
	return random.Pick(r, f.roots)
}

// dockSome tries all pairs from a random one on until two ships dock.
func (f *fleet) dockSome(t *testing.T, r *random.Stream) {
	t.Helper()
	if len(f.owners) == 0 {
		return
	}
	first := r.Below(len(f.owners))
	for n := range len(f.owners) * len(f.owners) {
		a, hasA := f.w.FrameOf(f.owners[(first+n/len(f.owners))%len(f.owners)])
		b, hasB := f.w.FrameOf(f.owners[n%len(f.owners)])
		if hasA && hasB && f.dock(t, a, b) {
			return
		}
	}
}

// launch spawns a crate, a slug at a ship, or something else that is no ship.
func (f *fleet) launch(t *testing.T, r *random.Stream) {
	t.Helper()
	in := f.anyFrame(r)
	d := randomDesc(r, in)
	d.Components = crew()
	if len(f.owners) > 0 && r.Chance(0.6) {
		target := random.Pick(r, f.owners)
		owned, _ := f.w.FrameOf(target)
		if at, ok := f.w.Snapshot().StateIn(target, in); ok && r.Chance(0.6) {
			d = slug(r, in, &at.Pose.Position, at.Velocity)
		} else if ok && !owned.IsNone() {
			d = f.atTheEdge(r, owned, d)
		}
	} else if len(f.owners) > 0 && r.Chance(0.2) {
		d = simulation.SpawnDesc{AttachTo: random.Pick(r, f.owners), Offset: geom.At(randomPlace(r)), Components: d.Components}
	}
	if _, err := f.w.Spawn(&d); err != nil {
		t.Error(err)
	}
}

// atTheEdge puts something onto the edge of a bubble, inside or outside of it, where it drifts slowly.
func (f *fleet) atTheEdge(r *random.Stream, owned handle.Frame, d simulation.SpawnDesc) simulation.SpawnDesc {
	bounds := f.w.Frames().Bounds(owned)
	way := r.Direction()
	there := motion.State{Pose: geom.Pose{
		Position: geom.Vec3{X: way.X * bounds.X, Y: way.Y * bounds.Y, Z: way.Z * bounds.Z}.AddScaled(way, r.Between(-1, 1)), Rotation: d.Pose.Rotation,
	}, Velocity: r.Direction()}
	d.Frame, d.Pose = owned, there.Pose
	if parent := f.w.Frames().Parent(owned); r.Chance(0.5) && !parent.IsNone() {
		local := f.w.Frames().Local(owned)
		out := local.ToParent(&there)
		d.Frame, d.Pose, there.Velocity = parent, out.Pose, out.Velocity
	}
	if d.Body != nil && d.Body.Motion == physics.Dynamic {
		d.Velocity = there.Velocity
	}
	d.FirstMove = motion.Intent{}
	return d
}

// build spawns a ship, or two that could dock.
func (f *fleet) build(t *testing.T, r *random.Stream) {
	t.Helper()
	d := randomShip(r, f.anyFrame(r))
	f.owners = append(f.owners, worldtest.Spawn(t, f.w, d))
	if d.Body == nil || !r.Chance(0.5) {
		return
	}
	reach, room := d.Body.Shape.BoundingRadiusMeters(), frame.Bubble(d.Owns.Bounds).Smallest()
	if room < 2*reach {
		return
	}
	beside := geom.Vec3{X: min(2*reach, room-reach)}
	d.Pose.Position = d.Pose.ToParent(beside.Scale(0.95))
	owns, body := *d.Owns, *d.Body
	d.Owns, d.Body, d.Components = &owns, &body, crew()
	f.owners = append(f.owners, worldtest.Spawn(t, f.w, d))
}
