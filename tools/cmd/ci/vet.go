package main

import "path/filepath"

// checkVet runs the analyzers of this repository over all modules, with contracts and without, because each has files
// of its own.
func checkVet(w *workspace) error {
	tool := filepath.Join(w.root, "bin", "vet")
	if err := w.run(command{args: []string{"go", "build", "-buildvcs=false", "-o", tool, "./analyzers/cmd/vet"}}); err != nil {
		return err
	}
	return w.runAll(
		command{args: []string{"go", "vet", "-vettool=" + tool, everyPackage}},
		command{args: []string{"go", "vet", "-vettool=" + tool, "-tags=contracts", everyPackage}},
	)
}
