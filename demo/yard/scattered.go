package yard

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
	"tertius.dev/simulation"
)

// gemPoints are the corners of a cut stone: a hexagon with a point above and one below.
func gemPoints() []geom.Vec3 {
	points := []geom.Vec3{{Y: gemRadius}, {Y: -gemRadius}}
	for i := range 6 {
		angle := 2 * math.Pi / 6 * float64(i)
		points = append(points, geom.Vec3{X: 0.75 * gemRadius * geom.Cos(angle), Z: 0.75 * gemRadius * geom.Sin(angle)})
	}
	return points
}

// The arms of a jack, in meters.
const (
	jackArm   = 0.55
	jackThick = 0.16
)

// jackShape is three crossed bars.
func jackShape() physics.Shape {
	var parts []physics.Part
	for _, half := range jackBars() {
		parts = append(parts, physics.Part{Shape: &physics.Box{HalfExtents: half, ConvexRadiusMeters: edgeRounded}, Pose: geom.IdentityPose})
	}
	return physics.NewCompound(parts...)
}

func jackBars() [3]geom.Vec3 {
	const a, t = jackArm, jackThick / 2
	return [3]geom.Vec3{{X: a, Y: t, Z: t}, {X: t, Y: a, Z: t}, {X: t, Y: t, Z: a}}
}

func jackMesh() render.Mesh {
	bars := jackBars()
	return mesh.Join("jack", mesh.Box("", bars[0]), mesh.Box("", bars[1]), mesh.Box("", bars[2]))
}

// buildScattered drops gems, pills and jacks onto the free floor in front.
func (b *builder) buildScattered() {
	gem := solid{shape: b.kit.gemShape, friction: 0.5, angularDamping: 0.2}
	pill := solid{shape: b.kit.pillShape, friction: 0.5, angularDamping: 0.6}
	for i := range 9 {
		at := spiral(i, geom.Vec3{X: 0.8, Y: 1.2, Z: 11.2}, 0.62)
		b.scatter(at, i, gem, simulation.Visual{Mesh: b.kit.gem, Material: b.kit.accent(i)})
	}
	for i := range 8 {
		at := spiral(i, geom.Vec3{X: -7, Y: 0.8, Z: 10.8}, 0.4)
		b.scatter(at, i, pill, simulation.Visual{Mesh: b.kit.pill, Material: b.kit.accent(i + 1)})
	}
	b.buildJacks()
}

// buildJacks drops the jacks.
func (b *builder) buildJacks() {
	jack := solid{shape: b.kit.jackShape, massKilograms: 25, friction: 0.5, angularDamping: 0.2}
	for i := range 5 {
		at := spiral(i, geom.Vec3{X: 6.8, Y: 1.5, Z: 11.6}, 0.8)
		b.scatter(at, i, jack, simulation.Visual{Mesh: b.kit.jack, Material: b.kit.paint.metal})
	}
}

func (b *builder) scatter(at geom.Vec3, i int, s solid, look simulation.Visual) {
	turn := geom.AxisAngle(geom.Vec3{X: 1, Y: float64(i % 3), Z: -0.5}, 0.6*float64(i))
	e := b.dynamic("", geom.Pose{Position: at, Rotation: turn}, s, look)
	b.yard.Scattered = append(b.yard.Scattered, e)
}

// spiral returns the place i of a spiral about a middle, in steps of about the spacing.
func spiral(i int, middle geom.Vec3, spacing float64) geom.Vec3 {
	const golden = 2.399963229728653 // the angle in radians that keeps every two places apart
	angle, radius := golden*float64(i), spacing*math.Sqrt(float64(i))
	side := geom.Vec3{X: geom.Cos(angle), Z: geom.Sin(angle)}
	return middle.AddScaled(side, radius).AddScaled(geom.UnitY, 0.12*float64(i))
}
