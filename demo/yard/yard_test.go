package yard_test

import (
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/render"
	"tertius.dev/demo/yard"
	"tertius.dev/simulation"
)

// stage is a world without physics, with one frame.
type stage struct {
	*simulation.World
	frame handle.Frame
}

func newStage(t *testing.T) *stage {
	t.Helper()
	w, err := simulation.New(simulation.Options{Workers: 1, Messages: yard.Messages(), DebugChecks: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	s := &stage{World: w}
	owner := s.spawn(t, &simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	s.frame, _ = w.FrameOf(owner)
	return s
}

func (s *stage) spawn(t *testing.T, d *simulation.SpawnDesc) handle.Entity {
	t.Helper()
	e, err := s.Spawn(d)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func (s *stage) with(t *testing.T, c simulation.Component) handle.Entity {
	t.Helper()
	return s.spawn(t, &simulation.SpawnDesc{Frame: s.frame, Pose: geom.IdentityPose, Components: []simulation.Component{c}})
}

func (s *stage) lit(e handle.Entity) bool {
	v, _ := s.Snapshot().Visual(e)
	return !v.Light.IsNone()
}

func on() simulation.Visual {
	return simulation.Visual{Light: render.LightOfPointLight(render.PointLight{Color: geom.Vec3f{X: 1}, PowerWatts: 10})}
}

func TestLampGoesOutAfterItsHold(t *testing.T) {
	s := newStage(t)
	lamp := s.with(t, &yard.Lamp{On: on(), Hold: 5})
	hit := func() { s.Post(yard.Hits.Event(s.Messages(), message.To(lamp), yard.Hit{ImpulseNewtonSeconds: 1})) }
	for tick := range 30 {
		if tick == 3 || tick == 6 || tick == 20 {
			hit()
		}
		s.Tick()
		// Lit from the tick of a hit to the last of the five ticks from the last hit on.
		want := tick >= 3 && tick < 6+5 || tick >= 20 && tick < 20+5
		if s.lit(lamp) != want {
			t.Errorf("after tick %d the lamp is lit: %v", tick, !want)
		}
	}
}

func TestPlateTellsOnlyHardTouches(t *testing.T) {
	s := newStage(t)
	lamp := s.with(t, &yard.Lamp{On: on(), Hold: 1})
	plate := s.with(t, &yard.Plate{Lamp: lamp, LeastNewtonSeconds: 2})
	for _, c := range []struct {
		name    string
		impulse float32
		lights  bool
	}{{"soft", 1.9, false}, {"hard", 2, true}, {"none", 0, false}} {
		t.Run(c.name, func(t *testing.T) {
			s.Post(message.Collisions.Event(s.Messages(), message.To(plate), message.Collision{ImpulseNewtonSeconds: c.impulse}))
			s.Tick() // the plate hears of the touch
			s.Tick() // the lamp hears of it
			if s.lit(lamp) != c.lights {
				t.Errorf("a touch of %v N s lights the lamp: %v", c.impulse, !c.lights)
			}
			s.Tick()
		})
	}
}

// TestLiftEndsWhereItBegan looks at whole periods: the sine of whole ticks does not drift.
func TestLiftEndsWhereItBegan(t *testing.T) {
	s := newStage(t)
	low := geom.At(geom.Vec3{X: 1, Y: 2, Z: 3})
	lift := s.with(t, &yard.Lift{Low: low, Rise: 4, Period: 40})
	at := func() geom.Pose {
		where, _ := s.Snapshot().Transform(lift)
		return where.Pose
	}
	for tick := 1; tick <= 4000; tick++ {
		s.Tick()
		if tick >= 40 && tick%40 == 0 && at() != low {
			t.Fatalf("after %d ticks the lift is at %v, not %v", tick, at(), low)
		}
		if tick >= 40 && tick%40 == 20 && at().Position != low.Position.Add(geom.Vec3{Y: 4}) {
			t.Fatalf("after %d ticks the lift is at %v, not at its top", tick, at())
		}
	}
}

func TestKitFillsAStoreThatTakesIt(t *testing.T) {
	var store render.Store
	if _, err := yard.NewKit(&store); err != nil {
		t.Fatal(err)
	}
	for i, m := range store.Materials() {
		if m.Name == "" {
			t.Errorf("material %d has no name", i)
		}
	}
	for _, texture := range store.Textures() {
		for i := 3; i < len(texture.Pixels); i += 4 {
			if texture.Pixels[i] != 255 {
				t.Fatalf("the texture %q is not opaque", texture.Name)
			}
		}
	}
}

func TestYardNeedsPhysics(t *testing.T) {
	s := newStage(t)
	kit, err := yard.NewKit(s.Resources())
	if err != nil {
		t.Fatal(err)
	}
	if y, err := yard.Build(s.World, kit, yard.Options{}); err == nil || y != nil {
		t.Errorf("a world without physics took a yard: %v", err)
	}
}
