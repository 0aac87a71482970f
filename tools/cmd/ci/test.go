package main

import "os"

// checkTests runs the tests of all modules in release form.
func checkTests(w *workspace) error {
	return w.test(nil)
}

// test runs go test over all modules, with a display for the tests of the window.
func (w *workspace) test(env []string, flags ...string) error {
	args := append([]string{"go", "test", "-count=1", "-timeout=25m"}, flags...)
	args = append(args, everyPackage)
	return w.run(command{env: env, args: onDisplay(args)})
}

// onDisplay puts the command under xvfb-run where the machine has no display.
func onDisplay(args []string) []string {
	if os.Getenv("DISPLAY") != "" {
		return args
	}
	return append([]string{"xvfb-run", "-a", "-s", "-screen 0 1280x720x24"}, args...)
}
