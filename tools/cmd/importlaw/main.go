// Command importlaw holds every package of the workspace to the import law, one text that says which package may
// import which: law.txt beside this file. A forbidden import is printed with its place, the rule and the rule's
// reason, and the exit code is 1.
//
// The law is a list of statements. Each ends with a semicolon and carries its reason, in a comment behind it or in
// the comment lines right above it. Names are folders from the workspace's root: core/geom is one package, pass/* all
// packages one level below pass, core/... core and all below it. A name whose first part holds a dot is an import
// path from outside, such as gonum.org/v1/gonum/spatial/r3 or golang.org/x/tools/... .
//
//	host/... imports core/..., simulation/...;   # the row of a table: imports that leave the module
//	core/geom, core/handle < core/motion;        # an order: imports inside a module
//	core/render !< physics/...;                  # never, whatever the other statements say
//
// Rows say all that may be imported from other modules, and each package may use every row that matches it. In an
// order, "a < b" lets b import a and all that a may import, as in the Go project's own test of its dependencies. A
// name in capitals is no package but a group: "a, b < LEAVES" and "LEAVES < c". Orders and rows never add up: a row
// gives nothing inside a module, and an order nothing outside of it. The standard library is free to all, and only
// "!<" limits it; C stands for cgo.
//
// Test files obey rows and "!<" too, but may import every package of their own module and of the standard library.
// Files are read whatever their build constraints say. A name that fits no package is a mistake in the law, unless its whole module is still empty.
//
// Usage, from any folder of the workspace:
//
//	importlaw [-law file] [-root folder]
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"io"
	"os"
)

//go:embed law.txt
var lawText string

// lawName is where people find the text that is built in.
const lawName = "tools/cmd/importlaw/law.txt"

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run checks a workspace and returns the exit code: 0 lawful, 1 a broken rule or a mistake in the law, 2 a wrong
// command line.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("importlaw", flag.ContinueOnError)
	flags.SetOutput(stderr)
	lawFile := flags.String("law", "", "read the law from this file, not the one that is built in")
	root := flags.String("root", "", "the workspace's root; without it, the nearest folder above with a go.work")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "importlaw: %q: it takes no arguments, it reads the whole workspace\n", flags.Arg(0))
		return 2
	}
	broken, err := judge(*lawFile, *root)
	if err != nil {
		fmt.Fprintln(stderr, "importlaw:", err)
		return 1
	}
	for _, b := range broken {
		fmt.Fprintln(stdout, b)
	}
	if len(broken) > 0 {
		return 1
	}
	return 0
}

// judge reads the law and the workspace and returns the broken rules.
func judge(lawFile, root string) ([]violation, error) {
	name, text := lawName, lawText
	if lawFile != "" {
		data, err := os.ReadFile(lawFile)
		if err != nil {
			return nil, err
		}
		name, text = lawFile, string(data)
	}
	l, err := parseLaw(name, text)
	if err != nil {
		return nil, err
	}
	w, err := readWorkspace(root)
	if err != nil {
		return nil, err
	}
	if err := l.bind(w); err != nil {
		return nil, err
	}
	return l.violations(w), nil
}
