// Command bench prints the engine's figures of this machine, as ratios within one run where it can.
//
//	go run ./benchmarks/cmd/bench -native PROGRAM -bevy PROGRAM [-parts query,pile]
//
// The native program is the benchmark that joltbuild makes: go run ./native/cmd/joltbuild -print bench names it. The Bevy
// program is what cargo builds from benchmarks/peers/bevy. `make bench` builds and names both.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"tertius.dev/benchmarks/entity"
	"tertius.dev/benchmarks/frames"
	"tertius.dev/benchmarks/inside"
	"tertius.dev/benchmarks/message"
	jets "tertius.dev/benchmarks/parts"
	"tertius.dev/benchmarks/peer"
	"tertius.dev/benchmarks/query"
	"tertius.dev/benchmarks/question"
	"tertius.dev/benchmarks/step"
	"tertius.dev/benchmarks/threshold"
)

// options are what the command line asks for.
type options struct {
	native string // the native benchmark program, or empty
	bevy   string // the peer's program, or empty
	runs   int    // interleaved runs of each side
	looks  int    // how often an idle worker looks for work before it sleeps, or 0
	side   int    // crates along an edge of the pile
}

// parts are what is measured, in order.
var parts = []struct {
	name  string
	print func(o *options) error
}{
	{"movers", func(o *options) error { return entity.PrintMovers(os.Stdout, 100_000, o.looks, workerCounts()...) }},
	{"entity", func(o *options) error { return entity.Print(os.Stdout, 100_000, workerCounts()...) }},
	{"thresholds", func(o *options) error { return threshold.Print(os.Stdout, 3*o.runs, workerCounts()[1:]...) }},
	{"blueprint", func(o *options) error { return blueprints(o.runs) }},
	{"query", func(o *options) error { return query.Print(os.Stdout, 100_000, o.runs, runtime.NumCPU()) }},
	{"message", func(o *options) error { return message.Print(os.Stdout, 100_000, o.runs, workerCounts()...) }},
	{"inside", func(o *options) error { return inside.Print(os.Stdout, o.runs) }},
	{"question", func(o *options) error { return question.Print(os.Stdout, 10_000, 1_000, o.runs) }},
	{"parts", func(o *options) error { return jets.Print(os.Stdout, o.runs, 1) }},
	{"rails", func(o *options) error { return frames.PrintRails(os.Stdout, 1_000, 3*o.runs) }},
	{"station", func(o *options) error { return frames.PrintStation(os.Stdout, 10*o.runs) }},
	{"asleep", func(o *options) error { return frames.PrintAsleep(os.Stdout, 1_000, 3*o.runs) }},
	{"handoff", func(o *options) error { return frames.PrintHandOffs(os.Stdout, 1_000, 3*o.runs) }},
	{"peer", func(o *options) error {
		if o.bevy == "" {
			return errors.New("the peer is a program of its own; name it with -bevy")
		}
		return peer.Print(os.Stdout, o.bevy, o.runs)
	}},
	{"pile", func(o *options) error {
		if o.native == "" {
			return errors.New("the pile is measured beside Jolt alone; name its program with -native")
		}
		return besideJolt(o.native, o.runs, fmt.Sprintf("pile of %d awake crates", o.side*o.side*o.side),
			step.Config{Side: o.side, Warm: 120, Ticks: 300})
	}},
	{"towers", func(o *options) error {
		if o.native == "" {
			return errors.New("the towers are measured beside Jolt alone; name its program with -native")
		}
		return besideJolt(o.native, o.runs, "1,000 awake crates in 100 frames",
			step.Config{Frames: 100, Layers: 10, Warm: 120, Ticks: 300})
	}},
}

func main() {
	var o options
	flag.StringVar(&o.native, "native", "", "the native benchmark program")
	flag.StringVar(&o.bevy, "bevy", "", "the peer's program")
	flag.IntVar(&o.runs, "runs", 7, "interleaved runs of each side")
	flag.IntVar(&o.side, "side", 10, "crates along an edge of the pile")
	flag.IntVar(&o.looks, "looks", 0, "how often an idle worker looks for work before it sleeps, in the part movers; 0 for as built")
	only := flag.String("parts", partNames(), "what to measure, with commas between")
	flag.Parse()
	if flag.NArg() > 0 || o.runs < 1 || o.looks < 0 || o.side < 1 || o.side > 15 {
		fmt.Fprintf(os.Stderr, "usage: bench -native PROGRAM -bevy PROGRAM [-runs 1..] [-looks 0..] [-side 1..15] [-parts %s]\n", partNames())
		os.Exit(2)
	}
	fmt.Printf("%s/%s, %d processors, %s\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	for _, name := range strings.Split(*only, ",") {
		if err := measure(name, &o); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
	}
}

// workerCounts are 1, 2, 4 and 8, as far as there are processors, and one for each processor.
func workerCounts() []int {
	n := runtime.NumCPU()
	return slices.Compact(slices.Sorted(slices.Values([]int{1, min(2, n), min(4, n), min(8, n), n})))
}

func partNames() string {
	var names []string
	for _, p := range parts {
		names = append(names, p.name)
	}
	return strings.Join(names, ",")
}

// measure prints the figures of one part.
func measure(name string, o *options) error {
	for _, p := range parts {
		if p.name == name {
			return p.print(o)
		}
	}
	return fmt.Errorf("there is no part %q; the parts are %s", name, partNames())
}
