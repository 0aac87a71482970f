package main

import "path/filepath"

// checkVet runs the analyzers of this repository over all modules, with contracts and without, because each has files
// of its own.
func checkVet(w *workspace) error {
	tool := filepath.Join(w.root, "bin", "vet")
	if err := w.run(command{args: []string{"go", "build", "-buildvcs=false", "-o", tool, "./analyzers/cmd/vet"}}); err != nil {
		return err
	}
	vet := []string{"go", "vet", "-vettool=" + tool}
	return w.runAll(
		command{args: append(vet[:len(vet):len(vet)], w.patterns()...)},
		command{args: append(append(vet[:len(vet):len(vet)], "-tags=contracts"), w.patterns()...)},
	)
}
