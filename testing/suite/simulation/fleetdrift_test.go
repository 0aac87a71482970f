package simulation_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/core/random"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldtest"
)

// TestWhatNothingPushesFliesStraightThroughEveryFrame lets slugs and ships without gravity and contacts drift through each other's
// bubbles, while a host docks, undocks, reparents and destroys ships. Seen from the root each flies straight on, whatever frame it is
// in, a hull and a body too.
func TestWhatNothingPushesFliesStraightThroughEveryFrame(t *testing.T) {
	total := map[string]int{}
	for seed := *stormSeed; seed < *stormSeed+2**stormSeeds; seed++ {
		t.Run(fmt.Sprintf("seed-%d", seed), func(t *testing.T) {
			d := newDrift(t, seed, 0)
			for range 2 * *stormTicks {
				d.run(t)
			}
			for what, n := range d.done {
				total[what] += n
			}
		})
	}
	t.Logf("%v", total)
	for _, what := range []string{"crossed", "docked", "undocked", "reparented", "ended"} {
		if total[what] == 0 && !t.Failed() {
			t.Errorf("nothing %s", what)
		}
	}
}

// TestWhatFallsIsOnItsParabolaInEveryFrame lets the same drift in a pull of the root's. Frames on end poses do not fall, dynamic hulls
// do, and what is in each of them falls alike, by what the frame feels. A body's way changes by the pull alone from step to step.
func TestWhatFallsIsOnItsParabolaInEveryFrame(t *testing.T) {
	checked := 0
	for seed := *stormSeed; seed < *stormSeed+2**stormSeeds; seed++ {
		t.Run(fmt.Sprintf("seed-%d", seed), func(t *testing.T) {
			d := newDrift(t, seed, worldtest.EarthGravity)
			for range 2 * *stormTicks {
				d.fall(t)
			}
			checked += d.done["fell over an edge"]
		})
	}
	if checked < 100 && !t.Failed() {
		t.Errorf("%d bodies crossed an edge as they fell", checked)
	}
}

// ticksToSettle is how long the frames take to feel what changed about those above them: a change goes down by one with each step.
const ticksToSettle = 8

func (d *drift) fall(t *testing.T) {
	t.Helper()
	d.fill(t)
	if d.r.Chance(0.03) {
		d.command()
	}
	if len(d.fresh) > 0 || d.changes() != d.changed {
		d.changed, d.quiet = d.changes(), 0
	}
	before := d.states(t)
	d.w.Tick()
	d.ships, d.fresh = append(d.ships, d.fresh...), d.fresh[:0]
	d.quiet++
	step := d.w.Rate().TickSeconds()
	now := d.states(t)
	for e, at := range now {
		last, known := d.last[e]
		was, lives := before[e]
		if !known || !lives || d.quiet < ticksToSettle {
			continue
		}
		if was.frame != at.frame {
			d.done["fell over an edge"]++
		}
		way, wayBefore := at.state.Pose.Position.Sub(was.state.Pose.Position), was.state.Pose.Position.Sub(last.state.Pose.Position)
		want := geom.Vec3{Y: -worldtest.EarthGravity * step * step}
		// As in run: the steps of the floats, and the rotations of hulls.
		const most = 1e-4
		if off := way.Sub(wayBefore).Sub(want).Length(); off > most {
			t.Fatalf("%s\nthen %s\nand then %s\nin tick %d %v, from frame %v to %v at %v m/s, got %v m off its parabola",
				last.above, was.above, at.above, d.w.TickNumber()-1, e, was.frame, at.frame, was.state.Velocity.Length(), off)
		}
	}
	d.last = before
}

// changes counts what the host has done.
func (d *drift) changes() int {
	return d.done["docked"] + d.done["undocked"] + d.done["reparented"] + d.done["ended"]
}

// drift is a world in which everything drifts.
type drift struct {
	w     *simulation.World
	space handle.Frame
	r     random.Stream
	ships []handle.Entity
	fresh []handle.Entity // ships that have not moved yet: one without a hull has no velocity before its first step
	done  map[string]int

	last    map[handle.Entity]drifter // where everything was a step before
	changed int                       // how much the host had done at the last look
	quiet   int                       // ticks since it did anything, or a frame was made
}

// drifter is where a thing that flies straight was, in space, and in which frame.
type drifter struct {
	state motion.State
	frame handle.Frame
	above string // the frames up to space, for people
}

const (
	driftShips, driftSlugs = 14, 40
	driftReachMeters       = 400 // beyond, what drifts ends
)

func newDrift(t *testing.T, seed uint64, pull float64) *drift {
	d := &drift{w: worldtest.New(t, simulation.Options{Seed: seed}), r: random.Of(seed, 1, 2, 3), done: map[string]int{}}
	d.space, _ = worldtest.Frame(t, d.w, pull)
	return d
}

func (d *drift) run(t *testing.T) {
	t.Helper()
	d.fill(t)
	did := maps.Clone(d.done)
	d.command()
	before := d.states(t)
	d.w.Tick()
	d.ships, d.fresh = append(d.ships, d.fresh...), d.fresh[:0]
	for e, now := range d.states(t) {
		was, known := before[e]
		if !known {
			continue
		}
		if was.frame != now.frame {
			d.done["crossed"]++
		}
		// A float step of 2,000 m/s is 1.2e-4 m/s, and a hull that crosses rounds its rotation to 1e-7, far from which it shows.
		const mostVelocity, mostPlace = 4e-4, 1e-4
		want := was.state.Pose.Position.AddScaled(was.state.Velocity, d.w.Rate().TickSeconds())
		if off, off2 := now.state.Pose.Position.Sub(want).Length(), now.state.Velocity.Sub(was.state.Velocity).Length(); off > mostPlace || off2 > mostVelocity {
			t.Fatalf("before %v, after %v\n%s\nand then %s\nin tick %d %v, from frame %v to %v at %v m/s, got %v m and %v m/s off its way",
				did, d.done, was.above, d.above(now.frame), d.w.TickNumber()-1, e, was.frame, now.frame, was.state.Velocity.Length(), off, off2)
		}
	}
}

// states returns those of what flies freely.
func (d *drift) states(t *testing.T) map[handle.Entity]drifter {
	t.Helper()
	all := map[handle.Entity]drifter{}
	for e := range d.w.Entities() {
		body, _ := d.w.Snapshot().BodyOf(e)
		if at := worldtest.Where(t, d.w, e); body.Motion == physics.Dynamic && !at.Frame.IsNone() {
			state, ok := d.w.Snapshot().StateIn(e, d.space)
			if !ok {
				t.Fatalf("%v is not in space", e)
			}
			all[e] = drifter{state, at.Frame, d.above(at.Frame)}
		}
	}
	return all
}

// above tells how a frame and those above it move.
func (d *drift) above(f handle.Frame) string {
	text := ""
	for ; f != d.space; f = d.w.Frames().Parent(f) {
		hull, has := d.w.Frames().HullMotion(f)
		local := d.w.Frames().Local(f)
		text += fmt.Sprintf("frame %v of %v, hull %v %v, follows %v, at %v with %v and feels %v; ",
			f, d.w.Frames().Owner(f), has, hull, d.w.Frames().Follows(f), local.Pose.Position, local.Velocity, d.w.Frames().ProperAcceleration(f))
	}
	return text
}

// fill replaces what is gone.
func (d *drift) fill(t *testing.T) {
	t.Helper()
	slugs := 0
	for _, e := range slices.Collect(d.w.Entities()) {
		if at, ok := d.w.Snapshot().PoseIn(e, d.space); ok && at.Position.Length() > driftReachMeters {
			d.end(e)
		} else if ok {
			slugs++
		}
	}
	d.ships = slices.DeleteFunc(d.ships, func(e handle.Entity) bool { return !d.w.Snapshot().Live(e) })
	slugs -= len(d.ships)
	for len(d.ships)+len(d.fresh) < driftShips {
		d.fresh = append(d.fresh, d.spawn(t, true))
	}
	for ; slugs < driftSlugs; slugs++ {
		d.spawn(t, false)
	}
}

// spawn puts something anywhere.
func (d *drift) spawn(t *testing.T, owns bool) handle.Entity {
	t.Helper()
	r := &d.r
	in := d.anyFrame()
	body := physics.Body(physics.NewSphere(math.Pow(10, r.Between(-1, 0.3))), physics.Dynamic)
	body.LinearDampingPerSecond, body.AngularDampingPerSecond, body.Collision = 0, 0, physics.Collision{}
	desc := simulation.SpawnDesc{
		Frame: in, Pose: geom.Pose{Position: r.Direction().Scale(r.Between(0, 80)), Rotation: geom.AxisAngle(r.Direction(), r.Between(0, 3))},
		Velocity: r.Direction().Scale(math.Pow(10, r.Between(-1, 2.5))), Body: &body,
	}
	desc.Components = []simulation.Component{new(witness)}
	if !owns {
		return worldtest.Spawn(t, d.w, desc)
	}
	body.Shape = physics.NewSphere(0.1) // the hulls of siblings collide
	size := math.Pow(10, r.Between(0.5, 2))
	desc.Owns = &simulation.FrameSpec{Bounds: geom.Vec3{X: size * r.Between(0.6, 1), Y: size * r.Between(0.6, 1), Z: size * r.Between(0.6, 1)}}
	desc.Velocity = r.Direction().Scale(r.Between(0, 30))
	if r.Chance(0.4) { // to dock at it
		if beside := d.beside(in); !beside.IsNone() {
			at := worldtest.Where(t, d.w, beside)
			f, _ := d.w.FrameOf(beside)
			desc.Owns.Bounds = d.w.Frames().Bounds(f)
			desc.Velocity, desc.Pose.Position = at.Velocity, at.Pose.Position.AddScaled(r.Direction(), r.Between(0.1, 0.5)*frame.Bubble(desc.Owns.Bounds).Smallest())
		}
	}
	switch r.Below(3) {
	case 0:
		body.Motion = physics.Kinematic
		fallthrough
	case 1:
		if body.Motion == physics.Dynamic {
			desc.Body = nil
		}
		end := desc.Pose
		end.Position = end.Position.AddScaled(desc.Velocity, d.w.Rate().TickSeconds())
		desc.FirstMove = motion.IntentOfEndPose(motion.EndPose{Pose: end})
		desc.Components = append(desc.Components, onward())
		if desc.Body == nil {
			desc.Velocity = geom.Vec3{}
		}
	}
	return worldtest.Spawn(t, d.w, desc)
}

// beside picks a ship in the frame, if it finds one.
func (d *drift) beside(in handle.Frame) handle.Entity {
	for range 8 {
		if len(d.ships) == 0 {
			break
		}
		e := random.Pick(&d.r, d.ships)
		if at, ok := d.w.Snapshot().Transform(e); ok && at.Frame == in {
			if _, owns := d.w.FrameOf(e); owns {
				return e
			}
		}
	}
	return handle.Entity{}
}

// onward is a component that keeps the velocity of what it moves.
func onward() simulation.Component {
	return worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
		end := self.PoseAtNextStepStart()
		end.Position = end.Position.AddScaled(self.Velocity(), self.DeltaTime())
		if self.TakesMotionIntent(motion.IntentOfEndPose(motion.EndPose{Pose: end})) && end.Position.Length() < 1e6 {
			self.MoveKinematic(end)
		}
	})
}

func (d *drift) anyFrame() handle.Frame {
	if len(d.ships) > 0 && d.r.Chance(0.7) {
		if f, ok := d.w.FrameOf(random.Pick(&d.r, d.ships)); ok {
			return f
		}
	}
	return d.space
}

// command does what a host does.
func (d *drift) command() {
	r := &d.r
	switch r.Below(12) {
	case 0:
		if d.w.Reparent(d.anyFrame(), d.anyFrame()) == nil {
			d.done["reparented"]++
		}
	case 1:
		for range 60 {
			if b := d.anyFrame(); !d.carriesMovers(b) && d.w.Dock(d.anyFrame(), b) == nil {
				d.done["docked"]++
				return
			}
		}
	case 2:
		for range min(4, len(d.ships)) {
			if _, err := d.w.Undock(random.Pick(r, d.ships)); err == nil {
				d.done["undocked"]++
				return
			}
		}
	case 3:
		if len(d.ships) == 0 || !r.Chance(0.3) {
			return
		}
		d.end(random.Pick(r, d.ships))
	}
}

// end destroys a ship, unless others ask for their motion in it.
func (d *drift) end(e handle.Entity) {
	if f, owns := d.w.FrameOf(e); (!owns || !d.carriesMovers(f)) && d.w.Destroy(e) == nil {
		d.done["ended"]++
	}
}

// carriesMovers reports whether a frame has frames in it that end poses move. An end pose in a frame that ends is meant where that
// frame was last, so it misses by the frame's way of one step.
func (d *drift) carriesMovers(f handle.Frame) bool {
	for child := range d.w.Frames().All() {
		hull, _ := d.w.Frames().HullMotion(child)
		if d.w.Frames().Parent(child) == f && hull != physics.Dynamic {
			return true
		}
	}
	return false
}
