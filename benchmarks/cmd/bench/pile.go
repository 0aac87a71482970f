package main

import (
	"fmt"
	"os"
	"slices"

	"tertius.dev/benchmarks/step"
)

// compared is what the runs of both sides gave.
type compared struct {
	alone, engine                 []float64 // the median ms of each run
	quietestAlone, quietestEngine step.Quietest
	last                          step.Run // of the engine
	differs                       float64  // of the heights of the last crates, in m
}

// besideJolt runs both sides in turn, so that a drift of the machine's speed meets both, and prints what they took.
func besideJolt(native string, runs int, what string, c step.Config) error {
	var all compared
	for i := range runs {
		fmt.Fprintf(os.Stderr, "%s: run %d of %d\n", what, i+1, runs)
		if err := all.run(native, c); err != nil {
			return err
		}
	}
	fmt.Printf("%s, one thread, %d ticks after %d, %d interleaved runs:\n", what, c.Ticks, c.Warm, runs)
	all.print()
	return nil
}

func (all *compared) run(native string, c step.Config) error {
	alone, err := step.Native(native, c)
	if err != nil {
		return err
	}
	engine, err := step.Engine(c)
	if err != nil {
		return err
	}
	all.alone, all.engine = append(all.alone, step.Median(alone.Milliseconds)), append(all.engine, step.Median(engine.Milliseconds))
	all.quietestAlone.See(alone.Milliseconds)
	all.quietestEngine.See(engine.Milliseconds)
	all.last, all.differs = engine, engine.TopMeters-alone.TopMeters
	return nil
}

func (all *compared) print() {
	var ratios []float64
	for i := range all.alone {
		ratios = append(ratios, all.engine[i]/all.alone[i])
	}
	fmt.Printf("  Jolt alone        %7.3f ms of a processor per step, %7.3f each in its quietest run; no poses read, no listener\n",
		step.Median(all.alone), all.quietestAlone.Mean())
	fmt.Printf("  tick of the World %7.3f ms,                       %7.3f\n", step.Median(all.engine), all.quietestEngine.Mean())
	fmt.Printf("  ratio             %7.3f (%.3f to %.3f), %7.3f of the quietest; aim 1.25, later 1.10; %d objects allocated in the ticks after\n",
		step.Median(ratios), slices.Min(ratios), slices.Max(ratios), all.quietestEngine.Mean()/all.quietestAlone.Mean(), all.last.Allocations)
	shares := all.last.Shares
	rest := shares.Tick - shares.Write - shares.Step - shares.Contacts - shares.Read
	fmt.Printf("  a mean tick of the last run, of which %.3f ms passed: writing in %.3f, stepping %.3f, contacts %.3f, reading out %.3f, "+
		"tables and sync point %.3f\n", shares.Tick, shares.Write, shares.Step, shares.Contacts, shares.Read, rest)
	if all.differs == 0 {
		fmt.Printf("  the last crate ended at %.17g m on both sides: equal\n", all.last.TopMeters)
		return
	}
	fmt.Printf("  the last crate ended at %.17g m in the World, %+g m from where it ended alone: not equal\n", all.last.TopMeters, all.differs)
}
