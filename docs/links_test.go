// Package docs holds the pages of the project, and tests that keep them true: that their links lead somewhere, and that
// the code that they show compiles and does what they say.
package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.+?) *$`)
	code    = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	notSlug = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// pages returns every page of the repository.
func pages(t *testing.T) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := entry.Name(); entry.IsDir() && (name == "out" || name == "bin" || name == ".git") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".md") {
			found = append(found, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// anchors returns what a link into the page may name: its headings in lower case, without marks, dashes for spaces.
func anchors(t *testing.T, page string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, match := range heading.FindAllStringSubmatch(string(text), -1) {
		name := notSlug.ReplaceAllString(strings.ToLower(match[1]), "")
		names[strings.ReplaceAll(name, " ", "-")] = true
	}
	return names
}

func TestLinksLeadSomewhere(t *testing.T) {
	all := pages(t)
	if len(all) == 0 {
		t.Fatal("found no page")
	}
	for _, page := range all {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range link.FindAllStringSubmatch(code.ReplaceAllString(string(text), ""), -1) {
			if strings.Contains(match[1], "://") {
				continue
			}
			path, anchor, _ := strings.Cut(match[1], "#")
			target := page
			if path != "" {
				target = filepath.Join(filepath.Dir(page), path)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s, which is not there", page, match[1])
			} else if anchor != "" && !anchors(t, target)[anchor] {
				t.Errorf("%s links to %s, but %s has no such heading", page, match[1], target)
			}
		}
	}
}
