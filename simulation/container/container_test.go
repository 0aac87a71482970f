package container_test

import (
	"fmt"
	"slices"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
	"tertius.dev/simulation/container"
)

// knock is a message that goes through containers.
type knock struct{ Times int32 }

var knocks = message.Type[knock]("test.knock")

// room is a world with a frame, in which one entity asks containers for things.
type room struct {
	*simulation.World
	t        *testing.T
	frame    handle.Frame
	hand     handle.Entity
	orders   []func(out *message.Outbox) // of the hand, for its next run
	outcomes []container.Outcome         // that the hand heard, without those that were done
	done     []container.Outcome
	names    map[handle.Entity]string
}

// hand is the component that asks.
type hand struct{ *room }

func (hand) Priority() int             { return 0 }
func (hand) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks, container.Outcomes} }

func (h hand) Handle(_ *simulation.Self, events *message.List, out *message.Outbox) {
	for o := range container.Outcomes.In(events) {
		if o.Problem == container.NoProblem {
			h.done = append(h.done, *o)
		} else {
			h.outcomes = append(h.outcomes, *o)
		}
	}
	for _, order := range h.orders {
		order(out)
	}
	h.orders = nil
}

func newRoom(t *testing.T, workers int) *room {
	t.Helper()
	w, err := simulation.New(simulation.Options{
		Workers: workers, DebugChecks: true, Messages: append(container.Messages(), knocks),
	})
	if err != nil {
		t.Fatal(err)
	}
	r := &room{World: w, t: t, names: map[handle.Entity]string{}}
	t.Cleanup(func() {
		for _, line := range w.Errors() {
			t.Errorf("the world reported: %s", line)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	owner := r.spawn("owner", simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	r.frame, _ = w.FrameOf(owner)
	r.hand = r.spawn("hand", r.at(0, hand{r}))
	return r
}

func (r *room) spawn(name string, d simulation.SpawnDesc) handle.Entity {
	r.t.Helper()
	e, err := r.Spawn(&d)
	if err != nil {
		r.t.Fatal(err)
	}
	r.names[e] = name
	return e
}

func (r *room) at(x float64, c ...simulation.Component) simulation.SpawnDesc {
	return simulation.SpawnDesc{Frame: r.frame, Pose: geom.At(geom.Vec3{X: x}), Components: c}
}

// box makes a container that is an item, and thing an item.
func (r *room) box(name string, x float64, c *container.Container) handle.Entity {
	r.t.Helper()
	return r.spawn(name, r.at(x, c, new(container.Item)))
}

func (r *room) thing(name string, x float64) handle.Entity {
	r.t.Helper()
	return r.spawn(name, r.at(x, new(container.Item)))
}

func (r *room) order(do func(out *message.Outbox)) { r.orders = append(r.orders, do) }

func (r *room) put(item, into handle.Entity) {
	r.order(func(out *message.Outbox) { container.Puts.Send(out, message.To(into), container.Put{Item: item}) })
}

func (r *room) take(item, from handle.Entity) {
	r.order(func(out *message.Outbox) { container.Takes.Send(out, message.To(from), container.Take{Item: item}) })
}

func (r *room) transfer(item, from, to handle.Entity) {
	r.order(func(out *message.Outbox) {
		container.Transfers.Send(out, message.To(from), container.Transfer{Item: item, To: to})
	})
}

// settle runs until everything that was ordered is over, for boxes that do not lie deep.
func (r *room) settle() {
	for range 24 {
		r.Tick()
	}
	r.agree()
}

// agree checks that containers and items say the same of each other, and that no holder comes back to where it began.
func (r *room) agree() {
	r.t.Helper()
	for e, i := range simulation.Each[*container.Item](r.World) {
		steps := 0
		for at := i.Holder(); !at.IsNone(); steps++ {
			holder, ok := simulation.Get[*container.Container](r.World, at)
			if !ok || steps > 100 {
				r.t.Fatalf("%s is in %v, which holds nothing or comes back to it", r.names[e], at)
			}
			if steps == 0 && !slices.Contains(slices.Collect(holder.Contents()), e) {
				r.t.Errorf("%s is in %s, which does not know", r.names[e], r.names[at])
			}
			outer, ok := simulation.Get[*container.Item](r.World, at)
			if !ok {
				break
			}
			at = outer.Holder()
		}
	}
	for e, c := range simulation.Each[*container.Container](r.World) {
		if c.Capacity > 0 && c.Len() > c.Capacity {
			r.t.Errorf("%s holds %d items", r.names[e], c.Len())
		}
		for in := range c.Contents() {
			if i, ok := simulation.Get[*container.Item](r.World, in); !ok || i.Holder() != e {
				r.t.Errorf("%s holds %s, which is not in it", r.names[e], r.names[in])
			}
		}
	}
}

// inside says what a container holds.
func (r *room) inside(box handle.Entity) (names []string) {
	c, ok := simulation.Get[*container.Container](r.World, box)
	if !ok {
		r.t.Fatalf("%v is no container", box)
	}
	for e := range c.Contents() {
		names = append(names, r.names[e])
	}
	return names
}

func (r *room) expectInside(box handle.Entity, want ...string) {
	r.t.Helper()
	if got := r.inside(box); !slices.Equal(got, want) {
		r.t.Errorf("%s holds %v, want %v", r.names[box], got, want)
	}
}

func (r *room) expectRefused(want ...container.Problem) {
	r.t.Helper()
	var got []container.Problem
	for _, o := range r.outcomes {
		got = append(got, o.Problem)
	}
	if !slices.Equal(got, want) {
		r.t.Errorf("the problems are %v, want %v", got, want)
	}
	r.outcomes = nil
}

func (r *room) hidden(e handle.Entity) bool {
	v, _ := r.Snapshot().Visual(e)
	return v.Hidden
}

func (r *room) x(e handle.Entity) float64 {
	p, _ := r.Snapshot().Transform(e)
	return p.Pose.Position.X
}

func TestPutHidesAndTakePutsDownWhereTheContainerIs(t *testing.T) {
	r := newRoom(t, 1)
	chest, sword := r.box("chest", 5, new(container.Container)), r.thing("sword", 1)
	r.put(sword, chest)
	r.settle()
	r.expectInside(chest, "sword")
	if !r.hidden(sword) || r.x(sword) != 1 {
		t.Errorf("inside, the sword is hidden %v at %v", r.hidden(sword), r.x(sword))
	}
	must(t, r.SetTransform(chest, geom.At(geom.Vec3{X: 9})))
	r.take(sword, chest)
	r.settle()
	r.expectInside(chest)
	if r.hidden(sword) || r.x(sword) != 9 {
		t.Errorf("outside, the sword is hidden %v at %v", r.hidden(sword), r.x(sword))
	}
	r.expectRefused()
	want := []container.Outcome{
		{Act: container.Putting, Item: sword, Container: chest}, {Act: container.Taking, Item: sword, Container: chest},
	}
	if !slices.Equal(r.done, want) {
		t.Errorf("the outcomes are %+v, want %+v", r.done, want)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestTransferMovesAnItemAtOnceOrLeavesItWhereItIs(t *testing.T) {
	r := newRoom(t, 1)
	a, b := r.box("a", 5, new(container.Container)), r.box("b", 6, &container.Container{Capacity: 1})
	x, y := r.thing("x", 1), r.thing("y", 2)
	r.put(x, a)
	r.put(y, a)
	r.settle()
	r.transfer(x, a, b)
	r.transfer(y, a, b)
	r.settle()
	r.expectInside(a, "y")
	r.expectInside(b, "x")
	r.expectRefused(container.Full)
	r.transfer(x, a, b) // it is in b
	r.transfer(y, a, x) // which holds nothing
	r.transfer(y, a, a)
	r.settle()
	r.expectInside(a, "y")
	r.expectRefused(container.NotInside, container.HolderGone, container.Elsewhere)
	if !r.hidden(x) || !r.hidden(y) {
		t.Error("what is inside shows")
	}
}

func TestItemGoesToOneOfTheContainersThatAskForIt(t *testing.T) {
	r := newRoom(t, 1)
	a, b := r.box("a", 5, new(container.Container)), r.box("b", 6, new(container.Container))
	x := r.thing("x", 1)
	r.put(x, a)
	r.put(x, b)
	r.put(x, b)
	r.settle()
	if r.expectInside(a, "x"); len(r.inside(b)) != 0 {
		t.Error("it is in both")
	}
	r.expectRefused(container.Busy, container.Elsewhere)
	r.take(x, a)
	r.transfer(x, a, b)
	r.settle()
	if r.agree(); len(r.inside(a))+len(r.inside(b)) != 0 {
		t.Errorf("a holds %v, b holds %v", r.inside(a), r.inside(b))
	}
	r.expectRefused(container.Elsewhere)
}

func TestBadRequestsAreRefused(t *testing.T) {
	r := newRoom(t, 1)
	chest := r.box("chest", 5, &container.Container{Capacity: 1})
	stone := r.spawn("stone", r.at(0))
	x, y := r.thing("x", 1), r.thing("y", 2)
	gone := r.thing("gone", 3)
	must(t, r.Destroy(gone))
	r.put(stone, chest)
	r.put(gone, chest)
	r.put(chest, chest)
	r.take(x, chest)
	r.settle()
	r.expectRefused(container.NotAnItem, container.NotAnItem, container.Loop, container.NotInside)
	r.put(x, chest)
	r.put(y, chest)
	r.settle()
	r.expectRefused(container.Full)
	r.expectInside(chest, "x")
}

func TestOwnerOfARootFrameCannotBeInside(t *testing.T) {
	r := newRoom(t, 1)
	chest := r.box("chest", 5, new(container.Container))
	planet := r.spawn("planet", simulation.SpawnDesc{Owns: &simulation.FrameSpec{}, Components: []simulation.Component{new(container.Item)}})
	r.put(planet, chest)
	r.settle()
	r.expectRefused(container.NotPlaced)
}

func TestNestingHasNoLoop(t *testing.T) {
	r := newRoom(t, 1)
	var boxes []handle.Entity
	for i := range 5 {
		boxes = append(boxes, r.box(fmt.Sprintf("box%d", i), float64(i), new(container.Container)))
	}
	for i := range 4 {
		r.put(boxes[i], boxes[i+1])
		r.settle()
	}
	r.expectRefused()
	for i := range 5 {
		r.put(boxes[4], boxes[i]) // the outermost into each
	}
	r.settle()
	r.expectRefused(container.Loop, container.Busy, container.Busy, container.Busy, container.Loop)
	r.expectInside(boxes[4], "box3")
	r.transfer(boxes[1], boxes[2], boxes[0]) // into what it holds
	r.settle()
	r.expectRefused(container.Loop)
	r.transfer(boxes[0], boxes[1], boxes[4]) // up by three
	r.settle()
	r.expectInside(boxes[4], "box3", "box0")
}

// TestRequestsOfOneTickCloseNoLoop puts boxes into each other at once, in rings of every length.
func TestRequestsOfOneTickCloseNoLoop(t *testing.T) {
	for n := 2; n <= 6; n++ {
		t.Run(fmt.Sprintf("ring-of-%d", n), func(t *testing.T) {
			r := newRoom(t, 1)
			var boxes []handle.Entity
			for i := range n {
				boxes = append(boxes, r.box(fmt.Sprintf("box%d", i), float64(i), new(container.Container)))
			}
			for i := range n {
				r.put(boxes[i], boxes[(i+1)%n])
			}
			r.settle()
			if len(r.outcomes) == 0 || len(r.outcomes)+len(r.done) != n {
				t.Errorf("%d were done and %d refused", len(r.done), len(r.outcomes))
			}
		})
	}
}

// TestManyRequestsLeaveContainersAndItemsAgreed asks for many things at once, in many ticks, with several workers alike.
func TestManyRequestsLeaveContainersAndItemsAgreed(t *testing.T) {
	run := func(workers int) (text string) {
		r := newRoom(t, workers)
		var boxes, things []handle.Entity
		for i := range 40 {
			boxes = append(boxes, r.box(fmt.Sprintf("box%d", i), float64(i), &container.Container{Capacity: 4, Fate: container.Fate(i % 2)}))
		}
		for i := range 100 {
			things = append(things, r.thing(fmt.Sprintf("thing%d", i), float64(i)))
		}
		state := uint64(7)
		next := func(n int) int {
			state ^= state << 13
			state ^= state >> 7
			state ^= state << 17
			return int(state % uint64(n))
		}
		all := append(slices.Clone(things), boxes...)
		for tick := range 300 {
			for range 6 {
				item, box := all[next(len(all))], boxes[next(len(boxes))]
				switch next(4) {
				case 0, 1:
					r.put(item, box)
				case 2:
					if i, ok := simulation.Get[*container.Item](r.World, item); ok && !i.Holder().IsNone() {
						r.take(item, i.Holder())
					}
				case 3:
					if i, ok := simulation.Get[*container.Item](r.World, item); ok && !i.Holder().IsNone() {
						r.transfer(item, i.Holder(), box)
					}
				}
			}
			if tick%60 == 59 {
				_ = r.Destroy(boxes[next(len(boxes))])
			}
			r.Tick()
		}
		for range 200 {
			r.Tick()
		}
		r.agree()
		for e, c := range simulation.Each[*container.Container](r.World) {
			text += fmt.Sprint(r.names[e], " ", r.inside(e), c.Len(), "\n")
		}
		if len(r.done) < 100 || len(r.outcomes) < 100 {
			t.Errorf("only %d were done and %d refused", len(r.done), len(r.outcomes))
		}
		return fmt.Sprint(text, len(r.done), len(r.outcomes))
	}
	want := run(1)
	for _, workers := range []int{2, 8} {
		if got := run(workers); got != want {
			t.Errorf("with %d workers it ends as\n%s\nwant\n%s", workers, got, want)
		}
	}
}

func TestContentsShareTheFateOfTheirContainer(t *testing.T) {
	for _, c := range []struct {
		fate  container.Fate
		lives bool
	}{{container.Drops, true}, {container.Dies, false}} {
		t.Run(fmt.Sprintf("lives-%v", c.lives), func(t *testing.T) {
			r := newRoom(t, 1)
			outer := r.box("outer", 5, &container.Container{Fate: c.fate})
			inner := r.box("inner", 1, &container.Container{Fate: c.fate})
			sword := r.thing("sword", 2)
			r.put(sword, inner)
			r.put(inner, outer)
			r.settle()
			must(t, r.SetTransform(outer, geom.At(geom.Vec3{X: 7})))
			must(t, r.Destroy(outer))
			r.settle()
			if got := r.Snapshot().Live(inner); got != c.lives {
				t.Fatalf("the inner box lives %v", got)
			}
			if got := r.Snapshot().Live(sword); got != c.lives {
				t.Errorf("the sword lives %v", got)
			}
			if !c.lives {
				return
			}
			r.expectInside(inner, "sword")
			if r.hidden(inner) || r.x(inner) != 7 || !r.hidden(sword) {
				t.Errorf("the inner box lies at %v, hidden %v; the sword is hidden %v", r.x(inner), r.hidden(inner), r.hidden(sword))
			}
			r.put(inner, r.box("new", 3, new(container.Container)))
			r.settle()
			r.expectRefused()
		})
	}
}

func TestContainerForgetsAnItemThatIsGone(t *testing.T) {
	r := newRoom(t, 1)
	chest := r.box("chest", 5, &container.Container{Capacity: 1})
	x, y := r.thing("x", 1), r.thing("y", 2)
	r.put(x, chest)
	r.settle()
	must(t, r.Destroy(x))
	r.settle()
	r.put(y, chest)
	r.settle()
	r.expectInside(chest, "y")
	r.expectRefused()
}

// TestWayEndsWhenWhatIsOnItGoes destroys the container, the item, and a container between during a climb.
func TestWayEndsWhenWhatIsOnItGoes(t *testing.T) {
	for _, victim := range []string{"target", "mover", "between", "outermost"} {
		t.Run(victim, func(t *testing.T) {
			r := newRoom(t, 1)
			box := map[string]handle.Entity{}
			for i, name := range []string{"outermost", "between", "target", "mover", "other"} {
				box[name] = r.box(name, float64(i), new(container.Container))
			}
			r.put(box["target"], box["between"])
			r.settle()
			r.put(box["between"], box["outermost"])
			r.settle()
			r.put(box["mover"], box["target"])
			for range 4 { // the climb has come to the target
				r.Tick()
			}
			must(t, r.Destroy(box[victim]))
			for range 100 {
				r.Tick()
			}
			r.agree()
			if victim == "mover" {
				r.expectInside(box["target"])
				return
			}
			mover, _ := simulation.Get[*container.Item](r.World, box["mover"])
			if holder := mover.Holder(); !holder.IsNone() { // it went on before the end
				r.take(box["mover"], holder)
				r.settle()
			}
			r.outcomes = nil
			r.put(box["mover"], box["other"])
			r.settle()
			r.expectRefused()
			r.expectInside(box["other"], "mover")
		})
	}
}

// bell counts what it hears.
type bell struct{ rung int32 }

func (*bell) Priority() int             { return 0 }
func (*bell) Wants() []message.AnyToken { return []message.AnyToken{knocks} }
func (b *bell) Handle(_ *simulation.Self, events *message.List, _ *message.Outbox) {
	for k := range knocks.In(events) {
		b.rung += k.Times
	}
}

func TestContainerForwardsWhatItWasToldTo(t *testing.T) {
	for _, forwards := range []bool{false, true} {
		r := newRoom(t, 1)
		c := new(container.Container)
		if forwards {
			c.Forwards = []message.AnyToken{knocks}
		}
		inner, outside := new(bell), new(bell)
		chest := r.box("chest", 5, c)
		r.spawn("bell", r.at(1, inner, &container.Item{In: chest}))
		r.spawn("outside", r.at(1, outside, new(container.Item)))
		r.settle()
		r.expectInside(chest, "bell")
		r.Post(knocks.Event(r.Messages(), message.To(chest), knock{3}))
		r.settle()
		want := int32(0)
		if forwards {
			want = 3
		}
		if inner.rung != want || outside.rung != 0 {
			t.Errorf("forwarding is %v: inside it rang %d times, outside %d", forwards, inner.rung, outside.rung)
		}
	}
}

// lock takes away every Take.
type lock struct{}

func (lock) Priority() int             { return 0 }
func (lock) Wants() []message.AnyToken { return []message.AnyToken{container.Takes} }
func (lock) Handle(_ *simulation.Self, events *message.List, _ *message.Outbox) {
	container.Takes.RemoveAll(events)
}

func TestComponentBeforeTheContainerIsALock(t *testing.T) {
	r := newRoom(t, 1)
	chest := r.spawn("chest", r.at(5, lock{}, new(container.Container)))
	sword := r.thing("sword", 1)
	r.put(sword, chest)
	r.settle()
	r.take(sword, chest)
	r.settle()
	r.expectInside(chest, "sword")
}

func TestDeepNestingEndsAtMaxDepth(t *testing.T) {
	r := newRoom(t, 1)
	box := r.box("box", 0, new(container.Container))
	for range container.MaxDepth + 3 {
		outer := r.box("box", 0, new(container.Container))
		r.put(box, outer)
		r.settle()
		box = outer
	}
	r.expectRefused()
	// the innermost has too many around it
	var innermost handle.Entity
	for e, c := range simulation.Each[*container.Container](r.World) {
		if c.Len() == 0 {
			innermost = e
		}
	}
	r.put(r.box("late", 0, new(container.Container)), innermost)
	for range 2*container.MaxDepth + 20 {
		r.Tick()
	}
	r.expectRefused(container.TooDeep)
}
