// Package trial holds scenes to try a host with: some that work, and one for each way in which a scene or its components go
// wrong. The program testing/cmd/trial runs them.
package trial

import (
	"errors"
	"fmt"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
	"tertius.dev/host"
	"tertius.dev/simulation"
)

// Scenes returns the scenes.
func Scenes() []host.Scene {
	return []host.Scene{
		{Name: "pile", Summary: "boxes that fall, spawn and go", Messages: []message.AnyToken{tells, asks}, Build: buildPile},
		{Name: "talk", Summary: "entities that answer", Messages: []message.AnyToken{tells, asks}, Build: buildTalk},
		{Name: "still", Summary: "a floor and a box at rest", Build: buildStill},
		{Name: "keys", Summary: "a lamp that the key K turns on and off", Build: buildKeys},
		{Name: "blind", Summary: "no camera", Build: buildBlind},
		{Name: "bomb", Summary: "a component that panics in tick 5", Build: buildBomb},
		{Name: "greedy", Summary: "a component that spawns more in tick 2 than its chunk has room for", Build: buildGreedy},
		{Name: "chatty", Summary: "a component that notes something in tick 2", Build: buildChatty},
		{Name: "gossips", Summary: "a component that notes the tick in every one", Build: buildGossips},
		{Name: "broken", Summary: "cannot be built", Build: func(*host.Builder) error { return errors.New("a part is missing") }},
		{Name: "badly-named", Summary: "gives one id twice", Build: buildBadlyNamed},
		{Name: "panicking", Summary: "panics while it is built", Build: func(*host.Builder) error { panic("no plan") }},
	}
}

// yard is a scene under construction: a frame named "yard" with the gravity of the earth and a camera named "eye".
type yard struct {
	b     *host.Builder
	frame handle.Frame
	mesh  render.MeshID // a cube with sides of 2 m
	err   error         // the first; nothing is added after it
}

func newYard(b *host.Builder) *yard {
	y := &yard{b: b}
	owner := y.add("yard", simulation.SpawnDesc{Owns: &simulation.FrameSpec{
		Gravity: field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -9.81}}),
	}})
	y.frame, _ = b.World.FrameOf(owner)
	if y.err == nil {
		y.mesh, y.err = b.World.Resources().AddMesh(mesh.Box("cube", geom.Vec3{X: 1, Y: 1, Z: 1}))
	}
	return y
}

// add spawns an entity, with a scene id unless it is empty.
func (y *yard) add(id string, d simulation.SpawnDesc) handle.Entity {
	if y.err != nil {
		return handle.Entity{}
	}
	e, err := y.b.World.Spawn(&d)
	if y.err = err; err == nil && id != "" {
		y.b.Name(id, e)
	}
	return e
}

func (y *yard) addCamera() {
	y.addEye()
	y.add("lamp", simulation.SpawnDesc{
		Frame: y.frame, Pose: geom.At(geom.Vec3{X: 4, Y: 7, Z: 5}), Visual: &simulation.Visual{Light: lampLight},
	})
}

var lampLight = render.LightOfPointLight(render.PointLight{Color: geom.Vec3f{X: 1, Y: 1, Z: 1}, PowerWatts: 800, RadiusMeters: 0.1})

func (y *yard) addEye() {
	place := geom.Vec3{X: 3, Y: 4, Z: 9}
	eye := y.add("eye", simulation.SpawnDesc{Frame: y.frame, Pose: geom.Pose{
		Position: place, Rotation: geom.LookRotation(geom.Vec3{Y: 1}.Sub(place), geom.Vec3{Y: 1}),
	}})
	if y.err == nil {
		y.b.SetCamera(eye, 1)
	}
}

// addBox spawns a box whose half sides are in meters.
func (y *yard) addBox(id string, motion physics.BodyMotion, half geom.Vec3, pose geom.Pose, c ...simulation.Component) {
	body := physics.Body(physics.NewBox(half.X, half.Y, half.Z), motion)
	y.add(id, simulation.SpawnDesc{
		Frame: y.frame, Pose: pose, Body: &body, Components: c,
		Visual: &simulation.Visual{Mesh: y.mesh, Scale: half.Single()},
	})
}

// buildPile drops layers of boxes, among which one spawns others and some tell of their collisions.
func buildPile(b *host.Builder) error {
	y := newYard(b)
	y.addCamera()
	y.addBox("floor", physics.Static, geom.Vec3{X: 8, Y: 0.5, Z: 8}, geom.At(geom.Vec3{Y: -0.5}))
	hearer := y.add("hearer", simulation.SpawnDesc{Frame: y.frame, Pose: geom.IdentityPose, Components: []simulation.Component{&Answerer{}}})
	for i := range 90 {
		place := geom.Vec3{X: float64(i%5)*0.7 - 1.4, Y: 0.6 + 0.65*float64(i/25), Z: float64(i/5%5)*0.7 - 1.4}
		pose := geom.Pose{Position: place, Rotation: geom.AxisAngle(geom.Vec3{X: 1, Y: 3}, 0.1*float64(i))}
		y.addBox(fmt.Sprintf("box-%d", i), physics.Dynamic, geom.Vec3{X: 0.3, Y: 0.25, Z: 0.3}, pose, &Teller{To: hearer})
	}
	y.add("spawner", simulation.SpawnDesc{Frame: y.frame, Pose: geom.IdentityPose, Components: []simulation.Component{&Spawner{mesh: y.mesh}}})
	return y.err
}

func buildTalk(b *host.Builder) error {
	y := newYard(b)
	y.addCamera()
	y.add("answerer", simulation.SpawnDesc{Frame: y.frame, Pose: geom.IdentityPose, Components: []simulation.Component{&Answerer{}}})
	return y.err
}

func buildBomb(b *host.Builder) error {
	y := newYard(b)
	y.addCamera()
	y.addBox("floor", physics.Static, geom.Vec3{X: 8, Y: 0.5, Z: 8}, geom.At(geom.Vec3{Y: -0.5}))
	for i := range 200 { // several chunks, so that other workers are busy when it goes off
		y.addBox("", physics.Dynamic, geom.Vec3{X: 0.1, Y: 0.1, Z: 0.1}, geom.At(geom.Vec3{X: float64(i%20)*0.3 - 3, Y: 1, Z: float64(i/20)*0.3 - 1.5}))
	}
	y.add("bomb", simulation.SpawnDesc{Frame: y.frame, Pose: geom.IdentityPose, Components: []simulation.Component{Bomb{}}})
	return y.err
}

// buildStill makes a scene in which nothing moves, so that only the camera changes what it looks like.
func buildStill(b *host.Builder) error {
	y := newYard(b)
	y.addCamera()
	y.addBox("floor", physics.Static, geom.Vec3{X: 8, Y: 0.5, Z: 8}, geom.At(geom.Vec3{Y: -0.5}))
	y.addBox("box", physics.Static, geom.Vec3{X: 0.5, Y: 1, Z: 0.5}, geom.At(geom.Vec3{Y: 1}))
	return y.err
}

func buildKeys(b *host.Builder) error {
	y := newYard(b)
	y.addEye()
	y.addBox("floor", physics.Static, geom.Vec3{X: 8, Y: 0.5, Z: 8}, geom.At(geom.Vec3{Y: -0.5}))
	e := y.add("switch", simulation.SpawnDesc{
		Frame: y.frame, Pose: geom.At(geom.Vec3{X: 4, Y: 7, Z: 5}), Components: []simulation.Component{Switch{}},
	})
	if y.err == nil { // here, and not in its first tick, so that it hears also what comes before that
		y.err = b.World.Subscribe(e, message.InputTopic)
	}
	return y.err
}

func buildGreedy(b *host.Builder) error {
	y := newYard(b)
	y.add("greedy", simulation.SpawnDesc{Frame: y.frame, Pose: geom.IdentityPose, Components: []simulation.Component{Greedy{}}})
	return y.err
}

func buildChatty(b *host.Builder) error {
	y := newYard(b)
	y.add("chatty", simulation.SpawnDesc{Frame: y.frame, Pose: geom.IdentityPose, Components: []simulation.Component{Chatty{}}})
	return y.err
}

func buildGossips(b *host.Builder) error {
	y := newYard(b)
	y.add("gossip", simulation.SpawnDesc{Frame: y.frame, Pose: geom.IdentityPose, Components: []simulation.Component{Gossip{}}})
	return y.err
}

func buildBlind(b *host.Builder) error {
	y := newYard(b)
	return y.err
}

func buildBadlyNamed(b *host.Builder) error {
	y := newYard(b)
	y.add("yard", simulation.SpawnDesc{Frame: y.frame, Pose: geom.IdentityPose})
	return y.err
}
