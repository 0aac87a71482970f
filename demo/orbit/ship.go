package orbit

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
	"tertius.dev/demo/space"
	"tertius.dev/simulation"
)

// FovRadians is the vertical field of view that the eye is placed for.
const FovRadians = 1.0

// The inside of the cabin, in meters about the ship's origin.
const (
	cabinHalfWide = 2.4
	cabinHalfHigh = 1.7
	cabinHalfLong = 4.5
	wall          = 0.3
	floorFrom     = -0.6 // ahead of it the floor is glass
)

// bubble holds the whole ship.
var bubble = geom.Vec3{X: 16, Y: 8, Z: 16}

// buildShip puts the ship on its orbit.
func (b *builder) buildShip() {
	hull := shipHull()
	desc := space.Body(hull, 0)
	desc.Body.Motion, desc.Body.Friction, desc.Body.Restitution = physics.Kinematic, 0.3, 0.5
	desc.Frame, desc.Owns = b.scene.Earth, &simulation.FrameSpec{Bounds: bubble}
	b.scene.Ship, b.scene.Cabin, b.scene.ShipOrbit = b.Circle("ship", desc, shipAt, geom.Forward, &earthGravity, still)
	b.Show(b.scene.Cabin, "ship", hull)
	b.Air(b.scene.Cabin, shipAt.Neg(), geom.Vec3{}, EarthRadiusMeters)
	for _, z := range [...]float64{-2.6, 0.4, 3.4} {
		b.Put("", b.scene.Cabin, geom.At(geom.Vec3{Y: cabinHalfHigh - 0.25, Z: z}), &simulation.SpawnDesc{Visual: &simulation.Visual{
			Light: render.LightOfPointLight(render.PointLight{Color: space.Warm, PowerWatts: 16e3, RadiusMeters: 0.15}),
		}})
	}
	b.scene.Eye = b.Eye("eye", b.scene.Cabin, geom.Vec3{X: -0.8, Y: 1.1, Z: 3.4}, geom.Vec3{X: 0.4, Y: -0.75, Z: -4.5})
}

// shipHull is a cabin with a wide window ahead, wings of solar cells and a drive.
func shipHull() *space.Structure {
	s := space.Structure{Plates: 2.4}
	addCabin(&s)
	addWindow(&s)
	s.Box(space.Gray, geom.Vec3{Z: 7.6}, geom.Vec3{X: 4.4, Y: 3.2, Z: 5.6})
	s.LookBox(space.Orange, geom.Vec3{Z: 5.6}, geom.Vec3{X: 4.6, Y: 3.4, Z: 0.7})
	nozzle := geom.Pose{Position: geom.Vec3{Z: 10.8}, Rotation: geom.AxisAngle(geom.UnitX, -math.Pi/2)}
	s.Look(space.Dark, nozzle, mesh.Lathe("", 32, mesh.Ring{HeightMeters: 0.4}, mesh.Ring{RadiusMeters: 0.6, HeightMeters: 0.4},
		mesh.Ring{RadiusMeters: 1.3, HeightMeters: -1.6}, mesh.Ring{RadiusMeters: 1.2, HeightMeters: -1.6}, mesh.Ring{HeightMeters: 0.2}))
	for _, side := range [...]float64{-1, 1} {
		addWing(&s, side)
		addTrim(&s, side)
	}
	dish := geom.Pose{Position: geom.Vec3{X: 0.8, Y: 2.9, Z: 6.6}, Rotation: geom.AxisAngle(geom.Vec3{X: -0.6, Z: -0.35}, 0.7)}
	s.Look(space.White, dish, mesh.Lathe("", 32, mesh.Ring{HeightMeters: 0.1}, mesh.Ring{RadiusMeters: 0.7, HeightMeters: 0.3},
		mesh.Ring{RadiusMeters: 1.3, HeightMeters: 0.9}, mesh.Ring{RadiusMeters: 0.7, HeightMeters: 0.2}, mesh.Ring{HeightMeters: 0}))
	s.LookBox(space.Dark, geom.Vec3{X: 0.8, Y: 2.2, Z: 6.6}, geom.Vec3{X: 0.2, Y: 1.4, Z: 0.2})
	return &s
}

// addCabin sets the walls about the cabin, open ahead. Inside they have rails, lockers and lamps.
func addCabin(s *space.Structure) {
	const w, h, l = cabinHalfWide, cabinHalfHigh, cabinHalfLong
	for _, side := range [...]float64{-1, 1} {
		s.Box(space.White, geom.Vec3{X: side * (w + wall/2)}, geom.Vec3{X: wall, Y: 2*h + 2*wall, Z: 2 * l})
		s.LookBox(space.Gray, geom.Vec3{X: side * (w - 0.02), Y: -0.2}, geom.Vec3{X: 0.06, Y: 0.12, Z: 2*l - 0.6})
		s.LookBox(space.Orange, geom.Vec3{X: side * (w - 0.02), Y: 0.55}, geom.Vec3{X: 0.06, Y: 0.1, Z: 2*l - 0.6})
		for _, z := range [...]float64{-2.9, -0.4, 2.1} {
			s.LookBox(space.Slate, geom.Vec3{X: side * (w - 0.03), Y: -1.0, Z: z}, geom.Vec3{X: 0.08, Y: 1.0, Z: 1.6})
		}
		s.LookBox(space.LampWarm, geom.Vec3{X: side * 1.2, Y: h - 0.02}, geom.Vec3{X: 0.12, Y: 0.06, Z: 6.5})
		s.LookBox(space.Window, geom.Vec3{X: side * (w + wall), Y: 0.3, Z: 1}, geom.Vec3{X: 0.06, Y: 0.8, Z: 3})
	}
	s.Box(space.White, geom.Vec3{Y: h + wall/2}, geom.Vec3{X: 2 * w, Y: wall, Z: 2 * l})
	s.Box(space.Deck, geom.Vec3{Y: -h - wall/2, Z: (l + floorFrom) / 2}, geom.Vec3{X: 2 * w, Y: wall, Z: l - floorFrom})
	s.Box(space.Gray, geom.Vec3{Z: l + wall/2}, geom.Vec3{X: 2*w + 2*wall, Y: 2*h + 2*wall, Z: wall})
}

// addWindow closes the cabin ahead and below with panes that are not drawn, behind bars.
func addWindow(s *space.Structure) {
	const w, h, l = cabinHalfWide, cabinHalfHigh, cabinHalfLong
	pane := geom.Vec3{X: 2*w + 2*wall, Y: 2*h + 2*wall, Z: 0.1}
	s.Unseen(geom.At(geom.Vec3{Z: -l + 0.05}), &physics.Box{HalfExtents: pane.Scale(0.5), ConvexRadiusMeters: 0.02})
	below := geom.Vec3{X: 2 * w, Y: 0.1, Z: l + floorFrom}
	s.Unseen(geom.At(geom.Vec3{Y: -h - 0.05, Z: (floorFrom - l) / 2}), &physics.Box{HalfExtents: below.Scale(0.5), ConvexRadiusMeters: 0.02})
	for _, x := range [...]float64{-0.85, 0.85} {
		s.LookBox(space.Dark, geom.Vec3{X: x, Z: -l - 0.05}, geom.Vec3{X: 0.12, Y: 2 * h, Z: 0.2})
		s.LookBox(space.Dark, geom.Vec3{X: x, Y: -h - 0.15, Z: (floorFrom - l) / 2}, geom.Vec3{X: 0.12, Y: 0.2, Z: l + floorFrom})
	}
	s.LookBox(space.Dark, geom.Vec3{Y: -h - 0.15, Z: (floorFrom - l) / 2}, geom.Vec3{X: 2 * w, Y: 0.2, Z: 0.12})
	s.LookBox(space.Dark, geom.Vec3{Y: 0.75, Z: -l - 0.05}, geom.Vec3{X: 2 * w, Y: 0.14, Z: 0.2})
	for _, side := range [...]float64{-1, 1} {
		s.LookBox(space.Gray, geom.Vec3{X: side * (w - 0.1), Z: -l - 0.1}, geom.Vec3{X: 0.3, Y: 2*h + 0.4, Z: 0.4})
		s.LookBox(space.Gray, geom.Vec3{Y: side * (h - 0.1), Z: -l - 0.1}, geom.Vec3{X: 2 * w, Y: 0.3, Z: 0.4})
	}
}

// addTrim dresses a side of the ship: pipes along its edges, belts, tanks and jets.
func addTrim(s *space.Structure, side float64) {
	const w, h, l = cabinHalfWide + wall, cabinHalfHigh + wall, cabinHalfLong
	along := geom.AxisAngle(geom.UnitX, math.Pi/2)
	for _, up := range [...]float64{-1, 1} {
		s.Look(space.Gray, geom.Pose{Position: geom.Vec3{X: side * w, Y: up * h}, Rotation: along}, mesh.Cylinder("", l, 0.22, 16))
		tank := geom.Vec3{X: side * 2.5, Y: up * 1.4, Z: 7.4}
		s.Look(space.Sand, geom.At(tank), mesh.Sphere("", 0.85, 16))
		jets := geom.Vec3{X: side * (w + 0.1), Y: up * (h - 0.7), Z: -l + 0.7}
		s.LookBox(space.Dark, jets, geom.Vec3{X: 0.3, Y: 0.5, Z: 0.7})
	}
	for _, z := range [...]float64{-1.4, 3.4} {
		s.LookBox(space.Gray, geom.Vec3{X: side * w, Z: z}, geom.Vec3{X: 0.16, Y: 2 * h, Z: 0.3})
		s.LookBox(space.Gray, geom.Vec3{Y: side * h, Z: z}, geom.Vec3{X: 2 * w, Y: 0.16, Z: 0.3})
	}
	s.LookBox(space.Orange, geom.Vec3{X: side * w, Y: -0.9, Z: 1}, geom.Vec3{X: 0.06, Y: 0.35, Z: 7})
}

// addWing sets a wing of solar cells.
func addWing(s *space.Structure, side float64) {
	s.Box(space.Gray, geom.Vec3{X: side * 3.2, Z: 7.2}, geom.Vec3{X: 2, Y: 0.4, Z: 0.4})
	for i := range 3 {
		at := geom.Vec3{X: side * (5.9 + float64(3.5*float64(i))), Z: 7.2}
		s.Box(space.Blue, at, geom.Vec3{X: 3.2, Y: 0.1, Z: 4.4})
		s.LookBox(space.Gray, at, geom.Vec3{X: 3.3, Y: 0.16, Z: 0.14})
	}
	s.LookBox(space.Gray, geom.Vec3{X: side * 9.2, Z: 7.2}, geom.Vec3{X: 10.4, Y: 0.14, Z: 0.14})
}
