package main

import (
	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
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

func (p *boxParts) addMesh() {
	p.mesh, p.err = p.b.World.Resources().AddMesh(cube())
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

// cube returns a cube with sides of 2 m about the origin, so that a scale of half sides makes a box.
func cube() render.Mesh {
	m := render.Mesh{Name: "cube"}
	for axis := range 3 {
		for _, sign := range [...]float32{1, -1} {
			first := uint32(len(m.Vertices))
			for _, corner := range [...][2]float32{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
				m.Vertices = append(m.Vertices, cubeVertex(axis, sign, corner))
			}
			m.Indices = append(m.Indices, first, first+1, first+2, first, first+2, first+3)
		}
	}
	return m
}

// cubeVertex returns a corner of the face of the cube across an axis. The corners of a face run counter-clockwise seen
// from outside: with the sign, the first of the face's own axes turns about.
func cubeVertex(axis int, sign float32, corner [2]float32) render.Vertex {
	var place, normal, tangent [3]float32
	place[axis], normal[axis] = sign, sign
	place[(axis+1)%3], place[(axis+2)%3] = sign*corner[0], corner[1]
	tangent[(axis+1)%3] = sign
	return render.Vertex{
		Position: geom.Vec3f{X: place[0], Y: place[1], Z: place[2]},
		Normal:   geom.Vec3f{X: normal[0], Y: normal[1], Z: normal[2]},
		Tangent:  geom.Vec3f{X: tangent[0], Y: tangent[1], Z: tangent[2]},
		U:        0.5 + 0.5*corner[0], V: 0.5 - 0.5*corner[1],
	}
}
