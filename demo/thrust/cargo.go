package thrust

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/core/render/mesh"
	"tertius.dev/demo/paint"
	"tertius.dev/demo/space"
	"tertius.dev/simulation"
)

// The friction of the cargo. A pair takes the geometric mean: on the deck 0.14, which holds against 1.4 m/s², and 0.6,
// which holds against 5.9 m/s².
const (
	slippery = 0.05
	rough    = 0.9
)

// buildCargo stows crates and barrels near the bow, what is rough before what is slippery, which so pushes none of it.
func (b *builder) buildCargo() {
	for i, c := range [...]struct {
		x, z, side float64
		friction   float32
		onTop      bool
	}{
		{-3.5, -8.9, 2.0, rough, true}, {-1.0, -8.9, 2.2, rough, true}, {1.4, -8.8, 1.8, rough, false}, {3.7, -8.9, 2.0, rough, true},
		{-3.6, -5.6, 1.6, slippery, false}, {-1.3, -5.4, 2.0, slippery, false}, {1.2, -5.6, 1.5, slippery, false}, {3.5, -5.5, 1.8, slippery, false},
		{-2.6, -2.6, 1.4, slippery, false}, {2.8, -2.2, 1.6, slippery, false},
	} {
		turn := geom.AxisAngle(geom.UnitY, 0.13*math.Sin(float64(7*i)))
		b.crate(i, c.friction, geom.Pose{Position: geom.Vec3{X: c.x, Y: c.side / 2, Z: c.z}, Rotation: turn}, c.side)
		if c.onTop {
			b.crate(i+2, slippery, geom.At(geom.Vec3{X: c.x, Y: c.side + 0.5, Z: c.z - 0.2}), 1)
		}
	}
	b.buildBarrels()
}

func (b *builder) crate(i int, friction float32, at geom.Pose, side float64) {
	sides := geom.Vec3{X: side, Y: side, Z: side}
	desc := b.Kit.Crate(space.Containers[i%len(space.Containers)], sides, 150*side*side*side, friction)
	group := &b.scene.Slippery
	if friction == rough {
		group = &b.scene.Rough
	}
	*group = append(*group, b.put("crate", len(b.scene.Slippery)+len(b.scene.Rough), at, desc))
}

// put spawns cargo in the ship, under a numbered id.
func (b *builder) put(kind string, i int, at geom.Pose, desc *simulation.SpawnDesc) handle.Entity {
	return b.Put(space.Numbered(kind, i), b.scene.Hold, at, desc)
}

// buildBarrels lays barrels across the deck, which roll.
func (b *builder) buildBarrels() {
	const half, radius = 0.45, 0.42
	shape := physics.NewCapsule(half, radius)
	p := paint.Painter{Store: b.World.Resources()}
	look := p.Mesh(mesh.Capsule("barrel", half, radius, 16))
	b.Keep(p.Err)
	for i := range 4 {
		body := physics.Body(shape, physics.Dynamic)
		body.MassKilograms, body.Friction, body.AngularDampingPerSecond = 120, 0.5, 0
		at := geom.Pose{
			Position: geom.Vec3{X: -3.3 + float64(2.2*float64(i)), Y: radius, Z: 0.2 + float64(0.5*float64(i%2))},
			Rotation: geom.AxisAngle(geom.UnitZ, math.Pi/2),
		}
		b.scene.Barrels = append(b.scene.Barrels, b.put("barrel", i, at, &simulation.SpawnDesc{
			Body: &body, Visual: &simulation.Visual{Mesh: look, Material: b.Kit.Material(space.Orange), Scale: space.Even(1)},
		}))
	}
}
