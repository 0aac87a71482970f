package yard

import (
	"tertius.dev/core/geom"
	"tertius.dev/simulation"
)

// The wall of crates, across the heavy ball's way.
const (
	wallColumns = 10
	wallRows    = 7
	wallZ       = -4.0
)

// buildWall stacks the crates in bond, rolls the heavy ball at them, and puts a plate behind.
func (b *builder) buildWall() {
	for row := range wallRows {
		shift := crateSide / 8 * float64(row%2*2-1) // a quarter of a crate from row to row
		for column := range wallColumns {
			x := float64(centered(column, wallColumns)*crateSide) + float64(shift)
			at := geom.Vec3{X: x, Y: float64((float64(row) + 0.5) * crateSide), Z: wallZ}
			e := b.makeIn(b.kit.wood(row*5+column*3), "crate", geom.At(at))
			b.yard.Wall = append(b.yard.Wall, e)
		}
	}
	b.buildBall()
	b.yard.WallPlate, b.yard.WallLamp = b.buildPlate(&plateDesc{
		id: "wall-plate", lampID: "wall-lamp", lamp: "plate-lamp-magenta",
		pose: geom.At(geom.Vec3{X: -2.2, Y: 1.6, Z: -11}), sides: geom.Vec3{X: 6, Y: 3.2, Z: 0.3},
	})
}

// buildBall rolls the heavy ball at the middle of the wall.
func (b *builder) buildBall() {
	const speed = 12.0 // in m/s
	from := geom.Vec3{X: 6.2, Y: ballRadius, Z: 9.5}
	toward := geom.Vec3{X: 0.4, Y: ballRadius, Z: wallZ}.Sub(from).Unit(geom.UnitZ)
	velocity := toward.Scale(speed)
	ball := solid{
		shape: b.kit.ballShape, massKilograms: 9000, friction: 0.5, angularDamping: 0.4,
		velocity: velocity, angularVelocity: geom.UnitY.Cross(velocity).Scale(1 / ballRadius).Single(),
	}
	b.yard.Ball = b.dynamic("ball", geom.At(from), ball,
		simulation.Visual{Mesh: b.kit.ball, Material: b.kit.paint.steel, Scale: even(ballRadius)})
}
