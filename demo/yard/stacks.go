package yard

import (
	"tertius.dev/core/geom"
	"tertius.dev/simulation"
)

// The tower and the pyramid.
const (
	towerLayers   = 10
	towerDrop     = 2.4  // the height of the lowest layer over the floor, in meters
	towerTwist    = 0.11 // the turn of each layer against the one below, in radians
	pyramidLayers = 5
)

var (
	towerAt   = geom.Vec3{X: 11, Z: -5}
	pyramidAt = geom.Vec3{X: 11.5, Z: 5.5}
)

// buildStacks hangs a twisted tower over the floor, from which it drops, and piles a pyramid.
func (b *builder) buildStacks() {
	b.buildTower()
	small := solid{shape: b.kit.smallShape, massKilograms: 40, friction: 0.6}
	for layer := range pyramidLayers {
		side := pyramidLayers - layer
		for i := range side * side {
			at := pyramidAt.Add(geom.Vec3{
				X: (float64(i%side) - float64(side-1)/2) * smallSide * 1.02,
				Y: (float64(layer) + 0.5) * smallSide,
				Z: (float64(i/side) - float64(side-1)/2) * smallSide * 1.02,
			})
			e := b.dynamic("", geom.At(at), small, b.kit.crateLook(smallSide, layer+i*3))
			b.yard.Pyramid = append(b.yard.Pyramid, e)
		}
	}
}

// buildTower hangs layers of four crates, each turned against the one below.
func (b *builder) buildTower() {
	brick := solid{shape: b.kit.brickShape, massKilograms: 60, friction: 0.5}
	for layer := range towerLayers {
		turn := geom.AxisAngle(geom.UnitY, towerTwist*float64(layer))
		for i := range 4 {
			corner := geom.Vec3{X: (float64(i%2) - 0.5) * brickSide * 1.01, Z: (float64(i/2) - 0.5) * brickSide * 1.01}
			at := towerAt.Add(turn.Rotate(corner)).AddScaled(geom.UnitY, towerDrop+(float64(layer)+0.5)*brickSide*1.01)
			look := b.kit.crateLook(brickSide, layer)
			if layer%3 == 2 {
				look = simulation.Visual{Mesh: b.kit.box, Material: b.kit.accent(layer / 3), Scale: even(brickSide)}
			}
			e := b.dynamic("", geom.Pose{Position: at, Rotation: turn}, brick, look)
			b.yard.Tower = append(b.yard.Tower, e)
		}
	}
}
