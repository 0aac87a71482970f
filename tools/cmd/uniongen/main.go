// Command uniongen writes the unions of struct cases that the engine keeps in hot tables.
//
// A union is one value that holds one of several cases. The author writes each case as an ordinary small struct of
// the package, and the union as a struct that embeds its slots:
//
//	// Intent says how a body moves over the next step.
//	//
//	//union:cases EndPose FullSample SteerTarget
//	type Intent struct{ intentSlots }
//
// Uniongen writes the rest into one file beside each source file (motion.go makes motion_gen.go):
//   - intentSlots, which holds a kind byte and slots that the cases share by type: the k-th field of a type in a case
//     lies in the k-th slot of that type. A union is as large as its slots and a kind byte, and holds a pointer only
//     where a case does;
//   - IntentKind with IntentNone (the zero value, which holds no case), IntentEndPose, IntentFullSample and so on;
//   - IntentOfEndPose(c EndPose) Intent, a constructor per case;
//   - Kind, IsNone, AsEndPose() (EndPose, bool) per case, Equal and String.
//
// With "//union:cases zero=FixedExposure AutoExposure" the all-zero value holds the case FixedExposure with all its
// fields zero, and there is neither a None kind nor IsNone.
//
// Usage:
//
//	uniongen [-check] [folder ...]
//
// A folder stands for the packages in it, folder/... for those below it too, and without one the current folder is
// meant, so that "//go:generate go run tertius.dev/tools/cmd/uniongen" in one file serves its package. With -check
// nothing is written: each stale file is listed, and the exit code is 1.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run does what the command line asks and returns the exit code: 0 done, 1 stale files or a mistake in a
// declaration, 2 a wrong command line.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("uniongen", flag.ContinueOnError)
	flags.SetOutput(stderr)
	check := flags.Bool("check", false, "write nothing; list the stale files and exit with 1 if there are any")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	folders, err := expandFolders(flags.Args())
	if err != nil {
		fmt.Fprintln(stderr, "uniongen:", err)
		return 1
	}
	changes, err := changesOf(folders)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	if *check {
		return report(changes, stdout)
	}
	if err := apply(changes); err != nil {
		fmt.Fprintln(stderr, "uniongen:", err)
		return 1
	}
	return 0
}

// report lists stale files and returns the exit code.
func report(changes []change, stdout io.Writer) int {
	for _, c := range changes {
		fmt.Fprintf(stdout, "%s: stale; run go run tertius.dev/tools/cmd/uniongen %s\n", c.path, filepath.Dir(c.path))
	}
	if len(changes) > 0 {
		return 1
	}
	return 0
}
