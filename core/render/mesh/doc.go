// Package mesh makes the meshes of simple solids: vertices with normals, tangents and texture coordinates, and triangles, as a
// render.Store takes them.
//
// Every solid is about its origin, in meters, Y up, its triangles counter-clockwise seen from outside. Its sizes mean what those of
// the shapes of package physics mean, so that the two fit: half extents, and half heights along Y. Solids with flat faces repeat their
// corners, so that edges are sharp; round ones share them. Texture coordinates run from 0 to 1 over a face of a box and over the whole
// of a round solid, U along the tangent and V down.
//
//   - Box, Sphere, Cylinder, Capsule, Plane: what a game shows of most bodies.
//   - TiledBox, TiledPlane: floors and walls with a texture that repeats.
//   - Hull, Lathe: wedges, and what is turned about Y, such as cones, bells and tires.
//   - Placed, Join: one mesh of several, each where it belongs.
//   - Band: a part of a sky, seen from inside.
//
// Errors: a solid with a size that is not above 0 has no triangles, and a store refuses that, and numbers that are not finite, by the
// mesh's name. Numbers of segments and rings that are too small for a solid are raised.
//
// Threads: every function is pure.
package mesh

import (
	"tertius.dev/core/geom"
	"tertius.dev/core/render"
)

// quad adds a flat face with the corners in counter-clockwise order, seen from outside, the first at the lower left.
func quad(m *render.Mesh, corners [4]geom.Vec3, uTiles, vTiles float32) {
	side, rise := corners[1].Sub(corners[0]), corners[3].Sub(corners[0])
	normal, tangent := side.Cross(rise).Unit(geom.UnitY).Single(), side.Unit(geom.UnitX).Single()
	first := uint32(len(m.Vertices))
	for i, uv := range [4][2]float32{{0, vTiles}, {uTiles, vTiles}, {uTiles, 0}, {0, 0}} {
		m.Vertices = append(m.Vertices, render.Vertex{
			Position: corners[i].Single(), Normal: normal, Tangent: tangent, U: uv[0], V: uv[1],
		})
	}
	m.Indices = append(m.Indices, first, first+1, first+2, first, first+2, first+3)
}

// Join returns the parts as one mesh.
func Join(name string, parts ...render.Mesh) render.Mesh {
	all := render.Mesh{Name: name}
	for i := range parts {
		first := uint32(len(all.Vertices))
		all.Vertices = append(all.Vertices, parts[i].Vertices...)
		for _, index := range parts[i].Indices {
			all.Indices = append(all.Indices, first+index)
		}
	}
	return all
}
