package space

import (
	"fmt"
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
	"tertius.dev/simulation"
)

// rounded is the rounding of edges in physics, in meters, small enough not to show.
const rounded = 0.02

// Structure gathers the parts of a ship or a station about its origin. The zero value is empty.
type Structure struct {
	Plates float64 // the side of the squares of paint, in meters; 0 takes PlateMeters

	parts  []physics.Part
	meshes [numPaints][]render.Mesh
	volume float64   // of the solid parts, in m³, as if none overlapped
	moment geom.Vec3 // the sum of each part's volume times its middle
}

func (s *Structure) plateMeters() float64 {
	if s.Plates == 0 {
		return PlateMeters
	}
	return s.Plates
}

// Box adds a solid box with its middle at a place.
func (s *Structure) Box(p Paint, at, sides geom.Vec3) {
	s.BoxAt(p, geom.At(at), sides)
}

// BoxAt adds a solid box at a pose.
func (s *Structure) BoxAt(p Paint, at geom.Pose, sides geom.Vec3) {
	half := sides.Scale(0.5)
	s.Solid(p, at, &physics.Box{HalfExtents: half, ConvexRadiusMeters: rounded}, mesh.TiledBox("", half, s.plateMeters()))
}

// Wedge adds the solid convex hull of corners.
func (s *Structure) Wedge(p Paint, corners ...geom.Vec3) {
	m := mesh.Hull("", corners)
	for i := range m.Vertices {
		m.Vertices[i].U /= float32(s.plateMeters())
		m.Vertices[i].V /= float32(s.plateMeters())
	}
	s.Solid(p, geom.IdentityPose, &physics.Hull{Points: corners, ConvexRadiusMeters: rounded}, m)
}

// Solid adds a shape and its closed mesh.
func (s *Structure) Solid(p Paint, at geom.Pose, shape physics.Shape, m render.Mesh) {
	s.parts = append(s.parts, physics.Part{Shape: shape, Pose: at})
	placed := mesh.Placed(m, at)
	volume, middle := volumeOf(&placed)
	if c, ok := shape.(*physics.Capsule); ok { // whose mesh is a little smaller
		volume, middle = math.Pi*c.RadiusMeters*c.RadiusMeters*(2*c.HalfHeightMeters+4*c.RadiusMeters/3), at.Position
	}
	s.volume += volume
	s.moment = s.moment.AddScaled(middle, volume)
	s.meshes[p] = append(s.meshes[p], placed)
}

// Unseen adds a shape that nothing shows, such as a pane of glass. It does not count for Center.
func (s *Structure) Unseen(at geom.Pose, shape physics.Shape) {
	s.parts = append(s.parts, physics.Part{Shape: shape, Pose: at})
}

// Look adds something that is only seen.
func (s *Structure) Look(p Paint, at geom.Pose, m render.Mesh) {
	s.meshes[p] = append(s.meshes[p], mesh.Placed(m, at))
}

// LookBox adds a box that is only seen.
func (s *Structure) LookBox(p Paint, at, sides geom.Vec3) {
	s.Look(p, geom.At(at), mesh.TiledBox("", sides.Scale(0.5), s.plateMeters()))
}

// Shape returns the solid parts as one shape.
func (s *Structure) Shape() physics.Shape { return physics.NewCompound(s.parts...) }

// Center returns the middle of the solid parts' volume: the center of mass of a body of this shape.
func (s *Structure) Center() geom.Vec3 { return s.moment.Scale(1 / s.volume) }

// Show spawns the looks of a structure at the origin of a frame, one entity for each paint.
func (s *Stage) Show(f handle.Frame, name string, parts *Structure) {
	s.each(name, parts, func(look *simulation.Visual) {
		s.Put("", f, geom.IdentityPose, &simulation.SpawnDesc{Visual: look})
	})
}

// ShowOn is Show for what has no frame: the looks are attached to an entity.
func (s *Stage) ShowOn(e handle.Entity, name string, parts *Structure) {
	s.each(name, parts, func(look *simulation.Visual) {
		s.Spawn("", &simulation.SpawnDesc{AttachTo: e, Offset: geom.IdentityPose, Visual: look})
	})
}

func (s *Stage) each(name string, parts *Structure, show func(*simulation.Visual)) {
	for p, meshes := range parts.meshes {
		if len(meshes) == 0 || s.Err != nil {
			continue
		}
		id, err := s.Kit.store.AddMesh(mesh.Join(fmt.Sprintf("%s, paint %d", name, p), meshes...))
		s.Keep(err)
		show(&simulation.Visual{Mesh: id, Material: s.Kit.paint[p]})
	}
}

// volumeOf returns the volume that a closed mesh encloses, and its middle, by the tetrahedra from the origin to each triangle.
func volumeOf(m *render.Mesh) (volume float64, middle geom.Vec3) {
	var moment geom.Vec3
	corner := func(i int) geom.Vec3 { return m.Vertices[m.Indices[i]].Position.Double() }
	for i := 0; i < len(m.Indices); i += 3 {
		a, b, c := corner(i), corner(i+1), corner(i+2)
		v := a.Dot(b.Cross(c)) / 6
		volume += v
		moment = moment.AddScaled(a.Add(b).Add(c), v/4)
	}
	return volume, moment.Scale(1 / volume)
}

// Body describes a static body of the structure's shape, of that many kilograms if it shall ever move.
func Body(s *Structure, kilograms float64) *simulation.SpawnDesc {
	body := physics.Body(s.Shape(), physics.Static)
	body.MassKilograms, body.LinearDampingPerSecond, body.AngularDampingPerSecond = kilograms, 0, 0 // nothing out there slows a ship
	return &simulation.SpawnDesc{Body: &body}
}
