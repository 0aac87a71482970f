// Command ci runs all that the project checks of itself, one stage after the other, and stops at the first that fails.
//
//	go run ./tools/cmd/ci              every stage (make test)
//	go run ./tools/cmd/ci vet test     only these, in the order of the list (make test STAGE="vet test")
//	go run ./tools/cmd/ci -list        names the stages
//
// It runs from the repository's root, and takes the list of modules from go.work. The order of the stages is in
// stages.go; the work of each is in a file of its own.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"
)

func main() {
	list := flag.Bool("list", false, "name the stages and end")
	flag.Parse()
	if *list {
		for _, s := range stages {
			fmt.Printf("%-10s %s\n", s.name, s.claim)
		}
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "ci:", err)
		stop()
		os.Exit(1)
	}
}

// run runs the named stages, or all when none is named, and ends with a line for each that tells its time.
func run(ctx context.Context, names []string) error {
	chosen, err := choose(names)
	if err != nil {
		return err
	}
	w, err := openWorkspace(ctx)
	if err != nil {
		return err
	}
	var times []string
	for i, s := range chosen {
		fmt.Printf("ci %d/%d  %s: %s\n", i+1, len(chosen), s.name, s.claim)
		start := time.Now()
		err := s.check(w)
		took := time.Since(start).Round(100 * time.Millisecond)
		if err != nil {
			return fmt.Errorf("stage %s failed after %v: %w; run it alone with: make test STAGE=%s", s.name, took, err, s.name)
		}
		times = append(times, fmt.Sprintf("%-10s %v", s.name, took))
		fmt.Printf("ci %d/%d  %s passed in %v\n", i+1, len(chosen), s.name, took)
	}
	fmt.Printf("ci: passed\n  %s\n", strings.Join(times, "\n  "))
	return nil
}

// choose returns the stages with the given names in the order of the list, or all stages for no name.
func choose(names []string) ([]stage, error) {
	if len(names) == 0 {
		return stages, nil
	}
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	var chosen []stage
	for _, s := range stages {
		if wanted[s.name] {
			chosen = append(chosen, s)
			delete(wanted, s.name)
		}
	}
	for _, name := range names {
		if wanted[name] {
			return nil, errors.New("no stage is called " + name + "; go run ./tools/cmd/ci -list names them")
		}
	}
	return chosen, nil
}
