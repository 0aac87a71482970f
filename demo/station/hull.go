package station

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
	"tertius.dev/core/rails"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
	"tertius.dev/demo/paint"
	"tertius.dev/demo/space"
	"tertius.dev/simulation"
)

// FovRadians is the vertical field of view that the eye is placed for.
const FovRadians = 0.72

// The inside of the hangar, in meters about the station's origin, and its opening ahead.
const (
	hangarHalfWide = 9.0
	hangarHalfHigh = 5.0
	hangarHalfLong = 15.0
	wall           = 1.0
	doorHalfWide   = 4.0
	doorHalfHigh   = 3.2
	collarLong     = 5.0 // of the airlock before the opening
	ringRadius     = 33.0
	ringAt         = 26.0
)

// Bubble holds the whole station.
var Bubble = geom.Vec3{X: 52, Y: 52, Z: 64}

// buildStation puts the station on its orbit.
func (b *builder) buildStation() {
	hull := stationHull()
	desc := space.Body(hull, 0)
	desc.Body.Motion, desc.Body.Friction, desc.Body.Restitution = physics.Kinematic, 0.4, 0.3
	desc.Frame, desc.Owns = b.scene.Planet, &simulation.FrameSpec{Bounds: Bubble}
	still := rails.AttitudeOfSpin(rails.Spin{})
	b.scene.Station, b.scene.Hangar, b.scene.Orbit = b.Circle("station", desc, stationAt, geom.UnitX, &planetGravity, still)
	b.Show(b.scene.Hangar, "station", hull)
	b.buildLamps()
	b.scene.Eye = b.Eye("eye", b.scene.Hangar, geom.Vec3{X: 50, Y: 32, Z: -66}, geom.Vec3{X: -6, Y: -7, Z: 2})
}

// stationHull is a hangar with an airlock ahead, a hub behind it, and a ring about the hub.
func stationHull() *space.Structure {
	s := space.Structure{Plates: 6}
	addHangar(&s)
	addAirlock(&s)
	addRing(&s)
	s.Box(space.Gray, geom.Vec3{Z: 24}, geom.Vec3{X: 11, Y: 9, Z: 16})
	s.Box(space.White, geom.Vec3{Z: 37}, geom.Vec3{X: 7, Y: 6, Z: 10})
	s.LookBox(space.Orange, geom.Vec3{Z: 33}, geom.Vec3{X: 7.2, Y: 6.2, Z: 1.2})
	for _, side := range [...]float64{-1, 1} {
		s.Box(space.Gray, geom.Vec3{X: side * 8, Z: 38}, geom.Vec3{X: 9, Y: 0.8, Z: 0.8})
		for i := range 3 {
			at := geom.Vec3{X: side * (16 + float64(8.4*float64(i))), Z: 38}
			s.Box(space.Blue, at, geom.Vec3{X: 8, Y: 0.3, Z: 14})
			s.LookBox(space.Gray, at, geom.Vec3{X: 8.2, Y: 0.4, Z: 0.4})
		}
	}
	return &s
}

func addHangar(s *space.Structure) {
	const w, h, l = hangarHalfWide, hangarHalfHigh, hangarHalfLong
	for _, side := range [...]float64{-1, 1} {
		s.Box(space.White, geom.Vec3{X: side * (w + wall/2)}, geom.Vec3{X: wall, Y: 2*h + 2*wall, Z: 2 * l})
		s.LookBox(space.Orange, geom.Vec3{X: side * (w + wall), Y: -2.2}, geom.Vec3{X: 0.1, Y: 1.1, Z: 2*l - 2})
		for i := range 7 {
			at := geom.Vec3{X: side * (w + wall), Y: 1.6, Z: float64(4*float64(i)) - 12}
			s.LookBox(space.Window, at, geom.Vec3{X: 0.12, Y: 1.1, Z: 2.2})
			s.LookBox(space.Gray, geom.Vec3{X: side * (w - 0.05), Z: at.Z + 2}, geom.Vec3{X: 0.3, Y: 2 * h, Z: 0.5})
		}
		s.LookBox(space.LampCool, geom.Vec3{X: side * (w - 0.6), Y: h - 0.1}, geom.Vec3{X: 0.5, Y: 0.12, Z: 2*l - 4})
		s.LookBox(space.Hazard, geom.Vec3{X: side * 4.2, Y: -h + 0.02, Z: 6}, geom.Vec3{X: 0.4, Y: 0.06, Z: 14})
	}
	s.Box(space.White, geom.Vec3{Y: h + wall/2}, geom.Vec3{X: 2 * w, Y: wall, Z: 2 * l})
	s.Box(space.Deck, geom.Vec3{Y: -h - wall/2}, geom.Vec3{X: 2 * w, Y: wall, Z: 2 * l})
	s.Box(space.Gray, geom.Vec3{Z: l + wall/2}, geom.Vec3{X: 2*w + 2*wall, Y: 2*h + 2*wall, Z: wall})
	s.LookBox(space.Gray, geom.Vec3{Y: h + wall + 0.3, Z: 4}, geom.Vec3{X: 6, Y: 0.8, Z: 16})
	s.LookBox(space.Dark, geom.Vec3{X: 3, Y: h + wall + 1.2, Z: 9}, geom.Vec3{X: 1.4, Y: 1.4, Z: 3})
}

// addAirlock closes the hangar ahead but for the opening, and sets a collar about that.
func addAirlock(s *space.Structure) {
	const w, h, l = hangarHalfWide + wall, hangarHalfHigh + wall, hangarHalfLong
	const beside, above = w - doorHalfWide, h - doorHalfHigh
	for _, side := range [...]float64{-1, 1} {
		s.Box(space.White, geom.Vec3{X: side * (doorHalfWide + beside/2), Z: -l - wall/2}, geom.Vec3{X: beside, Y: 2 * h, Z: wall})
		s.Box(space.White, geom.Vec3{Y: side * (doorHalfHigh + above/2), Z: -l - wall/2}, geom.Vec3{X: 2 * doorHalfWide, Y: above, Z: wall})
		const middle = -l - wall - collarLong/2
		s.Box(space.Gray, geom.Vec3{X: side * (doorHalfWide + 0.5), Z: middle}, geom.Vec3{X: 1, Y: 2*doorHalfHigh + 2, Z: collarLong})
		s.Box(space.Gray, geom.Vec3{Y: side * (doorHalfHigh + 0.5), Z: middle}, geom.Vec3{X: 2 * doorHalfWide, Y: 1, Z: collarLong})
		const front = -l - wall - collarLong
		s.LookBox(space.Hazard, geom.Vec3{X: side * (doorHalfWide + 0.5), Z: front}, geom.Vec3{X: 1.04, Y: 2*doorHalfHigh + 2.04, Z: 0.2})
		s.LookBox(space.Hazard, geom.Vec3{Y: side * (doorHalfHigh + 0.5), Z: front}, geom.Vec3{X: 2 * doorHalfWide, Y: 1.04, Z: 0.2})
	}
}

// addRing sets a ring of straight parts about the hub, on four spokes.
func addRing(s *space.Structure) {
	const parts = 32
	length := 2 * ringRadius * math.Tan(math.Pi/parts)
	for i := range parts {
		turn := geom.AxisAngle(geom.UnitZ, 2*math.Pi/parts*float64(i))
		at := geom.Pose{Position: turn.Rotate(geom.Vec3{Y: ringRadius}).Add(geom.Vec3{Z: ringAt}), Rotation: turn}
		p := space.White
		if i%8 == 4 {
			p = space.Orange
		}
		s.BoxAt(p, at, geom.Vec3{X: length, Y: 4, Z: 6})
		window := at
		window.Position = at.ToParent(geom.Vec3{Z: -3})
		s.Look(space.Window, window, mesh.Box("", geom.Vec3{X: length * 0.36, Y: 0.55, Z: 0.06}))
		if i%8 == 0 {
			spoke := geom.Pose{Position: turn.Rotate(geom.Vec3{Y: ringRadius / 2}).Add(geom.Vec3{Z: ringAt}), Rotation: turn}
			s.BoxAt(space.Gray, spoke, geom.Vec3{X: 2, Y: ringRadius - 4, Z: 2})
		}
	}
}

// buildLamps lights the hangar and marks the airlock.
func (b *builder) buildLamps() {
	for _, z := range [...]float64{-11, 0, 11} {
		b.Put("", b.scene.Hangar, geom.At(geom.Vec3{Y: 4, Z: z}), &simulation.SpawnDesc{Visual: &simulation.Visual{
			Light: render.LightOfPointLight(render.PointLight{Color: space.Cool, PowerWatts: 130e3, RadiusMeters: 0.4}),
		}})
	}
	const front = -hangarHalfLong - wall - collarLong - 0.3
	b.Lamp(b.scene.Hangar, geom.Vec3{X: -5.4, Y: 4.6, Z: front}, space.LampRed, paint.Hue(1, 0.03, 0.02), 20e3, 0.35)
	b.Lamp(b.scene.Hangar, geom.Vec3{X: 5.4, Y: 4.6, Z: front}, space.LampGreen, paint.Hue(0.05, 1, 0.2), 20e3, 0.35)
}
