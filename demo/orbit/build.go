package orbit

import (
	"fmt"
	"math"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/rails"
	"tertius.dev/demo/space"
	"tertius.dev/simulation"
	"tertius.dev/simulation/ride"
)

// Orbit is the built scene.
type Orbit struct {
	System, Earth, Ground, Moon, Cabin handle.Frame // Cabin is the ship's
	Ship                               handle.Entity
	ShipOrbit                          rails.Orbit
	Crates                             []handle.Entity
	Drifter                            handle.Entity // a crate that touches nothing for a while
	Eye                                handle.Entity
	Named                              []space.Named
}

// The sizes of the earth and of the moon, in SI units.
const (
	EarthMu           = 3.986004418e14
	EarthRadiusMeters = 6.371e6
	MoonMu            = 4.9048695e12
	MoonRadiusMeters  = 1.7374e6
	moonMeters        = 3.844e8 // from the ship, at the start
	AltitudeMeters    = 4e5     // of the ship
)

// The earth as it turns.
const (
	siderealDaySeconds = 86164.1
	poleTiltRadians    = 1.15 // of the earth's pole from +Y toward +Z
	phaseRadians       = 1.3
)

var (
	toSun  = geom.Vec3{X: -0.50, Y: 0.66, Z: -0.58}.Unit(geom.UnitY) // at the start, from the earth
	toMoon = geom.Vec3{X: 0.17, Y: -0.235, Z: -1}.Unit(geom.UnitY)   // at the start, from the ship
)

// shipAt is where the ship is at the start, in the earth's frame.
var shipAt = geom.Vec3{Y: EarthRadiusMeters + AltitudeMeters}

// Build builds the scene. The kit belongs to the same world.
//
// Errors: what the world and the rails refuse.
func Build(w *simulation.World, k *space.Kit) (*Orbit, error) {
	b := &builder{Stage: space.Stage{World: w, Kit: k}, scene: &Orbit{}}
	b.buildSystem()
	b.buildEarth()
	b.buildMoon()
	b.buildShip()
	b.buildCrates()
	b.scene.Named = b.Named
	if b.Err != nil {
		return nil, fmt.Errorf("orbit: %w", b.Err)
	}
	return b.scene, nil
}

type builder struct {
	space.Stage
	scene *Orbit
}

var (
	sunGravity   = field.GravityOfPoint(field.Point{Mu: space.SunMu, RadiusMeters: space.SunRadiusMeters})
	earthGravity = field.GravityOfPoint(field.Point{Mu: EarthMu, RadiusMeters: EarthRadiusMeters})
	moonGravity  = field.GravityOfPoint(field.Point{Mu: MoonMu, RadiusMeters: MoonRadiusMeters})
)

// The attitudes of what is on an orbit: at rest against the stars, or with one face toward the center.
var (
	still  = rails.AttitudeOfSpin(rails.Spin{})
	facing = rails.AttitudeOfFacesParent(rails.FacesParent{})
)

func (b *builder) buildSystem() {
	_, b.scene.System = b.Owner("system", &simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: sunGravity}})
	b.Heaven(b.scene.System, geom.Vec3{})
}

// buildEarth puts the earth on its way around the sun, and its ground into it.
func (b *builder) buildEarth() {
	earth := &simulation.SpawnDesc{Frame: b.scene.System, Owns: &simulation.FrameSpec{Gravity: earthGravity}}
	place := toSun.Scale(-space.AstronomicalUnitMeters)
	_, b.scene.Earth, _ = b.Circle("earth", earth, place, geom.UnitZ, &sunGravity, still)

	spin := rails.FrameSpin{Spin: rails.Spin{
		AxialTiltRadians: poleTiltRadians, RateRadiansPerSecond: 2 * math.Pi / siderealDaySeconds, PhaseAtEpochRadians: phaseRadians,
	}}
	turns, err := ride.NewSpinMotion(&spin)
	b.Keep(err)
	ground := &simulation.SpawnDesc{Frame: b.scene.Earth, Owns: &simulation.FrameSpec{}}
	if b.Err == nil {
		b.Keep(turns.Start(ground, geom.Vec3{}, b.World.FirstStepEnd(), b.World.Rate()))
	}
	_, b.scene.Ground = b.Owner("ground", ground)
	ahead := geom.Vec3{Y: 1, Z: -0.18} // of the ship, which flies that way
	b.Ground(b.scene.Ground, &space.Planet{
		RadiusMeters: EarthRadiusMeters, Surface: space.Earthlike, CapMiddle: ground.Pose.Rotation.Unrotate(ahead), CapRadians: 0.5,
	})
}

func (b *builder) buildMoon() {
	moon := &simulation.SpawnDesc{Frame: b.scene.Earth, Owns: &simulation.FrameSpec{Gravity: moonGravity}}
	_, b.scene.Moon, _ = b.Circle("moon", moon, shipAt.AddScaled(toMoon, moonMeters), geom.UnitX, &earthGravity, facing)
	b.Ground(b.scene.Moon, &space.Planet{RadiusMeters: MoonRadiusMeters, Surface: space.Barren})
}
