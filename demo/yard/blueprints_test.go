package yard_test

import (
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/demo/yard"
	"tertius.dev/simulation"
)

func newKit(t *testing.T) *yard.Kit {
	t.Helper()
	kit, err := yard.NewKit(&render.Store{})
	if err != nil {
		t.Fatal(err)
	}
	return kit
}

func describe(t *testing.T, k *yard.Kit, name string) simulation.SpawnDesc {
	t.Helper()
	d, err := k.Kinds().CreateSpawnDesc(name, handle.Frame{}, geom.IdentityPose)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestCratesHaveTheSizesByWhichTheyAreStacked or walls would fall before anything hits them.
func TestCratesHaveTheSizesByWhichTheyAreStacked(t *testing.T) {
	kit := newKit(t)
	for name, side := range yard.StackedSides {
		d := describe(t, kit, name)
		half := d.Body.Shape.(*physics.Box).HalfExtents
		if want := (geom.Vec3{X: side, Y: side, Z: side}); half.Scale(2) != want || d.Visual.Scale != want.Single() {
			t.Errorf("%s has the half extents %v and the scale %v; it is stacked by %v m", name, half, d.Visual.Scale, side)
		}
	}
}

// TestLampsOverPlatesHaveThePalettesColors also in the light that they give, and look the same off as when they were spawned.
func TestLampsOverPlatesHaveThePalettesColors(t *testing.T) {
	kit := newKit(t)
	for name, bulb := range kit.PlateBulbs(2200) {
		d := describe(t, kit, name)
		lamp := d.Components[0].(*yard.Lamp)
		if lamp.On.Mesh != bulb.Mesh || lamp.On.Material != bulb.Material || lamp.On.Scale != bulb.Scale || !lamp.On.Light.Equal(bulb.Light) {
			t.Errorf("%s shines as %+v, want %+v", name, lamp.On, *bulb)
		}
		if lamp.Off != *d.Visual || !lamp.Off.Light.IsNone() || lamp.Hold != 900 {
			t.Errorf("%s is off as %+v, spawned as %+v, and holds %d ticks", name, lamp.Off, *d.Visual, lamp.Hold)
		}
	}
}
