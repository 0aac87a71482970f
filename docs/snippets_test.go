package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var goFence = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")

// TestShownGoIsCompiled holds each Go snippet of a page to the Go files beside the page and below it, where it stands
// word for word.
func TestShownGoIsCompiled(t *testing.T) {
	snippets := 0
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range goFence.FindAllStringSubmatch(string(text), -1) {
			snippets++
			if !strings.Contains(goBelow(t, filepath.Dir(page)), match[1]) {
				t.Errorf("%s shows Go that no Go file in or below its folder holds:\n%s", page, match[1])
			}
		}
	}
	if snippets == 0 {
		t.Error("no page shows Go")
	}
}

// goBelow returns the text of all Go files in and below the folder.
func goBelow(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}
