package yard

import (
	"tertius.dev/core/geom"
	"tertius.dev/core/render"
)

// The tower and the pyramid.
const (
	towerLayers   = 10
	towerDrop     = 2.4  // the height of the lowest layer over the floor, in meters
	towerTwist    = 0.11 // the turn of each layer against the one below, in radians
	towerLean     = 0.16 // of the whole tower, in radians, so that it topples where it lands
	pyramidLayers = 5
)

var (
	towerAt   = geom.Vec3{X: 11, Z: -5}
	pyramidAt = geom.Vec3{X: 11.5, Z: 5.5}
)

// buildStacks hangs a twisted tower over the floor, from which it drops, and piles a pyramid.
func (b *builder) buildStacks() {
	b.buildTower()
	const spacing = smallSide * 1.02
	for layer := range pyramidLayers {
		side := pyramidLayers - layer
		for i := range side * side {
			at := pyramidAt.Add(geom.Vec3{
				X: float64(centered(i%side, side) * spacing),
				Y: float64((float64(layer) + 0.5) * smallSide),
				Z: float64(centered(i/side, side) * spacing),
			})
			e := b.makeIn(b.kit.wood(layer+i*3), "small-crate", geom.At(at))
			b.yard.Pyramid = append(b.yard.Pyramid, e)
		}
	}
}

// buildTower hangs layers of four crates, each turned against the one below, and leans the whole.
func (b *builder) buildTower() {
	foot := geom.Pose{
		Position: towerAt.AddScaled(geom.UnitY, towerDrop),
		Rotation: geom.AxisAngle(geom.Vec3{X: 0.5, Z: 1}, towerLean),
	}
	const spacing = brickSide * 1.01
	for layer := range towerLayers {
		turn := geom.AxisAngle(geom.UnitY, towerTwist*float64(layer))
		for i := range 4 {
			corner := geom.Vec3{X: float64(centered(i%2, 2) * spacing), Z: float64(centered(i/2, 2) * spacing)}
			inTower := geom.Pose{
				Position: turn.Rotate(corner).AddScaled(geom.UnitY, (float64(layer)+0.5)*spacing),
				Rotation: turn,
			}
			b.yard.Tower = append(b.yard.Tower, b.makeIn(b.brickPaint(layer), "brick", foot.Compose(&inTower)))
		}
	}
}

// brickPaint gives every third layer a clear color.
func (b *builder) brickPaint(layer int) render.MaterialID {
	if layer%3 == 2 {
		return b.kit.accent(layer / 3)
	}
	return b.kit.wood(layer)
}
