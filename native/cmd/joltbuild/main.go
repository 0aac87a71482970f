// Joltbuild builds Jolt and the shim over it into one shared library, in the user's cache folder, and writes the hashes
// of the builds into physics/jolt.
//
// Usage:
//
//	joltbuild [-asserts]           build the library unless it is there; says so and does nothing then
//	joltbuild [-asserts] -bench    the same of the benchmark program, whose sources the hashes do not cover
//	joltbuild -check               fail when the hashes in physics/jolt are stale; builds nothing
//	joltbuild [-asserts] -print library|bench|hash
//	                               print where the library or the benchmark program lies, or the hash; builds nothing
//
// Jolt itself is built once for each kind, which takes about a minute, and kept as a static library; a change of our own
// sources builds only those, in seconds. The build needs cargo to fetch Jolt's source, cmake and a C++ compiler. Several of
// them may run at once: the others wait for the first.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"tertius.dev/native"
)

func main() {
	asserts := flag.Bool("asserts", false, "build with Jolt's asserts")
	bench := flag.Bool("bench", false, "build the benchmark program, not the library")
	check := flag.Bool("check", false, "only check the hashes in physics/jolt")
	show := flag.String("print", "", "only print: library, bench or hash")
	flag.Parse()
	kind := native.Release
	if *asserts {
		kind = native.Asserts
	}
	if err := run(kind, *bench, *check, *show, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "joltbuild: %v\n", err)
		os.Exit(1)
	}
}

func run(kind native.Kind, bench, check bool, show string, rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("unknown argument %q", rest[0])
	case check:
		return checkHashes()
	case show != "":
		return printOne(kind, show)
	case bench:
		return buildBench(kind)
	}
	if err := writeHashes(); err != nil {
		return err
	}
	return build(kind)
}

func printOne(kind native.Kind, what string) error {
	switch what {
	case "library":
		return printFile(kind.Dir, native.LibraryName())
	case "bench":
		return printFile(kind.BenchDir, native.BenchName())
	case "hash":
		fmt.Println(kind.Hash())
	default:
		return fmt.Errorf("-print %s: want library, bench or hash", what)
	}
	return nil
}

// printFile prints where a file of a build lies.
func printFile(dirOf func() (string, error), name string) error {
	dir, err := dirOf()
	if err != nil {
		return err
	}
	fmt.Println(filepath.Join(dir, name))
	return nil
}
