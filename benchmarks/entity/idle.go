package entity

import (
	"fmt"
	"io"
	"slices"
	"time"

	"tertius.dev/simulation"
)

const (
	activeMovers = 1_000
	idleEntities = 1_000_000
	idleRounds   = 60 // of each world, in turn
	roundTicks   = 25 // of one round
)

// idle compares ticks of 1,000 movers in a world of their own, in another one like it, and beside a million entities that never
// run. The worlds take turns, so that what the machine does meanwhile meets all of them; the second says what noise is left.
func idle(out io.Writer) error {
	var worlds [3]*simulation.World
	for i, resting := range [...]int{0, 0, idleEntities} {
		w, err := idleWorld(resting)
		if err != nil {
			return err
		}
		defer w.Close()
		worlds[i] = w
	}
	alone, again, beside := inTurn(&worlds)
	bytes := 0
	for _, t := range worlds[2].Memory() {
		bytes += t.Bytes
	}
	fmt.Fprintf(out, "a tick of %d movers, µs, medians (leasts) of %d rounds in turn: %v alone, %v alone in a second world, "+
		"%v beside %d entities that do not run; the tables hold %d bytes per entity\n",
		activeMovers, idleRounds, alone, again, beside, idleEntities, bytes/(activeMovers+idleEntities))
	return nil
}

func idleWorld(resting int) (*simulation.World, error) {
	w, frame, err := world(1)
	if err != nil {
		return nil, err
	}
	if err := fill(w, frame, activeMovers, func(i int) simulation.Component { return newMover(i) }); err != nil {
		return nil, err
	}
	if err := fill(w, frame, resting, func(int) simulation.Component { return &still{} }); err != nil {
		return nil, err
	}
	for range warmTicks {
		w.Tick()
	}
	return w, nil
}

// spread is the middle and the least of several times in microseconds.
type spread struct{ median, least float64 }

func (s spread) String() string { return fmt.Sprintf("%.1f (%.1f)", s.median, s.least) }

// inTurn ticks the worlds in turn and returns what a tick took in each.
func inTurn(worlds *[3]*simulation.World) (first, second, third spread) {
	var times [3][]float64
	for range idleRounds {
		for i, w := range worlds {
			begin := time.Now()
			for range roundTicks {
				w.Tick()
			}
			times[i] = append(times[i], float64(time.Since(begin).Nanoseconds())/1e3/roundTicks)
		}
	}
	return spreadOf(times[0]), spreadOf(times[1]), spreadOf(times[2])
}

func spreadOf(times []float64) spread {
	slices.Sort(times)
	return spread{median: times[len(times)/2], least: times[0]}
}
