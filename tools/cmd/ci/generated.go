package main

// checkGenerated asks each generator whether its committed output is stale.
func checkGenerated(w *workspace) error {
	return w.runAll(
		command{args: []string{"go", "run", "./tools/cmd/uniongen", "-check", "./..."}},
		command{args: []string{"go", "run", "./tools/cmd/vkgen", "-check"}},
		command{args: []string{"go", "run", "./tools/cmd/shaderpack", "-check"}},
		command{args: []string{"go", "run", "./native/cmd/joltbuild", "-check"}},
	)
}
