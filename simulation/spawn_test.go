package simulation_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
)

func TestSpawnRefusesAndNamesTheField(t *testing.T) {
	w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
	f, owner := rootFrame(t, w)
	_, dead := rootFrame(t, w)
	deadFrame, _ := w.FrameOf(dead)
	if err := w.Destroy(dead); err != nil {
		t.Fatal(err)
	}
	nan, inf := math.NaN(), float32(math.Inf(1))
	ball := func(m physics.BodyMotion) *physics.BodyDesc {
		d := physics.Body(physics.NewSphere(1), m)
		return &d
	}
	end := func(p geom.Pose) motion.Intent { return motion.IntentOfEndPose(motion.EndPose{Pose: p}) }
	for _, c := range []struct {
		name, want string
		change     func(d *simulation.SpawnDesc)
	}{
		{"no-frame", "Frame", func(d *simulation.SpawnDesc) { d.Frame = handle.Frame{} }},
		{"dead-frame", "Frame", func(d *simulation.SpawnDesc) { d.Frame = deadFrame }},
		{"zero-pose", "Pose", func(d *simulation.SpawnDesc) { d.Pose = geom.Pose{} }},
		{"place-not-a-number", "Pose", func(d *simulation.SpawnDesc) { d.Pose = geom.At(geom.Vec3{Y: nan}) }},
		{"rotation-infinite", "Pose", func(d *simulation.SpawnDesc) { d.Pose.Rotation.X = math.Inf(1) }},
		{"velocity-without-body", "Velocity", func(d *simulation.SpawnDesc) { d.Velocity.X = 1 }},
		{"velocity-of-static", "Velocity", func(d *simulation.SpawnDesc) { d.Body, d.Velocity.X = ball(physics.Static), 1 }},
		{"turn-of-kinematic", "AngularVelocity", func(d *simulation.SpawnDesc) { d.Body, d.AngularVelocity.X = ball(physics.Kinematic), 1 }},
		{"velocity-infinite", "Velocity", func(d *simulation.SpawnDesc) { d.Body, d.Velocity.X = ball(physics.Dynamic), math.Inf(1) }},
		{"interior-of-no-frame", "InteriorShape", func(d *simulation.SpawnDesc) {
			b := physics.Body(physics.NewSphere(1), physics.Static)
			b.InteriorShape = physics.NewSphere(1)
			d.Body = &b
		}},
		{"no-shape", "Body", func(d *simulation.SpawnDesc) { d.Body = &physics.BodyDesc{} }},
		{"negative-mass", "MassKilograms", func(d *simulation.SpawnDesc) { d.Body = ball(physics.Dynamic); d.Body.MassKilograms = -1 }},
		{"move-of-dynamic", "FirstMove", func(d *simulation.SpawnDesc) { d.Body, d.FirstMove = ball(physics.Dynamic), end(geom.IdentityPose) }},
		{"move-to-nowhere", "FirstMove", func(d *simulation.SpawnDesc) { d.FirstMove = end(geom.Pose{}) }},
		{"owner-in-a-dead-frame", "Frame", func(d *simulation.SpawnDesc) { d.Owns, d.Frame = &simulation.FrameSpec{}, deadFrame }},
		{"owner-without-a-pose", "Pose", func(d *simulation.SpawnDesc) { d.Owns, d.Pose = &simulation.FrameSpec{}, geom.Pose{} }},
		{"static-hull-that-flies", "Velocity", func(d *simulation.SpawnDesc) {
			d.Owns, d.Body, d.Velocity.X = &simulation.FrameSpec{}, ball(physics.Static), 1
		}},
		{"hull-that-is-nothing", "Motion", func(d *simulation.SpawnDesc) {
			d.Owns, d.Body = &simulation.FrameSpec{}, ball(physics.Dynamic+1)
		}},
		{"dynamic-hull-with-an-end-pose", "FirstMove", func(d *simulation.SpawnDesc) {
			d.Owns, d.Body, d.FirstMove = &simulation.FrameSpec{}, ball(physics.Dynamic), end(geom.IdentityPose)
		}},
		{"steered-room", "FirstMove", func(d *simulation.SpawnDesc) {
			d.Owns, d.FirstMove = &simulation.FrameSpec{}, motion.IntentOfSteerTarget(motion.SteerTarget{Target: geom.IdentityPose})
		}},
		{"sample-that-is-not-a-number", "FirstMove", func(d *simulation.SpawnDesc) {
			sample := motion.Still(geom.IdentityPose)
			sample.Acceleration.X = math.NaN()
			d.Owns, d.FirstMove = &simulation.FrameSpec{}, motion.IntentOfSample(sample)
		}},
		{"flat-bubble", "Owns.Bounds", func(d *simulation.SpawnDesc) {
			d.Owns = &simulation.FrameSpec{Bounds: geom.Vec3{X: 1, Y: 1}}
		}},
		{"thin-nothing", "Owns.Medium", func(d *simulation.SpawnDesc) {
			d.Owns = &simulation.FrameSpec{Medium: field.MediumOfUniformMedium(field.UniformMedium{DensityKilogramsPerCubicMeter: -1})}
		}},
		{"owner-in-a-frame-that-flies", "Velocity", func(d *simulation.SpawnDesc) { d.Owns, d.Velocity.X = &simulation.FrameSpec{}, 1 }},
		{"owner-with-a-place", "Pose", func(d *simulation.SpawnDesc) { d.Owns, d.Frame = &simulation.FrameSpec{}, handle.Frame{} }},
		{"root-with-a-body-that-moves", "Body", func(d *simulation.SpawnDesc) {
			*d = simulation.SpawnDesc{Owns: &simulation.FrameSpec{}, Body: ball(physics.Kinematic)}
		}},
		{"root-with-a-bubble", "Owns.Bounds", func(d *simulation.SpawnDesc) {
			*d = simulation.SpawnDesc{Owns: &simulation.FrameSpec{Bounds: geom.Vec3{X: 1, Y: 1, Z: 1}}}
		}},
		{"owner-that-moves", "FirstMove", func(d *simulation.SpawnDesc) {
			*d = simulation.SpawnDesc{Owns: &simulation.FrameSpec{}, FirstMove: end(geom.IdentityPose)}
		}},
		{"no-gravity", "Gravity", func(d *simulation.SpawnDesc) {
			*d = simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: field.GravityOfPoint(field.Point{})}}
		}},
		{"crushing-gravity", "Owns.Gravity: it pulls by up to 2e+09 m/s²", func(d *simulation.SpawnDesc) {
			*d = simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -2e9}})}}
		}},
		{"no-such-mesh", "Mesh", func(d *simulation.SpawnDesc) { d.Visual = &simulation.Visual{Mesh: 3} }},
		{"no-such-material", "Material", func(d *simulation.SpawnDesc) { d.Visual = &simulation.Visual{Material: 1} }},
		{"scale-infinite", "Scale", func(d *simulation.SpawnDesc) { d.Visual = &simulation.Visual{Scale: geom.Vec3f{X: inf}} }},
		{"radius-negative", "BoundingRadiusMeters", func(d *simulation.SpawnDesc) { d.Visual = &simulation.Visual{BoundingRadiusMeters: -1} }},
		{"dark-light", "PowerWatts", func(d *simulation.SpawnDesc) {
			d.Visual = &simulation.Visual{Light: render.LightOfPointLight(render.PointLight{})}
		}},
		{"nil-component", "Components[1]", func(d *simulation.SpawnDesc) {
			d.Components = []simulation.Component{everyTick(nil), nil}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := state(w)
			d := at(f, 1)
			c.change(&d)
			if e, err := w.Spawn(&d); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("spawned %v with the error %v, want one that names %s", e, err, c.want)
			}
			if after := state(w); after != before {
				t.Errorf("the refused spawn changed the world from\n%sto\n%s", before, after)
			}
		})
	}
	if err := w.Destroy(owner); err != nil {
		t.Fatal(err)
	}
}

func TestBodyWithoutPhysicsIsRefused(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	d := at(f, 0)
	body := physics.Body(physics.NewSphere(1), physics.Static)
	d.Body = &body
	if _, err := w.Spawn(&d); err == nil || !strings.Contains(err.Error(), "Backend") {
		t.Errorf("the error is %v, want one that names the Backend", err)
	}
}

func TestSpawnedComesInTheFirstTickOnce(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var outside, inside []string
	spawn(t, w, at(f, 0, listener(&outside, message.Spawns)))
	born := -1
	spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		if self.Tick() == 2 {
			d := at(f, 0, listener(&inside, message.Spawns), everyTick(func(child *simulation.Self, _ *message.Outbox) {
				if born < 0 {
					born = int(child.Tick())
				}
			}))
			if _, err := self.Spawn(&d); err != nil {
				t.Error(err)
			}
		}
	})))
	ticks(w, 5)
	if want := []string{"spawned"}; !slices.Equal(outside, want) || !slices.Equal(inside, want) {
		t.Errorf("heard %q outside and %q inside, want %q each", outside, inside, want)
	}
	if born != 3 {
		t.Errorf("what tick 2 spawned first ran in tick %d, want 3", born)
	}
}

// breeders fills a world with entities that spawn in every tick, up to most each, and let each child live for some ticks.
func breeders(t *testing.T, workers, parents, most int, pool int) *simulation.World {
	t.Helper()
	w := looseWorld(t, simulation.Options{Workers: workers, SpawnPoolSize: pool})
	f, _ := rootFrame(t, w)
	for i := range parents {
		spawn(t, w, at(f, float64(i), everyTick(func(self *simulation.Self, out *message.Outbox) {
			for k := range (i*7 + int(self.Tick())*3) % (most + 1) {
				life := 1 + (i+k)%4
				d := at(f, float64(1000+i*10+k), everyTick(func(child *simulation.Self, _ *message.Outbox) {
					if life--; life == 0 {
						child.Destroy()
					}
				}))
				child, err := self.Spawn(&d)
				if err != nil {
					t.Error(err)
				}
				pings.Send(out, message.To(child), ping{int32(k)})
			}
		})))
	}
	w.RecordRouted(true)
	return w
}

func TestSpawnsFromManyChunksHaveTheSameHandlesForEveryWorkerCount(t *testing.T) {
	var want string
	for _, workers := range append([]int{1}, workerCounts...) {
		w := breeders(t, workers, 400, 3, 64*3)
		ticks(w, 60)
		got := state(w)
		if errs := w.Errors(); len(errs) != 0 {
			t.Fatalf("with %d workers: %s", workers, errs[0])
		}
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("with %d workers the state has the hash %x, want %x", workers, hashOf(got), hashOf(want))
		}
	}
}

func TestPoolFollowsTheSpawnsOfTheLastTick(t *testing.T) {
	for _, c := range []struct {
		name  string
		spawn []int // per tick
		dry   bool
	}{
		{"within-the-option", []int{8, 8, 8}, false},
		{"above-the-option", []int{9}, true},
		{"growing-by-two", []int{8, 16, 32, 64, 128}, false},
		{"growing-too-fast", []int{8, 17}, true},
		{"after-a-pause", []int{8, 16, 0, 16}, true},
		{"at-the-limit", []int{8, 16, 32, 64, 128, 256, 512, 1024, 1024}, false},
		{"above-the-limit", []int{8, 16, 32, 64, 128, 256, 512, 1024, 1025}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := looseWorld(t, simulation.Options{Workers: 1})
			f, _ := rootFrame(t, w)
			all := map[handle.Entity]bool{}
			spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
				for range c.spawn[self.Tick()] {
					d := at(f, 0)
					e, err := self.Spawn(&d)
					if err != nil || all[e] {
						t.Fatalf("spawn %d gave %v again, or the error %v", len(all), e, err)
					}
					all[e] = true
				}
			})))
			ticks(w, len(c.spawn))
			for e := range all {
				if !w.Snapshot().Live(e) {
					t.Fatalf("%v is not live", e)
				}
			}
			if dry := strings.Contains(fmt.Sprint(w.Errors()), "no longer deterministic"); dry != c.dry {
				t.Errorf("the log is %q", w.Errors())
			}
		})
	}
}

func TestDryPoolsOfManyChunksStillGiveEveryoneAHandle(t *testing.T) {
	for _, workers := range workerCounts {
		w := breeders(t, workers, 200, 20, 1)
		ticks(w, 8)
		if text := fmt.Sprint(w.Errors()); !strings.Contains(text, "no longer deterministic") {
			t.Errorf("with %d workers the log says nothing of it: %s", workers, text)
		}
	}
}

func TestUnusedSlotsOfPoolsKeepTheirOrder(t *testing.T) {
	// Parents in three chunks hold pools of 8 slots in each tick. Whatever they leave must be given out in the same order
	// as without any parent.
	next := func(tickFirst bool) []handle.Entity {
		w := newWorld(t, simulation.Options{})
		f, _ := rootFrame(t, w)
		var parents []handle.Entity
		for range 150 {
			parents = append(parents, spawn(t, w, at(f, 0, everyTick(func(*simulation.Self, *message.Outbox) {}))))
		}
		for _, i := range []int{3, 140, 77, 20} {
			if err := w.Destroy(parents[i]); err != nil {
				t.Fatal(err)
			}
		}
		if tickFirst {
			ticks(w, 3)
		}
		var got []handle.Entity
		for range 40 {
			got = append(got, spawn(t, w, at(f, 0)))
		}
		return got
	}
	if got, want := next(true), next(false); !slices.Equal(got, want) {
		t.Errorf("after ticks %v, want %v", got, want)
	}
}

func TestSpawnIntoAFrameThatDiesInTheSameTickIsDropped(t *testing.T) {
	w := looseWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	g, owner := rootFrame(t, w)
	var child handle.Entity
	spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, out *message.Outbox) {
		switch self.Tick() {
		case 0:
			message.Destroys.Send(out, message.To(owner), message.Destroy{})
		case 1:
			d := at(g, 0)
			child, _ = self.Spawn(&d)
		}
	})))
	ticks(w, 3)
	if child.IsNone() || w.Snapshot().Live(child) {
		t.Errorf("the child %v must have had a handle and no life", child)
	}
	if errs := w.Errors(); len(errs) != 1 || !strings.HasPrefix(errs[0], "tick 1: ") || !strings.Contains(errs[0], child.String()) {
		t.Errorf("the log is %q, want one line of tick 1 that names %v", errs, child)
	}
	heir := spawn(t, w, at(f, 0))
	if heir.Index == child.Index && heir.Generation == child.Generation {
		t.Error("the handle of the dropped spawn was given out again")
	}
}

func TestSpawnInATickMayOwnAFrame(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var owner handle.Entity
	spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		if self.Tick() == 0 {
			owner, _ = self.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
		}
	})))
	w.Tick()
	g, ok := w.FrameOf(owner)
	if !ok || w.Frames().Len() != 2 {
		t.Fatalf("%v owns %v (%v), and the world has %d frames", owner, g, ok, w.Frames().Len())
	}
	spawn(t, w, at(g, 0))
}

func TestDescriptionsMayBeReusedAfterTheCall(t *testing.T) {
	w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
	f, _ := rootFrame(t, w)
	var made []handle.Entity
	spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		body := physics.Body(physics.NewSphere(1), physics.Static)
		d := simulation.SpawnDesc{Frame: f, Body: &body, Visual: &simulation.Visual{BoundingRadiusMeters: 1}}
		for i := range 3 {
			d.Pose = geom.At(geom.Vec3{X: float64(i)})
			body.MassKilograms = float64(i + 1)
			d.Visual.BoundingRadiusMeters = float32(i + 1)
			e, err := self.Spawn(&d)
			if err != nil {
				t.Error(err)
			}
			made = append(made, e)
		}
		body.MassKilograms, d.Visual.BoundingRadiusMeters = 99, 99
	})))
	w.Tick()
	for i, e := range made {
		facts, _ := w.Snapshot().BodyOf(e)
		visual, _ := w.Snapshot().Visual(e)
		if facts.MassKilograms != float64(i+1) || facts.Shape != physics.SphereShape || visual.BoundingRadiusMeters != float32(i+1) {
			t.Errorf("child %d has the mass %v, a %v and the radius %v", i, facts.MassKilograms, facts.Shape, visual.BoundingRadiusMeters)
		}
	}
}
