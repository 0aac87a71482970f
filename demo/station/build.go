package station

import (
	"fmt"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/rails"
	"tertius.dev/demo/space"
	"tertius.dev/simulation"
)

// Station is the built scene.
type Station struct {
	Planet, Hangar handle.Frame // Hangar is the station's
	Station        handle.Entity
	Orbit          rails.Orbit
	Leaver, Comer  handle.Entity // the pods
	Crates         []handle.Entity
	Eye            handle.Entity
	Named          []space.Named
}

// The dwarf planet, about that of Ceres, and the height of the station from its middle.
const (
	PlanetMu           = 6.26e10 // in m³/s²
	PlanetRadiusMeters = 4.7e5
	OrbitRadiusMeters  = 5.1e5
)

var toSun = geom.Vec3{X: 0.62, Y: 0.42, Z: -0.66}.Unit(geom.UnitY)

// planetGravity is the pull of the planet.
var planetGravity = field.GravityOfPoint(field.Point{Mu: PlanetMu, RadiusMeters: PlanetRadiusMeters})

// Build builds the scene. The kit belongs to the same world.
//
// Errors: what the world and the rails refuse.
func Build(w *simulation.World, k *space.Kit) (*Station, error) {
	b := &builder{Stage: space.Stage{World: w, Kit: k}, scene: &Station{}}
	b.buildPlanet()
	b.buildStation()
	b.buildPods()
	b.buildCrates()
	b.scene.Named = b.Named
	if b.Err != nil {
		return nil, fmt.Errorf("station: %w", b.Err)
	}
	return b.scene, nil
}

type builder struct {
	space.Stage
	scene *Station
}

// stationAt is where the station is at the start, in the planet's frame.
var stationAt = geom.Vec3{Y: OrbitRadiusMeters}

func (b *builder) buildPlanet() {
	_, b.scene.Planet = b.Owner("planet", &simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: planetGravity}})
	b.Heaven(b.scene.Planet, toSun.Scale(space.AstronomicalUnitMeters))
	b.Ground(b.scene.Planet, &space.Planet{
		RadiusMeters: PlanetRadiusMeters, Surface: space.Barren, CapMiddle: geom.Vec3{Y: 1, Z: 0.2}, CapRadians: 0.5,
	})
}
