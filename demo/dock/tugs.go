package dock

import (
	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/demo/space"
	"tertius.dev/simulation"
)

// The hold of a tug, in meters about its origin. It is open above, and has a door toward the other tug.
const (
	holdHalfWide = 4.5
	holdHalfLong = 5.5
	holdDeep     = 1.6 // the height of its walls over the deck, which is at the height 0
	holdWall     = 0.4
	doorHalf     = 1.6
	// DockedMeters is from the origin of one docked tug to that of the other. The hulls do not touch.
	DockedMeters = 2*(holdHalfWide+holdWall) + 0.1
)

// The times at which the tugs dock and part, in ticks, and at which the runner goes.
const (
	DockAt   = 300
	RunFrom  = 330
	RunEnds  = 600
	UndockAt = 630
)

// tugBubble holds both tugs when they have docked. Neither fits into the other.
var tugBubble = geom.Vec3{X: 26, Y: 22, Z: 26}

// convoyAt is where the barge coasts, in space.
var convoyAt = geom.Vec3{X: 300, Y: 10, Z: -60}

// approach is the tug's way beside the barge: near, at rest there, and away after they have parted.
var approach = space.Route{
	{At: 2, Place: geom.Vec3{X: 26, Y: 0, Z: 7}},
	{At: 200, Place: geom.Vec3{X: 13, Y: 0, Z: 0}},
	{At: 280, Place: geom.Vec3{X: DockedMeters}},
	{At: UndockAt + 10, Place: geom.Vec3{X: DockedMeters}},
	{At: UndockAt + 240, Place: geom.Vec3{X: 28, Y: 2, Z: -10}},
}

// runnerAt is where the runner stands in the tug, and half a meter above the deck goes from there into the barge.
var (
	runnerAt = geom.Vec3{X: 2.2, Y: 0.55}
	run      = space.Route{
		{At: RunFrom, Place: runnerAt.Add(geom.Vec3{X: DockedMeters})},
		{At: RunEnds, Place: geom.Vec3{X: -2, Y: 0.6}},
	}
)

// buildTugs sets the barge and the tug, which is the same ship in another color.
func (b *builder) buildTugs() {
	b.scene.Barge, b.scene.BargeHold = b.tug("barge", 1, space.Blue, geom.Vec3{}, nil)
	pilot := []simulation.Component{
		&space.Pilot{In: b.scene.BargeHold, Route: approach},
		&Mooring{At: b.scene.BargeHold, Docks: DockAt, Parts: UndockAt},
	}
	b.scene.Tug, b.scene.TugHold = b.tug("tug", -1, space.Orange, approach.PoseAt(0).Position, pilot)
	for i, at := range [...]geom.Vec3{{X: -3, Y: 0.8, Z: -4}, {X: -3.2, Y: 0.8, Z: 3.6}, {X: 1.6, Y: 0.8, Z: -4.2}} {
		b.scene.BargeCrates = append(b.scene.BargeCrates, b.hold(space.Numbered("barge-crate", i), b.scene.BargeHold, at, i))
	}
	for i, at := range [...]geom.Vec3{{X: 3.2, Y: 0.8, Z: 4}, {X: 1.2, Y: 0.8, Z: 4.1}, {X: 3.2, Y: 0.8, Z: -4}} {
		b.scene.TugCrates = append(b.scene.TugCrates, b.hold(space.Numbered("tug-crate", i), b.scene.TugHold, at, i+1))
	}
	runner := b.Kit.Crate(space.Sand, geom.Vec3{X: 1.1, Y: 1.1, Z: 1.1}, 300, 0.3)
	runner.Components = []simulation.Component{&space.Pilot{In: b.scene.BargeHold, Route: run}}
	b.scene.Runner = b.Put("runner", b.scene.TugHold, geom.At(runnerAt), runner)
}

// hold stows a crate.
func (b *builder) hold(id string, f handle.Frame, at geom.Vec3, i int) handle.Entity {
	desc := b.Kit.Crate(space.Containers[i%len(space.Containers)], geom.Vec3{X: 1.6, Y: 1.6, Z: 1.6}, 700, 0.8)
	return b.Put(id, f, geom.At(at), desc)
}

// tug spawns a tug whose door is to starboard or to port, beside the place of the barge.
func (b *builder) tug(id string, door float64, trim space.Paint, beside geom.Vec3, c []simulation.Component) (handle.Entity, handle.Frame) {
	hull := tugHull(door, trim)
	desc := space.Body(hull, 40e3)
	desc.Body.Motion, desc.Body.Friction = physics.Dynamic, 0.6
	desc.Frame, desc.Pose, desc.Velocity, desc.Components = b.scene.Space, geom.At(convoyAt.Add(beside)), Convoy, c
	desc.Owns = &simulation.FrameSpec{
		Bounds: tugBubble, Gravity: field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -9.81}}),
	}
	e, f := b.Owner(id, desc)
	b.Show(f, id, hull)
	for _, z := range [...]float64{-3.2, 3.2} {
		b.Put("", f, geom.At(geom.Vec3{Y: 3.2, Z: z}), &simulation.SpawnDesc{Visual: &simulation.Visual{
			Light: render.LightOfPointLight(render.PointLight{Color: space.Warm, PowerWatts: 9e3, RadiusMeters: 0.2}),
		}})
	}
	return e, f
}

// tugHull is an open hold with a cabin ahead and a drive behind.
func tugHull(door float64, trim space.Paint) *space.Structure {
	s := space.Structure{Plates: 3}
	const w, l, high = holdHalfWide, holdHalfLong, holdDeep
	s.Box(space.Deck, geom.Vec3{Y: -0.3}, geom.Vec3{X: 2*w + 2*holdWall, Y: 0.6, Z: 2 * l})
	s.Box(space.Dark, geom.Vec3{Y: -1.2}, geom.Vec3{X: 5, Y: 1.2, Z: 2 * l})
	s.Box(space.White, geom.Vec3{X: -door * (w + holdWall/2), Y: high / 2}, geom.Vec3{X: holdWall, Y: high, Z: 2 * l})
	s.LookBox(trim, geom.Vec3{X: -door * (w + holdWall/2), Y: high}, geom.Vec3{X: holdWall + 0.06, Y: 0.2, Z: 2 * l})
	for _, side := range [...]float64{-1, 1} {
		const part = l - doorHalf
		at := geom.Vec3{X: door * (w + holdWall/2), Y: high / 2, Z: side * (doorHalf + part/2)}
		s.Box(space.White, at, geom.Vec3{X: holdWall, Y: high, Z: part})
		at.Y = high
		s.LookBox(trim, at, geom.Vec3{X: holdWall + 0.06, Y: 0.2, Z: part})
		s.LookBox(space.Hazard, geom.Vec3{X: door * (w + holdWall/2), Y: 0.9, Z: side * (doorHalf + 0.12)}, geom.Vec3{X: holdWall + 0.1, Y: 1.8, Z: 0.24})
		for _, x := range [...]float64{-1, 1} {
			s.LookBox(space.Gray, geom.Vec3{X: x * (w + 0.2), Y: 1.9, Z: side * 3.2}, geom.Vec3{X: 0.22, Y: 3.8, Z: 0.22})
		}
		s.LookBox(space.Gray, geom.Vec3{Y: 3.75, Z: side * 3.2}, geom.Vec3{X: 2*w + 0.6, Y: 0.22, Z: 0.22})
		s.LookBox(space.LampWarm, geom.Vec3{Y: 3.6, Z: side * 3.2}, geom.Vec3{X: 2, Y: 0.1, Z: 0.16})
	}
	addCabin(&s, trim)
	s.Box(space.Gray, geom.Vec3{Y: 0.6, Z: l + 2}, geom.Vec3{X: 8, Y: 3.6, Z: 4})
	s.LookBox(trim, geom.Vec3{Y: 0.6, Z: l + 1}, geom.Vec3{X: 8.1, Y: 3.7, Z: 0.7})
	for _, x := range [...]float64{-2, 2} {
		s.LookBox(space.Dark, geom.Vec3{X: x, Y: 0.4, Z: l + 4.3}, geom.Vec3{X: 2, Y: 2, Z: 0.8})
	}
	return &s
}

func addCabin(s *space.Structure, trim space.Paint) {
	const bow = -holdHalfLong
	s.Box(space.White, geom.Vec3{Y: 1, Z: bow - 1.5}, geom.Vec3{X: 8.4, Y: 3.4, Z: 3})
	s.Wedge(space.White,
		geom.Vec3{X: -4.2, Y: -0.7, Z: bow - 3}, geom.Vec3{X: 4.2, Y: -0.7, Z: bow - 3}, geom.Vec3{X: -4.2, Y: 2.7, Z: bow - 3}, geom.Vec3{X: 4.2, Y: 2.7, Z: bow - 3},
		geom.Vec3{X: -2.6, Y: -0.4, Z: bow - 5}, geom.Vec3{X: 2.6, Y: -0.4, Z: bow - 5}, geom.Vec3{X: -2.6, Y: 0.9, Z: bow - 5}, geom.Vec3{X: 2.6, Y: 0.9, Z: bow - 5})
	s.LookBox(trim, geom.Vec3{Y: 1, Z: bow - 0.9}, geom.Vec3{X: 8.5, Y: 3.5, Z: 0.6})
	s.Box(space.Gray, geom.Vec3{Y: 3.3, Z: bow - 1.3}, geom.Vec3{X: 4, Y: 1.3, Z: 2})
	s.LookBox(space.Window, geom.Vec3{Y: 3.45, Z: bow - 2.32}, geom.Vec3{X: 3.5, Y: 0.7, Z: 0.1})
	for _, side := range [...]float64{-1, 1} {
		s.LookBox(space.Window, geom.Vec3{X: side * 2.02, Y: 3.45, Z: bow - 1.3}, geom.Vec3{X: 0.1, Y: 0.7, Z: 1.4})
		s.LookBox(space.Window, geom.Vec3{X: side * 4.2, Y: 1.6, Z: bow - 1.9}, geom.Vec3{X: 0.1, Y: 0.6, Z: 1.2})
	}
}
