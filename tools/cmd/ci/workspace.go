package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// everyPackage is the go command's name for all packages of all modules of the workspace.
const everyPackage = "work"

// workspace is the repository that the checks run on.
type workspace struct {
	ctx     context.Context
	root    string   // absolute path of the folder of go.work
	modules []string // folders of the modules, relative to root, in the order of go.work
}

// openWorkspace reads the root and the modules from the go command, so that go.work is the one list of modules.
func openWorkspace(ctx context.Context) (*workspace, error) {
	w := &workspace{ctx: ctx}
	file, err := w.output(command{args: []string{"go", "env", "GOWORK"}})
	if err != nil {
		return nil, err
	}
	if file == "" || file == "off" {
		return nil, fmt.Errorf("no go.work here: run from the repository's root, without GOWORK=off")
	}
	w.root = filepath.Dir(file)
	folders, err := w.output(command{args: []string{"go", "list", "-m", "-f", "{{.Dir}}"}})
	if err != nil {
		return nil, err
	}
	for _, folder := range strings.Fields(folders) {
		relative, err := filepath.Rel(w.root, folder)
		if err != nil {
			return nil, err
		}
		w.modules = append(w.modules, relative)
	}
	return w, nil
}

// has reports whether a file or folder of the repository exists.
func (w *workspace) has(path string) bool {
	_, err := os.Stat(filepath.Join(w.root, path))
	return err == nil
}

// command is a program to run.
type command struct {
	dir  string   // relative to the root
	env  []string // added to the environment
	args []string // the program and its arguments
}

func (w *workspace) prepare(c command) *exec.Cmd {
	cmd := exec.CommandContext(w.ctx, c.args[0], c.args[1:]...)
	cmd.Dir = filepath.Join(w.root, c.dir)
	cmd.Env = append(os.Environ(), c.env...)
	cmd.Stderr = os.Stderr
	return cmd
}

// run shows the command, runs it and lets its output through.
func (w *workspace) run(c command) error {
	fmt.Println("  " + c.String())
	cmd := w.prepare(c)
	cmd.Stdout = os.Stdout
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", c, err)
	}
	return nil
}

// runAll runs the commands in order, up to the first that fails.
func (w *workspace) runAll(commands ...command) error {
	for _, c := range commands {
		if err := w.run(c); err != nil {
			return err
		}
	}
	return nil
}

// output runs the command unseen and returns what it wrote, without the white space around it.
func (w *workspace) output(c command) (string, error) {
	cmd := w.prepare(c)
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w", c, err)
	}
	return strings.TrimSpace(out.String()), nil
}

// longestLine is how much of a command is shown: a list of packages or files can fill a screen.
const longestLine = 300

// String is the command as a person would type it, cut when it is very long.
func (c command) String() string {
	words := append(append([]string{}, c.env...), c.args...)
	line := strings.Join(words, " ")
	if c.dir != "" {
		line = "cd " + c.dir + " && " + line
	}
	if len(line) > longestLine {
		line = line[:longestLine] + " …"
	}
	return line
}
