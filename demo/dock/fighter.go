package dock

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
	"tertius.dev/demo/space"
	"tertius.dev/simulation"
)

// fighterBubble holds the fighter, and fits into the carrier's.
var fighterBubble = geom.Vec3{X: 6, Y: 4, Z: 7}

// Sortie is the fighter's way beside the carrier: into the bay, and out again after a turn on the spot.
var Sortie = space.Route{
	{At: 2, Place: geom.Vec3{X: -26, Y: 12, Z: -120}, YawRadians: math.Pi - 0.35},
	{At: 150, Place: geom.Vec3{X: 0, Y: -1, Z: -58}, YawRadians: math.Pi},
	{At: 300, Place: geom.Vec3{X: 0, Y: -3.6, Z: -12}, YawRadians: math.Pi},
	{At: 480, Place: geom.Vec3{X: 0, Y: -3.6, Z: -12}, YawRadians: math.Pi},
	{At: 600, Place: geom.Vec3{X: 0, Y: -3.0, Z: -12}, YawRadians: 0},
	{At: 780, Place: geom.Vec3{X: 0, Y: -0.5, Z: -78}, YawRadians: 0},
	{At: 960, Place: geom.Vec3{X: -50, Y: 22, Z: -190}, YawRadians: 0.5},
}

// SortieEnds is the tick at which the fighter's route has ended.
const SortieEnds = 960

// buildFighter sets the fighter on its way, with a box that floats in its cockpit.
func (b *builder) buildFighter() {
	hull := fighterHull()
	desc := space.Body(hull, 9e3)
	desc.Body.Motion = physics.Dynamic
	desc.Frame, desc.Pose, desc.Velocity = b.scene.Space, Sortie.PoseAt(0), Convoy
	desc.Owns = &simulation.FrameSpec{Bounds: fighterBubble}
	desc.Components = []simulation.Component{&space.Pilot{In: b.scene.Bay, Route: Sortie}}
	b.scene.Fighter, b.scene.Cockpit = b.Owner("fighter", desc)
	b.Show(b.scene.Cockpit, "fighter", hull)
	b.Put("", b.scene.Cockpit, geom.At(geom.Vec3{Z: -4.6}), &simulation.SpawnDesc{Visual: &simulation.Visual{
		Light: render.LightOfSpotLight(render.SpotLight{Color: space.Cool, PowerWatts: 120e3, RadiusMeters: 0.2, InnerConeRadians: 0.15, OuterConeRadians: 0.4}),
	}})
	b.Put("", b.scene.Cockpit, geom.At(geom.Vec3{Z: 5.6}), &simulation.SpawnDesc{Visual: &simulation.Visual{
		Light: render.LightOfPointLight(render.PointLight{Color: space.Cool, PowerWatts: 40e3, RadiusMeters: 0.5}),
	}})
	box := b.Kit.Crate(space.Sand, geom.Vec3{X: 0.4, Y: 0.4, Z: 0.4}, 8, 0.5)
	b.scene.Box = b.Put("box", b.scene.Cockpit, geom.IdentityPose, box)
}

// fighterHull is a hollow body between two wings, with a nose and a drive.
func fighterHull() *space.Structure {
	s := space.Structure{Plates: 3}
	const w, h, l, thick = 0.8, 0.7, 1.6, 0.15 // half the inside, and the walls
	for _, side := range [...]float64{-1, 1} {
		s.Box(space.White, geom.Vec3{X: side * (w + thick/2)}, geom.Vec3{X: thick, Y: 2*h + 2*thick, Z: 2 * l})
		s.Box(space.White, geom.Vec3{Y: side * (h + thick/2)}, geom.Vec3{X: 2 * w, Y: thick, Z: 2 * l})
		s.Wedge(space.White,
			geom.Vec3{X: side * 0.95, Y: -0.16, Z: -1.2}, geom.Vec3{X: side * 0.95, Y: 0.16, Z: -1.2}, geom.Vec3{X: side * 0.95, Y: -0.16, Z: 3.4},
			geom.Vec3{X: side * 0.95, Y: 0.16, Z: 3.4}, geom.Vec3{X: side * 4.4, Y: -0.9, Z: 2.2}, geom.Vec3{X: side * 4.4, Y: -0.8, Z: 2.2},
			geom.Vec3{X: side * 4.4, Y: -0.9, Z: 3.6}, geom.Vec3{X: side * 4.4, Y: -0.8, Z: 3.6})
		s.Box(space.Orange, geom.Vec3{X: side * 4.45, Y: -0.7, Z: 2.6}, geom.Vec3{X: 0.2, Y: 1.5, Z: 2.6})
		s.LookBox(space.Dark, geom.Vec3{X: side * 4.45, Y: -0.7, Z: 0.6}, geom.Vec3{X: 0.12, Y: 0.12, Z: 2})
		pod := geom.Pose{Position: geom.Vec3{X: side * 1.5, Y: 0.1, Z: 3.2}, Rotation: geom.AxisAngle(geom.UnitX, math.Pi/2)}
		s.Look(space.Gray, pod, mesh.Capsule("", 1.2, 0.55, 14))
		s.Look(space.PlumeRim, geom.At(geom.Vec3{X: side * 1.5, Y: 0.1, Z: 4.75}), mesh.Sphere("", 0.4, 12))
	}
	s.Box(space.White, geom.Vec3{Z: l + thick/2}, geom.Vec3{X: 2*w + 2*thick, Y: 2*h + 2*thick, Z: thick})
	s.Box(space.Gray, geom.Vec3{Z: 2.9}, geom.Vec3{X: 1.7, Y: 1.4, Z: 2.2})
	s.Wedge(space.White,
		geom.Vec3{X: -0.95, Y: -0.85, Z: -1.6}, geom.Vec3{X: 0.95, Y: -0.85, Z: -1.6}, geom.Vec3{X: -0.95, Y: 0.85, Z: -1.6}, geom.Vec3{X: 0.95, Y: 0.85, Z: -1.6},
		geom.Vec3{X: -0.3, Y: -0.5, Z: -4.6}, geom.Vec3{X: 0.3, Y: -0.5, Z: -4.6}, geom.Vec3{X: -0.3, Y: -0.2, Z: -4.6}, geom.Vec3{X: 0.3, Y: -0.2, Z: -4.6})
	s.Look(space.Window, geom.Pose{Position: geom.Vec3{Y: 0.72, Z: -0.5}, Rotation: geom.AxisAngle(geom.UnitX, math.Pi/2)}, mesh.Capsule("", 0.9, 0.62, 16))
	s.LookBox(space.Orange, geom.Vec3{Y: 0.86, Z: 2.2}, geom.Vec3{X: 1.2, Y: 0.1, Z: 1.4})
	s.Look(space.PlumeRim, geom.At(geom.Vec3{Z: 3.9}), mesh.Sphere("", 0.55, 14))
	return &s
}
