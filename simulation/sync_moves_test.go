package simulation_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

func TestMoveToFramePutsTheEntityAndWhatIsAttachedThereAtRest(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	from, _ := rootFrame(t, w)
	to, _ := rootFrame(t, w)
	var changes []message.FrameChanged
	hear := &actor{wants: []message.AnyToken{message.FramesChanged}, handle: func(_ *simulation.Self, events *message.List, _ *message.Outbox) {
		for c := range message.FramesChanged.In(events) {
			changes = append(changes, *c)
		}
	}}
	e := spawn(t, w, at(from, 1, hear, onSpawn(func(self *simulation.Self) {
		self.MoveKinematic(geom.At(geom.Vec3{X: 50})) // in the frame that it leaves
		self.MoveToFrame(from, geom.At(geom.Vec3{X: 7}))
		self.MoveToFrame(to, geom.At(geom.Vec3{X: 9}))
		self.SetTransform(geom.At(geom.Vec3{X: 2}))
	})))
	flag := spawn(t, w, simulation.SpawnDesc{AttachTo: e, Offset: geom.At(geom.Vec3{Y: 1})})
	for n := range 4 {
		ticks(w, 1)
		for who, place := range map[handle.Entity]geom.Vec3{e: {X: 9}, flag: {X: 9, Y: 1}} {
			got, _ := w.Snapshot().Transform(who)
			if got.Frame != to || got.Pose.Position != place || got.Velocity != (geom.Vec3{}) {
				t.Errorf("after %d ticks %v is at %+v, want at %v in %v", n+1, who, got, place, to)
			}
		}
		if got := slices.Collect(w.Snapshot().Find(&simulation.Query{In: to})); !slices.Equal(got, []handle.Entity{e, flag}) {
			t.Errorf("in the frame are %v", got)
		}
	}
	if want := []message.FrameChanged{{From: from, To: to}}; !slices.Equal(changes, want) {
		t.Errorf("the entity heard %v, want %v", changes, want)
	}
}

func TestMoveToFrameThatDiesInTheTickChangesNothing(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	from, _ := rootFrame(t, w)
	to, owner := rootFrame(t, w)
	e := spawn(t, w, at(from, 1, onSpawn(func(self *simulation.Self) { self.MoveToFrame(to, geom.IdentityPose) })))
	w.Post(message.Destroys.Event(w.Messages(), message.To(owner), message.Destroy{}))
	ticks(w, 2)
	if got, live := w.Snapshot().Transform(e); !live || got.Frame != from || got.Pose.Position.X != 1 {
		t.Errorf("the entity is live: %v, at %+v", live, got)
	}
}

func TestMoveToFrameOfWhoDiesInTheTickMovesNobody(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	from, _ := rootFrame(t, w)
	to, _ := rootFrame(t, w)
	spawn(t, w, at(from, 1, onSpawn(func(self *simulation.Self) {
		self.MoveToFrame(to, geom.IdentityPose)
		self.Destroy()
	})))
	ticks(w, 2)
	if n := w.Snapshot().Count(&simulation.Query{In: to}); n != 0 {
		t.Errorf("%d entities are in the frame", n)
	}
}

// Who has docked owns no frame, may ask to go elsewhere, and owns a frame again before the wishes come true.
func TestMoveToFrameOfWhoUndocksInTheTickMovesNobody(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	space, _ := rootFrame(t, w)
	to, _ := rootFrame(t, w)
	ship := func(x float64, c ...simulation.Component) (handle.Entity, handle.Frame) {
		d := at(space, x, c...)
		d.Owns = &simulation.FrameSpec{Bounds: geom.Vec3{X: 10, Y: 10, Z: 10}}
		owner := spawn(t, w, d)
		f, _ := w.FrameOf(owner)
		return owner, f
	}
	_, first := ship(0)
	owner, second := ship(5, &actor{wants: []message.AnyToken{pings}, handle: func(self *simulation.Self, _ *message.List, _ *message.Outbox) {
		self.MoveToFrame(to, geom.At(geom.Vec3{X: 9}))
		self.Undock()
	}})
	if err := w.Dock(first, second); err != nil {
		t.Fatal(err)
	}
	w.Post(pings.Event(w.Messages(), message.To(owner), ping{}))
	ticks(w, 2)
	own, owns := w.FrameOf(owner)
	if !owns || w.Frames().Parent(own) != space {
		t.Errorf("its frame %v is in %v, want it in %v", own, w.Frames().Parent(own), space)
	}
	if got, _ := w.Snapshot().Transform(owner); got.Frame != space || got.Pose.Position.X != 5 {
		t.Errorf("it is at %+v", got)
	}
}

func TestMoveToFrameRefusesWhatSomethingElsePlaces(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	stale, owner := rootFrame(t, w)
	if err := w.Destroy(owner); err != nil {
		t.Fatal(err)
	}
	parent := spawn(t, w, at(f, 0))
	for name, c := range map[string]struct {
		who  simulation.SpawnDesc
		to   handle.Frame
		pose geom.Pose
		want string
	}{
		"attached":    {simulation.SpawnDesc{AttachTo: parent, Offset: geom.IdentityPose}, f, geom.IdentityPose, "is attached"},
		"owner":       {simulation.SpawnDesc{Frame: f, Pose: geom.IdentityPose, Owns: &simulation.FrameSpec{}}, f, geom.IdentityPose, "owns a frame"},
		"root-owner":  {simulation.SpawnDesc{Owns: &simulation.FrameSpec{}}, f, geom.IdentityPose, "owns a root frame"},
		"stale-frame": {at(f, 0), stale, geom.IdentityPose, "is not live"},
		"no-frame":    {at(f, 0), handle.Frame{}, geom.IdentityPose, "is not live"},
		"no-rotation": {at(f, 0), f, geom.Pose{}, "rotation"},
	} {
		t.Run(name, func(t *testing.T) {
			told := ""
			c.who.Components = []simulation.Component{onSpawn(func(self *simulation.Self) {
				defer func() { told = fmt.Sprint(recover()) }()
				self.MoveToFrame(c.to, c.pose)
			})}
			spawn(t, w, c.who)
			ticks(w, 1)
			if !strings.Contains(told, "Self.MoveToFrame") || !strings.Contains(told, c.want) {
				t.Errorf("the panic is %q, want one that tells %q", told, c.want)
			}
		})
	}
}

// Wanderers go into random frames of two trees, and any number of workers leaves them in the same places.
func TestWanderersEndInTheSameFramesForEveryWorkerCount(t *testing.T) {
	var want string
	for _, workers := range []int{1, 2, 8} {
		w := newWorld(t, simulation.Options{Workers: workers, Seed: 3})
		var frames []handle.Frame
		for range 3 {
			f, _ := rootFrame(t, w)
			frames = append(frames, f)
		}
		for range 300 {
			spawn(t, w, at(frames[0], 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
				if r := self.Random(); r.Chance(0.3) {
					self.MoveToFrame(frames[r.Below(len(frames))], geom.At(r.Direction()))
				}
			})))
		}
		ticks(w, 3)
		if got := state(w); want == "" {
			want = got
		} else if got != want {
			t.Errorf("%d workers leave another state", workers)
		}
	}
}

// The frame that a ship has docked at ends, alone or with the one that it is in: in a world without physics too the ship has its frame
// again.
func TestWhoHasDockedPartsWhenTheFrameEndsWithoutPhysics(t *testing.T) {
	for name, both := range map[string]bool{"alone": false, "with-its-parent": true} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, simulation.Options{Workers: 2})
			space, _ := rootFrame(t, w)
			var heard []string
			room := func(in handle.Frame, x, radius float64, c ...simulation.Component) (handle.Entity, handle.Frame) {
				d := at(in, x, c...)
				d.Owns = &simulation.FrameSpec{Bounds: geom.Vec3{X: radius, Y: radius, Z: radius}}
				owner := spawn(t, w, d)
				f, _ := w.FrameOf(owner)
				return owner, f
			}
			harborOwner, parent := room(space, 100, 50)
			pierOwner, pier := room(parent, 0, 10)
			owner, second := room(parent, 5, 10, &actor{
				wants: []message.AnyToken{message.DockAnswers, message.FramesChanged},
				handle: func(_ *simulation.Self, events *message.List, _ *message.Outbox) {
					for answer := range message.DockAnswers.In(events) {
						heard = append(heard, answer.Result.String())
					}
					for range message.FramesChanged.In(events) {
						heard = append(heard, "frame")
					}
				},
			})
			cargo := spawn(t, w, at(second, 1))
			if err := w.Dock(pier, second); err != nil {
				t.Fatal(err)
			}
			ticks(w, 2)
			heard = nil
			w.Post(message.Destroys.Event(w.Messages(), message.To(pierOwner), message.Destroy{}))
			place := 5.0
			if both {
				w.Post(message.Destroys.Event(w.Messages(), message.To(harborOwner), message.Destroy{}))
				parent, place = space, 105
			}
			ticks(w, 2)
			own, owns := w.FrameOf(owner)
			if got, _ := w.Snapshot().Transform(owner); !owns || got.Frame != parent || got.Pose.Position.X != place {
				t.Errorf("it owns %v, and is at %+v", own, got)
			}
			if got, _ := w.Snapshot().Transform(cargo); got.Frame != own || got.Pose.Position.X != 1 {
				t.Errorf("its cargo is at %+v, want it in frame %v", got, own)
			}
			slices.Sort(heard)
			if want := []string{"frame", "the other frame ended"}; !slices.Equal(heard, want) {
				t.Errorf("it heard %q, want %q", heard, want)
			}
		})
	}
}
