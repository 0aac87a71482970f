// Package mesh makes meshes of simple solids as data: vertices with normals and texture coordinates, and triangles.
//
// Every solid is about its origin, in meters, its triangles counter-clockwise seen from outside. Solids with flat faces
// repeat their corners, so that edges are sharp; round ones share them. Texture coordinates run from 0 to 1 over a face of
// a box and over the whole of a round solid, V down.
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
