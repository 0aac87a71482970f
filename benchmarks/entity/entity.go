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

// Print measures entities in other ways than PrintMovers, n at a time, what runs in ticks with each number of workers, and prints
// the figures.
func Print(out io.Writer, n int, workers ...int) error {
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
