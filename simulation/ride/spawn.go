package ride

import (
	"errors"
	"fmt"
	"slices"

	"tertius.dev/core/clock"
	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/core/rails"
	"tertius.dev/simulation"
)

// Spawner is who makes entities: a World between ticks, or the Self of a component in a tick.
type Spawner interface {
	Spawn(d *simulation.SpawnDesc) (handle.Entity, error)
	Snapshot() *simulation.Snapshot
	FirstStepEnd() float64
	Rate() clock.Rate
}

var _, _ Spawner = (*simulation.World)(nil), (*simulation.Self)(nil)

// SpawnOnOrbit makes an entity that is on an orbit about the origin of the frame that the description names, by the point gravity of
// that frame.
//
// What is moved rides the orbit from its first step on, by a KeplerMotion that joins its components: the owner of a frame without a
// body, a kinematic body, an entity without a body. A dynamic body gets no rails: its place, attitude and velocities are those of the
// orbit where its first step starts, and from there on it falls freely, or thrusts. Give it no damping.
//
// The description leaves zero what the orbit says: Pose, Velocity, AngularVelocity and FirstMove. It is read during the call only.
//
// Errors: what the orbit lacks, a field that the orbit says, a frame without point gravity, rails that dip below its radius, and what
// Spawn refuses. Nothing is spawned then.
func SpawnOnOrbit(by Spawner, d *simulation.SpawnDesc, orbit *rails.Orbit) (handle.Entity, error) {
	if d == nil {
		return handle.Entity{}, fmt.Errorf("spawn on an orbit: %w", errNoDescription)
	}
	onOrbit := *d
	if err := place(by, &onOrbit, orbit); err != nil {
		return handle.Entity{}, fmt.Errorf("spawn on an orbit: %w", err)
	}
	return by.Spawn(&onOrbit)
}

// PlaceOnOrbit does to a description what SpawnOnOrbit does to its copy, for who spawns it by other means before the next tick.
//
// Errors: as SpawnOnOrbit, but for what Spawn refuses. The description is as it was then.
func PlaceOnOrbit(by Spawner, d *simulation.SpawnDesc, orbit *rails.Orbit) error {
	if err := place(by, d, orbit); err != nil {
		return fmt.Errorf("place on an orbit: %w", err)
	}
	return nil
}

var errNoDescription = errors.New("the description is nil")

func place(by Spawner, d *simulation.SpawnDesc, orbit *rails.Orbit) error {
	if d == nil {
		return errNoDescription
	}
	if field := saidByOrbit(d); field != "" {
		return fmt.Errorf("%s is set, but the orbit says it", field)
	}
	gravity, live := by.Snapshot().Gravity(d.Frame)
	if !live {
		return fmt.Errorf("Frame is %v, which is not live", d.Frame)
	}
	m, err := NewKeplerMotion(orbit)
	if err != nil {
		return err
	}
	if d.Body != nil && d.Body.Motion == physics.Dynamic {
		return fall(by, d, orbit, &gravity)
	}
	d.Components = slices.Clip(d.Components)
	return m.Start(d, &gravity, by.FirstStepEnd(), by.Rate())
}

// saidByOrbit names a field of the description that the orbit says and that is set, or gives an empty string.
func saidByOrbit(d *simulation.SpawnDesc) string {
	switch {
	case d.Pose != geom.Pose{} && d.Pose != geom.IdentityPose:
		return "Pose"
	case d.Velocity != geom.Vec3{}:
		return "Velocity"
	case d.AngularVelocity != geom.Vec3f{}:
		return "AngularVelocity"
	case !d.FirstMove.IsNone():
		return "FirstMove"
	}
	return ""
}

// fall gives a description the state that the orbit has where the first step starts.
func fall(by Spawner, d *simulation.SpawnDesc, orbit *rails.Orbit, gravity *field.Gravity) error {
	mu, ok := rails.MuFrom(gravity)
	if !ok {
		return errNoPointGravity
	}
	step := by.Rate().TickSeconds()
	sample, err := orbit.Sample(mu, by.FirstStepEnd()-step, step)
	if err != nil {
		return err
	}
	d.Pose, d.Velocity, d.AngularVelocity = sample.Pose, sample.Velocity, sample.AngularVelocity.Single()
	return nil
}
