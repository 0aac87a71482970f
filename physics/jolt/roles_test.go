package jolt_test

import (
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// Who meets whom: a ball flies at something, and touches it or flies through.
func TestRolesSayWhoMeetsWhom(t *testing.T) {
	other := physics.Collision{Groups: 2, Mask: 2}
	ball := func(m physics.BodyMotion) physics.BodyDesc { return hull(physics.NewSphere(0.5), m, 1) }
	in := func(d physics.BodyDesc, c physics.Collision) physics.BodyDesc { d.Collision = c; return d }
	flying := motion.State{Pose: place(-2, 0, 0), Velocity: geom.Vec3{X: 20}}
	for _, c := range []struct {
		name  string
		build func(f *fleet, root ship)
		meets bool
	}{
		{"moving-moving", func(f *fleet, root ship) {
			f.load(root.frame, ball(physics.Dynamic), at(0, 0, 0))
			f.load(root.frame, ball(physics.Dynamic), flying)
		}, true},
		{"moving-static", func(f *fleet, root ship) {
			f.load(root.frame, ball(physics.Static), at(0, 0, 0))
			f.load(root.frame, ball(physics.Dynamic), flying)
		}, true},
		{"moving-hull", func(f *fleet, root ship) {
			f.launch(root.frame, ball(physics.Dynamic), at(0, 0, 0))
			f.load(root.frame, ball(physics.Dynamic), flying)
		}, false},
		{"hull-hull", func(f *fleet, root ship) {
			f.launch(root.frame, ball(physics.Kinematic), at(0, 0, 0))
			f.launch(root.frame, ball(physics.Dynamic), flying)
		}, true},
		{"hull-hull-of-other-groups", func(f *fleet, root ship) {
			f.launch(root.frame, in(ball(physics.Static), other), at(0, 0, 0))
			f.launch(root.frame, ball(physics.Dynamic), flying)
		}, true},
		{"hull-static", func(f *fleet, root ship) {
			f.load(root.frame, ball(physics.Static), at(0, 0, 0))
			f.launch(root.frame, ball(physics.Dynamic), flying)
		}, true},
		{"hull-static-of-other-groups", func(f *fleet, root ship) {
			f.load(root.frame, in(ball(physics.Static), other), at(0, 0, 0))
			f.launch(root.frame, ball(physics.Dynamic), flying)
		}, true},
		{"interior-moving", func(f *fleet, root ship) {
			s := f.launch(root.frame, ball(physics.Dynamic), at(50, 0, 0))
			f.load(s.frame, ball(physics.Dynamic), flying)
		}, true},
		{"interior-of-other-groups-moving", func(f *fleet, root ship) {
			s := f.launch(root.frame, in(ball(physics.Static), other), at(50, 0, 0))
			f.load(s.frame, ball(physics.Dynamic), flying)
		}, false},
		{"interior-hull-within", func(f *fleet, root ship) {
			s := f.launch(root.frame, in(ball(physics.Kinematic), other), at(50, 0, 0))
			f.launch(s.frame, ball(physics.Dynamic), flying)
		}, true},
		{"root-interior-moving", func(f *fleet, root ship) {
			f.load(root.frame, ball(physics.Dynamic), motion.State{Pose: place(98, 0, 0), Velocity: geom.Vec3{X: -20}})
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, root := newFleetOfBody(t, field.Gravity{}, physics.Body(physics.NewCompound(
				physics.Part{Shape: physics.NewSphere(1), Pose: place(96, 0, 0)}), physics.Static))
			c.build(f, root)
			f.steps(15)
			if got := len(f.started) == 1; got != c.meets || len(f.started) > 1 {
				t.Errorf("%d contacts started: %+v", len(f.started), f.started)
			}
		})
	}
}

// The groups that an owner takes are those of its interior; its hull goes on to meet every hull.
func TestSetCollisionOfAnOwnerChangesItsInteriorAlone(t *testing.T) {
	f, space := newFleet(t, standardGravity)
	pad := f.launch(space, physics.Body(physics.NewBox(5, 0.5, 5), physics.Static), at(0, -0.5, 0))
	lander := f.launch(space, hull(physics.NewBox(1, 0.5, 1), physics.Dynamic, 100), at(0, 0.5, 0))
	cargo := f.load(pad.frame, crate(), at(0, 0.75, 0))
	f.steps(60)
	if len(f.started) != 2 || len(f.ended) != 0 {
		t.Fatalf("contacts %+v started and %+v ended, want the lander and the cargo on the pad", f.started, f.ended)
	}
	in := f.intend(pad.owner)
	in.Parts, in.Collision = physics.HasCollision, physics.Collision{Groups: 2, Mask: 2}
	f.steps(60)
	if len(f.ended) != 1 || f.ended[0].A != pad.owner || f.ended[0].B != cargo || f.at(cargo).Pose.Position.Y > -2 {
		t.Errorf("the cargo is at %v, %+v ended", f.at(cargo).Pose.Position, f.ended)
	}
	if y := f.tree.Local(lander.frame).Pose.Position.Y; y < 0.49 {
		t.Errorf("the lander sank to %v m", y)
	}
}
