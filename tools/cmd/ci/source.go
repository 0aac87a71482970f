package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// skipCall finds a test that leaves itself out. A test whose library or driver is missing fails instead.
var skipCall = regexp.MustCompile(`\b(t|b|f|tb)\.Skip(f|Now)?\(`)

func checkSource(w *workspace) error {
	files, err := w.tracked()
	if err != nil {
		return err
	}
	if err := w.checkFormat(only(files, ".go")); err != nil {
		return err
	}
	if err := w.checkSkips(only(files, "_test.go")); err != nil {
		return err
	}
	return w.checkScripts(append(only(files, ".sh"), ".ci/run"))
}

// tracked returns the files that git knows or would add, relative to the root.
func (w *workspace) tracked() ([]string, error) {
	out, err := w.output(command{args: []string{"git", "ls-files", "--cached", "--others", "--exclude-standard"}})
	if err != nil {
		return nil, err
	}
	var files []string
	for _, file := range strings.Split(out, "\n") {
		if w.has(file) {
			files = append(files, file)
		}
	}
	return files, nil
}

func only(files []string, suffix string) []string {
	var matching []string
	for _, file := range files {
		if strings.HasSuffix(file, suffix) {
			matching = append(matching, file)
		}
	}
	return matching
}

func (w *workspace) checkFormat(files []string) error {
	if len(files) == 0 {
		return nil
	}
	out, err := w.output(command{args: append([]string{"gofmt", "-s", "-l"}, files...)})
	if err != nil {
		return err
	}
	if out != "" {
		return fmt.Errorf("gofmt -s -w would change: %s", strings.Join(strings.Fields(out), " "))
	}
	return nil
}

func (w *workspace) checkSkips(files []string) error {
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(w.root, file))
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(text), "\n") {
			if skipCall.MatchString(line) {
				return fmt.Errorf("%s:%d skips a test; what is missing must fail it with \"run make setup\"", file, i+1)
			}
		}
	}
	return nil
}

func (w *workspace) checkScripts(files []string) error {
	for _, file := range files {
		if _, err := w.output(command{args: []string{"bash", "-n", file}}); err != nil {
			return err
		}
	}
	return nil
}
