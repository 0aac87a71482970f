package jolt_test

import (
	"math"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// assemblyOf is a hull of a shape and a mass with a part beside it.
func assemblyOf(d *physics.BodyDesc, part physics.AssemblyPart) *physics.Assembly {
	return &physics.Assembly{Parts: []physics.AssemblyPart{
		{Shape: d.Shape, Pose: geom.IdentityPose, MassKilograms: d.MassKilograms}, part,
	}}
}

func cube(half, x, kilograms float64) physics.AssemblyPart {
	return physics.AssemblyPart{Shape: physics.NewBox(half, half, half), Pose: place(x, 0, 0), MassKilograms: kilograms}
}

// Each part counts with its own mass, or with that of water, also one that is a compound or an assembly.
func TestAssemblyHasTheCenterOfMassOfItsParts(t *testing.T) {
	f, _ := newFleet(t, field.Gravity{})
	water := 8 * 0.5 * 0.5 * 0.5 * 1000.0
	pair := physics.NewCompound(physics.Part{Shape: physics.NewBox(0.5, 0.5, 0.5), Pose: place(-1, 0, 0)},
		physics.Part{Shape: physics.NewBox(0.5, 0.5, 0.5), Pose: place(3, 0, 0)})
	for _, c := range []struct {
		name  string
		parts []physics.AssemblyPart
		want  float64
	}{
		{"one", []physics.AssemblyPart{cube(0.5, 2, 7)}, 2},
		{"two", []physics.AssemblyPart{cube(0.5, 0, 100), cube(2, 10, 300)}, 7.5},
		{"water", []physics.AssemblyPart{cube(0.5, 0, 0), cube(0.5, 4, 3*water)}, 3},
		{"compound", []physics.AssemblyPart{{Shape: pair, Pose: place(2, 0, 0), MassKilograms: 500}, cube(0.5, 9, 500)}, 6},
		{"nested", []physics.AssemblyPart{cube(0.5, 0, 500), {
			Shape: &physics.Assembly{Parts: []physics.AssemblyPart{cube(0.5, 0, 1), cube(0.5, 4, 3)}}, Pose: place(5, 0, 0), MassKilograms: 1500,
		}}, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := &physics.Assembly{Parts: c.parts}
			if err := f.backend.ShapeProblem(a); err != nil {
				t.Fatal(err)
			}
			if got := f.backend.CenterOfMass(a); !near(got, geom.Vec3{X: c.want}, 2e-6) {
				t.Errorf("its center of mass is at %v, want %v along X", got, c.want)
			}
		})
	}
	expectShapeProblem := func(a *physics.Assembly) {
		if f.backend.ShapeProblem(a) == nil {
			t.Errorf("%+v has no problem", a.Parts)
		}
	}
	dumbbell := func(meters float64) *physics.Assembly {
		return &physics.Assembly{Parts: []physics.AssemblyPart{cube(0.5, 0, 1), {
			Shape: physics.NewBox(0.5, 0.5, 0.5), Pose: geom.At(geom.Vec3{X: 1, Y: -1, Z: 1}.Scale(meters / math.Sqrt(3))), MassKilograms: 1,
		}}}
	}
	if err := f.backend.ShapeProblem(dumbbell(17)); err != nil { // its least moment is 1/3 kg m² of 290
		t.Error(err)
	}
	expectShapeProblem(dumbbell(30))
	expectShapeProblem(&physics.Assembly{Parts: []physics.AssemblyPart{cube(2, 0, 1e38)}})                                                               // its inertia
	expectShapeProblem(&physics.Assembly{Parts: []physics.AssemblyPart{{Shape: physics.NewSphere(1e-5), Pose: geom.IdentityPose, MassKilograms: 1e30}}}) // its density
}

// A hull that changes its shape, and gets it back, keeps the place of its origin to the last bits of doubles, and its velocity within
// a float step, at any distance and while it turns.
func TestReshapedHullKeepsItsOrigin(t *testing.T) {
	for _, far := range []float64{0, 1e7} {
		f, space := newFleet(t, field.Gravity{})
		d := hull(hammer(), physics.Dynamic, 1000)
		start := motion.State{Pose: place(far, 20, -3), Velocity: geom.Vec3{X: 80, Y: -3}, AngularVelocity: geom.Vec3{X: 0.3, Y: -0.7, Z: 0.2}}
		s := f.launch(space, d, start)
		f.steps(10)
		part := cube(1, 6, 4000)
		for i := range 20 {
			before := f.tree.Local(s.frame)
			r := physics.HullReshape{Entity: s.owner, Changed: []physics.HullPart{{AssemblyPart: part}}}
			if i%2 == 0 {
				r.Shape = assemblyOf(&d, part)
			}
			f.changes.HullsReshaped = append(f.changes.HullsReshaped, r)
			f.applyTree()
			f.step()
			record, ok := f.recordOf(s.frame)
			if !ok {
				t.Fatal("the hull has no record")
			}
			// Over a tick the origin goes on by its velocity, but for the turn about the new center.
			arm := 7.0 * before.AngularVelocity.LengthSquared() * f.tick * f.tick
			want := before.Pose.Position.AddScaled(before.Velocity, f.tick)
			if off := record.Record.Pose.Position.Sub(want).Length(); off > arm+1e-6 {
				t.Fatalf("reshape %d at %g m: the origin is off by %v m", i, far, off)
			}
			if record.ProperAcceleration.Length() > 1e-9 {
				t.Fatalf("reshape %d at %g m: it reads %v m/s²", i, far, record.ProperAcceleration)
			}
		}
	}
}

// The inertia of a hull that got its own shape back is that of one that never had another, to the last bit.
func TestReshapedHullGetsItsMassBack(t *testing.T) {
	f, space := newFleet(t, field.Gravity{})
	d := hull(hammer(), physics.Dynamic, 1000)
	a, b := f.launch(space, d, at(0, 0, 0)), f.launch(space, d, at(0, 500, 0))
	part := cube(1, 6, 4000)
	for _, shape := range []*physics.Assembly{assemblyOf(&d, part), nil} {
		f.changes.HullsReshaped = append(f.changes.HullsReshaped, physics.HullReshape{Entity: a.owner, Shape: shape, Changed: []physics.HullPart{{AssemblyPart: part}}})
		f.applyTree()
		f.step()
	}
	for range 5 {
		for _, s := range []ship{a, b} {
			in := f.intend(s.owner)
			in.Parts, in.Force, in.Torque = physics.HasForce|physics.HasTorque, geom.Vec3f{X: 900, Z: 33}, geom.Vec3f{X: 50, Y: 700, Z: -20}
		}
		f.step()
		one, other := f.tree.Local(a.frame), f.tree.Local(b.frame)
		if one.Velocity != other.Velocity || one.AngularVelocity != other.AngularVelocity {
			t.Fatalf("it moves at %v and turns at %v, one that never changed at %v and %v",
				one.Velocity, one.AngularVelocity, other.Velocity, other.AngularVelocity)
		}
	}
}

// A part wakes the hulls that sleep against it, and no other.
func TestReshapeWakesWhatLiesAtThePart(t *testing.T) {
	f, planet := newFleet(t, standardGravity)
	f.load(planet, physics.Body(physics.NewBox(50, 0.5, 50), physics.Static), at(0, -0.5, 0))
	d := hull(physics.NewBox(1, 1, 1), physics.Static, 1000)
	s := f.launch(planet, d, at(0, 1, 0))
	small := hull(physics.NewBox(0.25, 0.25, 0.25), physics.Dynamic, 10)
	close, away := f.launch(planet, small, at(5.27, 0.25, 0)), f.launch(planet, small, at(-1.27, 0.25, 0))
	f.steps(180)
	awake := func(s ship) bool { _, told := f.recordOf(s.frame); return told }
	if awake(close) || awake(away) {
		t.Fatal("the boats do not sleep")
	}
	part := cube(1, 4, 4000)
	f.changes.HullsReshaped = append(f.changes.HullsReshaped, physics.HullReshape{
		Entity: s.owner, Shape: assemblyOf(&d, part), Changed: []physics.HullPart{{AssemblyPart: part}},
	})
	f.applyTree()
	f.step()
	if !awake(close) || awake(away) {
		t.Errorf("the boat at the part is awake: %v, the other one: %v", awake(close), awake(away))
	}
}

// What a part brings along acts on a hull that is dynamic in the next step alone.
func TestPartBringsItsMomentum(t *testing.T) {
	for _, m := range []physics.BodyMotion{physics.Static, physics.Dynamic} {
		f, space := newFleet(t, field.Gravity{})
		d := hull(physics.NewBox(1, 1, 1), m, 1000)
		s := f.launch(space, d, at(0, 0, 0))
		part := cube(1, 4, 3000)
		f.changes.HullsReshaped = append(f.changes.HullsReshaped, physics.HullReshape{
			Entity: s.owner, Shape: assemblyOf(&d, part), Changed: []physics.HullPart{{AssemblyPart: part, Velocity: geom.Vec3{X: 0.8}}},
		})
		f.applyTree()
		f.step()
		want := geom.Vec3{X: 0.6}
		if m == physics.Static {
			want = geom.Vec3{}
			f.change(s, physics.Dynamic) // too late
			f.step()
		}
		if v := f.tree.Local(s.frame).Velocity; !near(v, want, 1e-6) {
			t.Errorf("a %v hull moves at %v, want %v", m, v, want)
		}
	}
}

// The ghosts of a hull have its new shape.
func TestGhostOfHullFollowsItsShape(t *testing.T) {
	s := newSky(t)
	room := s.room(s.space, ring(6), at(0, 0, 0))
	d := hull(physics.NewBox(1, 1, 1), physics.Static, 1000)
	ship := s.ship(s.space, d, ring(4), at(0, 8, 0))
	ball := s.body(room.frame, loose(physics.NewSphere(0.3)), going(at(0, 0, 0), 0, 2, 0))
	s.steps(2)
	part := physics.AssemblyPart{Shape: physics.NewBox(1, 1, 1), Pose: place(0, -5, 0), MassKilograms: 10} // at a height of 3 m
	s.changes.HullsReshaped = append(s.changes.HullsReshaped, physics.HullReshape{
		Entity: ship.entity, Shape: assemblyOf(&d, part), Changed: []physics.HullPart{{AssemblyPart: part}},
	})
	s.apply()
	s.steps(120)
	if y := s.stateIn(ball, s.space).Pose.Position.Y; y > 2 || math.IsNaN(y) {
		t.Errorf("the ball is at a height of %v m, behind the part, with ghosts of the ship in %v", y, s.ghosts(ship.entity))
	}
}
