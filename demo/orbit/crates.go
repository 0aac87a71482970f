package orbit

import (
	"tertius.dev/core/geom"
	"tertius.dev/demo/space"
)

// buildCrates lets crates float in the cabin, each with a slow motion of its own. The first one has the middle to itself.
func (b *builder) buildCrates() {
	for i, c := range [...]struct {
		at, velocity geom.Vec3
		side         float64
	}{
		{geom.Vec3{X: 0.2, Y: 0.1, Z: 0.2}, geom.Vec3{X: -0.01, Y: 0.008, Z: -0.02}, 0.6},
		{geom.Vec3{X: -1.5, Y: -0.9, Z: -2.4}, geom.Vec3{X: 0.06, Y: 0.09, Z: 0.05}, 0.8},
		{geom.Vec3{X: 1.5, Y: -0.7, Z: -1.6}, geom.Vec3{X: -0.05, Y: 0.12, Z: -0.15}, 0.7},
		{geom.Vec3{X: 1.6, Y: 0.9, Z: -3.2}, geom.Vec3{X: -0.15, Y: -0.08, Z: 0.08}, 0.55},
		{geom.Vec3{X: -1.5, Y: 0.9, Z: -3.4}, geom.Vec3{X: 0.18, Y: -0.05, Z: 0.02}, 0.45},
		{geom.Vec3{X: 1.7, Y: -1.0, Z: 1.4}, geom.Vec3{X: 0.02, Y: 0.10, Z: -0.06}, 0.65},
		{geom.Vec3{X: -1.7, Y: -1.1, Z: 0.4}, geom.Vec3{X: -0.03, Y: 0.05, Z: -0.08}, 0.5},
		{geom.Vec3{X: 0.1, Y: -1.1, Z: -3.1}, geom.Vec3{X: 0.05, Y: 0.12, Z: 0.10}, 0.5},
	} {
		sides := geom.Vec3{X: c.side, Y: c.side, Z: c.side}
		desc := b.Kit.Crate(space.Containers[i%len(space.Containers)], sides, 200*c.side*c.side*c.side, 0.4)
		desc.Body.Restitution, desc.Body.LinearDampingPerSecond, desc.Body.AngularDampingPerSecond = 0.4, 0, 0
		axis := geom.Vec3{X: 1.4 - float64(i%3), Y: 1, Z: 0.3 * float64(i)}.Unit(geom.UnitY)
		desc.Velocity, desc.AngularVelocity = c.velocity, axis.Scale(0.25).Single()
		at := geom.Pose{Position: c.at, Rotation: geom.AxisAngle(axis, 0.7*float64(i))}
		b.scene.Crates = append(b.scene.Crates, b.Put(space.Numbered("crate", i), b.scene.Cabin, at, desc))
	}
	b.scene.Drifter = b.scene.Crates[0]
}
