package main

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
	"tertius.dev/simulation"
)

// plates are the deck and the walls of the ship, in its axes: -Z is ahead, +Y up.
var plates = []struct{ middle, half geom.Vec3 }{
	{geom.Vec3{Y: -1}, geom.Vec3{X: 2, Y: 0.1, Z: 3}},
	{geom.Vec3{X: -2, Y: -0.5}, geom.Vec3{X: 0.1, Y: 0.6, Z: 3}},
	{geom.Vec3{X: 2, Y: -0.5}, geom.Vec3{X: 0.1, Y: 0.6, Z: 3}},
	{geom.Vec3{Y: -0.5, Z: 3}, geom.Vec3{X: 2, Y: 0.6, Z: 0.1}},
	{geom.Vec3{Y: -0.5, Z: -3}, geom.Vec3{X: 2, Y: 0.6, Z: 0.1}},
}

// addShip sets an open ship on the floor, with a crate on its deck and a thruster at its stern.
func (y *yard) addShip() {
	var shapes []physics.Part
	var looks []render.Mesh
	for _, p := range plates {
		shapes = append(shapes, physics.Part{Shape: physics.NewBox(p.half.X, p.half.Y, p.half.Z), Pose: geom.At(p.middle)})
		looks = append(looks, mesh.Placed(mesh.Box("plate", p.half), geom.At(p.middle)))
	}
	hull := physics.Body(physics.NewCompound(shapes...), physics.Dynamic)
	hull.MassKilograms = 1000
	ship := y.spawn("ship", simulation.SpawnDesc{
		Frame: y.frame, Pose: geom.At(geom.Vec3{Y: 1.1, Z: 6}), Body: &hull, Visual: y.look(mesh.Join("ship", looks...), blue),
		Owns: &simulation.FrameSpec{Bounds: geom.Vec3{X: 6, Y: 6, Z: 6}},
	})
	hold, _ := y.build.World.FrameOf(ship)
	crate := y.box(hold, geom.Vec3{Y: -0.4, Z: -2}, geom.Vec3{X: 0.5, Y: 0.5, Z: 0.5}, physics.Dynamic, yellow)
	crate.Body.MassKilograms = 100
	y.spawn("crate", crate)
	astern := geom.Pose{Rotation: geom.AxisAngle(geom.Right, math.Pi/2)}
	y.spawn("thruster", simulation.SpawnDesc{
		AttachTo: ship, Offset: geom.At(geom.Vec3{Y: -0.9, Z: 3.4}), Components: []simulation.Component{&Thruster{}},
		Visual: y.look(mesh.Placed(mesh.Cylinder("thruster", 0.4, 0.3, 24), astern), black),
	})
}

// Throttles is the message type of Throttle.
var Throttles = message.Type[Throttle]("hop.throttle")

// Throttle asks a thruster to push from now on.
type Throttle struct{ Newtons float32 }

// Thruster pushes the ship that it is a part of, along its own -Z.
type Thruster struct{ newtons float32 }

func (*Thruster) Priority() int             { return 0 }
func (*Thruster) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks, Throttles} }

func (t *Thruster) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	for throttle := range Throttles.In(events) {
		t.newtons = throttle.Newtons
	}
	if body := self.Body(); t.newtons > 0 && body.CanPush() {
		body.AddLocalForce(geom.Forward.Single().Scale(t.newtons))
	}
}
