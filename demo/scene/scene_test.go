package scene_test

import (
	"regexp"
	"testing"

	"tertius.dev/demo/scene"
)

func TestScenesHaveNamesOfTheirOwn(t *testing.T) {
	name := regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)
	seen := map[string]bool{}
	for _, s := range scene.All() {
		if seen[s.Name] || !name.MatchString(s.Name) {
			t.Errorf("the name %q is taken or none", s.Name)
		}
		seen[s.Name] = true
		if s.Summary == "" || s.Build == nil {
			t.Errorf("%q has no summary or nothing to build", s.Name)
		}
	}
}
