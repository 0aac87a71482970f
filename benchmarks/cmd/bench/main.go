// Command bench prints the engine's figures of this machine, as ratios within one run where it can.
//
//	go run ./benchmarks/cmd/bench -native PROGRAM
//
// PROGRAM is the native benchmark that joltbuild makes: go run ./native/cmd/joltbuild -print bench names it.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"

	"tertius.dev/benchmarks/step"
)

func main() {
	native := flag.String("native", "", "the native benchmark program")
	runs := flag.Int("runs", 7, "interleaved runs of each side")
	side := flag.Int("side", 10, "crates along an edge of the pile")
	flag.Parse()
	if *native == "" || flag.NArg() > 0 || *runs < 1 || *side < 1 || *side > 15 {
		fmt.Fprintln(os.Stderr, "usage: bench -native PROGRAM [-runs 1..] [-side 1..15]")
		os.Exit(2)
	}
	fmt.Printf("%s/%s, %d processors, %s\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	for _, print := range []func() error{
		func() error { return blueprints(*runs) },
		func() error { return pile(*native, *runs, step.Config{Side: *side, Warm: 120, Ticks: 300, Workers: 1}) },
	} {
		if err := print(); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
	}
}

// pile runs both sides in turn, so that a drift of the machine's speed meets both, and prints medians.
func pile(native string, runs int, c step.Config) error {
	var engine, alone, ratios []float64
	var shares step.Shares
	var heights [2]float64
	for i := range runs {
		fmt.Fprintf(os.Stderr, "pile: run %d of %d\n", i+1, runs)
		a, err := step.Native(native, c)
		if err != nil {
			return err
		}
		b, err := step.Engine(c)
		if err != nil {
			return err
		}
		alone, engine = append(alone, a.MedianMilliseconds), append(engine, b.MedianMilliseconds)
		ratios = append(ratios, b.MedianMilliseconds/a.MedianMilliseconds)
		shares, heights = b.Shares, [2]float64{a.TopMeters, b.TopMeters}
	}
	fmt.Printf("pile of %d awake crates, one thread, %d ticks after %d, medians of %d interleaved runs:\n",
		c.Side*c.Side*c.Side, c.Ticks, c.Warm, runs)
	fmt.Printf("  Jolt alone        %7.3f ms per step, no poses read, no listener\n", step.Median(alone))
	fmt.Printf("  tick of the World %7.3f ms\n", step.Median(engine))
	fmt.Printf("  ratio             %7.3f (lowest %.3f, highest %.3f)\n", step.Median(ratios), ratios[0], ratios[len(ratios)-1])
	rest := shares.Tick - shares.Write - shares.Step - shares.Contacts - shares.Read
	fmt.Printf("  a mean tick of the last run, %.3f ms: writing in %.3f, stepping %.3f, contacts %.3f, reading out %.3f, "+
		"tables and sync point %.3f\n", shares.Tick, shares.Write, shares.Step, shares.Contacts, shares.Read, rest)
	fmt.Printf("  the last crate ended at %.6f m alone and %.6f m in the World\n", heights[0], heights[1])
	return nil
}
