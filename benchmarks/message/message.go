// Package message measures whole ticks of entities that send messages, and of entities that hear a broadcast or wait.
package message

import (
	"fmt"
	"io"
	"slices"
	"time"

	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// Push is the payload that is sent.
type Push struct{ Amount float64 }

var pushes = message.Type[Push]("bench.push")

var wants = []message.AnyToken{pushes}

// sender answers each push with one to its peer, after a delay.
type sender struct {
	peer  handle.Entity
	delay clock.Ticks
	sum   float64
}

func (*sender) Priority() int             { return 0 }
func (*sender) Wants() []message.AnyToken { return wants }

func (s *sender) Handle(_ *simulation.Self, events *message.List, out *message.Outbox) {
	for p := range pushes.In(events) {
		s.sum += p.Amount
		if s.delay == 0 {
			pushes.Send(out, message.To(s.peer), Push{p.Amount})
		} else {
			pushes.SendAfter(out, s.delay, message.To(s.peer), Push{p.Amount})
		}
	}
}

// listener hears pushes and sends none.
type listener struct{ sum float64 }

func (*listener) Priority() int             { return 0 }
func (*listener) Wants() []message.AnyToken { return wants }

func (l *listener) Handle(_ *simulation.Self, events *message.List, _ *message.Outbox) {
	for p := range pushes.In(events) {
		l.sum += p.Amount
	}
}

// load is a world that does the same in each tick.
type load struct {
	name  string
	unit  string // what a tick has
	share int    // of how many entities one has it in a tick
	make  func(w *simulation.World, all []handle.Entity, i int) simulation.Component
	start func(w *simulation.World, all []handle.Entity)
	tick  func(w *simulation.World) // before each tick

	profiled bool // where the time of a tick goes is printed too
}

func everyonePushed(w *simulation.World, _ []handle.Entity) {
	w.Post(pushes.Event(w.Messages(), message.ToEveryone(), Push{1}))
}

var loads = []load{
	{
		name: "direct, in order", unit: "message", share: 1, start: everyonePushed,
		make: func(_ *simulation.World, all []handle.Entity, i int) simulation.Component {
			return &sender{peer: all[(i+1)%len(all)]}
		},
	}, {
		name: "direct, shuffled", unit: "message", share: 1, start: everyonePushed, profiled: true,
		make: func(_ *simulation.World, all []handle.Entity, i int) simulation.Component {
			return &sender{peer: all[shuffled(i, len(all))]}
		},
	}, {
		name: "broadcast", unit: "recipient", share: 1, start: func(*simulation.World, []handle.Entity) {},
		make: func(*simulation.World, []handle.Entity, int) simulation.Component { return new(listener) },
		tick: func(w *simulation.World) { everyonePushed(w, nil) },
	}, {
		// A wait of 9 ticks beside the one of every message: in each tick a tenth of the entities gets its message.
		name: "pending timers", unit: "timer that ends", share: spread, start: spreadPushes,
		make: func(_ *simulation.World, all []handle.Entity, i int) simulation.Component {
			return &sender{peer: all[shuffled(i, len(all))], delay: spread - 1}
		},
	},
}

// spread is over how many ticks the pending timers are due.
const spread = 10

func spreadPushes(w *simulation.World, all []handle.Entity) {
	for i, e := range all {
		w.PostAfter(pushes.Event(w.Messages(), message.To(e), Push{1}), clock.Ticks(i%spread))
	}
}

// shuffled returns where i goes in an order that jumps about: a step that has no divisor in common with n, so each number is
// met once, and that is far from every simple part of n.
func shuffled(i, n int) int {
	const step = 61_803_399 // a prime beyond the golden ratio
	return int(uint64(i) * step % uint64(n))
}

// build makes the world of a load.
func (l *load) build(entities, workers int) (*simulation.World, error) {
	w, err := simulation.New(simulation.Options{Workers: workers, Messages: wants})
	if err != nil {
		return nil, err
	}
	owner, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	if err != nil {
		return nil, err
	}
	frame, _ := w.FrameOf(owner)
	all := make([]handle.Entity, entities)
	for i := range all {
		all[i], err = w.Spawn(&simulation.SpawnDesc{Frame: frame, Pose: geom.At(geom.Vec3{X: float64(i)})})
		if err != nil {
			return nil, err
		}
	}
	for i, e := range all {
		if err := w.AddComponent(e, l.make(w, all, i)); err != nil {
			return nil, err
		}
	}
	w.Tick()
	l.start(w, all)
	return w, nil
}

// run returns the nanoseconds of a tick for each unit of the load, the least of so many ticks and their median.
func (l *load) run(w *simulation.World, entities, ticks int) (least, median float64) {
	all := make([]float64, 0, ticks)
	for range ticks {
		if l.tick != nil {
			l.tick(w)
		}
		begin := time.Now()
		w.Tick()
		all = append(all, float64(time.Since(begin).Nanoseconds())/float64(entities/l.share))
	}
	slices.Sort(all)
	return all[0], all[len(all)/2]
}

// warm is how many ticks run before those that count.
const warm = 30

// Print writes what a tick of each load costs for each of so many entities, on each number of workers, the medians of
// interleaved runs, how many times as fast that is as on the first number of workers, and where the time of a tick goes.
func Print(to io.Writer, entities, runs int, workers ...int) error {
	fmt.Fprintf(to, "messages among %d entities, ns of a whole tick, medians (leasts) of %d interleaved runs, and how many times "+
		"as fast as %d worker:\n", entities, runs, workers[0])
	for i := range loads {
		if err := loads[i].print(to, entities, runs, workers); err != nil {
			return err
		}
	}
	return nil
}

func (l *load) print(to io.Writer, entities, runs int, workers []int) error {
	const ticks = 20
	worlds := make([]*simulation.World, len(workers))
	medians, leasts := make([][]float64, len(workers)), make([][]float64, len(workers))
	for k, n := range workers {
		w, err := l.build(entities, n)
		if err != nil {
			return err
		}
		defer w.Close()
		l.run(w, entities, warm)
		worlds[k] = w
	}
	for range runs {
		for k, w := range worlds {
			least, median := l.run(w, entities, ticks)
			leasts[k], medians[k] = append(leasts[k], least), append(medians[k], median)
		}
	}
	first, firstLeast := 0.0, 0.0 // on the first number of workers
	for k, n := range workers {
		slices.Sort(medians[k])
		median, least := medians[k][len(medians[k])/2], slices.Min(leasts[k])
		if k == 0 {
			first, firstLeast = median, least
		}
		fmt.Fprintf(to, "  %-18s %3d workers %7.1f (%.1f) ns per %s, %.2f (%.2f) times\n",
			l.name, n, median, least, l.unit, first/median, firstLeast/least)
		if errs := worlds[k].Errors(); len(errs) > 0 {
			return fmt.Errorf("the world reports: %s", errs[0])
		}
	}
	if !l.profiled {
		return nil
	}
	for k, w := range worlds {
		w.MeasureTicks(true)
		l.run(w, entities, ticks)
		fmt.Fprintf(to, "  a tick of %s with %d workers: %v", l.name, workers[k], w.Profile())
	}
	return nil
}
