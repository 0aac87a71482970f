package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// tailLines is how much of a failed program's output is shown.
const tailLines = 30

// command runs a program in dir. Its output goes to out too, when there is one; when it fails, the end of it is part of
// the error.
func command(dir string, out io.Writer, name string, args ...string) error {
	var log bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Stdout = &log
	if out != nil {
		cmd.Stdout = io.MultiWriter(&log, out)
	}
	cmd.Stderr = cmd.Stdout
	err := cmd.Run()
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("%s is not installed: run make setup", name)
	}
	if err != nil {
		return fmt.Errorf("%s failed: %w\n%s", name, err, tail(log.String()))
	}
	return nil
}

func tail(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-tailLines):], "\n")
}

// progress prints a line whenever a build that writes "[ 37%] ..." has gone ten percent further.
type progress struct {
	line  []byte
	shown int
}

func (p *progress) Write(text []byte) (int, error) {
	for _, c := range text {
		if c != '\n' {
			p.line = append(p.line, c)
			continue
		}
		p.take(string(p.line))
		p.line = p.line[:0]
	}
	return len(text), nil
}

func (p *progress) take(line string) {
	var percent int
	if _, err := fmt.Sscanf(line, "[%d%%]", &percent); err != nil {
		return // not a line of progress
	}
	if percent >= p.shown+10 {
		p.shown = percent - percent%10
		fmt.Printf("jolt: %d%%\n", p.shown)
	}
}
