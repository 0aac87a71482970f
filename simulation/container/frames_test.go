package container_test

import (
	"fmt"
	"runtime"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/core/quiet"
	"tertius.dev/simulation"
	"tertius.dev/simulation/container"
)

// ship makes a frame in the room's frame, or a root.
func (r *room) ship(name string, x float64, root bool, bubbleMeters float64) (handle.Frame, handle.Entity) {
	r.t.Helper()
	d := simulation.SpawnDesc{Owns: &simulation.FrameSpec{}}
	if !root {
		d.Frame, d.Pose = r.frame, geom.At(geom.Vec3{X: x})
		d.Owns.Bounds = geom.Vec3{X: bubbleMeters, Y: bubbleMeters, Z: bubbleMeters}
	}
	owner := r.spawn(name, d)
	f, _ := r.FrameOf(owner)
	return f, owner
}

// mover goes where it is told to.
type mover struct {
	to handle.Frame
	at geom.Pose
}

func (*mover) Priority() int             { return 0 }
func (*mover) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }
func (m *mover) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	if !m.to.IsNone() {
		self.MoveToFrame(m.to, m.at)
		m.to = handle.Frame{}
	}
}

// ear counts the knocks that it hears.
type ear struct{ knocks int }

func (*ear) Priority() int             { return 0 }
func (*ear) Wants() []message.AnyToken { return []message.AnyToken{knocks} }
func (e *ear) Handle(_ *simulation.Self, events *message.List, _ *message.Outbox) {
	for range knocks.In(events) {
		e.knocks++
	}
}

func (r *room) expectAt(e handle.Entity, f handle.Frame, x float64) {
	r.t.Helper()
	at, live := r.Snapshot().Transform(e)
	if !live || at.Frame != f || at.Pose.Position != (geom.Vec3{X: x}) {
		r.t.Errorf("%s is live: %v, at %v in frame %v, want at %v m in frame %v", r.names[e], live, at.Pose.Position, at.Frame, x, f)
	}
}

// treasure is a sword in a chest, which is in a crate that moves, each of them put in where it lay.
type treasure struct {
	crate, chest, sword handle.Entity
	crateMoves          *mover
	ear                 *ear
}

func (r *room) bury() treasure {
	r.t.Helper()
	tr := treasure{crateMoves: new(mover), ear: new(ear)}
	tr.crate = r.spawn("crate", r.at(5, new(container.Container), tr.crateMoves))
	tr.chest = r.box("chest", 6, new(container.Container))
	tr.sword = r.spawn("sword", r.at(7, new(container.Item), tr.ear))
	r.put(tr.sword, tr.chest)
	r.settle()
	r.put(tr.chest, tr.crate)
	r.settle()
	r.expectRefused()
	return tr
}

// go puts the crate into a frame, and waits until all that is in it has followed.
func (r *room) carry(tr treasure, to handle.Frame, x float64) {
	tr.crateMoves.to, tr.crateMoves.at = to, geom.At(geom.Vec3{X: x})
	for range 1 + 2 + 1 {
		r.Tick()
	}
}

func TestContentsFollowTheirContainerIntoOtherFrames(t *testing.T) {
	for _, workers := range []int{1, 4} {
		for name, root := range map[string]bool{"child": false, "other-tree": true} {
			t.Run(fmt.Sprintf("%s-%d", name, workers), func(t *testing.T) {
				r := newRoom(t, workers)
				aboard, _ := r.ship("ship", 100, root, 0)
				tr := r.bury()
				r.carry(tr, aboard, 3)
				for _, e := range []handle.Entity{tr.crate, tr.chest, tr.sword} {
					r.expectAt(e, aboard, 3)
				}
				r.Post(knocks.Event(r.Messages(), message.ToFrame(r.frame), knock{}))
				r.Tick()
				if tr.ear.knocks != 0 {
					t.Error("the sword hears the frame that it has left")
				}
				r.Post(knocks.Event(r.Messages(), message.ToFrame(aboard), knock{}))
				r.Tick()
				if tr.ear.knocks != 1 {
					t.Errorf("the sword has heard its frame %d times", tr.ear.knocks)
				}
				r.take(tr.sword, tr.chest)
				r.settle()
				r.expectRefused()
				r.expectAt(tr.sword, aboard, 3)
			})
		}
	}
}

// What is inside asks to follow in the tick in which it hears that its holder goes, and so do containers further in: the first is two
// ticks behind, each further one only one more.
func TestContentsAreOneTickBehindForEachFurtherContainer(t *testing.T) {
	r := newRoom(t, 1)
	aboard, _ := r.ship("ship", 100, true, 0)
	moves := new(mover)
	nest := []handle.Entity{r.spawn("container 0", r.at(5, new(container.Container), moves))}
	for k := 1; k <= 4; k++ {
		inner := r.box(fmt.Sprintf("container %d", k), 6, new(container.Container))
		r.put(inner, nest[k-1])
		r.settle()
		nest = append(nest, inner)
	}
	r.expectRefused()
	moves.to, moves.at = aboard, geom.At(geom.Vec3{X: 3})
	for tick := 1; tick <= 1+2+3; tick++ {
		r.Tick()
		for k, e := range nest {
			arrives := 1 // the outermost one
			if k > 0 {
				arrives += 2 + k - 1
			}
			want := r.frame
			if tick >= arrives {
				want = aboard
			}
			if at, _ := r.Snapshot().Transform(e); at.Frame != want {
				t.Errorf("after tick %d %s is in frame %v, want %v", tick, r.names[e], at.Frame, want)
			}
		}
	}
}

func TestThingGoesIntoTheFrameOfItsContainer(t *testing.T) {
	r := newRoom(t, 1)
	aboard, _ := r.ship("ship", 100, false, 0)
	d := r.at(4, new(container.Container))
	d.Frame = aboard
	chest, sword := r.spawn("chest", d), r.thing("sword", 7)
	r.put(sword, chest)
	r.settle()
	r.expectAt(sword, aboard, 4)
	r.take(sword, chest)
	r.settle()
	r.expectAt(sword, aboard, 4)
}

// Who is put in while the container goes into another frame follows it, whichever tick the two meet in.
func TestThingFollowsAContainerThatLeavesWhileItIsPutIn(t *testing.T) {
	for early := range 8 {
		t.Run(fmt.Sprint(early), func(t *testing.T) {
			r := newRoom(t, 1)
			aboard, _ := r.ship("ship", 100, false, 0)
			moves := new(mover)
			chest := r.spawn("chest", r.at(5, new(container.Container), moves))
			sword := r.thing("sword", 7)
			r.put(sword, chest)
			for range early {
				r.Tick()
			}
			moves.to, moves.at = aboard, geom.At(geom.Vec3{X: 3})
			r.settle()
			r.expectAt(sword, aboard, 3)
		})
	}
}

func TestContentsEndWithTheRootOfTheirContainerAndNotWithTheOneBefore(t *testing.T) {
	r := newRoom(t, 1)
	aboard, ship := r.ship("ship", 0, true, 0)
	harbor, port := r.ship("port", 0, true, 0)
	tr := r.bury()
	r.carry(tr, harbor, 1)
	r.carry(tr, aboard, 3)
	must(t, r.Destroy(port))
	r.settle()
	for _, e := range []handle.Entity{tr.crate, tr.chest, tr.sword} {
		r.expectAt(e, aboard, 3)
	}
	must(t, r.Destroy(ship))
	r.settle()
	for _, e := range []handle.Entity{tr.crate, tr.chest, tr.sword} {
		if r.Snapshot().Live(e) {
			t.Errorf("%s has outlived the root that it was in", r.names[e])
		}
	}
}

func TestContentsOutliveAFrameWithTheirContainer(t *testing.T) {
	r := newRoom(t, 1)
	aboard, ship := r.ship("ship", 100, false, 0)
	tr := r.bury()
	r.carry(tr, aboard, 3)
	must(t, r.Destroy(ship))
	r.settle()
	for _, e := range []handle.Entity{tr.crate, tr.chest, tr.sword} {
		r.expectAt(e, r.frame, 103)
	}
	must(t, r.Destroy(tr.crate))
	r.settle()
	r.expectAt(tr.chest, r.frame, 103)
}

// A sword that was put down at one end of two docked ships, in a chest that lies at the other end when they part.
func TestContentsGoWithTheirContainerWhenShipsDockAndPart(t *testing.T) {
	r := newRoom(t, 1)
	one, _ := r.ship("one", 0, false, 20)
	other, owner := r.ship("other", 15, false, 20)
	tr := r.bury()
	r.carry(tr, other, 2)
	must(t, r.Dock(one, other))
	r.settle()
	for _, e := range []handle.Entity{tr.crate, tr.chest, tr.sword} {
		r.expectAt(e, one, 17)
	}
	must(t, r.SetTransform(tr.crate, geom.At(geom.Vec3{X: -10})))
	left, err := r.Undock(owner)
	must(t, err)
	r.settle()
	r.expectAt(tr.crate, one, -10)
	for _, e := range []handle.Entity{tr.chest, tr.sword} {
		if at, _ := r.Snapshot().Transform(e); at.Frame != one {
			t.Errorf("%s is in frame %v, want %v, and not %v", r.names[e], at.Frame, one, left)
		}
	}
}

// A ship that is put into a crate while it is docked has a frame of its own again once it parts. It stays where that is, while the
// crate goes elsewhere and lets it out.
func TestShipThatPartsInsideOfAContainerStaysWhereItsFrameIs(t *testing.T) {
	r := newRoom(t, 1)
	one, _ := r.ship("one", 0, false, 20)
	boat := r.spawn("boat", simulation.SpawnDesc{
		Frame: r.frame, Pose: geom.At(geom.Vec3{X: 15}), Owns: &simulation.FrameSpec{Bounds: geom.Vec3{X: 20, Y: 20, Z: 20}},
		Components: []simulation.Component{new(container.Item)},
	})
	other, _ := r.FrameOf(boat)
	must(t, r.Dock(one, other))
	moves := new(mover)
	crate := r.spawn("crate", r.at(5, new(container.Container), moves))
	r.put(boat, crate)
	r.settle()
	r.expectRefused()
	r.expectAt(boat, r.frame, 5)
	_, err := r.Undock(boat)
	must(t, err)
	moves.to, moves.at = one, geom.At(geom.Vec3{X: 3})
	r.settle()
	r.take(boat, crate)
	r.settle()
	r.expectInside(crate)
	r.expectAt(boat, r.frame, 5)
}

// A sack that is attached to a walker goes where that goes, with what is in it.
func TestContentsFollowAnAttachedContainer(t *testing.T) {
	r := newRoom(t, 1)
	aboard, _ := r.ship("ship", 100, false, 0)
	moves := new(mover)
	walker := r.spawn("walker", r.at(5, moves))
	sack := r.spawn("sack", simulation.SpawnDesc{
		AttachTo: walker, Offset: geom.At(geom.Vec3{X: 1}), Components: []simulation.Component{new(container.Container)},
	})
	sword := r.thing("sword", 7)
	r.put(sword, sack)
	r.settle()
	moves.to, moves.at = aboard, geom.At(geom.Vec3{X: 3})
	r.settle()
	r.expectAt(sack, aboard, 4)
	r.expectAt(sword, aboard, 4)
	r.take(sword, sack)
	r.settle()
	r.expectAt(sword, aboard, 4)
}

// An attached container may be farther out than anything can be put, which once ended the tick in a panic.
func TestContentsOfAnAttachedContainerBeyondAllPlacesStayWithinThem(t *testing.T) {
	for name, leave := range map[string]func(r *room, sword, sack, walker handle.Entity){
		"taken": func(r *room, sword, sack, _ handle.Entity) { r.take(sword, sack) },
		"dropped": func(r *room, _, _, walker handle.Entity) {
			if err := r.Destroy(walker); err != nil {
				r.t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t, 1)
			aboard, _ := r.ship("ship", 100, false, 0)
			far := geom.Vec3{X: physics.FarthestPlaceMeters}
			moves := new(mover)
			walker := r.spawn("walker", r.at(5, moves))
			sack := r.spawn("sack", simulation.SpawnDesc{
				AttachTo: walker, Offset: geom.At(far), Components: []simulation.Component{new(container.Container)},
			})
			sword := r.thing("sword", 7)
			r.put(sword, sack)
			r.settle()
			moves.to, moves.at = aboard, geom.At(far)
			r.settle()
			leave(r, sword, sack, walker)
			r.settle()
			r.expectAt(sword, aboard, physics.FarthestPlaceMeters)
		})
	}
}

func TestOwnerOfAFrameCannotBeInside(t *testing.T) {
	r := newRoom(t, 1)
	chest := r.box("chest", 5, new(container.Container))
	boat := r.spawn("boat", simulation.SpawnDesc{
		Frame: r.frame, Pose: geom.IdentityPose, Owns: &simulation.FrameSpec{}, Components: []simulation.Component{new(container.Item)},
	})
	r.put(boat, chest)
	r.settle()
	r.expectRefused(container.NotPlaced)
}

// commuter goes from one frame to the other again and again, with all that is in it.
type commuter struct {
	stops [2]handle.Frame
	every int
}

func (*commuter) Priority() int             { return 0 }
func (*commuter) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }
func (c *commuter) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	if n := int(self.Tick()); n%c.every == 0 {
		self.MoveToFrame(c.stops[n/c.every%2], geom.IdentityPose)
	}
}

func TestFollowingContainersAllocatesNothingWhenWarm(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	quiet.Runtime(t)
	for _, workers := range []int{1, 8} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			w, err := simulation.New(simulation.Options{Workers: workers, Messages: container.Messages()})
			must(t, err)
			defer w.Close()
			r := &room{World: w, t: t, names: map[handle.Entity]string{}}
			var c commuter
			for i := range c.stops {
				c.stops[i], _ = r.ship("stop", 0, true, 0)
			}
			r.frame = c.stops[0]
			var swords []handle.Entity
			for i := range 200 {
				chest := r.spawn("chest", r.at(0, new(container.Container), &commuter{c.stops, 8 + i%3}))
				swords = append(swords, r.spawn("sword", r.at(1, &container.Item{In: chest})))
			}
			for range 60 {
				w.Tick()
			}
			var before [2]int
			count := func() (n [2]int) {
				for _, e := range swords {
					at, _ := w.Snapshot().Transform(e)
					if n[0]++; at.Frame == c.stops[1] {
						n[1]++
					}
				}
				return n
			}
			before = count()
			if objects, bytes := quiet.LeastMallocs(3, func() {
				for range 100 {
					w.Tick()
				}
			}); objects != 0 {
				t.Errorf("100 ticks allocated %d objects of %d bytes", objects, bytes)
			}
			w.Tick()
			if after := count(); after == before {
				t.Errorf("%v of the swords are in the second frame, as before", after)
			}
		})
	}
}
