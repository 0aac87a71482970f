package host

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"tertius.dev/core/contract"
	"tertius.dev/simulation"
)

// The exit codes. docs/guide/scripts.md states them.
const (
	exitDone        = 0
	exitCommandLine = 1
	exitFile        = 2
	exitScript      = 3
	exitBug         = 4
	exitTool        = 5
	exitInterrupted = 130
)

// exitError ends a run with an exit code.
type exitError struct {
	code  int
	cause error
}

// Error returns the cause's.
func (e *exitError) Error() string { return e.cause.Error() }

// Unwrap returns the cause.
func (e *exitError) Unwrap() error { return e.cause }

// exit gives the error an exit code, unless it is nil or has one.
func exit(code int, err error) error {
	var has *exitError
	if err == nil || errors.As(err, &has) {
		return err
	}
	return &exitError{code, err}
}

// codeOf returns the exit code of a run's end. What nothing gave a code is a bug.
func codeOf(err error) int {
	var e *exitError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &e):
		return e.code
	default:
		return exitBug
	}
}

// Main runs the command line, without the program's name, and returns the exit code. It prints what the run wrote on
// standard output, and all else on standard error.
//
// Call it on the main goroutine: a window belongs to the main thread.
func Main(p Program, args []string) int {
	c := &command{program: &p, stdout: os.Stdout, stderr: os.Stderr}
	err := c.run(args)
	if err != nil {
		c.tell(err)
	}
	return codeOf(err)
}

// command is one command line of a program.
type command struct {
	program        *Program
	stdout, stderr io.Writer
}

func (c *command) run(args []string) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = panicError(value)
		}
	}()
	if err := c.program.problem(); err != nil {
		return exit(exitBug, err)
	}
	options, err := readOptions(args)
	if err != nil {
		return exit(exitCommandLine, err)
	}
	switch o := options.(type) {
	case *showOptions:
		return c.show(o)
	case *freePlay:
		return c.freePlay(o)
	case *scriptRun:
		return c.script(o)
	}
	panic(contract.Unreachable(options))
}

// tell prints why a run ended: one line, and the stack of a bug.
func (c *command) tell(err error) {
	fmt.Fprintf(c.stderr, "%s: %v\n", c.program.Name, err)
	var bug *bugError
	if errors.As(err, &bug) {
		c.stderr.Write(bug.stack)
	}
}

func (c *command) show(o *showOptions) error {
	var text string
	switch o.what {
	case "--help":
		text = usage(c.program)
	case "--list":
		text = c.program.list()
	case "--version":
		text = version(c.program)
	}
	_, err := io.WriteString(c.stdout, text)
	return exit(exitFile, err)
}

func (p *Program) list() string {
	var b strings.Builder
	for i := range p.Scenes {
		fmt.Fprintf(&b, "%-16s %s\n", p.Scenes[i].Name, p.Scenes[i].Summary)
	}
	return b.String()
}

// version says which build this is, from what Go writes into it.
func version(p *Program) string {
	revision, goVersion := "unknown revision", "unknown Go"
	if info, ok := debug.ReadBuildInfo(); ok {
		goVersion = info.GoVersion
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				revision += ", changed"
			}
		}
	}
	return fmt.Sprintf("%s, made with Tertius, %s, %s\n", p.Name, revision, goVersion)
}

// problem says what is wrong with a program's scenes.
func (p *Program) problem() error {
	seen := map[string]bool{}
	for i := range p.Scenes {
		s := &p.Scenes[i]
		if err := s.problem(); err != nil {
			return err
		}
		if seen[s.Name] {
			return fmt.Errorf("two scenes are named %q", s.Name)
		}
		seen[s.Name] = true
	}
	return nil
}

// bugError is a panic, with where it came from.
type bugError struct {
	text  string
	cause error // when the panic was an error
	stack []byte
}

// Error tells what panicked.
func (e *bugError) Error() string { return e.text }

// Unwrap returns the panic when it was an error.
func (e *bugError) Unwrap() error { return e.cause }

// panicError turns a recovered panic into an error with its stack: that of the worker for a failed tick, and that of the
// caller for any other.
func panicError(value any) error {
	cause, _ := value.(error)
	var failure *simulation.TickFailure
	if errors.As(cause, &failure) {
		return exit(exitBug, &bugError{failure.Error(), failure, failure.Stack})
	}
	return exit(exitBug, &bugError{fmt.Sprintf("a bug: %v", value), cause, debug.Stack()})
}
