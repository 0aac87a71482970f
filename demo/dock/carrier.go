package dock

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
	"tertius.dev/demo/paint"
	"tertius.dev/demo/space"
	"tertius.dev/simulation"
)

// The inside of the bay, in meters about the carrier's origin, open ahead.
const (
	bayHalfWide = 11.0
	bayHalfHigh = 5.5
	bayBow      = -34.0
	bayStern    = 14.0
	wall        = 1.5
)

// carrierBubble holds the whole carrier. What is smaller than half of its least radius fits in.
var carrierBubble = geom.Vec3{X: 42, Y: 34, Z: 84}

// buildCarrier lets the carrier coast.
func (b *builder) buildCarrier() {
	hull := carrierHull()
	desc := space.Body(hull, 20e6)
	desc.Body.Motion, desc.Body.Friction = physics.Dynamic, 0.5
	desc.Frame, desc.Pose, desc.Velocity = b.scene.Space, geom.IdentityPose, Convoy
	desc.Owns = &simulation.FrameSpec{Bounds: carrierBubble}
	b.scene.Carrier, b.scene.Bay = b.Owner("carrier", desc)
	b.Show(b.scene.Bay, "carrier", hull)
	b.buildBayLamps()
	b.scene.Eye = b.Eye("eye", b.scene.Bay, geom.Vec3{X: 54, Y: 27, Z: -116}, geom.Vec3{X: 5, Y: -5, Z: -36})
}

// carrierHull is a bay between armored flanks, with a tower and a block of drives.
func carrierHull() *space.Structure {
	s := space.Structure{Plates: 8}
	addBay(&s)
	for _, side := range [...]float64{-1, 1} {
		addFlank(&s, side)
	}
	addTower(&s)
	addDrives(&s)
	return &s
}

func addBay(s *space.Structure) {
	const long, middle = bayStern - bayBow, (bayBow + bayStern) / 2
	const w, h = bayHalfWide, bayHalfHigh
	s.Box(space.Deck, geom.Vec3{Y: -h - wall/2, Z: middle - 5}, geom.Vec3{X: 2*w + 2*wall, Y: wall, Z: long + 10})
	s.Box(space.White, geom.Vec3{Y: h + wall/2, Z: middle}, geom.Vec3{X: 2*w + 2*wall, Y: wall, Z: long})
	s.Box(space.Gray, geom.Vec3{Z: bayStern + wall/2}, geom.Vec3{X: 2*w + 2*wall, Y: 2 * (h + wall), Z: wall})
	for _, side := range [...]float64{-1, 1} {
		s.Box(space.White, geom.Vec3{X: side * (w + wall/2), Z: middle}, geom.Vec3{X: wall, Y: 2 * h, Z: long})
		s.LookBox(space.LampCool, geom.Vec3{X: side * (w - 0.3), Y: h - 0.7, Z: middle}, geom.Vec3{X: 0.4, Y: 0.4, Z: long - 4})
		s.LookBox(space.Hazard, geom.Vec3{X: side * 5, Y: -h + 0.02, Z: middle - 5}, geom.Vec3{X: 0.7, Y: 0.06, Z: long + 8})
		s.LookBox(space.Hazard, geom.Vec3{X: side * (w + wall/2), Z: bayBow}, geom.Vec3{X: wall + 0.06, Y: 2 * h, Z: 0.3})
		for i := range 6 {
			z := bayBow + 4 + float64(8*float64(i))
			s.LookBox(space.Gray, geom.Vec3{X: side * (w - 0.2), Z: z}, geom.Vec3{X: 0.8, Y: 2 * h, Z: 0.9})
		}
	}
	s.LookBox(space.Hazard, geom.Vec3{Y: h + wall/2, Z: bayBow}, geom.Vec3{X: 2 * w, Y: wall + 0.06, Z: 0.3})
	for i := range 6 {
		z := bayBow + 4 + float64(8*float64(i))
		s.LookBox(space.Gray, geom.Vec3{Y: h - 0.2, Z: z}, geom.Vec3{X: 2 * w, Y: 0.8, Z: 0.9})
	}
}

// addFlank sets the armor beside the bay: a long body that narrows ahead.
func addFlank(s *space.Structure, side float64) {
	const inner, outer, deep = bayHalfWide + wall, bayHalfWide + wall + 9, 6.0
	corners := []geom.Vec3{}
	for _, y := range [...]float64{-deep, deep} {
		corners = append(corners,
			geom.Vec3{X: side * inner, Y: y, Z: -28}, geom.Vec3{X: side * inner, Y: y, Z: 40},
			geom.Vec3{X: side * outer, Y: 0.55 * y, Z: -8}, geom.Vec3{X: side * outer, Y: 0.55 * y, Z: 40})
	}
	s.Wedge(space.Gray, corners...)
	s.LookBox(space.Orange, geom.Vec3{X: side * (outer - 0.1), Z: 18}, geom.Vec3{X: 0.5, Y: 2, Z: 40})
	for i := range 9 {
		s.LookBox(space.Window, geom.Vec3{X: side * (outer + 0.02), Y: 2.2, Z: 2 + float64(4*float64(i))}, geom.Vec3{X: 0.2, Y: 0.7, Z: 2})
	}
	s.Box(space.Dark, geom.Vec3{X: side * (outer + 0.8), Y: -1, Z: 30}, geom.Vec3{X: 2.4, Y: 4, Z: 14})
	s.Box(space.Gray, geom.Vec3{X: side * 16, Y: 6.6, Z: 6}, geom.Vec3{X: 4.4, Y: 2, Z: 5})
	s.LookBox(space.Dark, geom.Vec3{X: float64(side*16) - 0.7, Y: 7.1, Z: 1.2}, geom.Vec3{X: 0.5, Y: 0.5, Z: 6})
	s.LookBox(space.Dark, geom.Vec3{X: float64(side*16) + 0.7, Y: 7.1, Z: 1.2}, geom.Vec3{X: 0.5, Y: 0.5, Z: 6})
}

func addTower(s *space.Structure) {
	const top = bayHalfHigh + wall
	s.Box(space.White, geom.Vec3{Y: top + 2, Z: 8}, geom.Vec3{X: 14, Y: 4, Z: 30})
	s.Box(space.Gray, geom.Vec3{Y: top + 6.5, Z: 12}, geom.Vec3{X: 8, Y: 5, Z: 14})
	s.Box(space.White, geom.Vec3{Y: top + 10.6, Z: 11}, geom.Vec3{X: 13, Y: 3.2, Z: 8})
	s.LookBox(space.Window, geom.Vec3{Y: top + 11, Z: 6.96}, geom.Vec3{X: 11.6, Y: 1.1, Z: 0.14})
	s.LookBox(space.Orange, geom.Vec3{Y: top + 4.02, Z: -4}, geom.Vec3{X: 14, Y: 0.1, Z: 3})
	for _, side := range [...]float64{-1, 1} {
		s.LookBox(space.Window, geom.Vec3{X: side * 6.5, Y: top + 11, Z: 10}, geom.Vec3{X: 0.14, Y: 1.1, Z: 5})
		for i := range 5 {
			s.LookBox(space.Window, geom.Vec3{X: side * 7, Y: top + 2.2, Z: -3 + float64(5*float64(i))}, geom.Vec3{X: 0.14, Y: 0.9, Z: 2.4})
		}
		s.Look(space.Dark, geom.At(geom.Vec3{X: side * 4, Y: top + 15, Z: 12}), mesh.Cylinder("", 3, 0.16, 8))
	}
}

func addDrives(s *space.Structure) {
	s.Box(space.Gray, geom.Vec3{Z: 33}, geom.Vec3{X: 2*bayHalfWide + 2*wall, Y: 13, Z: 35})
	s.LookBox(space.Dark, geom.Vec3{Z: 47}, geom.Vec3{X: 2*bayHalfWide + 2*wall + 0.4, Y: 13.4, Z: 4})
	for _, x := range [...]float64{-7, 7} {
		nozzle := geom.Pose{Position: geom.Vec3{X: x, Z: 52}, Rotation: geom.AxisAngle(geom.UnitX, -math.Pi/2)}
		s.Look(space.Dark, nozzle, mesh.Lathe("", 32, mesh.Ring{HeightMeters: 2}, mesh.Ring{RadiusMeters: 3, HeightMeters: 2},
			mesh.Ring{RadiusMeters: 5, HeightMeters: -5}, mesh.Ring{RadiusMeters: 4.7, HeightMeters: -5}, mesh.Ring{HeightMeters: 0}))
	}
}

// buildBayLamps lights the bay and marks its mouth.
func (b *builder) buildBayLamps() {
	for _, z := range [...]float64{-26, -12, 2} {
		b.Put("", b.scene.Bay, geom.At(geom.Vec3{Y: 3.5, Z: z}), &simulation.SpawnDesc{Visual: &simulation.Visual{
			Light: render.LightOfPointLight(render.PointLight{Color: space.Cool, PowerWatts: 170e3, RadiusMeters: 0.5}),
		}})
	}
	b.Lamp(b.scene.Bay, geom.Vec3{X: -12.2, Y: 6.2, Z: bayBow - 0.6}, space.LampRed, paint.Hue(1, 0.03, 0.02), 30e3, 0.45)
	b.Lamp(b.scene.Bay, geom.Vec3{X: 12.2, Y: 6.2, Z: bayBow - 0.6}, space.LampGreen, paint.Hue(0.05, 1, 0.2), 30e3, 0.45)
}
