package main

import (
	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
	"tertius.dev/host"
	"tertius.dev/simulation"
)

// yard is the scene as it is built. After the first error it adds nothing.
type yard struct {
	build *host.Builder
	frame handle.Frame
	err   error
}

func buildYard(b *host.Builder) error {
	y := &yard{build: b}
	y.addFrame()
	y.addLight()
	y.addBoxes()
	y.addShip()
	return y.err
}

// spawn makes an entity, with a scene id if that is not empty.
func (y *yard) spawn(id string, d simulation.SpawnDesc) handle.Entity {
	if y.err != nil {
		return handle.Entity{}
	}
	e, err := y.build.World.Spawn(&d)
	y.keep(err)
	if err == nil && id != "" {
		y.build.Name(id, e)
	}
	return e
}

func (y *yard) keep(err error) {
	if y.err == nil {
		y.err = err
	}
}

// addFrame makes the root frame, with the gravity of the earth, and an eye in it.
func (y *yard) addFrame() {
	owner := y.spawn("yard", simulation.SpawnDesc{Owns: &simulation.FrameSpec{
		Gravity: field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -9.81}}),
	}})
	y.frame, _ = y.build.World.FrameOf(owner)
	from, to := geom.Vec3{X: 11, Y: 7, Z: 13}, geom.Vec3{Y: 1, Z: -3}
	eye := y.spawn("eye", simulation.SpawnDesc{
		Frame: y.frame, Pose: geom.Pose{Position: from, Rotation: geom.LookRotation(to.Sub(from), geom.Up)},
	})
	y.build.SetCamera(eye, 1)
}

// addLight hangs a lamp of 20 kW of light over the yard, under a dim sky.
func (y *yard) addLight() {
	y.spawn("lamp", simulation.SpawnDesc{
		Frame: y.frame, Pose: geom.At(geom.Vec3{X: 12, Y: 20, Z: 10}),
		Visual: &simulation.Visual{Light: render.LightOfPointLight(render.PointLight{
			Color: geom.Vec3f{X: 1, Y: 0.95, Z: 0.85}, PowerWatts: 20e3, RadiusMeters: 0.5,
		})},
	})
	y.keep(y.build.World.SetAmbient(render.Ambient{
		Sky: geom.Vec3f{X: 0.2, Y: 0.25, Z: 0.35}, Ground: geom.Vec3f{X: 0.1, Y: 0.1, Z: 0.1},
	}))
}

// addBoxes lays the floor, whose top is at the height 0, and sets nine boxes on it.
func (y *yard) addBoxes() {
	y.spawn("floor", y.box(y.frame, geom.Vec3{Y: -0.5}, geom.Vec3{X: 40, Y: 0.5, Z: 40}, physics.Static, gray))
	for i := range 9 {
		at := geom.Vec3{X: 7 * float64(i%3-1), Y: 1.5, Z: -12 - 6*float64(i/3)}
		y.spawn("", y.box(y.frame, at, geom.Vec3{X: 1.5, Y: 1.5, Z: 1.5}, physics.Dynamic, red))
	}
}

var (
	gray   = geom.Vec3f{X: 0.45, Y: 0.45, Z: 0.42}
	red    = geom.Vec3f{X: 0.7, Y: 0.2, Z: 0.12}
	blue   = geom.Vec3f{X: 0.15, Y: 0.35, Z: 0.7}
	yellow = geom.Vec3f{X: 0.8, Y: 0.6, Z: 0.1}
	black  = geom.Vec3f{X: 0.05, Y: 0.05, Z: 0.05}
)

// box describes a box with a body and a look of the same size.
func (y *yard) box(in handle.Frame, at, half geom.Vec3, motion physics.BodyMotion, color geom.Vec3f) simulation.SpawnDesc {
	body := physics.Body(physics.NewBox(half.X, half.Y, half.Z), motion)
	return simulation.SpawnDesc{Frame: in, Pose: geom.At(at), Body: &body, Visual: y.look(mesh.Box("box", half), color)}
}

// look adds a mesh and a matte material to the resources of the world, and shows them.
func (y *yard) look(m render.Mesh, color geom.Vec3f) *simulation.Visual {
	store := y.build.World.Resources()
	shape, err := store.AddMesh(m)
	y.keep(err)
	paint, err := store.AddMaterial(render.Matte(color, 0.7))
	y.keep(err)
	return &simulation.Visual{Mesh: shape, Material: paint}
}
