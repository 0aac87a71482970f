package thrust

import (
	"math"

	"tertius.dev/core/clock"
	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
	"tertius.dev/demo/paint"
	"tertius.dev/demo/space"
	"tertius.dev/simulation"
)

// What the ship weighs, and how hard its drives push it.
const (
	ShipKilograms = 100e3
	LowPush       = 2.0 // in m/s²
	HighPush      = 7.0
	PlatesPull    = 9.81 // of the gravity plates in the deck, in m/s²
	DeckFriction  = 0.4
)

// When the drives burn.
const (
	LowFrom  clock.Ticks = 60
	HighFrom clock.Ticks = 210
	BurnEnds clock.Ticks = 400
)

// The cargo deck, in meters. Its top is at the height 0.
const (
	deckWide = 10.0
	deckBow  = -11.0
	deckAft  = 15.0
)

// bubble holds the whole ship.
var bubble = geom.Vec3{X: 15, Y: 14, Z: 34}

// buildShip makes the ship with its drives, lamps and eye.
func (b *builder) buildShip() {
	hull := shipHull()
	desc := space.Body(hull, ShipKilograms)
	desc.Body.Motion, desc.Body.Friction = physics.Dynamic, DeckFriction
	desc.Frame, desc.Pose = b.scene.Space, geom.IdentityPose
	desc.Owns = &simulation.FrameSpec{
		Bounds: bubble, Gravity: field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -PlatesPull}}),
	}
	b.scene.Ship, b.scene.Hold = b.Owner("ship", desc)
	b.Show(b.scene.Hold, "hauler", hull)
	b.buildDrives(hull.Center().Y)
	b.buildLamps()
	b.scene.Eye = b.Eye("eye", b.scene.Hold, geom.Vec3{X: 27, Y: 17, Z: 27}, geom.Vec3{X: 0, Y: -0.8, Z: 7.5})
}

// shipHull is the hauler: a bow with a bridge, an open deck between low walls, and a block of drives.
func shipHull() *space.Structure {
	var s space.Structure
	middle, length := (deckBow+deckAft)/2, deckAft-deckBow
	s.Box(space.Deck, geom.Vec3{Y: -0.25, Z: middle}, geom.Vec3{X: deckWide, Y: 0.5, Z: length})
	s.Box(space.Dark, geom.Vec3{Y: -1.5, Z: middle}, geom.Vec3{X: 6, Y: 2, Z: length})
	for _, side := range [...]float64{-1, 1} {
		s.Box(space.White, geom.Vec3{X: side * 5.2, Y: 0.2, Z: middle}, geom.Vec3{X: 0.4, Y: 1.8, Z: length})
		s.LookBox(space.Orange, geom.Vec3{X: side * 5.2, Y: 1.16, Z: middle}, geom.Vec3{X: 0.5, Y: 0.14, Z: length})
		tank := geom.Pose{Position: geom.Vec3{X: side * 4.5, Y: -1.9, Z: middle}, Rotation: geom.AxisAngle(geom.UnitX, math.Pi/2)}
		s.Solid(space.Gray, tank, physics.NewCapsule(9, 1.3), mesh.Capsule("", 9, 1.3, 16))
		for _, z := range [...]float64{-6, 2, 10} {
			s.LookBox(space.Dark, geom.Vec3{X: side * 4.5, Y: -1.9, Z: z}, geom.Vec3{X: 2.7, Y: 2.7, Z: 0.5})
		}
	}
	addBow(&s)
	addStern(&s)
	addArches(&s)
	return &s
}

func addBow(s *space.Structure) {
	s.Box(space.White, geom.Vec3{Y: 0.6, Z: -14.5}, geom.Vec3{X: 9, Y: 5.6, Z: 7})
	s.Wedge(space.White,
		geom.Vec3{X: -4.5, Y: -2.2, Z: -18}, geom.Vec3{X: 4.5, Y: -2.2, Z: -18}, geom.Vec3{X: -4.5, Y: 3.4, Z: -18}, geom.Vec3{X: 4.5, Y: 3.4, Z: -18},
		geom.Vec3{X: -2.2, Y: -1.6, Z: -24}, geom.Vec3{X: 2.2, Y: -1.6, Z: -24}, geom.Vec3{X: -2.2, Y: 0.2, Z: -24}, geom.Vec3{X: 2.2, Y: 0.2, Z: -24})
	s.Box(space.Gray, geom.Vec3{Y: 4.5, Z: -13.6}, geom.Vec3{X: 6.4, Y: 2.2, Z: 4.6})
	s.LookBox(space.Window, geom.Vec3{Y: 4.8, Z: -15.9}, geom.Vec3{X: 5.6, Y: 0.9, Z: 0.1})
	for _, side := range [...]float64{-1, 1} {
		s.LookBox(space.Window, geom.Vec3{X: side * 3.2, Y: 4.8, Z: -14.1}, geom.Vec3{X: 0.1, Y: 0.9, Z: 3})
		for _, z := range [...]float64{-16.6, -15.2, -13.8, -12.4} {
			s.LookBox(space.Window, geom.Vec3{X: side * 4.5, Y: 1.6, Z: z}, geom.Vec3{X: 0.1, Y: 0.5, Z: 0.7})
		}
		s.LookBox(space.Orange, geom.Vec3{X: side * 4.5, Y: -0.4, Z: -14.5}, geom.Vec3{X: 0.08, Y: 1.1, Z: 7.02})
	}
	s.LookBox(space.Orange, geom.Vec3{Y: 3.42, Z: -16.9}, geom.Vec3{X: 9, Y: 0.08, Z: 1.2})
	s.Look(space.Dark, geom.At(geom.Vec3{X: -2, Y: 7.4, Z: -12.6}), mesh.Cylinder("", 1.8, 0.08, 8))
	s.Look(space.Dark, geom.At(geom.Vec3{X: -1.4, Y: 6.8, Z: -12.6}), mesh.Cylinder("", 1.2, 0.06, 8))
}

func addStern(s *space.Structure) {
	s.Box(space.Hazard, geom.Vec3{Y: 1.4, Z: 15.2}, geom.Vec3{X: 10.8, Y: 3.2, Z: 0.4})
	s.Box(space.White, geom.Vec3{Y: 0.3, Z: 18.9}, geom.Vec3{X: 10, Y: 5.8, Z: 7})
	s.LookBox(space.Orange, geom.Vec3{Y: 0.3, Z: 16.6}, geom.Vec3{X: 10.1, Y: 5.9, Z: 0.9})
	s.LookBox(space.Dark, geom.Vec3{Y: 0.3, Z: 21}, geom.Vec3{X: 10.16, Y: 5.0, Z: 1.6})
	s.Box(space.Gray, geom.Vec3{Y: 4, Z: 18.9}, geom.Vec3{X: 4, Y: 1.6, Z: 5})
}

// addArches sets three arches over the deck, which carry its lamps.
func addArches(s *space.Structure) {
	for _, z := range archesAt {
		for _, side := range [...]float64{-1, 1} {
			s.Box(space.White, geom.Vec3{X: side * 5.3, Y: 2.4, Z: z}, geom.Vec3{X: 0.36, Y: 4.8, Z: 0.5})
		}
		s.Box(space.White, geom.Vec3{Y: 4.9, Z: z}, geom.Vec3{X: 11, Y: 0.4, Z: 0.5})
		s.LookBox(space.LampCool, geom.Vec3{Y: 4.66, Z: z}, geom.Vec3{X: 3, Y: 0.1, Z: 0.3})
	}
}

var archesAt = [...]float64{-6, 4, 14}

// buildLamps lights the deck from below the arches, and the ship's sides.
func (b *builder) buildLamps() {
	for _, z := range archesAt {
		b.Put("", b.scene.Hold, geom.At(geom.Vec3{Y: 4.3, Z: z}), &simulation.SpawnDesc{Visual: &simulation.Visual{
			Light: render.LightOfPointLight(render.PointLight{Color: space.Cool, PowerWatts: 9e3, RadiusMeters: 0.3}),
		}})
	}
	b.Lamp(b.scene.Hold, geom.Vec3{X: -5.4, Y: 4.9, Z: -11.2}, space.LampRed, paint.Hue(1, 0.03, 0.02), 6e3, 0.22)
	b.Lamp(b.scene.Hold, geom.Vec3{X: 5.4, Y: 4.9, Z: -11.2}, space.LampGreen, paint.Hue(0.05, 1, 0.2), 6e3, 0.22)
}

// drivesAt are the distances of the drives from the middle, in meters.
var drivesAt = [...]float64{-2.5, 2.5}

// buildDrives sets the drives at the height of the center of mass, so that they do not turn the ship.
func (b *builder) buildDrives(height float64) {
	const stern = 22.4
	var s space.Structure
	for _, x := range drivesAt {
		nozzle := geom.Pose{Position: geom.Vec3{X: x, Y: height, Z: stern}, Rotation: geom.AxisAngle(geom.UnitX, -math.Pi/2)}
		s.Look(space.Dark, nozzle, nozzleMesh())
	}
	b.Show(b.scene.Hold, "nozzles", &s)
	share := float32(ShipKilograms / float64(len(drivesAt)))
	plan := []Burn{{LowFrom, LowPush * share}, {HighFrom, HighPush * share}, {BurnEnds, 0}}
	rim, core := b.fires()
	for _, x := range drivesAt {
		at := geom.At(geom.Vec3{X: x, Y: height, Z: stern + 1.2})
		b.Spawn("", &simulation.SpawnDesc{AttachTo: b.scene.Ship, Offset: at, Visual: &simulation.Visual{Hidden: true},
			Components: []simulation.Component{&Drive{Plan: plan, Fire: rim, Full: HighPush * share}}})
		b.Spawn("", &simulation.SpawnDesc{AttachTo: b.scene.Ship, Offset: at, Visual: &simulation.Visual{Hidden: true},
			Components: []simulation.Component{&Drive{Fire: core, Full: HighPush * share}}})
	}
}

// nozzleMesh is a bell along Y whose mouth is at the bottom.
func nozzleMesh() render.Mesh {
	return mesh.Lathe("nozzle", 32,
		mesh.Ring{RadiusMeters: 0, HeightMeters: 0.4}, mesh.Ring{RadiusMeters: 0.8, HeightMeters: 0.4}, mesh.Ring{RadiusMeters: 1.0, HeightMeters: -0.6},
		mesh.Ring{RadiusMeters: 1.7, HeightMeters: -2.4}, mesh.Ring{RadiusMeters: 1.6, HeightMeters: -2.4},
		mesh.Ring{RadiusMeters: 0.8, HeightMeters: -0.6}, mesh.Ring{RadiusMeters: 0, HeightMeters: -0.5})
}

// fires are the outer and the inner fire of a drive, of the whole length.
func (b *builder) fires() (rim, core simulation.Visual) {
	astern := geom.Pose{Rotation: geom.AxisAngle(geom.UnitX, -math.Pi/2)}
	p := paint.Painter{Store: b.World.Resources()}
	rim = simulation.Visual{
		Mesh: p.Mesh(mesh.Placed(fireMesh("fire", 1.15, 8), astern)), Material: b.Kit.Material(space.PlumeRim), Scale: space.Even(1),
		Light: render.LightOfPointLight(render.PointLight{Offset: geom.Vec3f{Z: 4}, Color: paint.Hue(0.4, 0.65, 1), PowerWatts: 250e3, RadiusMeters: 1.2}),
	}
	core = simulation.Visual{
		Mesh: p.Mesh(mesh.Placed(fireMesh("core", 0.62, 16), astern)), Material: b.Kit.Material(space.PlumeCore), Scale: space.Even(1),
	}
	b.Keep(p.Err)
	return rim, core
}

// fireMesh is a long drop along -Y.
func fireMesh(name string, radius, length float64) render.Mesh {
	rings := []mesh.Ring{{RadiusMeters: 0, HeightMeters: 0.2}}
	for i := range 17 {
		t := float64(float64(i) / 16)
		rings = append(rings, mesh.Ring{RadiusMeters: float64(radius*math.Sqrt(1-t)) * (1 - float64(0.45*t)), HeightMeters: -length * t})
	}
	return mesh.Lathe(name, 24, rings...)
}
