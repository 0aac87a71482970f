package main

import (
	"fmt"

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
	fmt.Printf("spawns of two components between ticks, medians of %d interleaved runs of %d:\n", runs, blueprint.Spawns)
	plain := step.Median(spawn[blueprint.Plain])
	for way, name := range blueprint.Ways {
		all := step.Median(spawn[way])
		fmt.Printf("  %-16s %6.0f ns to describe, %6.0f ns with the spawn, ratio %5.2f\n", name, step.Median(describe[way]), all, all/plain)
	}
	return s.Close()
}
