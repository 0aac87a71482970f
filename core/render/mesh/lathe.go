package mesh

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
)

// Ring is a circle about Y: a corner of the profile of a turned solid.
type Ring struct {
	RadiusMeters, HeightMeters float64
}

// fewestSegments enclose a volume.
const fewestSegments = 3

// Lathe turns a profile about Y. Seen to the right of the axis, with +Y up, the profile runs with the solid on its right: from
// the top down for a cylinder, around clockwise for a tire. Each of its lines is a band with an edge at both ends; one of no length
// is left out. Texture coordinates are turns along U and meters along V.
func Lathe(name string, segments int, profile ...Ring) render.Mesh {
	m := render.Mesh{Name: name}
	segments = max(segments, fewestSegments)
	along := 0.0
	for i := 1; i < len(profile); i++ {
		along += bandBetween(&m, profile[i-1], profile[i], segments, along)
	}
	return m
}

// bandBetween adds the band from one ring to the next, and returns its width in meters.
func bandBetween(m *render.Mesh, from, to Ring, segments int, along float64) float64 {
	wide, fall := to.RadiusMeters-from.RadiusMeters, from.HeightMeters-to.HeightMeters
	width := math.Sqrt(wide*wide + fall*fall)
	if width == 0 {
		return 0
	}
	first, row := uint32(len(m.Vertices)), uint32(segments+1)
	for i, r := range [...]Ring{from, to} {
		for j := range segments + 1 {
			angle := 2 * math.Pi * float64(j%segments) / float64(segments)
			sin, cos := geom.SinCos(angle)
			m.Vertices = append(m.Vertices, render.Vertex{
				Position: geom.Vec3{X: r.RadiusMeters * sin, Y: r.HeightMeters, Z: r.RadiusMeters * cos}.Single(),
				Normal:   geom.Vec3{X: fall / width * sin, Y: wide / width, Z: fall / width * cos}.Single(),
				Tangent:  geom.Vec3{X: cos, Z: -sin}.Single(),
				U:        float32(j) / float32(segments), V: float32(along + float64(i)*width),
			})
		}
	}
	for j := range uint32(segments) {
		upper, lower := first+j, first+row+j
		if from.RadiusMeters > 0 {
			m.Indices = append(m.Indices, upper, lower, upper+1)
		}
		if to.RadiusMeters > 0 {
			m.Indices = append(m.Indices, upper+1, lower, lower+1)
		}
	}
	return width
}

// Cylinder returns a cylinder along Y, 2 halfHeight long, with sharp edges.
func Cylinder(name string, halfHeightMeters, radiusMeters float64, segments int) render.Mesh {
	if !(halfHeightMeters > 0 && radiusMeters > 0) {
		return render.Mesh{Name: name}
	}
	return Lathe(name, segments, Ring{0, halfHeightMeters}, Ring{radiusMeters, halfHeightMeters},
		Ring{radiusMeters, -halfHeightMeters}, Ring{0, -halfHeightMeters})
}

// Placed returns the mesh turned and moved.
func Placed(m render.Mesh, p geom.Pose) render.Mesh {
	moved := render.Mesh{Name: m.Name, Indices: m.Indices, Vertices: make([]render.Vertex, len(m.Vertices))}
	for i, v := range m.Vertices {
		v.Position = p.ToParent(v.Position.Double()).Single()
		v.Normal = p.Rotation.Rotate(v.Normal.Double()).Single()
		v.Tangent = p.Rotation.Rotate(v.Tangent.Double()).Single()
		moved.Vertices[i] = v
	}
	return moved
}
