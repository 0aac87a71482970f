package container_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
	"tertius.dev/simulation/container"
)

// refused hears what the containers answer to its own entity.
type refused struct{ problems []container.Problem }

func (*refused) Priority() int             { return 0 }
func (*refused) Wants() []message.AnyToken { return []message.AnyToken{container.Outcomes} }
func (c *refused) Handle(_ *simulation.Self, events *message.List, _ *message.Outbox) {
	for o := range container.Outcomes.In(events) {
		c.problems = append(c.problems, o.Problem)
	}
}

// The item asks by itself as it spawns, so nobody else could hear of it: World.Log tells once, and its own components hear.
func TestItemThatCannotEnterAsItSpawnsTellsWhy(t *testing.T) {
	for _, c := range []struct {
		name  string
		spawn func(r *room) (in handle.Entity, d simulation.SpawnDesc)
		want  container.Problem
		words string
	}{
		{"held-by-its-parent", func(r *room) (handle.Entity, simulation.SpawnDesc) {
			return r.box("chest", 1, new(container.Container)), simulation.SpawnDesc{AttachTo: r.hand, Offset: geom.IdentityPose}
		}, container.NotPlaced, "is attached"},
		{"in-a-stone", func(r *room) (handle.Entity, simulation.SpawnDesc) {
			return r.spawn("stone", r.at(1)), r.at(2)
		}, container.HolderGone, "has no container.Container"},
		{"in-what-is-gone", func(r *room) (handle.Entity, simulation.SpawnDesc) {
			chest := r.box("chest", 1, new(container.Container))
			must(r.t, r.Destroy(chest))
			return chest, r.at(2)
		}, container.HolderGone, "is gone"},
		{"in-a-full-chest", func(r *room) (handle.Entity, simulation.SpawnDesc) {
			chest := r.box("chest", 1, &container.Container{Capacity: 1})
			r.put(r.thing("stone", 1), chest)
			r.settle()
			return chest, r.at(2)
		}, container.Full, "is full"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRoom(t, 1)
			in, d := c.spawn(r)
			ear := new(refused)
			d.Components = []simulation.Component{&container.Item{In: in}, ear}
			sword := r.spawn("sword", d)
			r.settle()
			log := r.Log()
			if len(log) != 1 {
				t.Fatalf("the log is %q, want one line", log)
			}
			for _, part := range []string{fmt.Sprintf(" %v: ", sword), fmt.Sprintf("entity %v", in), "container.Item.In", c.want.String(), c.words} {
				if !strings.Contains(log[0], part) {
					t.Errorf("the log does not say %q: %s", part, log[0])
				}
			}
			if !slices.Equal(ear.problems, []container.Problem{c.want}) {
				t.Errorf("its components heard %v, want %v", ear.problems, c.want)
			}
		})
	}
}

// What comes in says nothing, also where the container becomes one in the tick in which the item spawns.
func TestItemThatEntersAsItSpawnsNotesNothing(t *testing.T) {
	r := newRoom(t, 1)
	chest := r.box("chest", 1, new(container.Container))
	late := r.spawn("late", r.at(1, &becomes{}))
	r.spawn("sword", r.at(2, &container.Item{In: chest}))
	r.spawn("shield", r.at(2, &container.Item{In: late}))
	r.settle()
	r.expectInside(chest, "sword")
	r.expectInside(late, "shield")
	if log := r.Log(); len(log) != 0 {
		t.Errorf("the log is %q", log)
	}
}

// becomes makes its entity a container in its first tick.
type becomes struct{ done bool }

func (*becomes) Priority() int             { return 0 }
func (*becomes) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }
func (b *becomes) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	if !b.done {
		self.Add(new(container.Container))
		b.done = true
	}
}

// A script posts without a sender, so no Outcome can tell it.
func TestRefusalOfAPutFromOutsideIsNoted(t *testing.T) {
	r := newRoom(t, 1)
	chest, stone := r.box("chest", 1, new(container.Container)), r.spawn("stone", r.at(2))
	r.Post(container.Puts.Event(r.Messages(), message.To(chest), container.Put{Item: stone}))
	r.settle()
	want := fmt.Sprintf("tick 0: %v: the put of entity %v, asked of entity %v from outside, is refused: %v", chest, stone, chest, container.NotAnItem)
	if log := r.Log(); !slices.Equal(log, []string{want}) {
		t.Errorf("the log is %q, want %q", log, want)
	}
}

// A dump shows the messages between containers and items as text, which says what is asked and what was in the way.
func TestMessagesBetweenContainersAndItemsSayTheirActs(t *testing.T) {
	r := newRoom(t, 1)
	chest := r.box("chest", 1, new(container.Container))
	held := r.spawn("held", simulation.SpawnDesc{AttachTo: r.hand, Offset: geom.IdentityPose, Components: []simulation.Component{new(container.Item)}})
	r.RecordRouted(true)
	r.put(held, chest)
	r.settle()
	asked := fmt.Sprintf("put for %v", r.hand)
	want := map[string]string{
		"container.invitation": fmt.Sprintf("%s of %v from %v", asked, held, handle.Entity{}),
		"container.refusal":    fmt.Sprintf("%s: %v", asked, container.NotPlaced),
	}
	for _, e := range r.Routed() {
		name := r.Messages().Token(e.Event.Type).Name()
		if text, has := want[name]; has && fmt.Sprint(r.Messages().Value(&e.Event)) == text {
			delete(want, name)
		}
	}
	if len(want) != 0 {
		t.Errorf("no message says %v", want)
	}
	r.expectRefused(container.NotPlaced)
}

func TestEveryActProblemAndFateHasWords(t *testing.T) {
	seen := map[string]bool{}
	check := func(text, unknown string) {
		if text == "" || text == unknown || seen[text] {
			t.Errorf("%s is named %q", unknown, text)
		}
		seen[text] = true
	}
	for a := container.Putting; a <= container.Transferring; a++ {
		check(a.String(), fmt.Sprintf("Act(%d)", uint8(a)))
	}
	for p := container.NoProblem; p <= container.HolderGone; p++ {
		check(p.String(), fmt.Sprintf("Problem(%d)", uint8(p)))
	}
	for f := container.Drops; f <= container.Dies; f++ {
		check(f.String(), fmt.Sprintf("Fate(%d)", uint8(f)))
	}
	if got := fmt.Sprint(container.Act(9), container.Problem(99), container.Fate(9)); got != "Act(9) Problem(99) Fate(9)" {
		t.Errorf("what has no name is %s", got)
	}
}
