package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// checkTests runs the tests of all modules in release form.
func checkTests(w *workspace) error {
	return w.test(nil, everyPackage)
}

// checkContracts runs the tests again where the engine's own checks are compiled in, on the build of Jolt with its
// asserts. The packages that know no contract would run as before, so they are left out. It compiles the native benchmark too,
// which no test runs.
func checkContracts(w *workspace) error {
	bench := []string{"go", "run", "./native/cmd/joltbuild", "-bench"}
	joltbuild := []string{"go", "run", "./native/cmd/joltbuild", "-asserts"}
	if err := w.runAll(command{args: bench}, command{args: joltbuild}); err != nil {
		return err
	}
	library, err := w.output(command{args: append(joltbuild, "-print", "library")})
	if err != nil {
		return err
	}
	packages, err := w.testedWith("tertius.dev/core/contract")
	if err != nil {
		return err
	}
	return w.test([]string{"TERTIUS_JOLT=" + library}, append([]string{"-tags=contracts"}, packages...)...)
}

// test runs go test. Results of earlier runs do not count, because a library or a driver may have changed since.
func (w *workspace) test(env []string, args ...string) error {
	c := command{env: env, args: append([]string{"go", "test", "-count=1", "-timeout=40m"}, args...)}
	fmt.Println("  " + c.String())
	var out bytes.Buffer
	cmd := w.prepare(c)
	cmd.Stdout = io.MultiWriter(os.Stdout, &out)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go test: %w in %s", err, strings.Join(failed(out.String()), ", "))
	}
	return nil
}

// failed returns the packages that go test names in a line with FAIL.
func failed(out string) []string {
	var packages []string
	for line := range strings.Lines(out) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "FAIL" {
			packages = append(packages, words[1])
		}
	}
	return packages
}

// testedWith returns the packages whose tests are built from the dependency, too.
func (w *workspace) testedWith(dependency string) ([]string, error) {
	format := "{{.ImportPath}}{{range .Deps}} {{.}}{{end}}"
	out, err := w.output(command{args: []string{"go", "list", "-test", "-tags=contracts", "-f", format, everyPackage}})
	if err != nil {
		return nil, err
	}
	var packages []string
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		name, isTest := strings.CutSuffix(words[0], ".test")
		if isTest && slices.Contains(words[1:], dependency) {
			packages = append(packages, name)
		}
	}
	if len(packages) == 0 {
		return nil, fmt.Errorf("no test is built from %s", dependency)
	}
	return packages, nil
}
