package simulation_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// foreign is a type of messages that no world of these tests knows, and missing a token that nobody has made.
var (
	foreign = message.Type[struct{}]("wants.foreign")
	missing *message.Token[struct{}]
)

// wanting is a component whose wants are what a test gives it. Raise panics instead.
type wanting struct {
	wants []message.AnyToken
	raise bool
}

func (*wanting) Priority() int { return 0 }
func (w *wanting) Wants() []message.AnyToken {
	if w.raise {
		panic(errors.New("wants nothing that it can name"))
	}
	return w.wants
}
func (*wanting) Handle(*simulation.Self, *message.List, *message.Outbox) {}

// badWants are wants that no component can have, with what the error tells.
var badWants = map[string]struct {
	wants []message.AnyToken
	tells string
}{
	"unknown-type": {[]message.AnyToken{message.Ticks, foreign}, `"wants.foreign"`},
	"nil":          {[]message.AnyToken{message.Ticks, nil}, "place 1 is nil"},
	"nil-token":    {[]message.AnyToken{missing}, "place 0 is nil"},
}

// expectTold fails unless the error names the component's type and tells what is wrong with it.
func expectTold(t *testing.T, err error, tells string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), "simulation_test.wanting") || !strings.Contains(err.Error(), tells) {
		t.Errorf("the error is %v, want one that names the component and tells %q", err, tells)
	}
}

func TestBadWantsAreErrorsThatNameTheComponent(t *testing.T) {
	for name, c := range badWants {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, simulation.Options{Workers: 1})
			f, _ := rootFrame(t, w)
			before := w.Snapshot().Count(&simulation.Query{})
			d := at(f, 0, new(beacon), &wanting{wants: c.wants})
			_, err := w.Spawn(&d)
			expectTold(t, err, c.tells)
			e := spawn(t, w, at(f, 0))
			expectTold(t, w.AddComponent(e, &wanting{wants: c.wants}), c.tells)
			if n := len(w.Components(e)); n != 0 || w.Snapshot().Count(&simulation.Query{}) != before+1 {
				t.Errorf("the entity has %d components, and %d entities live", n, w.Snapshot().Count(&simulation.Query{}))
			}
			ticks(w, 1)
		})
	}
}

// TestSpawnThatFailsInATickLeavesNothing lets a component recover from each way in which Self.Spawn can fail, and spawn well then.
func TestSpawnThatFailsInATickLeavesNothing(t *testing.T) {
	fails := map[string]*wanting{"panic": {raise: true}}
	for name, c := range badWants {
		fails[name] = &wanting{wants: c.wants}
	}
	for name, bad := range fails {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, simulation.Options{Workers: 1})
			f, _ := rootFrame(t, w)
			var child handle.Entity
			spawn(t, w, at(f, 0, onSpawn(func(self *simulation.Self) {
				for range 2 {
					func() {
						defer func() {
							if raised := recover() != nil; raised != bad.raise {
								t.Errorf("that the spawn panicked is %v", raised)
							}
						}()
						owner := simulation.SpawnDesc{
							Frame: self.Frame(), Pose: geom.At(geom.Vec3{X: 9}), Owns: &simulation.FrameSpec{},
							Components: []simulation.Component{new(beacon), bad},
						}
						if _, err := self.Spawn(&owner); err == nil {
							t.Error("the spawn was taken")
						}
					}()
				}
				d := at(self.Frame(), 3)
				var err error
				if child, err = self.Spawn(&d); err != nil {
					t.Error(err)
				}
			})))
			ticks(w, 2)
			where, live := w.Snapshot().Transform(child)
			_, owns := w.FrameOf(child)
			if n := w.Snapshot().Count(&simulation.Query{}); !live || where.Pose.Position.X != 3 || owns || len(w.Components(child)) != 0 || n != 3 {
				t.Errorf("the child is live: %v, at %v, owns a frame: %v, with %d components, among %d entities",
					live, where.Pose.Position, owns, len(w.Components(child)), n)
			}
		})
	}
}

func TestAddOfAComponentWithBadWantsPanicsAndNamesIt(t *testing.T) {
	for name, c := range badWants {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, simulation.Options{Workers: 1})
			f, _ := rootFrame(t, w)
			e := spawn(t, w, at(f, 0, onSpawn(func(self *simulation.Self) {
				defer func() {
					err, _ := recover().(error)
					expectTold(t, err, c.tells)
				}()
				self.Add(&wanting{wants: c.wants})
			})))
			ticks(w, 2)
			if n := len(w.Components(e)); n != 1 {
				t.Errorf("the entity has %d components", n)
			}
		})
	}
}

// onSpawn is a component that does something in the first run of its entity.
func onSpawn(do func(self *simulation.Self)) simulation.Component {
	return &actor{wants: []message.AnyToken{message.Spawns}, handle: func(self *simulation.Self, _ *message.List, _ *message.Outbox) { do(self) }}
}

func TestComponentTwiceInOneSpawnIsRefused(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	c := &wanting{}
	d := at(f, 0, c, c)
	_, err := w.Spawn(&d)
	expectTold(t, err, "Components[1]")
	spawn(t, w, at(f, 0, onSpawn(func(self *simulation.Self) {
		d := at(self.Frame(), 0, c, c)
		_, err := self.Spawn(&d)
		expectTold(t, err, "Components[1]")
	})))
	ticks(w, 2)
}

func TestComponentOfTwoEntitiesIsRefusedInAWorldThatChecksItself(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1, DebugChecks: true})
	f, _ := rootFrame(t, w)
	c := &wanting{}
	first, other := spawn(t, w, at(f, 0, c)), spawn(t, w, at(f, 0))
	d := at(f, 0, c)
	_, err := w.Spawn(&d)
	expectTold(t, err, first.String())
	expectTold(t, w.AddComponent(other, c), first.String())
	ticks(w, 1)
	if err := w.RemoveComponent(first, c); err != nil {
		t.Error(err)
	}
	if err := w.AddComponent(other, c); err != nil {
		t.Errorf("what nobody has is refused: %v", err)
	}
	if err := w.Destroy(other); err != nil {
		t.Error(err)
	}
	spawn(t, w, at(f, 0, c))
	ticks(w, 1)
}

func TestCheckSeesAComponentOfTwoEntities(t *testing.T) {
	w := looseWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	c := &wanting{}
	first := spawn(t, w, at(f, 0, c))
	other := spawn(t, w, at(f, 0, onSpawn(func(self *simulation.Self) { self.Add(c) })))
	told := func() (told string) {
		defer func() {
			if failed := recover(); failed != nil { // in a contract build
				told = fmt.Sprint(failed)
			}
		}()
		w.Tick()
		return strings.Join(w.Errors(), "")
	}()
	if want := fmt.Sprintf("wanting is a component of both %v and %v", first, other); !strings.Contains(told, want) {
		t.Errorf("the world tells %q, want %q", told, want)
	}
}

func TestMissingDescriptionsTypesAndQueriesHaveClearErrors(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	if _, err := w.Spawn(nil); err == nil || !strings.Contains(err.Error(), "description is nil") {
		t.Errorf("a spawn of nil says %v", err)
	}
	e := spawn(t, w, at(f, 0, onSpawn(func(self *simulation.Self) {
		if _, err := self.Spawn(nil); err == nil || !strings.Contains(err.Error(), "description is nil") {
			t.Errorf("a spawn of nil in a tick says %v", err)
		}
	})))
	ticks(w, 1)
	rows, none := w.Snapshot(), simulation.ComponentType{}
	for name, call := range map[string]func(){
		"has":     func() { rows.Has(e, none) },
		"remove":  func() { _, _ = w.RemoveComponents(e, none) },
		"count":   func() { rows.Count(nil) },
		"first":   func() { rows.First(nil) },
		"matches": func() { rows.Matches(e, nil) },
		"find":    func() { rows.Find(nil)(func(handle.Entity) bool { return true }) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if err, _ := recover().(error); err == nil || !strings.Contains(err.Error(), "nil") && !strings.Contains(err.Error(), "TypeOf") ||
					strings.Contains(err.Error(), "dereference") {
					t.Errorf("the panic is %v", err)
				}
			}()
			call()
		})
	}
	if none.Name() == "" || none.String() != none.Name() {
		t.Errorf("the zero type is named %q and %q", none.Name(), none.String())
	}
}
