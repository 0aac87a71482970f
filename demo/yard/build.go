package yard

import (
	"fmt"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// Options say which yard to build.
type Options struct {
	Origin   geom.Vec3 // of the yard's middle, at the floor's height, in meters in the yard's frame
	Fountain bool      // whether the fountain runs, which spawns and removes things in ticks
}

// Yard is a built yard: what scripts, tests and benchmarks want to know of it.
type Yard struct {
	Owner handle.Entity // owns the frame
	Frame handle.Frame
	Eye   handle.Entity // looks over the whole yard
	Named []Named       // the entities with a scene id, in the order of their spawns

	Wall, Tower, Pyramid []handle.Entity // crates, from the lowest row up
	Pins, Scattered      []handle.Entity
	Ball, Roller         handle.Entity // the heavy ball that hits the wall, and the one on the ramp
	Lift, LiftCrate      handle.Entity
	WallPlate, WallLamp  handle.Entity // the plate behind the wall, and its lamp
	PinPlate, PinLamp    handle.Entity // the plate behind the pins, and its lamp
	Fountain             handle.Entity // none when it does not run
}

// Named is an entity with a scene id.
type Named struct {
	ID     string
	Entity handle.Entity
}

// FovRadians is the vertical field of view that the yard's eye is placed for.
const FovRadians = 0.84

// FarOrigin is 10,000 km from a frame's origin, where floats lie a meter apart.
var FarOrigin = geom.Vec3{X: 1e7}

// gravityMetersPerSecond2 is the pull at the yard's floor.
const gravityMetersPerSecond2 = 9.81

// Messages lists the payload types that a world with a yard must know.
func Messages() []message.AnyToken { return []message.AnyToken{Hits} }

// Build builds a yard in a frame of its own. The kit belongs to the same world; yards may share it.
//
// Errors: what the world refuses, with the part that it belongs to.
func Build(w *simulation.World, k *Kit, o Options) (*Yard, error) {
	b := &builder{world: w, kit: k, options: o, yard: &Yard{}}
	for _, part := range [...]struct {
		name  string
		build func(*builder)
	}{
		{"frame", (*builder).buildFrame},
		{"ground", (*builder).buildGround},
		{"sky", (*builder).buildSky},
		{"wall", (*builder).buildWall},
		{"ramp", (*builder).buildRamp},
		{"stacks", (*builder).buildStacks},
		{"lift", (*builder).buildLift},
		{"fountain", (*builder).buildFountain},
		{"scattered things", (*builder).buildScattered},
		{"lamps", (*builder).buildLamps},
		{"eye", (*builder).buildEye},
	} {
		part.build(b)
		if b.err != nil {
			return nil, fmt.Errorf("yard: %s: %w", part.name, b.err)
		}
	}
	return b.yard, nil
}

// builder spawns the parts of one yard. After the first error it spawns no more.
type builder struct {
	world   *simulation.World
	kit     *Kit
	options Options
	yard    *Yard
	err     error
}

// buildFrame makes the owner of the yard's frame.
func (b *builder) buildFrame() {
	pull := field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -gravityMetersPerSecond2}})
	b.yard.Owner = b.spawn("yard", &simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: pull}})
	b.yard.Frame, _ = b.world.FrameOf(b.yard.Owner)
}

// buildEye places the eye before the yard, above the heads of its things.
func (b *builder) buildEye() {
	at, target := geom.Vec3{X: -2, Y: 8, Z: 22}, geom.Vec3{X: -0.7, Y: 1.3, Z: -1.5}
	b.yard.Eye = b.put("eye", geom.Pose{Position: at, Rotation: geom.LookRotation(target.Sub(at), geom.UnitY)},
		&simulation.SpawnDesc{})
}

// put spawns an entity in the yard's frame at a pose relative to the yard's middle. An empty id gives it none.
func (b *builder) put(id string, p geom.Pose, d *simulation.SpawnDesc) handle.Entity {
	p.Position = p.Position.Add(b.options.Origin)
	d.Frame, d.Pose = b.yard.Frame, p
	return b.spawn(id, d)
}

func (b *builder) spawn(id string, d *simulation.SpawnDesc) handle.Entity {
	if b.err != nil {
		return handle.Entity{}
	}
	e, err := b.world.Spawn(d)
	b.err = err
	if id != "" {
		b.yard.Named = append(b.yard.Named, Named{id, e})
	}
	return e
}

// centered returns the place i of n in a row about 0, in steps of 1.
func centered(i, n int) float64 { return float64(2*i-(n-1)) / 2 }

// static spawns a body that does not move.
func (b *builder) static(id string, p geom.Pose, s solid, look simulation.Visual) handle.Entity {
	return b.put(id, p, s.describe(physics.Static, look))
}

// dynamic spawns a body that physics moves.
func (b *builder) dynamic(id string, p geom.Pose, s solid, look simulation.Visual) handle.Entity {
	return b.put(id, p, s.describe(physics.Dynamic, look))
}
