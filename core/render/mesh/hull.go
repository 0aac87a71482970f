package mesh

import (
	"cmp"
	"math"
	"slices"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
)

// planeTolerance is the share of the size of a point set within which points count as on one plane.
const planeTolerance = 1e-9

// Hull returns the convex hull of a few points that span a volume, its faces flat. Texture coordinates are in meters along
// each face.
//
// Cost: O(n⁴) for n points. It is for solids of a few dozen corners, made once.
func Hull(name string, points []geom.Vec3) render.Mesh {
	m := render.Mesh{Name: name}
	size := 0.0
	for _, p := range points {
		size = max(size, p.Length())
	}
	var seen []geom.Vec3 // the normals of the faces so far
	for i := range points {
		for j := range points {
			for k := range points {
				normal := points[j].Sub(points[i]).Cross(points[k].Sub(points[i])).Unit(geom.Vec3{})
				if i < j && i < k && j != k && normal != (geom.Vec3{}) && !known(seen, normal) {
					if face := faceOn(points, points[i], normal, planeTolerance*size); face != nil {
						seen = append(seen, normal)
						polygon(&m, face, normal)
					}
				}
			}
		}
	}
	return m
}

func known(seen []geom.Vec3, normal geom.Vec3) bool {
	return slices.ContainsFunc(seen, func(n geom.Vec3) bool { return n.Dot(normal) > 1-planeTolerance })
}

// faceOn returns the points on the plane through p if every other point is behind it, and nil otherwise.
func faceOn(points []geom.Vec3, p, normal geom.Vec3, tolerance float64) []geom.Vec3 {
	var face []geom.Vec3
	for _, q := range points {
		switch height := q.Sub(p).Dot(normal); {
		case height > tolerance:
			return nil
		case height >= -tolerance:
			face = append(face, q)
		}
	}
	return face
}

// polygon adds the convex face through the points, which it sorts counter-clockwise about their middle.
func polygon(m *render.Mesh, face []geom.Vec3, normal geom.Vec3) {
	var middle geom.Vec3
	for _, p := range face {
		middle = middle.AddScaled(p, 1/float64(len(face)))
	}
	across := geom.UnitY
	if math.Abs(normal.Y) > 0.9 {
		across = geom.UnitX
	}
	right := across.Cross(normal).Unit(geom.UnitX)
	up := normal.Cross(right)
	angle := func(p geom.Vec3) float64 { return geom.Atan2(p.Sub(middle).Dot(up), p.Sub(middle).Dot(right)) }
	slices.SortFunc(face, func(a, b geom.Vec3) int { return cmp.Compare(angle(a), angle(b)) })
	first := uint32(len(m.Vertices))
	for i, p := range face {
		m.Vertices = append(m.Vertices, render.Vertex{
			Position: p.Single(), Normal: normal.Single(), Tangent: right.Single(),
			U: float32(p.Dot(right)), V: float32(-p.Dot(up)),
		})
		if i >= 2 {
			m.Indices = append(m.Indices, first, first+uint32(i)-1, first+uint32(i))
		}
	}
}
