package thrust

import (
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/demo/space"
	"tertius.dev/simulation"
)

// Thrust is the built scene.
type Thrust struct {
	Space handle.Frame // the root, which has no gravity
	Ship  handle.Entity
	Hold  handle.Frame // the ship's own
	Eye   handle.Entity
	Named []space.Named

	Slippery, Rough []handle.Entity // crates on the deck, by their friction
	Barrels         []handle.Entity
}

// FovRadians is the vertical field of view that the eye is placed for.
const FovRadians = 0.75

// Build builds the scene. The kit belongs to the same world.
//
// Errors: what the world refuses.
func Build(w *simulation.World, k *space.Kit) (*Thrust, error) {
	b := &builder{Stage: space.Stage{World: w, Kit: k}, scene: &Thrust{}}
	b.buildSpace()
	b.buildShip()
	b.buildCargo()
	b.scene.Named = b.Named
	if b.Err != nil {
		return nil, fmt.Errorf("thrust: %w", b.Err)
	}
	return b.scene, nil
}

type builder struct {
	space.Stage
	scene *Thrust
}

// The planet below, and where the sun stands.
const planetRadiusMeters = 6.371e6

var (
	planetAt   = geom.Vec3{X: -0.23, Y: -0.77, Z: -0.565}.Scale(1.15e7)
	below      = geom.Vec3{X: 0.5, Y: 0.35, Z: 0.8} // the place below the ship, in the planet's axes
	planetTurn = space.Turn(below, planetAt.Neg())
	toSun      = geom.Vec3{X: 0.78, Y: 0.55, Z: -0.2}.Unit(geom.UnitY)
)

// buildSpace makes the root, with the sky, a planet and the berth that the ship leaves.
func (b *builder) buildSpace() {
	_, b.scene.Space = b.Owner("space", &simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	b.Heaven(b.scene.Space, toSun.Scale(space.AstronomicalUnitMeters))
	_, planet := b.Owner("planet", &simulation.SpawnDesc{
		Frame: b.scene.Space, Pose: geom.Pose{Position: planetAt, Rotation: planetTurn},
		Owns: &simulation.FrameSpec{},
	})
	b.Ground(planet, &space.Planet{
		RadiusMeters: planetRadiusMeters, Surface: space.Earthlike, CapMiddle: below, CapRadians: 1,
	})
	b.Air(b.scene.Space, planetAt, geom.Vec3{}, planetRadiusMeters)
	b.buildBerth()
}

// buildBerth sets a long frame of beams to port of the ship, out of its bubble.
func (b *builder) buildBerth() {
	const from, to, bay = -190.0, 40.0, 10.0
	var s space.Structure
	for _, y := range [...]float64{-4, 4} {
		for _, x := range [...]float64{-26, -19} {
			s.Box(space.Gray, geom.Vec3{X: x, Y: y, Z: (from + to) / 2}, geom.Vec3{X: 0.7, Y: 0.7, Z: to - from})
		}
	}
	for z := from; z <= to; z += bay {
		for _, y := range [...]float64{-4, 4} {
			s.Box(space.Gray, geom.Vec3{X: -22.5, Y: y, Z: z}, geom.Vec3{X: 7, Y: 0.5, Z: 0.5})
		}
		for _, x := range [...]float64{-26, -19} {
			s.Box(space.Gray, geom.Vec3{X: x, Y: 0, Z: z}, geom.Vec3{X: 0.5, Y: 8, Z: 0.5})
		}
		s.Box(space.Hazard, geom.Vec3{X: -18.6, Y: 4, Z: z}, geom.Vec3{X: 0.3, Y: 1, Z: 2})
	}
	berth := space.Body(&s, 0)
	b.Put("berth", b.scene.Space, geom.IdentityPose, berth)
	b.Show(b.scene.Space, "berth", &s)
	for z := from + bay/2; z < to; z += 2 * bay {
		b.Lamp(b.scene.Space, geom.Vec3{X: -18.4, Y: 4.8, Z: z}, space.LampWarm, space.Warm, 30e3, 0.3)
	}
}
