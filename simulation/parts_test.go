package simulation_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// jet pushes its root in tick 0 only.
func jet(push func(b simulation.Body)) simulation.Component {
	return everyTick(func(self *simulation.Self, _ *message.Outbox) {
		if self.Tick() == 0 {
			push(self.Body())
		}
	})
}

// hull describes a dynamic body at the origin, turned by a quarter about +Y.
func hull(f handle.Frame, components ...simulation.Component) simulation.SpawnDesc {
	d := crate(f, 0, components...)
	d.Pose.Rotation = quarter
	return d
}

// pushed runs two ticks and returns what the second step was asked: what parts and root pushed in the first.
func pushed(t *testing.T, w *simulation.World, p *fakePhysics) []physics.Intent {
	t.Helper()
	ticks(w, 2)
	return p.lastInput
}

func wantPush(t *testing.T, got *physics.Intent, want physics.Intent) {
	t.Helper()
	if got.Frame != want.Frame || got.Parts != want.Parts {
		t.Errorf("the intent asks for %v in %v, want %v in %v", got.Parts, got.Frame, want.Parts, want.Frame)
	}
	for _, v := range [...][2]geom.Vec3f{
		{got.Force, want.Force}, {got.Torque, want.Torque}, {got.Impulse, want.Impulse}, {got.AngularImpulse, want.AngularImpulse},
	} {
		if v[0].Sub(v[1]).Length() > 1e-5 {
			t.Errorf("the intent is %+v, want %+v", *got, want)
			return
		}
	}
}

// The hull's +X is the frame's -Z, and its center of mass lies 1 m along its +X, at (0, 0, -1) of the frame. A jet 3 m along
// the hull's +X, at (0, 0, -3), has the lever (0, 0, -2). Pushed along +X: (0, 0, -2) × (10, 0, 0) = (0, -20, 0).
func TestPartPushesItsRootAtItsPlace(t *testing.T) {
	p := newFakePhysics()
	p.center = geom.Vec3{X: 1}
	w := newWorld(t, simulation.Options{Backend: p})
	f, _ := rootFrame(t, w)
	ship := spawn(t, w, hull(f))
	spawn(t, w, attached(ship, 3, jet(func(b simulation.Body) {
		b.AddForce(geom.Vec3f{X: 4})
		b.AddForce(geom.Vec3f{X: 6})
		b.AddTorque(geom.Vec3f{X: 7})
		b.AddImpulse(geom.Vec3f{X: 1})
		b.AddAngularImpulse(geom.Vec3f{Z: 5})
	})))
	got := pushed(t, w, p)
	if len(got) != 1 {
		t.Fatalf("the step was asked %+v, want one intent", got)
	}
	wantPush(t, &got[0], physics.Intent{
		Frame: f, Parts: physics.Pushes, Force: geom.Vec3f{X: 10}, Torque: geom.Vec3f{X: 7, Y: -20},
		Impulse: geom.Vec3f{X: 1}, AngularImpulse: geom.Vec3f{Y: -2, Z: 5},
	})
	if w.Tick(); len(p.lastInput) != 0 {
		t.Errorf("the push lasts: %+v", p.lastInput)
	}
}

// The hull's +X is the frame's -Z and its -Z the frame's -X. Parts are attached with a quarter turn of their own, so that the part's
// +X is the hull's -Z. Its own pushes lie where those in the axes of the frame would.
func TestLocalPushesActAlongTheAxesOfTheEntity(t *testing.T) {
	push := func(b simulation.Body) {
		b.AddLocalForce(geom.Forward.Single().Scale(10))
		b.AddLocalForce(geom.Vec3f{Y: 2})
		b.AddLocalTorque(geom.Vec3f{X: 3})
		b.AddLocalImpulse(geom.Vec3f{Z: 4})
		b.AddLocalAngularImpulse(geom.Vec3f{X: 5, Y: 6})
	}
	for _, c := range []struct {
		name string
		add  func(t *testing.T, w *simulation.World, f handle.Frame)
		want physics.Intent
	}{
		{"body", func(t *testing.T, w *simulation.World, f handle.Frame) { spawn(t, w, hull(f, jet(push))) }, physics.Intent{
			Force: geom.Vec3f{X: -10, Y: 2}, Torque: geom.Vec3f{Z: -3}, Impulse: geom.Vec3f{X: 4}, AngularImpulse: geom.Vec3f{Y: 6, Z: -5},
		}},
		{"part", func(t *testing.T, w *simulation.World, f handle.Frame) {
			spawn(t, w, attached(spawn(t, w, hull(f)), 0, jet(push)))
		}, physics.Intent{
			Force: geom.Vec3f{Y: 2, Z: 10}, Torque: geom.Vec3f{X: -3}, Impulse: geom.Vec3f{Z: -4}, AngularImpulse: geom.Vec3f{X: -5, Y: 6},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newFakePhysics()
			w := newWorld(t, simulation.Options{Backend: p})
			f, _ := rootFrame(t, w)
			c.add(t, w, f)
			got := pushed(t, w, p)
			if len(got) != 1 {
				t.Fatalf("the step was asked %+v, want one intent", got)
			}
			c.want.Frame, c.want.Parts = f, physics.Pushes
			wantPush(t, &got[0], c.want)
		})
	}
}

// Two arms of the chain, a quarter turn each: the jet is 2 m along the hull's +X and 3 m along the arm's +X, which is the
// hull's -Z, which is the frame's -X. So it is at (-3, 0, -2), and (-3, 0, -2) × (0, 1, 0) = (2, 0, -3).
func TestPartOfALongChainAndItsRootPushTogether(t *testing.T) {
	p := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: p})
	f, _ := rootFrame(t, w)
	ship := spawn(t, w, hull(f, jet(func(b simulation.Body) { b.AddForce(geom.Vec3f{Y: 5}) })))
	arm := spawn(t, w, attached(ship, 2))
	spawn(t, w, attached(arm, 3, jet(func(b simulation.Body) { b.AddForce(geom.Vec3f{Y: 1}) })))
	got := pushed(t, w, p)
	if len(got) != 1 {
		t.Fatalf("the step was asked %+v", got)
	}
	wantPush(t, &got[0], physics.Intent{
		Frame: f, Parts: physics.HasForce | physics.HasTorque, Force: geom.Vec3f{Y: 6}, Torque: geom.Vec3f{X: 2, Z: -3},
	})
}

// A tenth and its like are no floats of few bits: a sum that rounded in between would leave something.
func TestOppositeJetsLeaveExactlyNothing(t *testing.T) {
	for _, own := range []geom.Vec3f{{}, {X: 0.1, Y: 1e6, Z: -3.3}} {
		p := newFakePhysics()
		w := newWorld(t, simulation.Options{Backend: p})
		f, _ := rootFrame(t, w)
		d := hull(f, jet(func(b simulation.Body) {
			if own != (geom.Vec3f{}) {
				b.AddForce(own)
			}
		}))
		d.Pose.Rotation = geom.AxisAngle(geom.Vec3{X: 1, Y: 2, Z: 3}, 0.7)
		ship := spawn(t, w, d)
		for _, push := range []geom.Vec3f{{X: 0.1, Y: -0.7, Z: 1234.567}, {X: 3e5, Y: 1e-3}} {
			for _, sign := range []float32{1, -1} {
				spawn(t, w, attached(ship, 1.7, jet(func(b simulation.Body) {
					b.AddForce(push.Scale(sign))
					b.AddImpulse(push.Scale(sign))
					b.AddTorque(push.Scale(sign))
				})))
			}
		}
		got := pushed(t, w, p)
		switch {
		case own == (geom.Vec3f{}) && len(got) != 0:
			t.Errorf("opposite jets ask for %+v", got[0])
		case own != (geom.Vec3f{}) && (len(got) != 1 || got[0] != physics.Intent{Frame: f, Parts: physics.HasForce, Force: own}):
			t.Errorf("beside opposite jets the root's own force %v became %+v", own, got)
		}
	}
}

func TestPartThatDiesPushesNoMore(t *testing.T) {
	p := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: p})
	f, _ := rootFrame(t, w)
	ship := spawn(t, w, hull(f))
	arm := spawn(t, w, attached(ship, 1, jet(func(b simulation.Body) { b.AddTorque(geom.Vec3f{X: 1}) })))
	spawn(t, w, attached(arm, 1, jet(func(b simulation.Body) { b.AddTorque(geom.Vec3f{X: 2}) })))
	spawn(t, w, attached(ship, 1, jet(func(b simulation.Body) { b.AddTorque(geom.Vec3f{X: 4}) })))
	w.Post(message.Destroys.Event(w.Messages(), message.To(arm), message.Destroy{}))
	got := pushed(t, w, p)
	if len(got) != 1 || got[0].Torque != (geom.Vec3f{X: 4}) {
		t.Errorf("the step was asked %+v, want the push of the one part that lives", got)
	}
}

// The frame of the ship dies in the tick in which its jet pushes: the sum is meant in the axes in which it was written.
func TestPushIsCarriedBeforeTheFrameDies(t *testing.T) {
	p := newFakePhysics()
	w := newWorld(t, simulation.Options{Backend: p})
	root, _ := rootFrame(t, w)
	cabin, owner := childFrame(t, w, root, 10) // its +X is the root's -Z
	ship := spawn(t, w, crate(cabin, 0))
	spawn(t, w, attached(ship, 2, jet(func(b simulation.Body) { b.AddForce(geom.Vec3f{Z: 3}) })))
	w.Post(message.Destroys.Event(w.Messages(), message.To(owner), message.Destroy{}))
	got := pushed(t, w, p)
	if len(got) != 1 {
		t.Fatalf("the step was asked %+v", got)
	}
	// (2, 0, 0) × (0, 0, 3) = (0, -6, 0) in the cabin.
	wantPush(t, &got[0], physics.Intent{
		Frame: root, Parts: physics.HasForce | physics.HasTorque, Force: geom.Vec3f{X: 3}, Torque: geom.Vec3f{Y: -6},
	})
}

func TestRootThatIsNotDynamicHeedsNoPush(t *testing.T) {
	for _, m := range []physics.BodyMotion{physics.Static, physics.Kinematic} {
		p := newFakePhysics()
		w := newWorld(t, simulation.Options{Backend: p})
		f, _ := rootFrame(t, w)
		d := hull(f)
		d.Body.Motion = m
		spawn(t, w, attached(spawn(t, w, d), 1, jet(func(b simulation.Body) { b.AddForce(geom.Vec3f{X: 1}) })))
		if got := pushed(t, w, p); len(got) != 0 {
			t.Errorf("a %v root was asked %+v", m, got)
		}
	}
}

func TestEntityKnowsWhetherItCanPush(t *testing.T) {
	w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
	f, _ := rootFrame(t, w)
	var got []string
	ask := func(name string) simulation.Component {
		return everyTick(func(self *simulation.Self, _ *message.Outbox) {
			parent, attached := self.AttachedTo()
			got = append(got, fmt.Sprint(name, " ", self.Body().CanPush(), " ", attached, " ", attached && w.Snapshot().Live(parent)))
		})
	}
	ship, rock, ghost := hull(f, ask("dynamic")), hull(f, ask("static")), at(f, 0, ask("none"))
	rock.Body.Motion = physics.Static
	for _, d := range []simulation.SpawnDesc{ship, rock, ghost} {
		spawn(t, w, attached(spawn(t, w, d), 1, ask("attached")))
	}
	w.Tick()
	want := []string{
		"dynamic true false false", "attached true true true", "static false false false", "attached true true true",
		"none false false false", "attached false true true",
	}
	if !slices.Equal(got, want) {
		t.Errorf("they know %q, want %q", got, want)
	}
}

func TestPartsAskOnlyForWhatAddsUp(t *testing.T) {
	one := geom.Vec3f{X: 1}
	nowhere := "is not attached to a chain whose root has one"
	for _, c := range []struct {
		name, want string
		body       bool
		do         func(b simulation.Body)
	}{
		{"force-without-a-body", nowhere, false, func(b simulation.Body) { b.AddForce(one) }},
		{"torque-without-a-body", nowhere, false, func(b simulation.Body) { b.AddTorque(one) }},
		{"impulse-without-a-body", nowhere, false, func(b simulation.Body) { b.AddImpulse(one) }},
		{"angular-impulse-without-a-body", nowhere, false, func(b simulation.Body) { b.AddAngularImpulse(one) }},
		{"force-not-finite", "is not finite", true, func(b simulation.Body) { b.AddForce(geom.Vec3f{Y: 1e38}.Scale(1e38)) }},
		{"velocity", "has no body", true, func(b simulation.Body) { b.SetVelocity(one) }},
		{"angular-velocity", "has no body", true, func(b simulation.Body) { b.SetAngularVelocity(one) }},
		{"teleport", "has no body", true, func(b simulation.Body) { b.Teleport(geom.IdentityPose) }},
		{"collision", "has no body", true, func(b simulation.Body) { b.SetCollision(physics.SolidCollision) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := looseWorld(t, simulation.Options{Backend: newFakePhysics()})
			f, _ := rootFrame(t, w)
			d := at(f, 0)
			if c.body {
				d = hull(f)
			}
			spawn(t, w, attached(spawn(t, w, d), 1, jet(c.do)))
			if text := mustPanic(t, w.Tick); !strings.Contains(text, c.want) {
				t.Errorf("the panic is %q, want one that tells of %q", text, c.want)
			}
		})
	}
}

// Every jet of 40 ships in chains of 1 to 4 pushes at random in every tick, beside the ships' own pushes, and some die. What
// the steps are asked is the same to the last bit with any number of workers.
func TestPushesAreTheSameWithAnyNumberOfWorkers(t *testing.T) {
	run := func(workers int) (asked []physics.Intent) {
		p := newFakePhysics()
		p.center = geom.Vec3{X: 0.3, Y: -0.1}
		w := newWorld(t, simulation.Options{Backend: p, Workers: workers})
		f, _ := rootFrame(t, w)
		r := rand.New(rand.NewPCG(7, 7))
		random := func() simulation.Component {
			return everyTick(func(self *simulation.Self, _ *message.Outbox) {
				s := self.Random()
				v := geom.Vec3f{X: float32(s.Float64()), Y: float32(s.Float64()), Z: float32(s.Float64())}
				self.Body().AddForce(v)
				self.Body().AddImpulse(v.Neg())
				if s.Float64() < 0.02 {
					self.Destroy()
				}
			})
		}
		for i := range 40 {
			d := crate(f, 3*float64(i), random())
			d.Pose.Rotation = geom.AxisAngle(geom.Vec3{X: r.Float64(), Y: 1}, r.Float64())
			parent := spawn(t, w, d)
			for range 1 + i%4 {
				parent = spawn(t, w, attached(parent, r.Float64(), random()))
			}
		}
		for range 30 {
			w.Tick()
			asked = append(asked, p.lastInput...)
		}
		return asked
	}
	want := run(1)
	if len(want) < 500 {
		t.Fatalf("only %d intents reached the steps", len(want))
	}
	for _, workers := range []int{2, 8} {
		got := run(workers)
		if len(got) != len(want) {
			t.Fatalf("with %d workers %d intents reached the steps, with one %d", workers, len(got), len(want))
		}
		for k := range got {
			if got[k] != want[k] {
				t.Fatalf("with %d workers the intent %d is %+v, with one %+v", workers, k, got[k], want[k])
			}
		}
	}
}
