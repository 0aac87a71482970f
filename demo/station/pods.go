package station

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
	"tertius.dev/demo/space"
	"tertius.dev/simulation"
)

const podRadius = 1.5 // in meters

// The routes of the pods, beside the station. Both go out of its bubble or come from there.
var (
	Leaves = space.Route{
		{At: 30, Place: geom.Vec3{X: -4.2, Y: -2.6, Z: 7}},
		{At: 120, Place: geom.Vec3{X: 0, Y: 0, Z: -6}},
		{At: 330, Place: geom.Vec3{X: 0, Y: 0, Z: -42}},
		{At: 570, Place: geom.Vec3{X: 22, Y: 8, Z: -108}, YawRadians: -0.5},
		{At: 660, Place: geom.Vec3{X: 22, Y: 8, Z: -108}, YawRadians: -math.Pi},
		{At: 960, Place: geom.Vec3{X: 12, Y: 9, Z: -46}, YawRadians: -math.Pi - 0.5},
	}
	Comes = space.Route{
		{At: 0, Place: geom.Vec3{X: -34, Y: 16, Z: -104}, YawRadians: math.Pi - 0.5},
		{At: 420, Place: geom.Vec3{X: -9, Y: 5, Z: -44}, YawRadians: math.Pi - 0.3},
		{At: 540, Place: geom.Vec3{X: 0, Y: 0, Z: -36}, YawRadians: math.Pi},
		{At: 780, Place: geom.Vec3{X: 0, Y: 0, Z: -4}, YawRadians: math.Pi},
		{At: 900, Place: geom.Vec3{X: 4.2, Y: -2.6, Z: 7}, YawRadians: math.Pi},
	}
)

// LastStop is the tick at which both routes have ended.
const LastStop = 960

// buildPods sets one pod into the hangar and one out into the planet's frame.
func (b *builder) buildPods() {
	b.scene.Leaver = b.pod("pod-out", b.scene.Hangar, Leaves, space.Orange)
	b.scene.Comer = b.pod("pod-in", b.scene.Planet, Comes, space.Blue)
}

// pod spawns a pod at the start of its route, with a headlight and the looks of its own.
func (b *builder) pod(id string, f handle.Frame, route space.Route, trim space.Paint) handle.Entity {
	body := physics.Body(physics.NewSphere(podRadius), physics.Dynamic)
	body.MassKilograms, body.LinearDampingPerSecond, body.AngularDampingPerSecond = 1800, 0, 0
	desc := &simulation.SpawnDesc{Body: &body, Components: []simulation.Component{&space.Pilot{In: b.scene.Hangar, Route: route}}}
	at := route.PoseAt(0)
	if f != b.scene.Hangar && b.Err == nil { // beside the station, as fast as that
		mu, _ := planetGravity.AsPoint()
		place, velocity, err := b.scene.Orbit.StateAt(mu.Mu, b.World.Time())
		b.Keep(err)
		at.Position, desc.Velocity = place.Add(at.Position), velocity
	}
	desc.Visual = &simulation.Visual{Light: render.LightOfSpotLight(render.SpotLight{
		Offset: geom.Vec3f{Z: -1.7}, Color: space.Warm, PowerWatts: 60e3, RadiusMeters: 0.2, InnerConeRadians: 0.2, OuterConeRadians: 0.5,
	})}
	e := b.Put(id, f, at, desc)
	b.ShowOn(e, id, podLook(trim))
	return e
}

// podLook is a ball with a window ahead, a belt, feet and jets.
func podLook(trim space.Paint) *space.Structure {
	s := space.Structure{Plates: 2}
	s.Look(space.White, geom.IdentityPose, mesh.Sphere("", 1.3, 24))
	ahead := geom.AxisAngle(geom.UnitX, math.Pi/2)
	s.Look(trim, geom.Pose{Position: geom.Vec3{Z: 0.25}, Rotation: ahead}, mesh.Cylinder("", 0.3, 1.36, 32))
	s.Look(space.Window, geom.Pose{Position: geom.Vec3{Y: 0.2, Z: -0.62}, Rotation: ahead}, mesh.Sphere("", 0.85, 20))
	s.Look(space.Dark, geom.Pose{Position: geom.Vec3{Z: 1.3}, Rotation: ahead}, mesh.Cylinder("", 0.25, 0.6, 20))
	s.Look(space.LampWarm, geom.At(geom.Vec3{Y: -0.75, Z: -1.12}), mesh.Sphere("", 0.16, 10))
	for _, side := range [...]float64{-1, 1} {
		s.LookBox(space.Dark, geom.Vec3{X: side * 0.8, Y: -1.3}, geom.Vec3{X: 0.22, Y: 0.5, Z: 1.6})
		s.LookBox(trim, geom.Vec3{X: side * 1.35, Z: 0.5}, geom.Vec3{X: 0.3, Y: 0.6, Z: 0.8})
	}
	return &s
}

// buildCrates lets crates float in the back of the hangar.
func (b *builder) buildCrates() {
	for i, at := range [...]geom.Vec3{
		{X: -6.5, Y: -3.6, Z: 12.6}, {X: -3.4, Y: -3.9, Z: 12.9}, {X: 6.4, Y: -3.7, Z: 12.7}, {X: -6.3, Y: -1.2, Z: 12.8}, {X: -6.9, Y: -3.8, Z: -2.5},
		{X: 6.6, Y: -3.8, Z: -9}, {X: -6.8, Y: -3.9, Z: -8.2}, {X: 6.8, Y: -1.4, Z: -9.2},
	} {
		side := 1.5 + float64(0.25*float64(i%4))
		desc := b.Kit.Crate(space.Containers[i%len(space.Containers)], geom.Vec3{X: side, Y: side, Z: side}, 250*side*side*side, 0.4)
		desc.Body.LinearDampingPerSecond, desc.Body.AngularDampingPerSecond = 0, 0
		if i%3 == 1 {
			desc.AngularVelocity = geom.Vec3f{X: 0.05, Y: 0.08}
		}
		turn := geom.AxisAngle(geom.Vec3{X: 0.3, Y: 1}, float64(0.3*float64(i)))
		b.scene.Crates = append(b.scene.Crates, b.Put(space.Numbered("crate", i), b.scene.Hangar, geom.Pose{Position: at, Rotation: turn}, desc))
	}
}
