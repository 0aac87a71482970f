package simulation

import (
	"fmt"
	"math"

	"tertius.dev/core/clock"
	"tertius.dev/core/message"
	"tertius.dev/core/parallel"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/core/triplebuf"
	"tertius.dev/simulation/internal/grid"
	"tertius.dev/simulation/internal/route"
	"tertius.dev/simulation/internal/snapshot"
)

// Options are what a world is made with. The zero value is a world of 60 ticks per second without physics.
type Options struct {
	TickRate         clock.Rate         // ticks per second; 0 takes clock.DefaultRate
	StartSeconds     float64            // the time at tick 0
	Seed             uint64             // of the random numbers that components draw
	Workers          int                // goroutines of a tick, the caller counted, at most 1,024; 0 takes one per processor
	Backend          physics.Backend    // nil: a world without physics. The world owns it and closes it
	Messages         []message.AnyToken // the game's payload types; the engine's are always known
	Resources        *render.Store      // meshes, textures and materials; nil takes a new, empty one
	SpawnPoolSize    int                // slots that each chunk may spawn into per tick without losing determinism; 0 takes 8
	DebugChecks      bool               // check every invariant of the tables at every sync point
	PublishSnapshots bool               // step 11 builds and publishes a render snapshot in every tick
	Thresholds       Thresholds         // from which work of the sync point is done by all workers
}

// Thresholds are amounts of work. A piece of the sync point with less runs on the caller alone, because waking the workers costs
// more than they save. No result depends on them. A 0 takes the amount that was measured, which ShippedThresholds tells; 1 uses the
// workers for everything.
type Thresholds struct {
	Messages int // routed in one tick
	Rows     int // transforms written in one tick, with the cells that they are in
	Drawn    int // entities that a picture shows
}

// ShippedThresholds returns the amounts that were measured, which a world takes where its options say 0.
func ShippedThresholds() Thresholds {
	return Thresholds{Messages: route.Threshold, Rows: grid.PublishThreshold, Drawn: snapshot.DrawnThreshold}
}

func (t *Thresholds) problem() error {
	for _, piece := range [...]struct {
		name string
		from int
	}{{"Messages", t.Messages}, {"Rows", t.Rows}, {"Drawn", t.Drawn}} {
		if piece.from < 0 {
			return fmt.Errorf("world options: Thresholds.%s is %d; it must be 1 or more, or 0 for the measured one", piece.name, piece.from)
		}
	}
	return nil
}

const (
	defaultSpawnPoolSize = 8
	largestSpawnPool     = 1024 // slots of one chunk's pool
	fastestRate          = 1_000_000
	mostWorkers          = 1024 // each is a goroutine with tables of its own, and none helps beyond the processors
)

// New makes a world without entities. On an error it closes the backend.
//
// Errors: names the field that is out of range, or the payload type that cannot be.
func New(o Options) (*World, error) {
	w, err := build(&o)
	if err != nil && o.Backend != nil {
		_ = o.Backend.Close()
	}
	return w, err
}

func build(o *Options) (*World, error) {
	if err := o.problem(); err != nil {
		return nil, err
	}
	registry, err := message.NewRegistry(o.Messages...)
	if err != nil {
		return nil, err
	}
	w := &World{fixed: fixed{
		rate: o.TickRate, startSeconds: o.StartSeconds, seed: o.Seed,
		backend: o.Backend, messages: registry, resources: o.Resources,
		spawnPoolSize: o.SpawnPoolSize, debugChecks: o.DebugChecks, publishSnapshots: o.PublishSnapshots,
		pool: parallel.NewPool(o.Workers),
	}}
	if w.rate == 0 {
		w.rate = clock.DefaultRate
	}
	if w.resources == nil {
		w.resources = new(render.Store)
	}
	if w.spawnPoolSize == 0 {
		w.spawnPoolSize = defaultSpawnPoolSize
	}
	w.published = triplebuf.New(func() render.Snapshot { return render.Snapshot{} })
	w.begin(&o.Thresholds)
	return w, nil
}

func (o *Options) problem() error {
	switch {
	case o.TickRate < 0 || o.TickRate > fastestRate:
		return fmt.Errorf("world options: TickRate is %d; it must be from 1 to %d, or 0 for %d",
			o.TickRate, fastestRate, clock.DefaultRate)
	case math.IsNaN(o.StartSeconds) || math.IsInf(o.StartSeconds, 0):
		return fmt.Errorf("world options: StartSeconds is %v; it must be finite", o.StartSeconds)
	case o.Workers < 0 || o.Workers > mostWorkers:
		return fmt.Errorf("world options: Workers is %d; it must be from 1 to %d, or 0 for one per processor", o.Workers, mostWorkers)
	case o.SpawnPoolSize < 0 || o.SpawnPoolSize > largestSpawnPool:
		return fmt.Errorf("world options: SpawnPoolSize is %d; it must be from 1 to %d, or 0 for %d",
			o.SpawnPoolSize, largestSpawnPool, defaultSpawnPoolSize)
	}
	return o.Thresholds.problem()
}
