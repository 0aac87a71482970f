// Package threshold measures from how much work on it pays to do pieces of the sync point on all workers rather than on the
// caller: simulation.Thresholds. Both sides tick on the same number of workers, so what the piece reads was written by all of them.
package threshold

import (
	"fmt"
	"io"
	"math"
	"slices"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// piece is a piece of the sync point that has a threshold.
type piece struct {
	name string
	lap  simulation.Lap
	pick func(t *simulation.Thresholds) *int // its threshold
	fill func(w *simulation.World, n int) error
}

var pieces = []piece{
	{
		name: "rows that moved, all within their cells", lap: simulation.LapPublish,
		pick: func(t *simulation.Thresholds) *int { return &t.Rows },
		fill: func(w *simulation.World, n int) error { return fillMovers(w, n, 0.001, 0) },
	}, {
		name: "rows that moved, of which one in 20 left its cell", lap: simulation.LapPublish,
		pick: func(t *simulation.Thresholds) *int { return &t.Rows },
		fill: func(w *simulation.World, n int) error { return fillMovers(w, n, 1.6, 0) },
	}, {
		name: "rows that moved and left their cells", lap: simulation.LapPublish,
		pick: func(t *simulation.Thresholds) *int { return &t.Rows },
		fill: func(w *simulation.World, n int) error { return fillMovers(w, n, 32, 0) },
	}, {
		name: "entities drawn, all of which move", lap: simulation.LapPicture,
		pick: func(t *simulation.Thresholds) *int { return &t.Drawn },
		fill: fillPicture,
	}, {
		name: "messages, shuffled", lap: simulation.LapRoute,
		pick: func(t *simulation.Thresholds) *int { return &t.Messages },
		fill: fillTalkers,
	},
}

// amounts are of what the pieces have in a tick.
var amounts = []int{1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536, 131_072}

// Print writes what each piece costs on the caller and on each number of workers, for each of several amounts.
func Print(out io.Writer, rounds int, workers ...int) error {
	return print(out, rounds, amounts, workers)
}

func print(out io.Writer, rounds int, amounts, workers []int) error {
	fmt.Fprintf(out, "pieces of the sync point on the caller and on all workers, ns for each, medians (leasts) of %d ticks in turns of %d:\n",
		rounds*ticksInTurn, ticksInTurn)
	shipped := simulation.ShippedThresholds()
	for i := range pieces {
		p := &pieces[i]
		fmt.Fprintf(out, "  %s, as shipped on all workers from %d on:\n", p.name, *p.pick(&shipped))
		for _, n := range amounts {
			for _, k := range workers {
				if err := p.print(out, n, k, rounds); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

const (
	warmTicks   = 20
	ticksInTurn = 10
)

// print measures one piece of n, in two worlds of k workers.
func (p *piece) print(out io.Writer, n, k, rounds int) error {
	var worlds [2]*simulation.World
	for side, from := range [2]int{math.MaxInt, 1} {
		w, err := p.world(n, k, from)
		if err != nil {
			return err
		}
		defer w.Close()
		worlds[side] = w
	}
	var times [2][]float64
	for range rounds {
		for side, w := range worlds {
			w.MeasureTicks(true)
			for range ticksInTurn {
				w.Tick()
				times[side] = append(times[side], float64(w.Profile().Last[p.lap].Nanoseconds())/float64(n))
			}
		}
	}
	for side, w := range worlds {
		slices.Sort(times[side])
		if errs := w.Errors(); len(errs) > 0 {
			return fmt.Errorf("the world of %s reports %q", p.name, errs[0])
		}
	}
	median := func(side int) float64 { return times[side][len(times[side])/2] }
	fmt.Fprintf(out, "    %7d with %2d workers: %7.1f (%.1f) on the caller, %7.1f (%.1f) on all, %.2f (%.2f) times as fast\n", n, k,
		median(0), times[0][0], median(1), times[1][0], median(0)/median(1), times[0][0]/times[1][0])
	return nil
}

// world is a warm world of k workers, with n of what the piece works on.
func (p *piece) world(n, k, from int) (*simulation.World, error) {
	o := simulation.Options{Workers: k, Messages: wantsPushes, PublishSnapshots: p.lap == simulation.LapPicture}
	*p.pick(&o.Thresholds) = from
	w, err := simulation.New(o)
	if err != nil {
		return nil, err
	}
	if err := p.fill(w, n); err != nil {
		_ = w.Close()
		return nil, err
	}
	for range warmTicks {
		w.Tick()
	}
	return w, nil
}

// root spawns a root frame.
func root(w *simulation.World) (handle.Frame, error) {
	owner, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	if err != nil {
		return handle.Frame{}, err
	}
	f, _ := w.FrameOf(owner)
	return f, nil
}

// mover moves to and fro, so far in a tick.
type mover struct {
	at     geom.Vec3
	meters float64
}

var wantsTicks = []message.AnyToken{message.Ticks}

func (*mover) Priority() int             { return 0 }
func (*mover) Wants() []message.AnyToken { return wantsTicks }

func (m *mover) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	m.at.X += m.meters
	m.meters = -m.meters
	self.SetTransform(geom.At(m.at))
}
