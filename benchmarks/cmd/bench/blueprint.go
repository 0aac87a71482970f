package main

import (
	"fmt"
	"slices"

	"tertius.dev/benchmarks/blueprint"
	"tertius.dev/benchmarks/step"
)

// blueprints prints what a spawn from a blueprint takes beside a plain one.
func blueprints(runs int) error {
	s, err := blueprint.NewSetup()
	if err != nil {
		return err
	}
	describe, spawn := make([][]float64, len(blueprint.Ways)), make([][]float64, len(blueprint.Ways))
	for range runs {
		ns, err := s.Run()
		if err != nil {
			return err
		}
		for way := range blueprint.Ways {
			describe[way] = append(describe[way], ns.Describe[way])
			spawn[way] = append(spawn[way], ns.Spawn[way])
		}
	}
	fmt.Printf("spawns of two components between ticks, medians (leasts) of %d interleaved runs of %d:\n", runs, blueprint.Spawns)
	plain, least := step.Median(spawn[blueprint.Plain]), slices.Min(spawn[blueprint.Plain])
	for way, name := range blueprint.Ways {
		all, quickest := step.Median(spawn[way]), slices.Min(spawn[way])
		fmt.Printf("  %-16s %6.0f (%.0f) ns to describe, %6.0f (%.0f) ns with the spawn, ratio %5.2f (%.2f)\n", name,
			step.Median(describe[way]), slices.Min(describe[way]), all, quickest, all/plain, quickest/least)
	}
	return s.Close()
}
