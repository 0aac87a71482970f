package entity

import (
	"fmt"
	"io"

	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// counter does as little as a component can that runs.
type counter struct{ runs int }

func (*counter) Priority() int             { return 0 }
func (*counter) Wants() []message.AnyToken { return wantsTicks }
func (c *counter) Handle(*simulation.Self, *message.List, *message.Outbox) {
	c.runs++
}

// changer adds a component in one tick and removes it in the next.
type changer struct {
	part  still
	wears bool
	runs  int
}

func (*changer) Priority() int             { return 0 }
func (*changer) Wants() []message.AnyToken { return wantsTicks }

func (c *changer) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	c.runs++
	if c.wears = !c.wears; c.wears {
		self.Add(&c.part)
	} else {
		self.Remove(&c.part)
	}
}

// drawer takes a random number in each tick.
type drawer struct {
	runs int
	sum  float64
}

func (*drawer) Priority() int             { return 0 }
func (*drawer) Wants() []message.AnyToken { return wantsTicks }

func (d *drawer) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	d.runs++
	d.sum += self.Random().Float64()
}

// inTicks are what entities do inside of ticks, beside moving.
var inTicks = []struct {
	what string
	make func(i int) simulation.Component
}{
	{"run and count", func(int) simulation.Component { return new(counter) }},
	{"add or remove a component", func(int) simulation.Component { return new(changer) }},
	{"draw a random number", func(int) simulation.Component { return new(drawer) }},
}

// printInTicks measures what entities do inside of ticks.
func printInTicks(out io.Writer, n int, workers []int) error {
	fmt.Fprintf(out, "ticks of %d entities that do little else, ns for each, medians of %d ticks:\n", n, measuredTicks)
	for _, l := range inTicks {
		for _, k := range workers {
			w, frame, err := world(k)
			if err != nil {
				return err
			}
			if err := fill(w, frame, n, l.make); err != nil {
				return err
			}
			fmt.Fprintf(out, "  %7.1f to %s, with %d workers\n", median(w.Tick)/float64(n), l.what, k)
			if err := w.Close(); err != nil {
				return err
			}
		}
	}
	return nil
}

// printTables tells the bytes of each table for each of n entities with one component, without those of the component.
func printTables(out io.Writer, n int) error {
	w, frame, err := world(1)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := fill(w, frame, n-1, func(int) simulation.Component { return &still{} }); err != nil { // and the owner
		return err
	}
	for range 2 {
		w.Tick()
	}
	fmt.Fprintf(out, "tables of %d entities with one component, bytes for each:\n", n)
	total, rest := 0.0, 0.0
	for _, m := range w.Memory() {
		each := float64(m.Bytes) / float64(n)
		total += each
		if each < 1 {
			rest += each
			continue
		}
		fmt.Fprintf(out, "  %7.1f %s\n", each, m.Table)
	}
	fmt.Fprintf(out, "  %7.1f all others\n  %7.1f in all\n", rest, total)
	return nil
}
