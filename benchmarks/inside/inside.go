// Package inside runs benchmarks that lie beside the code which they measure, where no other module may look, and prints what
// they took beside the loops that they are compared with.
package inside

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// figure is one thing that a benchmark measures.
type figure struct {
	what   string
	name   string // the benchmark's, with its parts
	beside string // the benchmark that it is compared with, or empty
	aim    string // empty when it is only reported
}

// group is what one benchmark of a package measures.
type group struct {
	pkg, bench string
	unit       string // of the figure that counts, as the benchmark names it
	figures    []figure
}

var groups = []group{
	{
		pkg: "tertius.dev/simulation/internal/route", bench: "Direct", unit: "ns/message", figures: []figure{
			{what: "the router, in order", name: "in-order/route", beside: "in-order/loop", aim: "1.5 times"},
			{what: "the same with the workers' copies", name: "in-order/route-and-collect", beside: "in-order/loop"},
			{what: "the router, shuffled", name: "shuffled/route", beside: "shuffled/loop", aim: "1.5 times"},
			{what: "the same with the workers' copies", name: "shuffled/route-and-collect", beside: "shuffled/loop"},
		},
	}, {
		pkg: "tertius.dev/simulation/internal/route", bench: "Broadcast", unit: "ns/recipient", figures: []figure{
			{what: "a broadcast, routed", name: "collect-false"},
			{what: "a broadcast, routed and copied", name: "collect-true", aim: "4 ns"},
		},
	}, {
		pkg: "tertius.dev/core/message", bench: "Edit", unit: "ns/event", figures: []figure{
			{what: "edits in a list of one type", name: "one-type/in", beside: "one-type/hand-written", aim: "1.3 times"},
			{what: "edits in a list of two types", name: "two-types/in", beside: "two-types/hand-written", aim: "1.3 times"},
			{what: "filtered edits, one type", name: "one-type/where", beside: "one-type/hand-written-where"},
			{what: "filtered edits, two types", name: "two-types/where", beside: "two-types/hand-written-where"},
		},
	},
}

// Print runs every benchmark so many times, on one processor, each with what it is compared with in turn, and prints medians and
// leasts. It needs the go command and a working directory in the workspace.
func Print(to io.Writer, runs int) error {
	dir, err := os.MkdirTemp("", "tertius-bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Fprintf(to, "benchmarks beside the code, one processor, ns, medians (leasts) of %d interleaved runs:\n", runs)
	for i := range groups {
		out, err := groups[i].run(filepath.Join(dir, fmt.Sprint(i)), runs)
		if err != nil {
			return err
		}
		if err := groups[i].print(to, groups[i].read(out)); err != nil {
			return fmt.Errorf("%w in\n%s", err, out)
		}
	}
	return nil
}

// run builds the tests of the package into a program, and returns what it printed in so many runs. A program of its own for each run
// takes each figure once, where the flag for more would take one after the other as often as it says.
func (g *group) run(program string, runs int) (string, error) {
	if out, err := exec.Command("go", "test", "-c", "-o", program, g.pkg).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go test -c %s: %w\n%s", g.pkg, err, out)
	}
	var all strings.Builder
	for range runs {
		out, err := exec.Command(program, "-test.run=^$", "-test.bench=^Benchmark"+g.bench+"$", "-test.cpu=1",
			"-test.benchtime=0.2s").CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("the benchmarks of %s: %w\n%s", g.pkg, err, out)
		}
		all.Write(out)
	}
	return all.String(), nil
}

// read returns what the figures were in each run, by the name of the benchmark's parts.
func (g *group) read(out string) map[string][]float64 {
	all := map[string][]float64{}
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		at := slices.Index(words, g.unit)
		if at < 2 {
			continue
		}
		name, ours := strings.CutPrefix(words[0], "Benchmark"+g.bench+"/")
		value, err := strconv.ParseFloat(words[at-1], 64)
		if ours && err == nil {
			all[name] = append(all[name], value)
		}
	}
	return all
}

func (g *group) print(to io.Writer, all map[string][]float64) error {
	for _, f := range g.figures {
		own, beside := all[f.name], all[f.beside]
		if len(own) == 0 || f.beside != "" && len(beside) == 0 {
			return fmt.Errorf("no figure of %s/%s, or none of what it is compared with,", g.bench, f.name)
		}
		median, least := spread(own)
		fmt.Fprintf(to, "  %-36s %6.2f (%.2f)", f.what, median, least)
		if f.beside != "" {
			m, l := spread(beside)
			fmt.Fprintf(to, ", a plain loop %6.2f (%.2f), %.2f (%.2f) times as long", m, l, median/m, least/l)
		}
		if f.aim != "" {
			fmt.Fprintf(to, ", aim %s", f.aim)
		}
		fmt.Fprintln(to)
	}
	return nil
}

// spread returns the middle and the least of the values.
func spread(values []float64) (median, least float64) {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2], sorted[0]
}
