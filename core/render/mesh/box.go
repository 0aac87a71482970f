package mesh

import (
	"tertius.dev/core/geom"
	"tertius.dev/core/render"
)

// Box returns a box with sides of 2 half.X, 2 half.Y and 2 half.Z. Each face has the whole texture, upright on the sides.
func Box(name string, half geom.Vec3) render.Mesh {
	return TiledBox(name, half, 0)
}

// TiledBox is Box with a texture that repeats every tileMeters along each side; 0 stretches it over each face once.
func TiledBox(name string, half geom.Vec3, tileMeters float64) render.Mesh {
	m := render.Mesh{Name: name}
	if !(half.X > 0 && half.Y > 0 && half.Z > 0) {
		return m
	}
	for _, face := range [...]struct{ right, up geom.Vec3 }{
		{geom.UnitX, geom.UnitY},             // +Z
		{geom.UnitX.Neg(), geom.UnitY},       // -Z
		{geom.UnitZ.Neg(), geom.UnitY},       // +X
		{geom.UnitZ, geom.UnitY},             // -X
		{geom.UnitX, geom.UnitZ.Neg()},       // +Y
		{geom.UnitX.Neg(), geom.UnitZ.Neg()}, // -Y
	} {
		right, up := stretch(face.right, half), stretch(face.up, half)
		out := stretch(face.right.Cross(face.up), half)
		rectangle(&m, out, right, up, tileMeters)
	}
	return m
}

// Plane returns a rectangle in the plane of X and Z, 2 halfX by 2 halfZ, seen from above. It has the whole texture, whose top is at -Z.
func Plane(name string, halfXMeters, halfZMeters float64) render.Mesh {
	return TiledPlane(name, halfXMeters, halfZMeters, 0)
}

// TiledPlane is Plane with a texture that repeats every tileMeters along each side; 0 stretches it over the plane once.
func TiledPlane(name string, halfXMeters, halfZMeters, tileMeters float64) render.Mesh {
	m := render.Mesh{Name: name}
	if halfXMeters > 0 && halfZMeters > 0 {
		rectangle(&m, geom.Vec3{}, geom.Vec3{X: halfXMeters}, geom.Vec3{Z: -halfZMeters}, tileMeters)
	}
	return m
}

// rectangle adds a flat face about a middle, half of it to the right and half of it up, with its texture once or in tiles.
func rectangle(m *render.Mesh, middle, right, up geom.Vec3, tileMeters float64) {
	uTiles, vTiles := float32(1), float32(1)
	if tileMeters > 0 {
		uTiles, vTiles = float32(2*right.Length()/tileMeters), float32(2*up.Length()/tileMeters)
	}
	quad(m, [4]geom.Vec3{
		middle.Sub(right).Sub(up), middle.Add(right).Sub(up), middle.Add(right).Add(up), middle.Sub(right).Add(up),
	}, uTiles, vTiles)
}

// stretch scales each component of v by that of s.
func stretch(v, s geom.Vec3) geom.Vec3 { return geom.Vec3{X: v.X * s.X, Y: v.Y * s.Y, Z: v.Z * s.Z} }
