package main

import (
	"fmt"
	"slices"
	"strings"
)

// checkTests runs the tests of all modules in release form.
func checkTests(w *workspace) error {
	return w.test(nil, everyPackage)
}

// checkContracts runs the tests again where the engine's own checks are compiled in, on the build of Jolt with its
// asserts. The packages that know no contract would run as before, so they are left out.
func checkContracts(w *workspace) error {
	joltbuild := []string{"go", "run", "./native/cmd/joltbuild", "-asserts"}
	if err := w.run(command{args: joltbuild}); err != nil {
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
	args = append([]string{"go", "test", "-count=1", "-timeout=20m"}, args...)
	return w.run(command{env: env, args: args})
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
