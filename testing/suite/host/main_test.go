// Package host_test runs programs of the host as a person does: by their command lines, with real physics and real
// drawing, and looks at exit codes, at what they say and at what they write.
package host_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The programs, built for the suite. Only the second has windows.
var program, programWithWindow string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "tertius-host-suite")
	if err == nil {
		program, programWithWindow = filepath.Join(folder, "trial"), filepath.Join(folder, "trial-window")
		err = errors.Join(build(program, "CGO_ENABLED=0"), build(programWithWindow, "CGO_ENABLED=1"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

func build(to, cgo string) error {
	c := exec.Command("go", "build", "-buildvcs=false", "-o", to, "tertius.dev/testing/cmd/trial")
	c.Env = append(os.Environ(), cgo)
	if said, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("building the suite's program with %s: %v (run make setup)\n%s", cgo, err, said)
	}
	return nil
}

// run is a run of a program that has ended.
type run struct {
	code           int
	stdout, stderr string
	out            string // the folder of its files
}

// command returns a run of a program that has not started. Files go into a new folder unless the environment or the
// arguments say otherwise; in the arguments, OUT stands for it.
func command(t *testing.T, program string, environment []string, args ...string) (*exec.Cmd, string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "OUT", out)
	}
	c := exec.Command(program, args...)
	c.Env = append(os.Environ(), environment...)
	return c, out
}

// execute runs a program to its end.
func execute(t *testing.T, c *exec.Cmd, out string) run {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		t.Fatal(err)
	}
	return run{c.ProcessState.ExitCode(), stdout.String(), stderr.String(), out}
}

// start runs the suite's program, without windows, to its end.
func start(t *testing.T, environment []string, args ...string) run {
	t.Helper()
	c, out := command(t, program, environment, args...)
	return execute(t, c, out)
}

// scriptOf writes a script of a scene, with small pictures, and returns its file.
func scriptOf(t *testing.T, scene string, steps ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.json")
	text := fmt.Sprintf("{\"format\": 1, \"scene\": %q, \"size\": [160, 90], \"steps\": [\n%s\n]}", scene, strings.Join(steps, ",\n"))
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// ok fails the test unless the run ended well.
func (r *run) ok(t *testing.T) {
	t.Helper()
	if r.code != 0 {
		t.Fatalf("the exit code is %d; it said\n%s", r.code, r.stderr)
	}
}

// ends fails the test unless the run ended with the code and said one line, with these parts in it.
func (r *run) ends(t *testing.T, code int, parts ...string) {
	t.Helper()
	if r.code != code {
		t.Errorf("the exit code is %d, want %d", r.code, code)
	}
	if strings.Count(r.stderr, "\n") != 1 || !strings.HasPrefix(r.stderr, "trial: ") {
		t.Errorf("it does not say one line:\n%s", r.stderr)
	}
	for _, part := range parts {
		if !strings.Contains(r.stderr, part) {
			t.Errorf("it does not say %q:\n%s", part, r.stderr)
		}
	}
}

// files returns the names of what the run left in its folder, in order.
func (r *run) files(t *testing.T) []string {
	t.Helper()
	all, err := os.ReadDir(r.out)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var names []string
	for _, e := range all {
		names = append(names, e.Name())
	}
	return names
}

// content returns a file of the run.
func (r *run) content(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(r.out, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
