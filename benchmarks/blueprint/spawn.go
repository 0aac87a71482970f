// Package blueprint measures what it costs to spawn from a blueprint, beside a spawn that says the same in Go.
package blueprint

import (
	"slices"
	"time"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
	"tertius.dev/simulation/blueprint"
)

// Spawns is the number of spawns of one run.
const Spawns = 4096

// Way is a way to spawn.
type Way uint8

// The ways.
const (
	Plain  Way = iota // the description and its components are written in Go
	ByName            // Registry.CreateSpawnDesc for each spawn
	Kept              // Prototype.Describe into one description
	numWays
)

// Ways are all ways.
var Ways = [numWays]string{Plain: "plain", ByName: "CreateSpawnDesc", Kept: "Describe"}

// Nanoseconds is what one spawn of a run took, between ticks.
type Nanoseconds struct {
	Describe [numWays]float64 // to make the description
	Spawn    [numWays]float64 // to make it and to spawn it in a world
}

// cargo and guard are the components of the spawned: two, with three fields set.
type cargo struct {
	TonsFull, TonsNow float32
	Name              string
	loads             int
}

type guard struct {
	Post     geom.Vec3
	lastSeen int64
}

var wants = []message.AnyToken{message.Destroys}

func (*cargo) Priority() int                                           { return 0 }
func (*cargo) Wants() []message.AnyToken                               { return wants }
func (*cargo) Handle(*simulation.Self, *message.List, *message.Outbox) {}
func (*guard) Priority() int                                           { return 1 }
func (*guard) Wants() []message.AnyToken                               { return wants }
func (*guard) Handle(*simulation.Self, *message.List, *message.Outbox) {}

var (
	cargos = blueprint.Kind[cargo]("bench.cargo")
	guards = blueprint.Kind[guard]("bench.guard")
)

// Setup is a world and a blueprint to spawn in it.
type Setup struct {
	world    *simulation.World
	frame    handle.Frame
	visual   simulation.Visual
	registry blueprint.Registry
	kept     *blueprint.Prototype
	spawned  []handle.Entity
	desc     simulation.SpawnDesc
}

// NewSetup makes both, and spawns once in each way so that nothing grows later.
func NewSetup() (*Setup, error) {
	w, err := simulation.New(simulation.Options{Workers: 1})
	if err != nil {
		return nil, err
	}
	s := &Setup{world: w, visual: simulation.Visual{BoundingRadiusMeters: 1}}
	err = s.fill()
	if err != nil {
		_ = w.Close()
		return nil, err
	}
	return s, nil
}

func (s *Setup) fill() error {
	owner, err := s.world.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	if err != nil {
		return err
	}
	s.frame, _ = s.world.FrameOf(owner)
	err = s.registry.Register(&blueprint.Blueprint{Name: "wagon", Visual: &s.visual, Components: []blueprint.Component{
		{Kind: cargos, Fields: []blueprint.Field{{Name: "TonsFull", Value: 20.5}, {Name: "Name", Value: "coal"}}},
		{Kind: guards, Fields: []blueprint.Field{{Name: "Post", Value: geom.UnitX}}},
	}})
	if err != nil {
		return err
	}
	s.kept, _ = s.registry.Find("wagon")
	_, err = s.Run()
	return err
}

// Close ends the world.
func (s *Setup) Close() error { return s.world.Close() }

// Run measures each way once, one after the other, and gives the means of its spawns.
func (s *Setup) Run() (Nanoseconds, error) {
	var ns Nanoseconds
	for way := range numWays {
		start := time.Now()
		for i := range Spawns {
			s.describe(way, i)
		}
		ns.Describe[way] = perSpawn(start)
		start = time.Now()
		for i := range Spawns {
			e, err := s.world.Spawn(s.describe(way, i))
			if err != nil {
				return ns, err
			}
			s.spawned = append(s.spawned, e)
		}
		ns.Spawn[way] = perSpawn(start)
		for _, e := range s.spawned {
			if err := s.world.Destroy(e); err != nil {
				return ns, err
			}
		}
		s.spawned = s.spawned[:0]
		s.world.Tick()
	}
	return ns, nil
}

func perSpawn(start time.Time) float64 { return float64(time.Since(start).Nanoseconds()) / Spawns }

// describe makes the description of spawn i. It is the setup's own, so that no way pays for one that escapes.
func (s *Setup) describe(way Way, i int) *simulation.SpawnDesc {
	pose := geom.At(geom.Vec3{X: float64(i)})
	switch way {
	case Plain:
		s.desc = simulation.SpawnDesc{
			Frame: s.frame, Pose: pose, Visual: &s.visual,
			Components: append(slices.Grow(s.desc.Components[:0], 2), &cargo{TonsFull: 20.5, Name: "coal"}, &guard{Post: geom.UnitX}),
		}
	case ByName:
		desc, err := s.registry.CreateSpawnDesc("wagon", s.frame, pose)
		if err != nil {
			panic(err)
		}
		s.desc = desc
	case Kept:
		s.kept.Describe(&s.desc, s.frame, pose)
	}
	return &s.desc
}
