// Package entity measures whole ticks of entities that run, of entities that do not, and what it costs to make, change and
// end one.
package entity

import (
	"fmt"
	"io"
	"slices"
	"time"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// mover runs in every tick and moves its entity by its velocity.
type mover struct {
	position, velocity geom.Vec3
}

var wantsTicks = []message.AnyToken{message.Ticks}

func (*mover) Priority() int             { return 0 }
func (*mover) Wants() []message.AnyToken { return wantsTicks }

func (m *mover) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	for tick := range message.Ticks.In(events) {
		m.position = m.position.AddScaled(m.velocity, tick.DeltaSeconds)
		self.SetTransform(geom.At(m.position))
	}
}

// still never runs.
type still struct{ _ int64 }

func (*still) Priority() int                                           { return 0 }
func (*still) Wants() []message.AnyToken                               { return nil }
func (*still) Handle(*simulation.Self, *message.List, *message.Outbox) {}

func newMover(i int) *mover {
	return &mover{position: geom.Vec3{X: float64(i)}, velocity: geom.Vec3{X: 1, Y: 0.5, Z: 0.25}}
}

// world is a world with a root frame and no physics.
func world(workers int) (*simulation.World, handle.Frame, error) {
	w, err := simulation.New(simulation.Options{Workers: workers})
	if err != nil {
		return nil, handle.Frame{}, err
	}
	owner, err := w.Spawn(&simulation.SpawnDesc{Pose: geom.IdentityPose, Owns: &simulation.FrameSpec{}})
	if err != nil {
		return nil, handle.Frame{}, err
	}
	frame, _ := w.FrameOf(owner)
	return w, frame, nil
}

// fill spawns n entities, each with the component that makes gives it.
func fill(w *simulation.World, frame handle.Frame, n int, makes func(i int) simulation.Component) error {
	for i := range n {
		_, err := w.Spawn(&simulation.SpawnDesc{
			Frame: frame, Pose: geom.At(geom.Vec3{X: float64(i)}), Components: []simulation.Component{makes(i)},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

const (
	warmTicks     = 30
	measuredTicks = 60
	moverRounds   = 20 // of each number of workers and the plain loop, in turn
	moverTicks    = 6  // of one round: the first finds the caches as another world left them
)

// median returns the middle time of the measured ticks in nanoseconds, after warm ones.
func median(tick func()) float64 { return inTurn(measuredTicks, 1, tick)[0].median }

// spread is the middle and the least of several times in nanoseconds.
type spread struct{ median, least float64 }

// inTurn calls functions in turn, each so many times in each round after warm ones, and returns the times of one call. What the
// machine does meanwhile meets all of them.
func inTurn(rounds, calls int, each ...func()) []spread {
	times := make([][]float64, len(each))
	for _, do := range each {
		for range warmTicks {
			do()
		}
	}
	for range rounds {
		for i, do := range each {
			begin := time.Now()
			for range calls {
				do()
			}
			times[i] = append(times[i], float64(time.Since(begin).Nanoseconds())/float64(calls))
		}
	}
	spreads := make([]spread, len(each))
	for i := range times {
		slices.Sort(times[i])
		spreads[i] = spread{median: times[i][rounds/2], least: times[i][0]}
	}
	return spreads
}

// Print measures n entities with each number of workers and prints the figures.
func Print(out io.Writer, n int, workers ...int) error {
	if err := movers(out, n, workers); err != nil {
		return err
	}
	if err := idle(out); err != nil {
		return err
	}
	if err := changes(out, n); err != nil {
		return err
	}
	if err := printInTicks(out, n, workers); err != nil {
		return err
	}
	return printTables(out, 1<<20) // the room of tables doubles, so a power of two leaves none to spare
}

// movers compares ticks of n movers with each number of workers and a plain loop.
func movers(out io.Writer, n int, workers []int) error {
	ticks := []func(){plain(n)}
	worlds := make([]*simulation.World, len(workers))
	for i, k := range workers {
		w, frame, err := world(k)
		if err != nil {
			return err
		}
		defer w.Close()
		if err := fill(w, frame, n, func(i int) simulation.Component { return newMover(i) }); err != nil {
			return err
		}
		worlds[i], ticks = w, append(ticks, w.Tick)
	}
	times := inTurn(moverRounds, moverTicks, ticks...)
	fmt.Fprintf(out, "%d entities whose one component hears each tick and moves its entity, ns for each, medians (leasts) of %d "+
		"rounds of %d ticks in turn:\n", n, moverRounds, moverTicks)
	print := func(t spread, what string) {
		fmt.Fprintf(out, "  %7.2f (%.2f) %s\n", t.median/float64(n), t.least/float64(n), what)
	}
	print(times[0], "in a plain loop over the same components and a slice of poses")
	for i, w := range worlds {
		print(times[i+1], fmt.Sprintf("in a tick of the World with %d workers", workers[i]))
		w.MeasureTicks(true)
		for range measuredTicks {
			w.Tick()
		}
		fmt.Fprintf(out, "%v\n", w.Profile())
	}
	return nil
}

// plain returns a tick of the movers' work without a world.
func plain(n int) func() {
	all := make([]*mover, n)
	poses := make([]geom.Pose, n)
	for i := range all {
		all[i] = newMover(i)
	}
	return func() {
		for i, m := range all {
			m.position = m.position.AddScaled(m.velocity, 1.0/60)
			poses[i] = geom.At(m.position)
		}
	}
}

// changes times what is done to entities between ticks.
func changes(out io.Writer, n int) error {
	w, frame, err := world(1)
	if err != nil {
		return err
	}
	defer w.Close()
	per := func(what string, do func() error) error {
		begin := time.Now()
		if err := do(); err != nil {
			return err
		}
		fmt.Fprintf(out, "  %7.0f ns to %s\n", float64(time.Since(begin).Nanoseconds())/float64(n), what)
		return nil
	}
	fmt.Fprintf(out, "between ticks, means of %d:\n", n)
	all := make([]handle.Entity, 0, n)
	for _, round := range [...]string{"spawn an entity, into tables that grow", "spawn an entity, into tables that have room"} {
		spawn := func() error {
			for i := range n {
				e, err := w.Spawn(&simulation.SpawnDesc{
					Frame: frame, Pose: geom.At(geom.Vec3{X: float64(i)}), Components: []simulation.Component{&still{}},
				})
				if err != nil {
					return err
				}
				all = append(all, e)
			}
			return nil
		}
		if err := per(round, spawn); err != nil {
			return err
		}
		add := func() error { return each(all, func(e handle.Entity) error { return w.AddComponent(e, newMover(0)) }) }
		if err := per("add a component", add); err != nil {
			return err
		}
		remove := func() error {
			return each(all, func(e handle.Entity) error {
				_, err := w.RemoveComponents(e, simulation.TypeOf[*mover]())
				return err
			})
		}
		if err := per("remove a component", remove); err != nil {
			return err
		}
		if err := per("destroy an entity", func() error { return each(all, w.Destroy) }); err != nil {
			return err
		}
		all = all[:0]
	}
	return nil
}

func each(all []handle.Entity, do func(handle.Entity) error) error {
	for _, e := range all {
		if err := do(e); err != nil {
			return err
		}
	}
	return nil
}
