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

func scenes() []host.Scene {
	return []host.Scene{
		{Name: "empty", Summary: "one frame without gravity, and a camera that sees nothing", Build: buildEmpty},
		{Name: "box-drop", Summary: "a box falls onto a floor under a lamp", Build: buildBoxDrop},
	}
}

// buildEmpty makes the least scene that can be drawn.
func buildEmpty(b *host.Builder) error {
	_, err := addFrame(b, field.Gravity{}, geom.At(geom.Vec3{Y: 1.7, Z: 8}))
	return err
}

// addFrame makes a root frame, named "frame", with a camera in it, named "eye".
func addFrame(b *host.Builder, gravity field.Gravity, camera geom.Pose) (handle.Frame, error) {
	owner, err := b.World.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: gravity}})
	if err != nil {
		return handle.Frame{}, err
	}
	b.Name("frame", owner)
	frame, _ := b.World.FrameOf(owner)
	eye, err := b.World.Spawn(&simulation.SpawnDesc{Frame: frame, Pose: camera})
	if err != nil {
		return handle.Frame{}, err
	}
	b.Name("eye", eye)
	b.SetCamera(eye, 1.0472) // 60°
	return frame, nil
}

// buildBoxDrop lets a tilted box of 1 m fall from 3 m onto a floor.
func buildBoxDrop(b *host.Builder) error {
	camera := geom.Vec3{X: 2, Y: 2.5, Z: 6}
	frame, err := addFrame(b, field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -9.81}}), geom.Pose{
		Position: camera, Rotation: geom.LookRotation(geom.Vec3{Y: 0.8}.Sub(camera), geom.Vec3{Y: 1}),
	})
	if err != nil {
		return err
	}
	if err := b.World.SetAmbient(render.Ambient{
		Sky: geom.Vec3f{X: 0.25, Y: 0.3, Z: 0.4}, Ground: geom.Vec3f{X: 0.1, Y: 0.09, Z: 0.08},
	}); err != nil {
		return err
	}
	parts := boxParts{b: b, frame: frame}
	parts.addMesh()
	parts.add("floor", physics.Static, geom.Vec3{X: 5, Y: 0.25, Z: 5}, geom.At(geom.Vec3{Y: -0.25}), geom.Vec3f{X: 0.5, Y: 0.5, Z: 0.5})
	parts.add("box", physics.Dynamic, geom.Vec3{X: 0.5, Y: 0.5, Z: 0.5}, geom.Pose{
		Position: geom.Vec3{Y: 3}, Rotation: geom.AxisAngle(geom.Vec3{X: 1, Y: 2, Z: 3}, 0.6),
	}, geom.Vec3f{X: 0.8, Y: 0.25, Z: 0.1})
	parts.addLamp()
	return parts.err
}

// boxParts adds boxes to a scene. After an error it adds nothing.
type boxParts struct {
	b     *host.Builder
	frame handle.Frame
	mesh  render.MeshID
	err   error
}

// addMesh adds a cube with sides of 2 m, so that a scale of half sides makes a box.
func (p *boxParts) addMesh() {
	p.mesh, p.err = p.b.World.Resources().AddMesh(mesh.Box("cube", geom.Vec3{X: 1, Y: 1, Z: 1}))
}

// add spawns a box, whose half sides are in meters.
func (p *boxParts) add(id string, motion physics.BodyMotion, half geom.Vec3, pose geom.Pose, color geom.Vec3f) {
	if p.err != nil {
		return
	}
	material := render.Matte(color, 0.6)
	material.Name = id
	look, err := p.b.World.Resources().AddMaterial(material)
	if err != nil {
		p.err = err
		return
	}
	body := physics.Body(physics.NewBox(half.X, half.Y, half.Z), motion)
	p.spawn(id, &simulation.SpawnDesc{
		Frame: p.frame, Pose: pose, Body: &body,
		Visual: &simulation.Visual{Mesh: p.mesh, Material: look, Scale: half.Single()},
	})
}

// addLamp spawns a lamp of 500 W of light.
func (p *boxParts) addLamp() {
	if p.err != nil {
		return
	}
	p.spawn("lamp", &simulation.SpawnDesc{
		Frame: p.frame, Pose: geom.At(geom.Vec3{X: 3, Y: 5, Z: 3}),
		Visual: &simulation.Visual{Light: render.LightOfPointLight(render.PointLight{
			Color: geom.Vec3f{X: 1, Y: 0.95, Z: 0.85}, PowerWatts: 500, RadiusMeters: 0.2,
		})},
	})
}

func (p *boxParts) spawn(id string, d *simulation.SpawnDesc) {
	e, err := p.b.World.Spawn(d)
	if err != nil {
		p.err = err
		return
	}
	p.b.Name(id, e)
}
