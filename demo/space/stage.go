package space

import (
	"strconv"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
)

// Stage spawns what a scene is made of. After the first error it spawns no more.
type Stage struct {
	World *simulation.World
	Kit   *Kit
	Named []Named // the entities with a scene id, in the order of their spawns
	Err   error
}

// Named is an entity with a scene id.
type Named struct {
	ID     string
	Entity handle.Entity
}

// Spawn spawns an entity. An empty id gives it none.
func (s *Stage) Spawn(id string, d *simulation.SpawnDesc) handle.Entity {
	if s.Err != nil {
		return handle.Entity{}
	}
	e, err := s.World.Spawn(d)
	s.Err = err
	if id != "" {
		s.Named = append(s.Named, Named{id, e})
	}
	return e
}

// Put spawns an entity at a pose in a frame.
func (s *Stage) Put(id string, f handle.Frame, p geom.Pose, d *simulation.SpawnDesc) handle.Entity {
	d.Frame, d.Pose = f, p
	return s.Spawn(id, d)
}

// Owner spawns the owner of a frame and returns both.
func (s *Stage) Owner(id string, d *simulation.SpawnDesc) (handle.Entity, handle.Frame) {
	e := s.Spawn(id, d)
	if s.Err != nil {
		return e, handle.Frame{}
	}
	f, _ := s.World.FrameOf(e)
	return e, f
}

// Eye spawns a camera in a frame that looks at a point.
func (s *Stage) Eye(id string, f handle.Frame, at, target geom.Vec3) handle.Entity {
	return s.Put(id, f, geom.Pose{Position: at, Rotation: geom.LookRotation(target.Sub(at), geom.UnitY)}, &simulation.SpawnDesc{})
}

// Keep keeps the first error.
func (s *Stage) Keep(err error) {
	if s.Err == nil {
		s.Err = err
	}
}

// Lamp sets a lit ball and its light.
func (s *Stage) Lamp(f handle.Frame, at geom.Vec3, p Paint, color geom.Vec3f, watts float32, radiusMeters float64) handle.Entity {
	return s.Put("", f, geom.At(at), &simulation.SpawnDesc{Visual: &simulation.Visual{
		Mesh: s.Kit.ball, Material: s.Kit.Material(p), Scale: Even(radiusMeters),
		Light: render.LightOfPointLight(render.PointLight{Color: color, PowerWatts: watts, RadiusMeters: float32(radiusMeters)}),
	}})
}

// Crate describes a container with sides of that many meters. Its paint is one of a container's.
func (k *Kit) Crate(p Paint, sides geom.Vec3, kilograms float64, friction float32) *simulation.SpawnDesc {
	body := physics.Body(&physics.Box{HalfExtents: sides.Scale(0.5), ConvexRadiusMeters: 0.02}, physics.Dynamic)
	body.MassKilograms, body.Friction = kilograms, friction
	return &simulation.SpawnDesc{Body: &body, Visual: &simulation.Visual{Mesh: k.box, Material: k.Material(p), Scale: sides.Single()}}
}

// Containers are the paints of containers, to be taken in turn.
var Containers = [...]Paint{Teal, Rust, Sand, Slate}

// Even returns a scale that is the same along each axis.
func Even(s float64) geom.Vec3f { return geom.Vec3{X: s, Y: s, Z: s}.Single() }

// Numbered is a scene id with a number.
func Numbered(kind string, i int) string { return kind + "-" + strconv.Itoa(i) }
