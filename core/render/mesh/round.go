package mesh

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
)

// Sphere returns a sphere with 2 rings segments around and rings from pole to pole, the poles on Y.
func Sphere(name string, radiusMeters float64, rings int) render.Mesh {
	return Capsule(name, 0, radiusMeters, rings)
}

// Capsule returns a cylinder along Y, 2 halfHeight long, with half a sphere at each end. rings counts the rows of faces
// of both half spheres and is rounded up to an even number, at least 4. A half height of 0 gives a sphere.
func Capsule(name string, halfHeightMeters, radiusMeters float64, rings int) render.Mesh {
	if !(halfHeightMeters >= 0 && radiusMeters > 0) {
		return render.Mesh{Name: name}
	}
	half := max(2, (rings+1)/2)
	var profile []ring
	for i := 0; i <= half; i++ {
		profile = append(profile, ringAt(0.5*math.Pi*(1-float64(i)/float64(half)), halfHeightMeters, radiusMeters))
	}
	if halfHeightMeters > 0 {
		profile = append(profile, ringAt(0, -halfHeightMeters, radiusMeters))
	}
	for i := 1; i <= half; i++ {
		profile = append(profile, ringAt(-0.5*math.Pi*float64(i)/float64(half), -halfHeightMeters, radiusMeters))
	}
	return revolve(name, profile, 4*half)
}

// Band returns the inside of a part of a sphere about the origin, between two elevations, such as a strip of a sky.
func Band(name string, radiusMeters, fromRadians, toRadians float64, segments int) render.Mesh {
	m := revolve(name, []ring{ringAt(toRadians, 0, radiusMeters), ringAt(fromRadians, 0, radiusMeters)}, segments)
	for i := range m.Vertices {
		m.Vertices[i].Normal = m.Vertices[i].Normal.Neg()
	}
	for i := 0; i < len(m.Indices); i += 3 {
		m.Indices[i+1], m.Indices[i+2] = m.Indices[i+2], m.Indices[i+1]
	}
	return m
}

// ring is a circle about Y: the points of one row of vertices.
type ring struct {
	radius, height float64 // in meters
	out, up        float64 // the normal's parts away from Y and along Y
}

// ringAt returns the ring at an elevation of a sphere whose center is raised.
func ringAt(elevationRadians, raisedMeters, radiusMeters float64) ring {
	up, out := geom.SinCos(elevationRadians)
	return ring{radius: radiusMeters * out, height: raisedMeters + radiusMeters*up, out: out, up: up}
}

// revolve turns a profile, from the top down, about Y. The seam repeats its vertices, so that U ends at 1.
func revolve(name string, profile []ring, segments int) render.Mesh {
	m := render.Mesh{Name: name}
	segments = max(segments, fewestSegments)
	for i, r := range profile {
		for j := 0; j <= segments; j++ {
			angle := 2 * math.Pi * float64(j%segments) / float64(segments)
			sin, cos := geom.SinCos(angle)
			m.Vertices = append(m.Vertices, render.Vertex{
				Position: geom.Vec3{X: r.radius * sin, Y: r.height, Z: r.radius * cos}.Single(),
				Normal:   geom.Vec3{X: r.out * sin, Y: r.up, Z: r.out * cos}.Single(),
				Tangent:  geom.Vec3{X: cos, Z: -sin}.Single(),
				U:        float32(j) / float32(segments), V: float32(i) / float32(len(profile)-1),
			})
		}
	}
	row := uint32(segments + 1)
	for i := range uint32(len(profile) - 1) {
		for j := range uint32(segments) {
			upper := i*row + j
			lower := upper + row
			if profile[i].radius > 1e-9 {
				m.Indices = append(m.Indices, upper, lower, upper+1)
			}
			if profile[i+1].radius > 1e-9 {
				m.Indices = append(m.Indices, upper+1, lower, lower+1)
			}
		}
	}
	return m
}
