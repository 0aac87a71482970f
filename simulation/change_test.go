package simulation_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// script is a component that does another thing in each tick.
type script struct {
	actor
	steps []func(self *simulation.Self)
}

// inTicks is a component that does one step in each tick, and then nothing.
func inTicks(steps ...func(self *simulation.Self)) *script {
	s := &script{steps: steps}
	s.wants = []message.AnyToken{message.Ticks}
	s.handle = func(self *simulation.Self, _ *message.List, _ *message.Outbox) {
		if len(s.steps) > 0 {
			step := s.steps[0]
			s.steps = s.steps[1:]
			step(self)
		}
	}
	return s
}

func nothing(*simulation.Self) {}

// witness notes each of its ticks.
func witness(name string, priority int, heard *[]string) *actor {
	return &actor{priority: priority, wants: []message.AnyToken{message.Ticks}, handle: func(self *simulation.Self, _ *message.List, _ *message.Outbox) {
		*heard = append(*heard, fmt.Sprintf("%s%d", name, self.Tick()))
	}}
}

func TestAddedComponentRunsFromTheNextTickInItsPlace(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var heard []string
	late := witness("late", 9, &heard)
	spawn(t, w, at(f, 0, late, inTicks(func(self *simulation.Self) {
		self.Add(witness("early", -1, &heard))
		self.Add(witness("between", 9, &heard)) // of late's priority, so behind it
		if !self.Remove(late) || self.Remove(late) {
			t.Error("late was not there once")
		}
	}, func(self *simulation.Self) { self.Add(late) })))
	ticks(w, 3)
	want := []string{"late0", "early1", "between1", "early2", "between2", "late2"}
	if !slices.Equal(heard, want) {
		t.Errorf("it ran as %v, want %v", heard, want)
	}
}

func TestComponentFlagsShowFromTheNextTick(t *testing.T) {
	for _, outside := range []bool{false, true} {
		t.Run(fmt.Sprintf("outside-%v", outside), func(t *testing.T) {
			w := newWorld(t, simulation.Options{})
			f, _ := rootFrame(t, w)
			var seen []bool
			has := simulation.TypeOf[*armor]()
			look := func(e handle.Entity) { seen = append(seen, w.Snapshot().Has(e, has)) }
			piece, other := new(armor), new(armor)
			body := inTicks(nothing)
			if !outside {
				body = inTicks(
					func(self *simulation.Self) { self.Add(piece); self.Add(other); look(self.Entity()) },
					func(self *simulation.Self) { look(self.Entity()); self.Remove(piece) },
					func(self *simulation.Self) { look(self.Entity()); self.Remove(other); look(self.Entity()) },
					func(self *simulation.Self) { look(self.Entity()) })
			}
			e := spawn(t, w, at(f, 0, body))
			if outside {
				look(e)
				must(t, w.AddComponent(e, piece))
				must(t, w.AddComponent(e, other))
				look(e)
				must(t, w.RemoveComponent(e, piece))
				look(e)
				look(e)
				must(t, w.RemoveComponent(e, other))
				look(e)
			} else {
				ticks(w, 4)
			}
			if want := []bool{false, true, true, true, false}; !slices.Equal(seen, want) {
				t.Errorf("the flag was seen as %v, want %v", seen, want)
			}
		})
	}
}

// panicOf returns the text of what do panics with, or nothing.
func panicOf(do func(self *simulation.Self), self *simulation.Self) (text string) {
	defer func() {
		if v := recover(); v != nil {
			text = fmt.Sprint(v)
		}
	}()
	do(self)
	return ""
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

func TestRemoveTypeTakesAllOfTheType(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var counts []int
	e := spawn(t, w, at(f, 0, new(armor), new(cargo), new(armor), inTicks(func(self *simulation.Self) {
		self.Add(new(armor))
		counts = append(counts, self.RemoveType(simulation.TypeOf[*armor]()), self.RemoveType(simulation.TypeOf[*armor]()))
	})))
	w.Tick()
	n, err := w.RemoveComponents(e, simulation.TypeOf[*cargo]())
	must(t, err)
	counts = append(counts, n)
	if want := []int{3, 0, 1}; !slices.Equal(counts, want) {
		t.Errorf("removed %v, want %v", counts, want)
	}
	if list := w.Components(e); len(list) != 1 {
		t.Errorf("%d components are left, want the script alone", len(list))
	}
}

func TestComponentAddedInAnyWayHearsTheNextTicksMail(t *testing.T) {
	for _, outside := range []bool{false, true} {
		t.Run(fmt.Sprintf("outside-%v", outside), func(t *testing.T) {
			w := newWorld(t, simulation.Options{})
			f, _ := rootFrame(t, w)
			var heard []string
			adder := inTicks(nothing)
			if !outside {
				adder = inTicks(func(self *simulation.Self) { self.Add(listener(&heard, pings)) })
			}
			e := spawn(t, w, at(f, 0, adder))
			spawn(t, w, at(f, 0, everyTick(func(_ *simulation.Self, out *message.Outbox) { pings.Send(out, message.To(e), ping{1}) })))
			if outside {
				must(t, w.AddComponent(e, listener(&heard, pings)))
			}
			ticks(w, 3)
			if want := []string{"ping 1", "ping 1"}; !slices.Equal(heard, want) {
				t.Errorf("it heard %v, want %v", heard, want)
			}
		})
	}
}

func TestBadChangesOfComponentsAreRefused(t *testing.T) {
	w := looseWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	mine := new(armor)
	e := spawn(t, w, at(f, 0, mine))
	gone := spawn(t, w, at(f, 0))
	must(t, w.Destroy(gone))
	for _, c := range []struct {
		name, want string
		do         func() error
	}{
		{"nil", "the component is nil", func() error { return w.AddComponent(e, nil) }},
		{"twice", "has that tertius.dev/simulation_test.armor", func() error { return w.AddComponent(e, mine) }},
		{"to-the-dead", "not live", func() error { return w.AddComponent(gone, new(armor)) }},
		{"of-the-dead", "not live", func() error { return w.RemoveComponent(gone, mine) }},
		{"not-there", "does not have that", func() error { return w.RemoveComponent(e, new(armor)) }},
		{"types-of-the-dead", "not live", func() error {
			_, err := w.RemoveComponents(gone, simulation.TypeOf[*armor]())
			return err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.do(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want one that tells of %q", err, c.want)
			}
		})
	}
	for _, c := range []struct {
		name, want string
		do         func(self *simulation.Self)
	}{
		{"add-nil", "the component is nil", func(self *simulation.Self) { self.Add(nil) }},
		{"add-twice", "has that", func(self *simulation.Self) { a := new(armor); self.Add(a); self.Add(a) }},
		{"world-in-a-tick", "Self.Add", func(self *simulation.Self) { _ = w.AddComponent(e, new(armor)) }},
		{"get-in-a-tick", "messages", func(self *simulation.Self) { simulation.Get[*armor](w, e) }},
		{"each-in-a-tick", "messages", func(self *simulation.Self) {
			for range simulation.Each[*armor](w) {
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var text string
			actor := spawn(t, w, at(f, 0, inTicks(func(self *simulation.Self) { text = panicOf(c.do, self) })))
			w.Tick()
			must(t, w.Destroy(actor))
			if !strings.Contains(text, c.want) {
				t.Errorf("it panicked with %q, want %q", text, c.want)
			}
		})
	}
}

func TestGetAndEachFindComponentsByType(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	first, second, third := &armor{actor{priority: 2}}, &armor{actor{priority: 1}}, new(armor)
	a := spawn(t, w, at(f, 0, first, new(cargo), second))
	b := spawn(t, w, at(f, 0, new(cargo)))
	c := spawn(t, w, at(f, 0, third))
	if got, ok := simulation.Get[*armor](w, a); !ok || got != second {
		t.Error("Get does not give the one that runs first")
	}
	if _, ok := simulation.Get[*armor](w, b); ok {
		t.Error("b has armor")
	}
	type pair struct {
		entity handle.Entity
		armor  *armor
	}
	var got []pair
	for e, piece := range simulation.Each[*armor](w) {
		got = append(got, pair{e, piece})
	}
	if want := []pair{{a, second}, {a, first}, {c, third}}; !slices.Equal(got, want) {
		t.Errorf("Each gave %v, want %v", got, want)
	}
	n := 0
	for range simulation.Each[interface{ Priority() int }](w) {
		n++
	}
	if n != 5 {
		t.Errorf("%d components have a priority, want 5", n)
	}
	must(t, w.Destroy(a))
	if _, ok := simulation.Get[*armor](w, a); ok {
		t.Error("the dead have armor")
	}
}

// local returns a component of a type that shares its full name with another's.
func local(which int) simulation.Component {
	if which == 0 {
		type same struct{ actor }
		return new(same)
	}
	type same struct{ actor }
	return new(same)
}

func TestNumbersOfComponentTypesShowNoOrderOfAppearance(t *testing.T) {
	kinds := []func() simulation.Component{
		func() simulation.Component { return new(armor) },
		func() simulation.Component { return new(beacon) },
		func() simulation.Component { return new(cargo) },
		func() simulation.Component { return local(0) },
		func() simulation.Component { return local(1) },
	}
	for _, order := range [][]int{{0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {2, 4, 0, 3, 1}} {
		w := newWorld(t, simulation.Options{})
		f, _ := rootFrame(t, w)
		entities := make([]handle.Entity, len(kinds))
		for _, k := range order {
			d := at(f, 0, kinds[k]())
			if k%2 == 0 { // meets the type in a tick
				e := spawn(t, w, at(f, 0, inTicks(func(self *simulation.Self) { self.Add(kinds[k]()) })))
				entities[k] = e
				w.Tick()
				continue
			}
			entities[k] = spawn(t, w, d)
		}
		for k, e := range entities {
			for other := range kinds {
				if got := w.Snapshot().Has(e, simulation.TypeOfComponent(kinds[other]())); got != (k == other) {
					t.Errorf("in order %v, that entity %d has type %d is %v", order, k, other, got)
				}
			}
		}
	}
}
