package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// rules are what no line of the repository may hold.
var rules = []struct {
	pattern *regexp.Regexp
	files   string // suffix of the files that the rule reads
	reason  string
}{
	{regexp.MustCompile(`\b(t|b|f|tb)\.Skip(f|Now)?\(`), "_test.go", `skips a test; what is missing must fail it with "run make setup"`},
	{regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X)\b`), "", "puts work off; do it, or write it into docs/STATUS.md"},
	{regexp.MustCompile(`(?m)(^|[^A-Za-z0-9_.$])/(work|root|home|Users)/`), "", "names a path of one machine"},
}

func checkSource(w *workspace) error {
	files, err := w.tracked()
	if err != nil {
		return err
	}
	if err := w.checkFormat(only(files, ".go")); err != nil {
		return err
	}
	if err := w.checkRules(files); err != nil {
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

func (w *workspace) checkRules(files []string) error {
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(w.root, file))
		if err != nil {
			return err
		}
		if bytes.IndexByte(text, 0) >= 0 {
			continue // binary: a compiled shader, an image
		}
		for _, rule := range rules {
			if !strings.HasSuffix(file, rule.files) {
				continue
			}
			if at := rule.pattern.FindIndex(text); at != nil {
				line := 1 + bytes.Count(text[:at[1]], []byte("\n"))
				return fmt.Errorf("%s:%d %s", file, line, rule.reason)
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
