package dock

import (
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/demo/space"
	"tertius.dev/simulation"
)

// Dock is the built scene.
type Dock struct {
	Space                  handle.Frame // the root, which has no gravity
	Carrier, Fighter       handle.Entity
	Bay, Cockpit           handle.Frame  // the carrier's and the fighter's
	Box                    handle.Entity // in the cockpit
	Barge, Tug             handle.Entity // which dock
	BargeHold, TugHold     handle.Frame
	BargeCrates, TugCrates []handle.Entity
	Runner                 handle.Entity // the crate that goes from the tug into the barge
	Eye                    handle.Entity
	Named                  []space.Named
}

// FovRadians is the vertical field of view that the eye is placed for.
const FovRadians = 0.7

// Convoy is the velocity of all, in m/s.
var Convoy = geom.Vec3{Z: -60}

// Build builds the scene. The kit belongs to the same world.
//
// Errors: what the world refuses.
func Build(w *simulation.World, k *space.Kit) (*Dock, error) {
	b := &builder{Stage: space.Stage{World: w, Kit: k}, scene: &Dock{}}
	b.buildSpace()
	b.buildCarrier()
	b.buildFighter()
	b.buildTugs()
	b.scene.Named = b.Named
	if b.Err != nil {
		return nil, fmt.Errorf("dock: %w", b.Err)
	}
	return b.scene, nil
}

type builder struct {
	space.Stage
	scene *Dock
}

// The planet below, and where the sun stands.
const planetRadiusMeters = 6.371e6

var (
	planetAt = geom.Vec3{X: -0.30, Y: -0.80, Z: 0.52}.Scale(1.02e7)
	below    = geom.Vec3{X: -0.7, Y: 0.2, Z: 0.6} // the place below the convoy, in the planet's axes
	toSun    = geom.Vec3{X: 0.45, Y: 0.48, Z: -0.75}.Unit(geom.UnitY)
)

// buildSpace makes the root, with the sky and a planet.
func (b *builder) buildSpace() {
	_, b.scene.Space = b.Owner("space", &simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	b.Heaven(b.scene.Space, toSun.Scale(space.AstronomicalUnitMeters))
	_, planet := b.Owner("planet", &simulation.SpawnDesc{
		Frame: b.scene.Space, Pose: geom.Pose{Position: planetAt, Rotation: space.Turn(below, planetAt.Neg())}, Owns: &simulation.FrameSpec{},
	})
	b.Ground(planet, &space.Planet{RadiusMeters: planetRadiusMeters, Surface: space.Earthlike, CapMiddle: below, CapRadians: 0.95})
	b.Air(b.scene.Space, planetAt, geom.Vec3{}, planetRadiusMeters)
}
