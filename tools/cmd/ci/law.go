package main

// checkLaw holds every import of the workspace to the import law.
func checkLaw(w *workspace) error {
	return w.run(command{args: []string{"go", "run", "./tools/cmd/importlaw"}})
}
