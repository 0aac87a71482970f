package yard

import (
	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
)

// The floor's sizes in meters. Its top is at the yard's height 0.
const (
	floorHalfWidth     = 20.0
	floorHalfDepth     = 16.0
	floorHalfThickness = 0.5
	floorTile          = 4.0 // the side of the texture's square
	curbHeight         = 0.7
	curbWidth          = 0.5
)

// buildGround lays the floor and the low wall about it, which keeps everything in.
func (b *builder) buildGround() {
	slab, _ := b.kit.slab(geom.Vec3{X: 2 * floorHalfWidth, Y: 2 * floorHalfThickness, Z: 2 * floorHalfDepth}, 0)
	b.static("floor", geom.At(geom.Vec3{Y: -floorHalfThickness}), slab,
		simulation.Visual{Mesh: b.kit.floor, Material: b.kit.paint.floor})
	for _, c := range [...]struct{ at, sides geom.Vec3 }{
		{geom.Vec3{X: -floorHalfWidth}, geom.Vec3{X: curbWidth, Y: curbHeight, Z: 2*floorHalfDepth + curbWidth}},
		{geom.Vec3{X: floorHalfWidth}, geom.Vec3{X: curbWidth, Y: curbHeight, Z: 2*floorHalfDepth + curbWidth}},
		{geom.Vec3{Z: -floorHalfDepth}, geom.Vec3{X: 2*floorHalfWidth - curbWidth, Y: curbHeight, Z: curbWidth}},
		{geom.Vec3{Z: floorHalfDepth}, geom.Vec3{X: 2*floorHalfWidth - curbWidth, Y: curbHeight, Z: curbWidth}},
	} {
		curb, look := b.kit.slab(c.sides, b.kit.paint.stone)
		b.static("", geom.At(c.at.AddScaled(geom.UnitY, curbHeight/2)), curb, look)
	}
}

// wood is the material of the wood i.
func (k *Kit) wood(i int) render.MaterialID { return k.paint.crates[i%len(k.paint.crates)] }

// accent is the material of the clear color i.
func (k *Kit) accent(i int) render.MaterialID { return k.paint.accents[i%len(k.paint.accents)] }
