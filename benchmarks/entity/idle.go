package entity

import (
	"fmt"
	"io"

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
	times := inTurn(idleRounds, roundTicks, worlds[0].Tick, worlds[1].Tick, worlds[2].Tick)
	bytes := 0
	for _, t := range worlds[2].Memory() {
		bytes += t.Bytes
	}
	fmt.Fprintf(out, "ticks of %d movers, µs for each tick, medians (leasts) of %d rounds in turn:\n", activeMovers, idleRounds)
	for i, what := range [...]string{
		"alone", "alone in another world", fmt.Sprintf("beside %d entities that do not run", idleEntities),
	} {
		fmt.Fprintf(out, "  %7.1f (%.1f) %s\n", times[i].median/1e3, times[i].least/1e3, what)
	}
	fmt.Fprintf(out, "the tables hold %d bytes per entity\n", bytes/(activeMovers+idleEntities))
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
	return w, nil
}
