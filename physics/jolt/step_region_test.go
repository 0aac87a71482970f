package jolt_test

import (
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
)

// A field with a region pulls on each body by the place of its center of mass: half a meter within and without.
func TestUniformGravityWithARegionPullsOnlyWithin(t *testing.T) {
	pull := geom.Vec3{Y: -9.81}
	f, deck := newFleet(t, field.GravityOfUniform(field.Uniform{
		Acceleration: pull, Region: field.Region{Min: geom.Vec3{X: -5, Y: -50, Z: -5}, Max: geom.Vec3{X: 5, Y: 50, Z: 5}},
	}))
	within := f.load(deck, hull(physics.NewSphere(0.2), physics.Dynamic, 2), at(4.5, 0, 0))
	without := f.load(deck, hull(physics.NewSphere(0.2), physics.Dynamic, 2), at(5.5, 0, 0))
	f.wantPath(within, geom.Vec3{X: 4.5}, geom.Vec3{}, pull, 60)
	if s := f.at(without); s.Pose.Position != (geom.Vec3{X: 5.5}) || s.Velocity != (geom.Vec3{}) {
		t.Errorf("out of the region it is %+v", s)
	}
}
