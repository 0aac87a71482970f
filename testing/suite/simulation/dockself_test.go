package simulation_test

import (
	"fmt"
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

// docker docks and undocks as its list says, by the number of the tick.
type docker struct {
	dock    map[int]handle.Frame
	undock  []int
	answers []message.DockAnswer
	heardAt []int
}

func (*docker) Priority() int { return 0 }
func (*docker) Wants() []message.AnyToken {
	return []message.AnyToken{message.Ticks, message.DockAnswers}
}
func (d *docker) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	tick := int(self.Tick())
	for answer := range message.DockAnswers.In(events) {
		d.answers, d.heardAt = append(d.answers, *answer), append(d.heardAt, tick)
	}
	if at, now := d.dock[tick]; now {
		self.Dock(at)
	}
	if slices.Contains(d.undock, tick) {
		self.Undock()
	}
}

// results are what came of the wishes, in order.
func (d *docker) results() (all []message.DockResult) {
	for _, a := range d.answers {
		all = append(all, a.Result)
	}
	return all
}

func TestComponentDocksAndUndocks(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			w := worldtest.New(t, simulation.Options{Workers: workers})
			space, _ := worldtest.Frame(t, w, 0)
			_, first := spawnShip(t, w, firstBlock.desc(space, physics.Dynamic))
			d := &docker{dock: map[int]handle.Frame{2: first}, undock: []int{10}}
			owner, second := spawnShip(t, w, secondBlock.desc(space, physics.Dynamic, d))
			cargo := crateIn(t, w, second, geom.Vec3{Y: 3})
			worldtest.Tick(w, 3)
			if at, docked := w.DockedAt(owner); !docked || at != first || w.Frames().Live(second) || worldtest.Where(t, w, cargo).Frame != first {
				t.Errorf("the ship is docked at %v, %v", at, docked)
			}
			if text := w.Describe(w.Frames().Owner(first)); !strings.Contains(text, fmt.Sprintf("with the frame of %v docked at", owner)) {
				t.Errorf("the first ship is described as\n%s", text)
			}
			worldtest.Tick(w, 9)
			again, owns := w.FrameOf(owner)
			want := []message.DockAnswer{{Frame: first, Result: message.Docked}, {Frame: again, Result: message.Undocked}}
			if !owns || !slices.Equal(d.answers, want) || !slices.Equal(d.heardAt, []int{3, 11}) {
				t.Errorf("it heard %v in the ticks %v, want %v in the ticks after it asked", d.answers, d.heardAt, want)
			}
			if worldtest.Where(t, w, cargo).Frame != again {
				t.Errorf("the cargo is in frame %v", worldtest.Where(t, w, cargo).Frame)
			}
			worldtest.Tick(w, 5)
		})
	}
}

// Of two that name each other the first one wins.
func TestOfTwoThatDockAtEachOtherTheFirstOneDoes(t *testing.T) {
	w := worldtest.New(t, simulation.Options{Workers: 2})
	space, _ := worldtest.Frame(t, w, 0)
	one, two := &docker{}, &docker{}
	owner, first := spawnShip(t, w, firstBlock.desc(space, physics.Dynamic, one))
	_, second := spawnShip(t, w, secondBlock.desc(space, physics.Dynamic, two))
	one.dock, two.dock = map[int]handle.Frame{1: second}, map[int]handle.Frame{1: first}
	worldtest.Tick(w, 3)
	if at, docked := w.DockedAt(owner); !docked || at != second {
		t.Errorf("the first ship is docked at %v, %v", at, docked)
	}
	if !slices.Equal(one.results(), []message.DockResult{message.Docked}) || !slices.Equal(two.results(), []message.DockResult{message.DockWithGone}) {
		t.Errorf("they heard %v and %v", one.results(), two.results())
	}
}

// A refused wish changes nothing, is answered each time, and is in the log once.
func TestRefusedDocksAreAnsweredAndLoggedOnce(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	far := firstBlock
	far.x = 300
	_, away := spawnShip(t, w, far.desc(space, physics.Dynamic))
	small := thirdBlock.desc(space, physics.Dynamic)
	small.Pose.Position.Y = 60
	small.Owns.Bounds = geom.Vec3{X: 2, Y: 2, Z: 2}
	_, boat := spawnShip(t, w, small)
	d := &docker{}
	_, own := spawnShip(t, w, firstBlock.desc(space, physics.Dynamic, d))
	_, within := spawnShip(t, w, secondBlock.desc(away, physics.Dynamic))
	fast := secondBlock.desc(space, physics.Dynamic)
	fast.Velocity = geom.Vec3{Y: 2}
	_, passing := spawnShip(t, w, fast)
	d.dock = map[int]handle.Frame{1: {}, 2: space, 3: own, 4: within, 5: boat, 6: away, 7: away, 8: passing}
	d.undock = []int{9}
	walker := &docker{dock: map[int]handle.Frame{1: own}}
	worldtest.Spawn(t, w, simulation.SpawnDesc{Frame: space, Pose: geom.IdentityPose, Components: []simulation.Component{walker}})
	worldtest.Tick(w, 12)
	want := []message.DockResult{
		message.DockWithGone, message.DockNoBubble, message.DockWithItself, message.DockNoSiblings, message.DockFits, message.DockOutside,
		message.DockOutside, message.DockTooFast, message.UndockNotDocked,
	}
	if got := d.results(); !slices.Equal(got, want) {
		t.Errorf("it heard %v, want %v", got, want)
	}
	if got := walker.results(); !slices.Equal(got, []message.DockResult{message.DockWithout}) {
		t.Errorf("who owns no frame heard %v", got)
	}
	lines := slices.DeleteFunc(w.Log(), func(line string) bool { return !strings.Contains(line, "dock") })
	if len(lines) != len(want) { // one of its own twice, and one of the walker
		t.Errorf("the log has %d lines of docks, want %d:\n%s", len(lines), len(want), strings.Join(lines, "\n"))
	}
}

// tellsAfterDock tells what its entity may ask of its body, and how its pushes are refused.
type tellsAfterDock struct{ canPush, force, motion string }

func (*tellsAfterDock) Priority() int             { return 0 }
func (*tellsAfterDock) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }
func (d *tellsAfterDock) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	d.canPush = fmt.Sprint(self.Body().CanPush())
	d.motion = fmt.Sprint(self.Body().MotionProblem(physics.Static))
	d.force = "taken"
	defer func() {
		if r := recover(); r != nil {
			d.force = fmt.Sprint(r)
		}
	}()
	self.Body().AddForce(geom.Vec3f{X: 1})
}

func TestDockedShipIsToldWhyItCannotPush(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	space, _ := worldtest.Frame(t, w, 0)
	hull, engine, again := &tellsAfterDock{}, &tellsAfterDock{}, &docker{}
	_, first := spawnShip(t, w, firstBlock.desc(space, physics.Dynamic))
	owner, second := spawnShip(t, w, secondBlock.desc(space, physics.Dynamic, hull, again))
	worldtest.Spawn(t, w, simulation.SpawnDesc{AttachTo: owner, Offset: geom.IdentityPose, Components: []simulation.Component{engine}})
	worldtest.Tick(w, 2)
	if hull.canPush != "true" || hull.force != "taken" || engine.canPush != "true" || engine.force != "taken" {
		t.Errorf("before it docks the hull tells %+v, and its engine %+v", hull, engine)
	}
	dockThem(t, w, first, second)
	again.dock = map[int]handle.Frame{int(w.TickNumber()): first}
	worldtest.Tick(w, 2)
	where := fmt.Sprintf(": entity %v has docked at frame %v, and is a part of the hull there until it undocks", owner, first)
	if hull.canPush != "false" || hull.force != "Body.AddForce: a static body takes no force"+where || hull.motion != fmt.Sprintf("entity %v has no hull", owner)+where {
		t.Errorf("the docked hull tells %+v, want it to tell %q", hull, where)
	}
	if engine.canPush != "false" || engine.force != "taken" {
		t.Errorf("the engine of the docked ship tells %+v", engine)
	}
	if !slices.ContainsFunc(w.Log(), func(line string) bool { return strings.Contains(line, "it owns no frame"+where) }) {
		t.Errorf("the log does not say why it docks no more:\n%s", strings.Join(w.Log(), "\n"))
	}
	undockIt(t, w, owner)
	worldtest.Tick(w, 1)
	if hull.canPush != "true" || engine.canPush != "true" {
		t.Errorf("after it undocked the hull tells %+v, and its engine %+v", hull, engine)
	}
}
