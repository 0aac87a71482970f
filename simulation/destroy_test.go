package simulation_test

import (
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

func TestDestroyMessageEndsTheRecipientAfterItHeard(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var heard []string
	deaf := spawn(t, w, at(f, 0))
	victim := spawn(t, w, at(f, 0, listener(&heard, message.Destroys)))
	for _, e := range []handle.Entity{deaf, victim} {
		w.Post(message.Destroys.Event(w.Messages(), message.To(e), message.Destroy{}))
	}
	w.Tick()
	if w.Snapshot().Live(victim) || w.Snapshot().Live(deaf) {
		t.Error("one that was asked to go is still live")
	}
	if want := []string{"destroy"}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
}

func TestDestroyTakesEffectAtTheSyncPoint(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	var dying handle.Entity
	dying = spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, out *message.Outbox) {
		self.Destroy()
		self.Destroy() // twice is once
		pings.Send(out, message.ToFrame(f), ping{1})
	})))
	sawLive := false
	var heard []string
	spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		sawLive = sawLive || self.Snapshot().Live(dying)
	}), listener(&heard, pings)))
	ticks(w, 2)
	if !sawLive || w.Snapshot().Live(dying) {
		t.Error("the dying entity must be seen live in its last tick and be gone after it")
	}
	if want := []string{"ping 1"}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want the last words %q", heard, want)
	}
}

func TestDestroyingTheOwnerDestroysWhatIsInItsFrame(t *testing.T) {
	for _, inTick := range []bool{false, true} {
		w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
		f, _ := rootFrame(t, w)
		g, owner := rootFrame(t, w)
		stays := spawn(t, w, at(f, 0))
		var content []handle.Entity
		for range 100 {
			content = append(content, spawn(t, w, crate(g, 0)))
		}
		if inTick {
			w.Post(message.Destroys.Event(w.Messages(), message.To(owner), message.Destroy{}))
			w.Tick()
		} else if err := w.Destroy(owner); err != nil {
			t.Fatal(err)
		}
		for _, e := range append(content, owner) {
			if w.Snapshot().Live(e) {
				t.Fatalf("in a tick %v: %v outlived its frame", inTick, e)
			}
		}
		if w.Frames().Live(g) || !w.Frames().Live(f) || !w.Snapshot().Live(stays) {
			t.Errorf("in a tick %v: the wrong frame died", inTick)
		}
		w.Tick()
	}
}

func TestStaleHandlesAreRefused(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	e := spawn(t, w, at(f, 0))
	if err := w.Destroy(e); err != nil {
		t.Fatal(err)
	}
	spawn(t, w, at(f, 5)) // in the same slot
	s := w.Snapshot()
	_, moved := s.Transform(e)
	_, seen := s.Visual(e)
	_, body := s.BodyOf(e)
	_, owns := w.FrameOf(e)
	if moved || seen || body || owns || s.Live(e) || s.Awake(e) || w.Components(e) != nil {
		t.Error("the snapshot answers for a stale handle")
	}
	if err := w.Destroy(e); err == nil {
		t.Error("a stale handle was destroyed again")
	}
	if err := w.SetTransform(e, at(f, 1).Pose); err == nil {
		t.Error("a stale handle was moved")
	}
	if err := w.SetCamera(simulation.Camera{Entity: e, FovRadians: 1}); err == nil {
		t.Error("a stale handle became the camera")
	}
}

func TestDestroyStormKeepsEveryInvariant(t *testing.T) {
	for _, workers := range workerCounts {
		w := newWorld(t, simulation.Options{Workers: workers, Backend: newFakePhysics(), SpawnPoolSize: 64})
		f, _ := rootFrame(t, w)
		const crowd = 500
		fill := func() {
			for i := range crowd {
				d := crate(f, float64(i))
				d.Components = []simulation.Component{everyTick(func(self *simulation.Self, out *message.Outbox) {
					next := crate(f, float64(i))
					next.Components = []simulation.Component{everyTick(func(child *simulation.Self, _ *message.Outbox) { child.Destroy() })}
					if _, err := self.Spawn(&next); err != nil {
						t.Error(err)
					}
					self.Destroy()
					message.Destroys.Send(out, message.ToFrame(f), message.Destroy{})
				})}
				spawn(t, w, d)
			}
		}
		for range 5 {
			fill()
			ticks(w, 4)
			if n := len(slices.Collect(w.Entities())); n != 1 {
				t.Fatalf("with %d workers %d entities are left, want the owner of the frame", workers, n)
			}
		}
	}
}

func TestSpawnAndDestroyOutsideATickLeaveNothingForPhysics(t *testing.T) {
	backend := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: backend})
	f, _ := rootFrame(t, w)
	_, owner := rootFrame(t, w)
	a, b := spawn(t, w, crate(f, 0)), spawn(t, w, crate(f, 1))
	for _, e := range []handle.Entity{a, owner} {
		if err := w.Destroy(e); err != nil {
			t.Fatal(err)
		}
	}
	w.Tick()
	if want := []handle.Entity{b}; !slices.Equal(backend.entities(), want) || backend.frames != 1 {
		t.Errorf("physics has %v in %d frames, want %v in 1", backend.entities(), backend.frames, want)
	}
}

// What would lie farther out in the heir than anything can be ends with its frame.
func TestWhatHasNoPlaceInTheHeirEndsWithItsFrame(t *testing.T) {
	w := looseWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	far, owner := childFrame(t, w, f, 1e30) // a quarter turn about Y: its X is -Z of the root
	near := spawn(t, w, at(far, 1))
	lost := spawn(t, w, simulation.SpawnDesc{Frame: far, Pose: geom.At(geom.Vec3{Z: 1e30})})
	farther, boat := childFrame(t, w, far, 1)
	passenger := spawn(t, w, at(farther, 1))
	if err := w.Destroy(owner); err != nil {
		t.Fatal(err)
	}
	for e, lives := range map[handle.Entity]bool{near: true, lost: false, boat: true, passenger: true} {
		if got := w.Snapshot().Live(e); got != lives {
			t.Errorf("%v is live: %v", e, got)
		}
	}
	if lines := w.Errors(); len(lines) != 1 || !strings.Contains(lines[0], "beyond 1e+30 m") {
		t.Errorf("the errors are %q, want one for what had no place", lines)
	}
}

// A body that would lie farther out in the heir than bodies can be ends with its frame, and so does what is attached to it; a frame
// whose hull is that takes its bodies along. What has no body goes on.
func TestBodyWithoutAPlaceInTheHeirEndsWithItsFrame(t *testing.T) {
	p := newFakePhysics()
	w := looseWorld(t, simulation.Options{Backend: p})
	f, _ := rootFrame(t, w)
	owner := spawn(t, w, simulation.SpawnDesc{Frame: f, Pose: geom.At(geom.Vec3{X: 8e14}), Owns: &simulation.FrameSpec{}})
	far, _ := w.FrameOf(owner)
	near := spawn(t, w, crate(far, 1))
	lost := spawn(t, w, crate(far, 8e14))
	hat := spawn(t, w, simulation.SpawnDesc{AttachTo: lost, Offset: geom.IdentityPose})
	boat, inside := spawnVessel(t, w, vessel(far, 8e14, physics.Static))
	sailor := spawn(t, w, crate(inside, 1))
	ghost := spawn(t, w, at(far, 8e14))
	w.Tick()
	if err := w.Destroy(owner); err != nil {
		t.Fatal(err)
	}
	for e, lives := range map[handle.Entity]bool{near: true, lost: false, hat: false, boat: false, sailor: false, ghost: true} {
		if got := w.Snapshot().Live(e); got != lives {
			t.Errorf("%v is live: %v", e, got)
		}
	}
	w.Tick()
	if lines := w.Errors(); len(lines) != 3 || !strings.Contains(lines[0], "beyond 9e+14 m") {
		t.Errorf("the log is %q, want a line for each of the three bodies", lines)
	}
	if len(p.bodies) != 1 {
		t.Errorf("physics has %d bodies", len(p.bodies))
	}
}
